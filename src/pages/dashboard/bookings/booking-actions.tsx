import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showError } from '../../design/toast.js';
import { isStale } from '../graphql/server-error.js';
import { t } from '../texts.js';
import { actionsOf, appearanceOf, type BookingAction, nameOf } from './booking.rules.js';
import { act, readBooking, setStatus } from './change-booking.js';
import type { Booking } from './live.js';
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

/** The button of a message that undoes what it describes. */
export interface Undo {
  label: string;
  run: () => Promise<void>;
}

interface BookingActionsProps {
  booking: Booking;
  /** Called with the changed booking, a sentence that describes the change, and what undoes it if that is possible. */
  onChanged: (booking: Booking, done: string, undo?: Undo) => void;
  /** Leaves out others, where there is no room for all. */
  only?: readonly BookingAction[];
}

/** These cannot be undone, so a second click is needed. */
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
  const way = useWayToTell()(booking);
  const [tells, setTells] = useState<boolean>();
  const run = async (action: BookingAction) => {
    setRunning(true);
    const kind = action === 'cancel' ? 'cancellation' : action === 'decline' ? 'decline' : undefined;
    const messages = kind ? messagesAbout(kind, way, tells ?? way?.isUsual ?? false) : {};
    try {
      const changed = await act(booking, action, messages);
      // A state cannot be restored, a status can.
      const isStatus = changed.state === booking.state;
      const undo = isStatus && { label: t.bookings.undo, run: () => restoreStatus(changed, booking.status) };
      onChanged(changed, t.bookings.done[action]({ name: nameOf(booking) }), undo || undefined);
    } catch (error) {
      if (!isStale(error)) throw error;
      onChanged(await readBooking(booking.id), t.bookings.notChanged({ name: nameOf(booking) }));
      showError(error);
    } finally {
      setRunning(false);
      setAsked(undefined);
    }
  };
  const restoreStatus = async (changed: Booking, status: Booking['status']) =>
    onChanged(await setStatus(changed, status), t.bookings.undone({ name: nameOf(booking) }));
  const actions = actionsOf(booking).filter((action) => !only || only.includes(action));
  if (asked !== undefined) {
    return (
      <div class="actions">
        {way ? <TellField way={way} onChange={setTells} /> : <span>{t.bookings.sure}</span>}
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
          kind={needsSecondClick.includes(action) ? 'danger' : undefined}
          disabled={isRunning}
          onClick={once(() => (needsSecondClick.includes(action) ? setAsked(action) : run(action)))}
          label={t.punctuation.labelled({ label: t.bookings.actions[action], value: nameOf(booking) })}
        >
          {t.bookings.actions[action]}
        </Button>
      ))}
    </div>
  );
}
