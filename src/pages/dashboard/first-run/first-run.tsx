import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { CopyField } from '../../design/copy.js';
import { Icon } from '../../design/icon.js';
import { showDone } from '../../design/toast.js';
import { serverUrl } from '../addresses.js';
import { execute } from '../graphql/client.js';
import { QrCode } from '../second-factor/qr-code.js';
import { can, currentSession } from '../session.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { readFirstSteps } from './first-run.operations.js';
import { firstSteps, isAtStart, type Step } from './first-steps.rules.js';

/** The first steps above the calendar of an account in which nothing can be booked yet, unless the user has hidden them. */
export function FirstRunNotice() {
  const stored = useStored('hidden');
  const isShown = can('account') && !stored.has('list');
  const loaded = useData(`first run ${isShown}`, async () => (isShown ? execute(readFirstSteps, {}) : undefined));
  if (!isShown || !loaded.data || !isAtStart(loaded.data)) return null;
  return (
    <Checklist
      steps={firstSteps(loaded.data)}
      onHide={() => {
        stored.add('list');
        showDone(t.firstRun.hidden);
      }}
    />
  );
}

/** The first steps in the set-up, where they are always found. */
export function FirstSteps() {
  const loaded = useData('first steps', async () => firstSteps(await execute(readFirstSteps, {})));
  return (
    <LoadedContent label={t.firstRun.title} loaded={loaded}>
      {(steps) => <Checklist steps={steps} />}
    </LoadedContent>
  );
}

interface ChecklistProps {
  steps: readonly Step[];
  /** Hides the list. The set-up, whose page has the title, always shows it. */
  onHide?: () => void;
}

function Checklist({ steps, onHide }: ChecklistProps) {
  const skipped = useStored('skipped');
  const isOver = ({ name, isDone }: Step) => isDone || skipped.has(name);
  const done = steps.filter(isOver).length;
  const progress = t.firstRun.progress(done, steps.length);
  const next = steps.find((step) => !isOver(step));
  return (
    <section class="first-run" aria-label={t.firstRun.title}>
      {onHide && <h2>{t.firstRun.title}</h2>}
      <p>
        {progress} <progress aria-label={progress} value={done} max={steps.length} />
      </p>
      <ol>
        {steps.map((step) => (
          <li key={step.name} class={isOver(step) ? 'over' : undefined}>
            <Icon name={step.isDone ? 'circle-check' : 'minus'} />
            <div>
              <Link path={step.path}>{t.firstRun[step.name]}</Link>
              <p class="hint">{t.firstRun[`${step.name}Text`]}</p>
              {step.name === 'page' && <BookingPage isOpen={step.isDone} />}
            </div>
            <span class="state">
              {step.isDone && t.firstRun.done}
              {!step.isDone && skipped.has(step.name) && t.firstRun.skipped}
              {!isOver(step) && step.canBeSkipped && (
                <Button
                  kind="plain"
                  label={`${t.firstRun.skip}: ${t.firstRun[step.name]}`}
                  onClick={() => skipped.add(step.name)}
                >
                  {t.firstRun.skip}
                </Button>
              )}
              {step === next && (
                <Link path={step.path} label={`${t.firstRun.open}: ${t.firstRun[step.name]}`}>
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

/** The address of the booking page: to copy, to look at, and as a QR code for a door or a card. */
function BookingPage({ isOpen }: { isOpen: boolean }) {
  const address = new URL(`sites/${currentSession().account.subdomain}/`, serverUrl).href;
  if (!isOpen) return <p>{t.firstRun.notOpen}</p>;
  return (
    <>
      <CopyField label={t.firstRun.address} name="address" value={address} />
      <p>
        <a href={address} target="_blank" rel="noopener">
          {t.firstRun.preview}
        </a>
      </p>
      <QrCode text={address} label={t.firstRun.qr} />
    </>
  );
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
