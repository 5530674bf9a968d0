import { ServerError } from '../graphql/server-error.js';
import type { FieldDefinition, Option } from '../records/record.rules.js';
import { datesOf, type Frequency, frequencies, isFrequency, maxTimes, ruleOf } from './series.rules.js';

const frequencyOptions: readonly Option[] = Object.entries(frequencies).map(([value, { title: text }]) => ({
  value,
  text,
}));

/** How often and how many times something repeats. @param others options before the frequencies */
export const repeatFields = (others: readonly Option[] = []): FieldDefinition<'repeat' | 'times'>[] => [
  { name: 'repeat', label: 'Repeat', kind: 'choice', isFixed: true, options: [...others, ...frequencyOptions] },
  {
    name: 'times',
    label: 'How many times',
    kind: 'integer',
    isFixed: true,
    hint: `2 to ${maxTimes}${others.length > 0 ? ', if it repeats' : ''}`,
  },
];

export interface Repetition {
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
    const message = `must be a number from 2 to ${maxTimes}`;
    throw new ServerError('BAD_USER_INPUT', `The number of times ${message}.`, { times: [message] });
  }
  return { rrule: ruleOf(frequency, count), dates: datesOf(first, frequency, count) };
}
