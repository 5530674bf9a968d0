import { showError } from '../design/toast.js';
import { setLeaving } from './graphql/client.js';
import { t } from './texts.js';

/** The button of a message that undoes what the message describes. */
export interface Undo {
  label: string;
  run: () => unknown;
  /** Called once the message is gone and it can no longer be undone. */
  onKept?: () => unknown;
}

/** The acts that still can be taken back. */
const waiting = new Set<() => Promise<void>>();

/**
 * Delays what the server cannot undo until the message about it is gone, so that "Undo" takes it back before anybody else
 * has seen it. Leaving or hiding the page acts at once: nothing that was promised is lost with a tab.
 *
 * @param act starts its request without waiting for anything, because a page that is left runs nothing later
 * @param takeBack shows the state before
 * @param onFailed called after the error was shown
 */
export function delayAct(act: () => Promise<unknown>, takeBack: () => void, onFailed: () => unknown): Undo {
  const settle = async () => {
    if (!waiting.delete(settle)) return;
    try {
      await act();
    } catch (error) {
      showError(error);
      await onFailed();
    }
  };
  waiting.add(settle);
  return {
    label: t.bookings.undo,
    run: () => {
      if (waiting.delete(settle)) takeBack();
    },
    onKept: settle,
  };
}

/** Does all that waits, such as before the user signs out. */
export async function settleDelayed(): Promise<void> {
  await Promise.all([...waiting].map((settle) => settle()));
}

addEventListener('pagehide', () => {
  setLeaving(true);
  void settleDelayed();
});
addEventListener('pageshow', () => setLeaving(false));
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void settleDelayed();
});
