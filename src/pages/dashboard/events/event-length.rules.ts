import { addMinutes, minutesBetween } from '../dates.js';

/**
 * The minutes of an event on the wall clock, by which the server repeats events, too. If a clock change leaves none, those that
 * elapse.
 *
 * @param startsAt, endsAt date-times as the server sends them
 */
export function lengthBetween(startsAt: string, endsAt: string): number {
  const onClock = minutesBetween(startsAt.slice(0, 19), endsAt.slice(0, 19));
  return onClock > 0 ? onClock : (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
}

/** The end on the wall clock of an event; undefined if its length is no whole number of minutes. */
export function endAfter(startsAt: string, length: unknown): string | undefined {
  const isLength = typeof length === 'number' && Number.isInteger(length) && length > 0;
  return isLength ? addMinutes(startsAt.slice(0, 19), length) : undefined;
}
