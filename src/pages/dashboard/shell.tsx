import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { BottomBar } from '../design/bottom-bar.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Icon, type IconName } from '../design/icon.js';
import { Progress } from '../design/progress.js';
import { useSignal } from '../design/signal.js';
import { Toasts } from '../design/toast.js';
import { graphqlUrl, serverUrl } from './addresses.js';
import { settleDelayed } from './delayed-act.js';
import { closeSocket } from './graphql/client.js';
import { sentencesOfError } from './graphql/server-error.js';
import { addressOf, follow, place } from './navigation.js';
import { useSandboxClock } from './now.js';
import './offline-cache.js';
import { SearchDialog } from './search/search-dialog.js';
import { watchKeys } from './search/shortcuts.js';
import { ShortcutsDialog } from './search/shortcuts-dialog.js';
import {
  can,
  isSessionLost,
  type PermissionName,
  readSession,
  resume,
  type Session,
  session,
  signOut,
  watchSession,
} from './session.js';
import { SignIn } from './sign-in.js';
import { t } from './texts.js';
import { Link } from './ui/link.js';
import { LeaveDialog } from './unsaved.js';

/** The dashboard: the form to sign in, or the navigation with the current view. */
export function Shell() {
  const current = useSignal(session);
  const [problem, setProblem] = useState('');
  const start = async () => {
    setProblem('');
    try {
      session.value = await readSession();
    } catch (error) {
      setProblem(sentencesOfError(error).join(' '));
    }
  };
  useEffect(() => void start(), []);
  if (problem) {
    return (
      <main class="sign-in">
        <Retry problem={problem} onRetry={start} />
      </main>
    );
  }
  if (current === undefined) return <Progress label={t.shell.loading} />;
  if (current === null) return <SignInPage />;
  return <Workplace session={current} />;
}

function SignInPage() {
  return (
    <main class="sign-in">
      <h1>{t.shell.signIn}</h1>
      <SignIn
        onSignedIn={(begun) => {
          session.value = begun;
        }}
      />
    </main>
  );
}

function Retry({ problem, onRetry }: { problem: string; onRetry: () => unknown }) {
  return (
    <>
      <p role="alert">{problem}</p>
      <Button kind="primary" onClick={onRetry}>
        {t.shell.tryAgain}
      </Button>
    </>
  );
}

function Workplace({ session: { account, user, role, server } }: { session: Session }) {
  useSandboxClock(account.sandbox);
  useEffect(watchSession, []);
  useEffect(keepOfflinePage, []);
  const [dialog, setDialog] = useState<'search' | 'shortcuts'>();
  const close = () => setDialog(undefined);
  // With the first picture, so that no key is lost between the two.
  useLayoutEffect(() => {
    const search = () => setDialog('search');
    return watchKeys({ '/': search, 'Ctrl k': search, '?': () => setDialog('shortcuts') });
  }, []);
  const { view } = useSignal(place);
  const isLost = useSignal(isSessionLost);
  const allowed = views.filter(({ permission }) => can(permission));
  const entry = view === '' ? allowed[0] : [...allowed, ownView].find(({ path }) => path === view);
  const links = allowed.map(({ path, title, icon }) => ({
    ...{ href: addressOf(path), title, icon, isCurrent: path === entry?.path },
    onClick: (event: MouseEvent) => follow(event, path),
  }));
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${entry?.title ?? t.shell.notFound} · ${account.name}`;
  }, [entry, account.name]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t.shell.skip}
      </button>
      <header class="top">
        <strong class="account">{account.name}</strong>
        <nav aria-label={t.shell.views}>
          {links.map(({ href, title, icon, isCurrent, onClick }) => (
            <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
              {icon && <Icon name={icon} />}
              {title}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="button search-open"
          title={`${t.search.title} (/, ${t.search.keys.chord})`}
          onClick={() => setDialog('search')}
        >
          <Icon name="search" />
          <span>{t.search.title}</span>
        </button>
        <UserMenu key={view} name={user.name} onShortcuts={() => setDialog('shortcuts')} />
      </header>
      <main id="main" class="with-bottom-bar" ref={main} tabIndex={-1}>
        {role === 'admin' && !server.hasAddress && <p class="notice">{t.shell.noAddress}</p>}
        {entry ? <View key={entry.path} entry={entry} /> : <p>{t.shell.noPage}</p>}
      </main>
      <BottomBar label={t.shell.views} links={links} />
      {dialog === 'search' && <SearchDialog onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {isLost && (
        <Dialog title={t.shell.signInAgain} hidesPage>
          <p>{t.shell.sessionEnded}</p>
          <SignIn subdomain={account.subdomain} onSignedIn={resume} />
        </Dialog>
      )}
      <LeaveDialog />
      <Toasts />
    </>
  );
}

interface UserMenuProps {
  name: string;
  onShortcuts: () => void;
}

function UserMenu({ name, onShortcuts }: UserMenuProps) {
  const leave = async () => {
    await settleDelayed();
    await signOut();
    closeSocket();
  };
  return (
    <details class="user">
      <summary class="button">
        <Icon name="user" />
        <span>{name}</span>
      </summary>
      <div>
        <Link path={ownPath}>{t.shell.own}</Link>
        <a href={graphqlUrl.pathname}>{t.shell.explorer}</a>
        <Button onClick={onShortcuts}>{t.shell.shortcuts}</Button>
        <Button onClick={leave}>{t.shell.signOut}</Button>
      </div>
    </details>
  );
}

/** Lets the browser show a page that says so when there is no connection. Not every browser, nor every address, allows it. */
function keepOfflinePage(): void {
  const worker = new URL('dashboard/worker.js', serverUrl);
  if ('serviceWorker' in navigator) navigator.serviceWorker.register(worker).catch(() => {});
}

/** Loads the code of a view when it is first opened. */
function View({ entry }: { entry: ViewEntry }) {
  const [loaded, setLoaded] = useState<{ Content: FunctionComponent }>();
  const [problem, setProblem] = useState('');
  const load = async () => {
    setProblem('');
    try {
      setLoaded({ Content: (await entry.load()).default });
    } catch {
      setProblem(t.shell.notLoaded);
    }
  };
  useEffect(() => void load(), []);
  if (problem) return <Retry problem={problem} onRetry={() => location.reload()} />;
  return loaded ? <loaded.Content /> : <Progress label={t.shell.loading} />;
}

/** A module of a view has it as default export. */
interface ViewModule {
  default: FunctionComponent;
}

interface ViewEntry {
  /** The part of the address after `/dashboard/`. */
  path: string;
  title: string;
  icon: IconName;
  /** The view is shown to users who have it. */
  permission: PermissionName;
  load: () => Promise<ViewModule>;
}

const ownPath = 'own';

/** The settings of the user. Its link is in the menu of the user. */
const ownView: ViewEntry = {
  path: ownPath,
  title: t.shell.own,
  icon: 'user',
  permission: 'read',
  load: () => import('./views/own/own.view.js'),
};

/** The views in the order of the navigation. The first one that the user may see opens at `/dashboard`. */
const views: readonly ViewEntry[] = [
  {
    ...{ path: 'calendar', title: t.shell.calendar, icon: 'calendar-days', permission: 'read' },
    load: () => import('./views/calendar/calendar.view.js'),
  },
  {
    ...{ path: 'today', title: t.shell.today, icon: 'list', permission: 'read' },
    load: () => import('./views/today/today.view.js'),
  },
  {
    ...{ path: 'people', title: t.shell.people, icon: 'users', permission: 'read' },
    load: () => import('./views/people/people.view.js'),
  },
  {
    ...{ path: 'figures', title: t.shell.figures, icon: 'chart-column', permission: 'read' },
    load: () => import('./views/figures/figures.view.js'),
  },
  {
    ...{ path: 'setup', title: t.shell.setup, icon: 'settings', permission: 'exceptionDates' },
    load: () => import('./views/setup/setup.view.js'),
  },
];
