import type { Interval } from '../../platform/time/interval.js';

/** A time that can be booked. Times are in epoch milliseconds. */
export interface FreeTime extends Interval {
  /** The number of people who can still book. */
  free: number;
  /** Set for a time of an event. */
  eventId: number | null;
}

/** The period and places that an entry waits for. Times are in epoch milliseconds. */
export interface Wanted extends Interval {
  places: number;
}

/** The limits of an offer. */
export interface OfferLimits {
  /** The account's time. What has begun is not offered. */
  now: number;
  /** The freed time. An offered time must overlap it. Undefined if any time may be offered. */
  freed?: Interval | undefined;
  /** The only start that is offered, if it is set. */
  start?: number | undefined;
  /** Starts that the entry declined, or that it was offered lately. */
  passed: ReadonlySet<number>;
}

/** Returns the earliest time that an entry can be offered: all of it is within the period of the entry. */
export function firstFit<Time extends FreeTime>(
  times: readonly Time[],
  wanted: Wanted,
  { now, freed, start, passed }: OfferLimits,
): Time | undefined {
  return times
    .filter(
      ({ from, to, free }) =>
        free >= wanted.places &&
        from > now &&
        from >= wanted.from &&
        to <= wanted.to &&
        (!freed || (from < freed.to && to > freed.from)) &&
        (start === undefined || from === start) &&
        !passed.has(from),
    )
    .sort((a, b) => a.from - b.from)[0];
}

/** Returns when an offer expires: after the minutes that the account sets, and not after the offered time begins. */
export function offerExpiry(now: Date, holdMinutes: number, startsAt: number): Date {
  return new Date(Math.min(now.getTime() + holdMinutes * 60_000, startsAt));
}
