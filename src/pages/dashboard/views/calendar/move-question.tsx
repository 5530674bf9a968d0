import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Form } from '../../../design/form.js';
import { nameOf } from '../../bookings/booking.rules.js';
import type { Booking } from '../../bookings/live.js';
import { TellField } from '../../bookings/tell.js';
import type { WayToTell } from '../../bookings/tell.rules.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';

interface MoveQuestionProps {
  booking: Booking;
  way: WayToTell;
  /** The new place: wall-clock times, and the resource if it changes. */
  start: string;
  end: string;
  resource: string | undefined;
  onMove: (tells: boolean) => Promise<void>;
  onBack: () => void;
}

/** Asks before a dragged booking is moved whose person can get a message about it. */
export function MoveQuestion({ booking, way, start, end, resource, onMove, onBack }: MoveQuestionProps) {
  const times = `${start.slice(11, 16)}–${end.slice(11, 16)}`;
  return (
    <Dialog title={t.calendar.moveQuestion({ name: nameOf(booking) })} onClose={onBack}>
      <p>{[formats().longDate(start.slice(0, 10)), times, resource].filter(Boolean).join(', ')}</p>
      <Form onSubmit={(values) => onMove(values.has('tell'))}>
        {({ isBusy }) => (
          <>
            <TellField way={way} />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {t.calendar.move}
              </Button>
              <Button onClick={onBack}>{t.calendar.putBack}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
