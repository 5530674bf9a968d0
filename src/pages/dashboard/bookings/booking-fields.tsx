import type { TargetedEvent } from 'preact';
import { Field, TextArea } from '../../design/field.js';
import { textIn } from '../../design/form.js';
import { t } from '../texts.js';

/** A day such as `2026-03-03`, and times such as `10:00`. */
interface TimeTexts {
  date: string;
  from: string;
  to: string;
}

/** @param start, end wall-clock times, such as `2026-03-03T10:00:00` */
export function timeTexts(start: string, end: string): TimeTexts {
  return { date: start.slice(0, 10), from: start.slice(11, 16), to: end.slice(11, 16) };
}

interface TimeFieldsProps extends TimeTexts {
  /** The length of the service, with which the end follows the begin. */
  minutes?: number | undefined;
  error: (field: string) => string | undefined;
}

/** The day, begin and end of a booking. */
export function TimeFields({ date, from, to, minutes, error }: TimeFieldsProps) {
  /** Fills the end as long as it is empty or the one of the earlier begin. */
  const follow = ({ currentTarget: { value, form } }: TargetedEvent<HTMLInputElement>) => {
    const end = form?.elements.namedItem('to');
    if (minutes === undefined || value === '' || !(end instanceof HTMLInputElement)) return;
    if (end.value === '' || end.value === end.dataset['followed']) {
      end.value = laterTime(value, minutes);
      end.dataset['followed'] = end.value;
    }
  };
  return (
    <div class="fields">
      <Field label={t.bookings.day} name="date" type="date" required defaultValue={date} error={error('bookedFrom')} />
      <Field label={t.bookings.from} name="from" type="time" required defaultValue={from} onInput={follow} />
      <Field label={t.bookings.to} name="to" type="time" required defaultValue={to} error={error('bookedTo')} />
    </div>
  );
}

/** `10:30` for `09:45` and 45 minutes. After midnight it is a time of the next day. */
function laterTime(time: string, minutes: number): string {
  return new Date(Date.parse(`1970-01-01T${time}Z`) + minutes * 60_000).toISOString().slice(11, 16);
}

/** Reads the fields. An end at or before the begin is on the next day. */
export function timesIn(values: FormData): { bookedFrom: string; bookedTo: string } {
  const [date = '', from = '', to = ''] = ['date', 'from', 'to'].map((name) => textIn(values, name) ?? '');
  const nextDay = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return { bookedFrom: `${date}T${from}:00`, bookedTo: `${to > from ? date : nextDay}T${to}:00` };
}

interface CountAndNotesProps {
  /** The initial values of the fields. */
  count: string;
  notes: string;
  error: (field: string) => string | undefined;
}

/** The number of people and the notes of a booking. */
export function CountAndNotes({ count, notes, error }: CountAndNotesProps) {
  return (
    <>
      <Field
        label={t.bookings.count}
        name="count"
        type="number"
        min={1}
        max={10_000}
        required
        defaultValue={count}
        error={error('count')}
      />
      <TextArea label={t.bookings.notes} name="notes" maxLength={10_000} defaultValue={notes} error={error('notes')} />
    </>
  );
}
