import { useRef, useState } from 'preact/hooks';
import { type TradeName, trades } from '../../../texts/trade-words.js';
import { Button } from '../../design/button.js';
import { CopyField } from '../../design/copy.js';
import { Icon } from '../../design/icon.js';
import { showDone, showError } from '../../design/toast.js';
import { serverUrl } from '../addresses.js';
import { execute } from '../graphql/client.js';
import { useRequestKey } from '../graphql/request-key.js';
import type { Trade } from '../graphql/schema.types.js';
import { QrCode } from '../second-factor/qr-code.js';
import { can, currentSession, renewSession } from '../session.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { chooseTrade, openBookingPage, type ReadFirstStepsQuery, readFirstSteps } from './first-run.operations.js';
import { firstSteps, isAtStart, type Step, stepAfter } from './first-steps.rules.js';

/** The first steps above the calendar of an account in which nothing can be booked yet, unless the user has hidden them. */
export function FirstRunNotice() {
  const { state, reload, hide } = useFirstRun('calendar');
  if (!state || !isAtStart(state)) return null;
  return (
    <Checklist
      state={state}
      reload={reload}
      onHide={() => {
        hide();
        showDone(t.firstRun.hidden);
      }}
    />
  );
}

/** The first steps in the set-up, where they are always found. */
export function FirstSteps() {
  const loaded = useData('first steps', () => execute(readFirstSteps, {}));
  return (
    <LoadedContent label={t.firstRun.title} loaded={loaded}>
      {(state) => <Checklist state={state} reload={loaded.reload} />}
    </LoadedContent>
  );
}

/**
 * Leads on from a part of the set-up to the next of the first steps, until something is booked.
 *
 * @param part the path of the part, such as `setup/services`
 */
export function NextStep({ part }: { part: string }) {
  const { isOver } = useSkipped();
  const { state } = useFirstRun(part);
  const steps = state ? firstSteps(state) : [];
  if (steps.every(isOver)) return null;
  const next = stepAfter(part, steps, isOver);
  return (
    <nav class="next-step" aria-label={t.firstRun.title}>
      <Link path="setup/start">{t.firstRun.title}</Link>
      {next && (
        <Link path={next.path} search={next.search} kind="button">
          {t.firstRun.next({ step: t.firstRun[next.name] })}
        </Link>
      )}
    </nav>
  );
}

interface ChecklistProps {
  state: ReadFirstStepsQuery;
  /** Reads the state again. */
  reload: () => Promise<void>;
  /** Hides the list. The set-up, whose page has the title, always shows it. */
  onHide?: () => void;
}

function Checklist({ state, reload, onHide }: ChecklistProps) {
  const steps = firstSteps(state);
  const { isOver, ...skipped } = useSkipped();
  const done = steps.filter(isOver).length;
  const progress = t.firstRun.progress({ done, total: steps.length });
  const next = steps.find((step) => !isOver(step));
  return (
    <section class="first-run" aria-label={t.firstRun.title}>
      {onHide && <h2>{t.firstRun.title}</h2>}
      {currentSession().account.trade === null && <TradeChoice onChosen={reload} />}
      <p>
        {progress} <progress aria-label={progress} value={done} max={steps.length} />
      </p>
      <ol>
        {steps.map((step, index) => (
          <li key={step.name} class={isOver(step) ? 'over' : undefined}>
            {step.isDone ? <Icon name="circle-check" /> : <span class="number">{index + 1}</span>}
            <div>
              <Link path={step.path} search={step.search}>
                {t.firstRun[step.name]}
              </Link>
              <p class="hint">{t.firstRun[`${step.name}Text`]}</p>
              {step.name === 'page' && <BookingPage isOpen={state.account.publicAccess} reload={reload} />}
            </div>
            <span class="state">
              {step.isDone && t.firstRun.done}
              {!step.isDone && skipped.has(step.name) && t.firstRun.skipped}
              {!isOver(step) && step.canBeSkipped && (
                <Button
                  kind="plain"
                  label={t.punctuation.labelled({ label: t.firstRun.skip, value: t.firstRun[step.name] })}
                  onClick={() => skipped.add(step.name)}
                >
                  {t.firstRun.skip}
                </Button>
              )}
              {step === next && (
                <Link
                  path={step.path}
                  search={step.search}
                  kind="button primary"
                  label={t.punctuation.labelled({ label: t.firstRun.open, value: t.firstRun[step.name] })}
                >
                  {t.firstRun.open}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
      {onHide && <Button onClick={onHide}>{t.firstRun.hide}</Button>}
    </section>
  );
}

const schemaTrades = {
  ...{ salon: 'SALON', clinic: 'CLINIC', studio: 'STUDIO', rental: 'RENTAL', other: 'OTHER' },
} as const satisfies Record<TradeName, Trade>;

/** The trades to choose from. The page is loaded again with the words of the chosen one. */
function TradeChoice({ onChosen }: { onChosen: () => Promise<void> }) {
  const once = useRequestKey();
  const choose = async (trade: Trade) => {
    try {
      await once((key) => execute(chooseTrade, { trade }, key));
      await renewSession();
      await onChosen();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section aria-label={t.firstRun.trade}>
      <h3>{t.firstRun.trade}</h3>
      <ul class="trades">
        {trades.map((name) => {
          const trade = schemaTrades[name];
          return (
            <li key={name}>
              <Button onClick={() => choose(trade)}>
                {t.firstRun.trades[trade]} <span class="hint">{t.firstRun.examples[trade]}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <p class="hint">{t.firstRun.tradeHint}</p>
    </section>
  );
}

interface BookingPageProps {
  isOpen: boolean;
  reload: () => Promise<void>;
}

/** The address of the booking page: to copy, to look at, and as a QR code for a door or a card. Before it is open, a button that opens it. */
function BookingPage({ isOpen, reload }: BookingPageProps) {
  const address = new URL(`sites/${currentSession().account.subdomain}/`, serverUrl).href;
  const once = useRequestKey();
  const open = async () => {
    try {
      await once((key) => execute(openBookingPage, {}, key));
      showDone(t.firstRun.opened);
      await reload();
    } catch (error) {
      showError(error);
    }
  };
  if (!isOpen) {
    return (
      <p>
        {t.firstRun.notOpen} <Button onClick={open}>{t.firstRun.openPage}</Button>
      </p>
    );
  }
  return (
    <>
      <CopyField label={t.firstRun.address} name="address" value={address} />
      <p>
        <a href={address} target="_blank" rel="noopener">
          {t.firstRun.preview}
        </a>
      </p>
      {/* Without the right to leave the frame: the dashboard would be gone. */}
      <iframe
        class="preview"
        src={address}
        title={t.firstRun.previewFrame}
        loading="lazy"
        sandbox="allow-scripts allow-same-origin allow-forms"
      />
      <QrCode text={address} label={t.firstRun.qr} />
    </>
  );
}

/**
 * Reads how far the account is, until something is booked. Undefined before the answer, after that, for users who cannot set
 * the account up, and for those who have hidden the steps.
 *
 * @param place the part of the dashboard, in each of which it is read again
 */
function useFirstRun(place: string) {
  const hidden = useStored('hidden');
  const hasBookings = useRef(false);
  const isShown = can('account') && !hidden.has('list') && !hasBookings.current;
  const read = async () => (isShown ? execute(readFirstSteps, {}) : undefined);
  const { data, reload } = useData(`first run ${isShown} ${place}`, read);
  hasBookings.current ||= data !== undefined && data.bookings.nodes.length > 0;
  return { state: isShown && !hasBookings.current ? data : undefined, reload, hide: () => hidden.add('list') };
}

/** The steps that the user has skipped in this browser, and whether one is skipped or done. */
function useSkipped() {
  const skipped = useStored('skipped');
  return { ...skipped, isOver: ({ name, isDone }: Step) => isDone || skipped.has(name) };
}

/** Names that a user has put aside in this browser. */
function useStored(kind: 'hidden' | 'skipped') {
  const { account, user } = currentSession();
  const key = `booking-first-run/${account.id}/${user.id}/${kind}`;
  const [names, setNames] = useState<readonly string[]>(() => (localStorage.getItem(key) ?? '').split(','));
  return {
    has: (name: string) => names.includes(name),
    add: (name: string) => {
      const next = [...names, name];
      localStorage.setItem(key, next.join(','));
      setNames(next);
    },
  };
}
