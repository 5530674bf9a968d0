import { Field } from '../ui/field.js';
import { textIn } from '../ui/form.js';

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
  error: (field: string) => string | undefined;
}

/** The day, begin and end of a booking. */
export function TimeFields({ date, from, to, error }: TimeFieldsProps) {
  return (
    <div class="fields">
      <Field label="Day" name="date" type="date" required defaultValue={date} error={error('bookedFrom')} />
      <Field label="From" name="from" type="time" required defaultValue={from} />
      <Field label="To" name="to" type="time" required defaultValue={to} error={error('bookedTo')} />
    </div>
  );
}

/** Reads the fields. An end at or before the begin is on the next day. */
export function timesIn(values: FormData): { bookedFrom: string; bookedTo: string } {
  const [date = '', from = '', to = ''] = ['date', 'from', 'to'].map((name) => textIn(values, name) ?? '');
  const nextDay = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return { bookedFrom: `${date}T${from}:00`, bookedTo: `${to > from ? date : nextDay}T${to}:00` };
}
