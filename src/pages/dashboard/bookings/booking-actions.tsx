import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showError } from '../../design/toast.js';
import { isStale } from '../graphql/server-error.js';
import { actionNames, actionsOf, appearanceOf, type BookingAction, nameOf } from './booking.rules.js';
import { act, readBooking } from './change-booking.js';
import type { Booking } from './live.js';

/** The state of a booking as a symbol and a word. */
export function StateBadge({ booking }: { booking: Pick<Booking, 'state' | 'status'> }) {
  const { name, symbol, class: className } = appearanceOf(booking);
  return (
    <span class={`badge ${className}`}>
      <span aria-hidden="true">{symbol}</span> {name}
    </span>
  );
}

interface BookingActionsProps {
  booking: Booking;
  /** Called with the changed booking and a sentence that describes the change. */
  onChanged: (booking: Booking, done: string) => void;
  /** Leaves out others, where there is no room for all. */
  only?: readonly BookingAction[];
}

const done: Readonly<Record<BookingAction, string>> = {
  confirm: 'is confirmed.',
  decline: 'is declined.',
  cancel: 'is cancelled.',
  CHECKED_IN: 'has arrived.',
  IN_PROGRESS: 'has begun.',
  COMPLETED: 'is completed.',
  NO_SHOW: 'did not come.',
  clear: 'has no status any more.',
};

/** People get a message about these, so a second click is needed. */
const needsSecondClick: readonly BookingAction[] = ['decline', 'cancel'];

/**
 * Ignores the second click of a double click: by then another button may be where the first one was, because the booking
 * has another state or has left the list.
 */
function once(act: () => unknown) {
  return ({ detail: clicks }: MouseEvent): unknown => (clicks > 1 ? undefined : act());
}

/** The buttons for what the state of a booking allows. */
export function BookingActions({ booking, onChanged, only }: BookingActionsProps) {
  const [asked, setAsked] = useState<BookingAction>();
  const [isRunning, setRunning] = useState(false);
  const run = async (action: BookingAction) => {
    setRunning(true);
    try {
      onChanged(await act(booking, action), `${nameOf(booking)} ${done[action]}`);
    } catch (error) {
      if (!isStale(error)) throw error;
      onChanged(await readBooking(booking.id), `${nameOf(booking)} was not changed.`);
      showError(error);
    } finally {
      setRunning(false);
      setAsked(undefined);
    }
  };
  const actions = actionsOf(booking).filter((action) => !only || only.includes(action));
  if (asked !== undefined) {
    return (
      <div class="actions">
        <span>The person may get a message.</span>
        <Button kind="danger" disabled={isRunning} onClick={once(() => run(asked))}>
          {actionNames[asked]}
        </Button>
        <Button onClick={() => setAsked(undefined)}>Keep it</Button>
      </div>
    );
  }
  return (
    <div class="actions">
      {actions.map((action) => (
        <Button
          key={action}
          kind={needsSecondClick.includes(action) ? 'danger' : undefined}
          disabled={isRunning}
          onClick={once(() => (needsSecondClick.includes(action) ? setAsked(action) : run(action)))}
          label={`${actionNames[action]}: ${nameOf(booking)}`}
        >
          {actionNames[action]}
        </Button>
      ))}
    </div>
  );
}
