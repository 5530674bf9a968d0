import { addDays } from '../dates.js';
import { ServerError } from '../graphql/server-error.js';
import type { FieldDefinition, Option } from '../records/record.rules.js';
import { t } from '../texts.js';

/** The intervals at which the bookings or events of a series repeat, as iCalendar rules without their end. */
const frequencies = {
  daily: { rule: 'FREQ=DAILY', days: 1, title: t.series.daily },
  weekly: { rule: 'FREQ=WEEKLY', days: 7, title: t.series.weekly },
  fortnightly: { rule: 'FREQ=WEEKLY;INTERVAL=2', days: 14, title: t.series.fortnightly },
} as const;

type Frequency = keyof typeof frequencies;

/** The number of bookings or events of a series. One page of a list has them all. */
const maxTimes = 100;

function isFrequency(text: unknown): text is Frequency {
  return typeof text === 'string' && Object.hasOwn(frequencies, text);
}

/** The rule of a series, for the server. */
export function ruleOf(frequency: Frequency, times: number): string {
  return `${frequencies[frequency].rule};COUNT=${times}`;
}

/** The dates of a series. */
export function datesOf(first: string, frequency: Frequency, times: number): string[] {
  return Array.from({ length: times }, (_none, index) => addDays(first, index * frequencies[frequency].days));
}

const frequencyOptions: readonly Option[] = Object.entries(frequencies).map(([value, { title: text }]) => ({
  value,
  text,
}));

/**
 * The frequency and the number of repetitions. A form hides the number while an empty option is chosen: see `records.css`.
 *
 * @param others options before the frequencies
 */
export const repeatFields = (others: readonly Option[] = []): FieldDefinition<'repeat' | 'times'>[] => [
  { name: 'repeat', label: t.series.repeat, kind: 'choice', isFixed: true, options: [...others, ...frequencyOptions] },
  {
    name: 'times',
    label: t.series.times,
    kind: 'integer',
    isFixed: true,
    hint: t.series.timesHint({ maximum: maxTimes }),
  },
];

interface Repetition {
  rrule: string;
  /** All dates of the series, the first included. */
  dates: string[];
}

/**
 * Returns how a series repeats.
 *
 * @param first the date on which it begins
 * @param repeat, times the values of `repeatFields`
 * @throws ServerError with a message at `times`
 */
export function repetitionOf(first: string, repeat: unknown, times: unknown): Repetition {
  const frequency: Frequency = isFrequency(repeat) ? repeat : 'weekly';
  const count = Number(times);
  if (!Number.isInteger(count) || count < 2 || count > maxTimes) {
    const message = t.series.timesRange({ maximum: maxTimes });
    throw new ServerError('BAD_USER_INPUT', t.series.timesProblem({ message }), { times: [message] });
  }
  return { rrule: ruleOf(frequency, count), dates: datesOf(first, frequency, count) };
}
