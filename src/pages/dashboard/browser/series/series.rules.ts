import { addDays } from '../dates.js';

/** The intervals at which the bookings or events of a series repeat, as iCalendar rules without their end. */
export const frequencies = {
  daily: { rule: 'FREQ=DAILY', days: 1, title: 'Every day' },
  weekly: { rule: 'FREQ=WEEKLY', days: 7, title: 'Every week' },
  fortnightly: { rule: 'FREQ=WEEKLY;INTERVAL=2', days: 14, title: 'Every other week' },
} as const;

export type Frequency = keyof typeof frequencies;

/** The number of bookings or events of a series. One page of a list has them all. */
export const maxTimes = 100;

export function isFrequency(text: unknown): text is Frequency {
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

/** The dates of a series on which nothing begins, given the times at which its bookings or events begin. */
export function missingDates(expected: readonly string[], begins: readonly string[]): string[] {
  const booked = new Set(begins.map((instant) => instant.slice(0, 10)));
  return expected.filter((date) => !booked.has(date));
}
