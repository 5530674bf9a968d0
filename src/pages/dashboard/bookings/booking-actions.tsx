import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showError } from '../../design/toast.js';
import type { Undo } from '../delayed-act.js';
import { isStale } from '../graphql/server-error.js';
import { t } from '../texts.js';
import { actionsOf, appearanceOf, type BookingAction, nameOf } from './booking.rules.js';
import { act, readBooking, setStatus } from './change-booking.js';
import type { Booking } from './live.js';
import { delayEnd, endedOf } from './pending-ends.js';
import { TellField, useWayToTell } from './tell.js';
import { messagesAbout } from './tell.rules.js';

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
  /** Called with the changed booking, a sentence that describes the change, and what undoes it if that is possible. */
  onChanged: (booking: Booking, done: string, undo?: Undo) => void;
  /** Leaves out others, where there is no room for all. */
  only?: readonly BookingAction[];
}

/** The server cannot undo these, so they wait until the message with "Undo" is gone. */
const endings: Partial<Record<BookingAction, { state: Booking['state']; message: 'decline' | 'cancellation' }>> = {
  decline: { state: 'DECLINED', message: 'decline' },
  cancel: { state: 'CANCELLED', message: 'cancellation' },
};

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
  const way = useWayToTell()(booking);
  const [tells, setTells] = useState<boolean>();
  const run = async (action: BookingAction) => {
    const ending = endings[action];
    const done = t.bookings.done[action]({ name: nameOf(booking) });
    if (ending) {
      const messages = messagesAbout(ending.message, way, tells ?? way?.isUsual ?? false);
      const ended = endedOf(booking, ending.state);
      const undo = delayEnd(
        [booking],
        [ended],
        () => act(booking, action, messages),
        ([one = booking]) => onChanged(one, t.bookings.undone({ name: nameOf(one) })),
      );
      setAsked(undefined);
      return onChanged(ended, done, undo);
    }
    setRunning(true);
    try {
      const changed = await act(booking, action);
      // A state cannot be restored, a status can.
      const isStatus = changed.state === booking.state;
      const undo = isStatus && { label: t.bookings.undo, run: () => restoreStatus(changed, booking.status) };
      onChanged(changed, done, undo || undefined);
    } catch (error) {
      if (!isStale(error)) throw error;
      onChanged(await readBooking(booking.id), t.bookings.notChanged({ name: nameOf(booking) }));
      showError(error);
    } finally {
      setRunning(false);
    }
  };
  const restoreStatus = async (changed: Booking, status: Booking['status']) =>
    onChanged(await setStatus(changed, status), t.bookings.undone({ name: nameOf(booking) }));
  const actions = actionsOf(booking).filter((action) => !only || only.includes(action));
  if (asked !== undefined) {
    return (
      <div class="actions">
        {way && <TellField way={way} onChange={setTells} />}
        <Button kind="danger" disabled={isRunning} onClick={once(() => run(asked))}>
          {t.bookings.actions[asked]}
        </Button>
        <Button onClick={() => setAsked(undefined)}>{t.bookings.keep}</Button>
      </div>
    );
  }
  return (
    <div class="actions">
      {actions.map((action) => (
        <Button
          key={action}
          kind={endings[action] ? 'danger' : undefined}
          disabled={isRunning}
          // Whether the customer is told is decided before; nothing else is asked, because it can be undone.
          onClick={once(() => (endings[action] && way ? setAsked(action) : run(action)))}
          label={t.punctuation.labelled({ label: t.bookings.actions[action], value: nameOf(booking) })}
        >
          {t.bookings.actions[action]}
        </Button>
      ))}
    </div>
  );
}
