import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Checkbox } from '../../../design/field.js';
import { Form } from '../../../design/form.js';
import { nameOf } from '../../bookings/booking.rules.js';
import type { Booking } from '../../bookings/live.js';
import { TellField } from '../../bookings/tell.js';
import type { WayToTell } from '../../bookings/tell.rules.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';

interface MoveQuestionProps {
  booking: Booking;
  /** Undefined if the person cannot be told. */
  way: WayToTell | undefined;
  /** Whether the booking is part of a visit that can move with it. */
  isOfVisit: boolean;
  /** The new place: wall-clock times, and the resource if it changes. */
  start: string;
  end: string;
  resource: string | undefined;
  onMove: (tells: boolean, movesVisit: boolean) => Promise<void>;
  onBack: () => void;
}

/** Asks before a dragged booking is moved whose person can get a message about it, or that is part of a visit. */
export function MoveQuestion({ booking, way, isOfVisit, start, end, resource, onMove, onBack }: MoveQuestionProps) {
  const times = `${start.slice(11, 16)}–${end.slice(11, 16)}`;
  return (
    <Dialog title={t.calendar.moveQuestion({ name: nameOf(booking) })} onClose={onBack}>
      <p>{[formats().longDate(start.slice(0, 10)), times, resource].filter(Boolean).join(', ')}</p>
      <Form onSubmit={(values) => onMove(values.has('tell'), values.has('visit'))}>
        {({ isBusy }) => (
          <>
            {isOfVisit && <Checkbox name="visit" label={t.bookings.visit.moveWhole} defaultChecked />}
            {way && <TellField way={way} />}
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
