import { Button } from '../../design/button.js';
import { formats } from '../format.js';
import { t } from '../texts.js';
import { nameOf } from './booking.rules.js';
import type { Booking } from './live.js';

interface DayWorkProps {
  booking: Booking;
  /** Puts the focus into a field of the form. Undefined if the booking cannot be changed. */
  onEdit: ((field: 'date' | 'notes') => void) | undefined;
  /** Books the same four weeks later. Undefined for a booking of an event. */
  onAgain: (() => Promise<void>) | undefined;
}

/** The buttons besides those of the state: move it, note something, write to the customer, book the next one. */
export function DayWork({ booking, onEdit, onAgain }: DayWorkProps) {
  const texts = t.bookings.work;
  const label = (text: string) => t.punctuation.labelled({ label: text, value: nameOf(booking) });
  const { email, phoneNumber } = contactOf(booking);
  return (
    <div class="actions">
      {onEdit && booking.eventId === null && (
        <Button label={label(texts.move)} onClick={() => onEdit('date')}>
          {texts.move}
        </Button>
      )}
      {onEdit && (
        <Button label={label(texts.note)} onClick={() => onEdit('notes')}>
          {texts.note}
        </Button>
      )}
      {email && (
        <a class="button" href={`mailto:${email}?subject=${encodeURIComponent(subjectOf(booking))}`}>
          {texts.email}
        </a>
      )}
      {phoneNumber && (
        <a class="button" href={`sms:${phoneNumber.replaceAll(/\s/g, '')}`}>
          {texts.sms}
        </a>
      )}
      {onAgain && (
        <Button label={label(texts.again)} onClick={onAgain}>
          {texts.again}
        </Button>
      )}
    </div>
  );
}

/** The person, or the parent of one who cannot be reached. */
function contactOf({ person }: Booking): { email: string | null; phoneNumber: string | null } {
  if (!person) return { email: null, phoneNumber: null };
  const isReachable = person.email !== null || person.phoneNumber !== null;
  return !isReachable && person.parent?.active ? person.parent : person;
}

/** `Massage, Tue 3 Mar, 10:00`. */
function subjectOf({ service, title, bookedFrom }: Booking): string {
  const { day, time } = formats();
  return [service?.title ?? title, day(bookedFrom), time(bookedFrom)].filter(Boolean).join(', ');
}
