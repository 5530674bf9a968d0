import { Field } from '../ui/field.js';
import { textIn } from '../ui/form.js';

interface TimeFieldsProps {
  /** Wall-clock times, such as `2026-03-03T10:00:00`. */
  start: string;
  end: string;
  error: (field: string) => string | undefined;
}

/** The day, begin and end of a booking. */
export function TimeFields({ start, end, error }: TimeFieldsProps) {
  return (
    <div class="fields">
      <Field
        label="Day"
        name="date"
        type="date"
        required
        defaultValue={start.slice(0, 10)}
        error={error('bookedFrom')}
      />
      <Field label="From" name="from" type="time" required defaultValue={start.slice(11, 16)} />
      <Field label="To" name="to" type="time" required defaultValue={end.slice(11, 16)} error={error('bookedTo')} />
    </div>
  );
}

/** Reads the fields. An end at or before the begin is on the next day. */
export function timesIn(values: FormData): { bookedFrom: string; bookedTo: string } {
  const [date = '', from = '', to = ''] = ['date', 'from', 'to'].map((name) => textIn(values, name) ?? '');
  const nextDay = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return { bookedFrom: `${date}T${from}:00`, bookedTo: `${to > from ? date : nextDay}T${to}:00` };
}
