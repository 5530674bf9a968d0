import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Progress } from '../design/progress.js';
import { useSignal } from '../design/signal.js';
import { Toasts } from '../design/toast.js';
import { graphqlUrl, serverUrl } from './addresses.js';
import { closeSocket } from './graphql/client.js';
import { sentencesOfError } from './graphql/server-error.js';
import { addressOf, follow, place } from './navigation.js';
import { useSandboxClock } from './now.js';
import { SearchDialog } from './search/search-dialog.js';
import { watchKeys } from './search/shortcuts.js';
import { ShortcutsDialog } from './search/shortcuts-dialog.js';
import {
  can,
  isSessionLost,
  type Permission,
  readSession,
  resume,
  type Session,
  session,
  signOut,
  watchSession,
} from './session.js';
import { ShellIcon, searchIcon, viewIcons } from './shell-icons.js';
import { SignIn } from './sign-in.js';
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
  if (current === undefined) return <Progress label="Loading" />;
  if (current === null) return <SignInPage />;
  return <Workplace session={current} />;
}

function SignInPage() {
  return (
    <main class="sign-in">
      <h1>Sign in</h1>
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
        Try again
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
  useEffect(() => watchKeys({ '/': () => setDialog('search'), '?': () => setDialog('shortcuts') }), []);
  const { view } = useSignal(place);
  const isLost = useSignal(isSessionLost);
  const allowed = views.filter(({ permission }) => can(permission));
  const entry = view === '' ? allowed[0] : [...allowed, ownView].find(({ path }) => path === view);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${entry?.title ?? 'Not found'} · ${account.name}`;
  }, [entry, account.name]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        To the content
      </button>
      <header class="top">
        <strong class="account">{account.name}</strong>
        <nav aria-label="Views">
          {allowed.map(({ path, title, icon }) => (
            <a
              key={path}
              href={addressOf(path)}
              aria-current={path === entry?.path ? 'page' : undefined}
              onClick={(event) => follow(event, path)}
            >
              <ShellIcon drawing={icon} />
              <span>{title}</span>
            </a>
          ))}
        </nav>
        <button type="button" class="search-open" title="Search (/)" onClick={() => setDialog('search')}>
          <ShellIcon drawing={searchIcon} />
          <span>Search</span>
        </button>
        <UserMenu key={view} name={user.name} onShortcuts={() => setDialog('shortcuts')} />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {role === 'admin' && !server.hasAddress && <p class="notice">{noAddress}</p>}
        {entry ? (
          <View key={entry.path} entry={entry} />
        ) : (
          <p>There is no such page, or your role does not allow it.</p>
        )}
      </main>
      {dialog === 'search' && <SearchDialog onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {isLost && (
        <Dialog title="Sign in again" hidesPage>
          <p>Your session has ended. Nothing you typed is lost while this page stays open: sign in, and it goes on.</p>
          <SignIn subdomain={account.subdomain} onSignedIn={resume} />
        </Dialog>
      )}
      <LeaveDialog />
      <Toasts />
    </>
  );
}

const noAddress =
  'The address of this server is unknown, so messages have no links, nothing is offered to the waitlist, and passwords, calendar URLs and payment pages are refused. Its operator must set PUBLIC_URL, such as https://book.example.org.';

interface UserMenuProps {
  name: string;
  onShortcuts: () => void;
}

function UserMenu({ name, onShortcuts }: UserMenuProps) {
  const leave = async () => {
    await signOut();
    closeSocket();
  };
  return (
    <details class="user">
      <summary>{name}</summary>
      <div>
        <Link path={ownPath}>My account</Link>
        <a href={graphqlUrl.pathname}>GraphQL explorer</a>
        <Button onClick={onShortcuts}>Keyboard shortcuts</Button>
        <Button onClick={leave}>Sign out</Button>
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
      setProblem('The page could not be loaded. The server may have been updated: load the page again.');
    }
  };
  useEffect(() => void load(), []);
  if (problem) return <Retry problem={problem} onRetry={() => location.reload()} />;
  return loaded ? <loaded.Content /> : <Progress label="Loading" />;
}

/** A module of a view has it as default export. */
interface ViewModule {
  default: FunctionComponent;
}

interface ViewEntry {
  /** The part of the address after `/dashboard/`. */
  path: string;
  title: string;
  icon: string;
  /** The view is shown to users who have it. */
  permission: Permission;
  load: () => Promise<ViewModule>;
}

const ownPath = 'own';

/** What users set for themselves. Its link is in the menu of the user. */
const ownView: ViewEntry = {
  path: ownPath,
  title: 'My account',
  icon: '',
  permission: 'read',
  load: () => import('./views/own/own.view.js'),
};

/** The views in the order of the navigation. The first one that the user may see opens at `/dashboard`. */
const views: readonly ViewEntry[] = [
  {
    ...{ path: 'calendar', title: 'Calendar', icon: viewIcons.calendar, permission: 'read' },
    load: () => import('./views/calendar/calendar.view.js'),
  },
  {
    ...{ path: 'today', title: 'Today', icon: viewIcons.today, permission: 'read' },
    load: () => import('./views/today/today.view.js'),
  },
  {
    ...{ path: 'people', title: 'People', icon: viewIcons.people, permission: 'read' },
    load: () => import('./views/people/people.view.js'),
  },
  {
    ...{ path: 'figures', title: 'Figures', icon: viewIcons.figures, permission: 'read' },
    load: () => import('./views/figures/figures.view.js'),
  },
  {
    ...{ path: 'setup', title: 'Set-up', icon: viewIcons.setup, permission: 'exceptionDates' },
    load: () => import('./views/setup/setup.view.js'),
  },
];
