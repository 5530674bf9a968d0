import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { Form, textIn } from '../../design/form.js';
import type { Undo } from '../delayed-act.js';
import { formats, wallTime } from '../format.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { Link } from '../ui/link.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { nameOf } from './booking.rules.js';
import { StateBadge } from './booking-actions.js';
import { resourceNames } from './booking-places.rules.js';
import { cancelWholeVisit, moveVisitWith, putVisitBack, readVisit } from './change-visit.js';
import type { Booking } from './live.js';
import { delayEnd, endedOf } from './pending-ends.js';
import { TellField, useWayToTell } from './tell.js';
import { messagesAbout } from './tell.rules.js';

const texts = t.bookings.visit;

interface VisitPartProps {
  booking: Booking;
  visitId: number;
  /** Called with the changed bookings, a sentence that describes the change, and what undoes it if that is possible. */
  onChanged: (bookings: readonly Booking[], done: string, undo?: Undo) => void;
}

/** All bookings of the visit to which a booking belongs, and what can be done with them together. */
export function VisitPart({ booking, visitId, onChanged }: VisitPartProps) {
  const loaded = useData(`visit ${visitId} ${booking.revisionCount}`, () => readVisit(visitId));
  return (
    <section class="facts visit" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <LoadedContent label={texts.title} loaded={loaded}>
        {(bookings) => (
          <>
            <ol>
              {bookings.map((one) => (
                <li key={one.id}>
                  <Item booking={one} isOpen={one.id === booking.id} />
                </li>
              ))}
            </ol>
            {can('bookings') && <Together booking={booking} bookings={bookings} onChanged={onChanged} />}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function Item({ booking, isOpen }: { booking: Booking; isOpen: boolean }) {
  const { day, time } = formats();
  const { id, bookedFrom, bookedTo, service } = booking;
  const text = [`${time(bookedFrom)}–${time(bookedTo)}`, service?.title, resourceNames(booking)]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {isOpen ? (
        <strong aria-current="true">{text}</strong>
      ) : (
        <Link path={`calendar?date=${wallTime(bookedFrom).slice(0, 10)}&booking=${id}`}>{text}</Link>
      )}{' '}
      <StateBadge booking={booking} />
      <span class="hint">
        {day(bookedFrom)}, {nameOf(booking)}
      </span>
    </>
  );
}

interface TogetherProps {
  booking: Booking;
  bookings: readonly Booking[];
  onChanged: VisitPartProps['onChanged'];
}

/** Moves or cancels all active bookings of the visit, if there are several. */
function Together({ booking, bookings, onChanged }: TogetherProps) {
  const [asked, setAsked] = useState<'move' | 'cancel'>();
  const way = useWayToTell()(booking);
  const active = bookings.filter((one) => one.active);
  const [first] = active;
  if (!first || active.length < 2) return null;
  const start = wallTime(first.bookedFrom);
  const close = () => setAsked(undefined);
  const submit = async (values: FormData) => {
    const tells = values.has('tell');
    if (asked === 'cancel') {
      const messages = messagesAbout('cancellation', way, tells);
      const ended = active.map((one) => endedOf(one, 'CANCELLED'));
      const cancel = () => cancelWholeVisit(booking.visitId ?? first.id, messages);
      const undo = delayEnd(active, ended, cancel, (shown) => onChanged(shown, texts.undone));
      return onChanged(ended, texts.cancelled, undo);
    }
    const messages = messagesAbout('modification', way, tells);
    const bookedFrom = `${textIn(values, 'date')}T${textIn(values, 'from')}:00`;
    const moved = await moveVisitWith({ booking: first, bookedFrom }, active, messages);
    const run = async () => onChanged(await putVisitBack(active, messages), texts.undone);
    onChanged(moved, texts.moved, { label: t.bookings.undo, run });
  };
  if (asked === undefined) {
    return (
      <div class="actions">
        <Button onClick={() => setAsked('move')}>{texts.moveWhole}</Button>
        <Button kind="danger" onClick={() => setAsked('cancel')}>
          {texts.cancelWhole}
        </Button>
      </div>
    );
  }
  return (
    <Form key={asked} onSubmit={submit}>
      {({ isBusy }) => (
        <fieldset>
          <legend>{asked === 'move' ? texts.moveWhole : texts.cancelWhole}</legend>
          {asked === 'move' ? (
            <div class="fields">
              <Field label={t.bookings.day} name="date" type="date" required defaultValue={start.slice(0, 10)} />
              <Field label={t.bookings.from} name="from" type="time" required defaultValue={start.slice(11, 16)} />
            </div>
          ) : null}
          {way && <TellField way={way} />}
          <div class="actions">
            <Button type="submit" kind={asked === 'move' ? 'primary' : 'danger'} isBusy={isBusy}>
              {asked === 'move' ? t.calendar.move : texts.cancelWhole}
            </Button>
            <Button onClick={close}>{t.bookings.keep}</Button>
          </div>
        </fieldset>
      )}
    </Form>
  );
}
