import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { signal, useSignal } from '../design/signal.js';
import { t } from './texts.js';

/** The forms with changes that are not saved, by the names of their drafts. */
const changedForms = new Set<string>();
/** Goes to the place to which the user wants to leave. Undefined if nothing is asked. */
const leaving = signal<(() => void) | undefined>(undefined);

/** Notes whether a form has changes that are not saved. The browser then asks before it closes the page. */
export function noteChanges(form: string, isChanged: boolean): void {
  if (isChanged) changedForms.add(form);
  else changedForms.delete(form);
  if (changedForms.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Leaves the place: at once, or when the user has agreed, if a form has changes that are not saved. */
export function leavePlace(leave: () => void): void {
  if (changedForms.size === 0) leave();
  else leaving.value = leave;
}

/** The question whether to leave a form with changes that are not saved. */
export function LeaveDialog() {
  const leave = useSignal(leaving);
  if (!leave) return null;
  const stay = () => {
    leaving.value = undefined;
  };
  return (
    <Dialog title={t.records.leaveTitle} onClose={stay}>
      <p>{t.records.leaveText}</p>
      <div class="actions">
        <Button kind="primary" onClick={stay}>
          {t.records.stay}
        </Button>
        <Button
          onClick={() => {
            stay();
            leave();
          }}
        >
          {t.records.leave}
        </Button>
      </div>
    </Dialog>
  );
}
