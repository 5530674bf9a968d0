import { addDays } from '../../dates.js';

/** The intervals at which the bookings of a series repeat, as iCalendar rules without their end. */
export const rhythms = {
  daily: { rule: 'FREQ=DAILY', days: 1, title: 'Every day' },
  weekly: { rule: 'FREQ=WEEKLY', days: 7, title: 'Every week' },
  fortnightly: { rule: 'FREQ=WEEKLY;INTERVAL=2', days: 14, title: 'Every other week' },
} as const;

export type Rhythm = keyof typeof rhythms;

/** The number of bookings of a series. One page of a list has them all. */
export const maxTimes = 100;

/** The rule of a series, for the server. */
export function ruleOf(rhythm: Rhythm, times: number): string {
  return `${rhythms[rhythm].rule};COUNT=${times}`;
}

/** The dates of a series. */
export function datesOf(first: string, rhythm: Rhythm, times: number): string[] {
  return Array.from({ length: times }, (_none, index) => addDays(first, index * rhythms[rhythm].days));
}

/** The dates of a series for which no booking begins, given the times at which bookings begin. */
export function missingDates(expected: readonly string[], begins: readonly string[]): string[] {
  const booked = new Set(begins.map((instant) => instant.slice(0, 10)));
  return expected.filter((date) => !booked.has(date));
}
