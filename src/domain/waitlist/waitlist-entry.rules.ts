import { accepted } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { parseInstant } from '../../platform/time/instant-input.js';
import type { Interval } from '../../platform/time/interval.js';
import { addDays, parsePlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { isEmail } from '../account/account.rules.js';
import type { Transitions } from '../records/transitions.rules.js';
import { BookingType } from '../service/service.entity.js';
import { type WaitlistEntry, WaitlistState } from './waitlist-entry.entity.js';

/** The maximum number of entries of an account that wait or have an offer. */
export const maxOpenEntries = 10_000;
/** The maximum number of entries with the same email address or phone number that wait or have an offer. */
export const maxOpenEntriesOfContact = 5;
/** The number of offers without an answer after which an entry expires. */
export const maxUnansweredOffers = 3;

const maxDays = 92;
const dayInMilliseconds = 86_400_000;
/** The latest end of a period, in milliseconds after the current time. */
const maxAhead = 2 * 366 * dayInMilliseconds;

const { WAITING, OFFERED, TAKEN, LEFT, EXPIRED } = WaitlistState;

/** `withdraw`: the booking of the offer ended without an answer of the entry. `close`: the entry can get no offer any more. */
type WaitlistEvent = 'offer' | 'take' | 'decline' | 'noAnswer' | 'withdraw' | 'leave' | 'close';

export const waitlistTransitions: Transitions<WaitlistState, WaitlistEvent> = {
  offer: { [WAITING]: OFFERED },
  take: { [OFFERED]: TAKEN },
  decline: { [OFFERED]: WAITING },
  noAnswer: { [OFFERED]: WAITING },
  withdraw: { [OFFERED]: WAITING },
  leave: { [WAITING]: LEFT, [OFFERED]: LEFT },
  close: { [WAITING]: EXPIRED, [OFFERED]: EXPIRED },
};

const openStates: readonly WaitlistState[] = [WAITING, OFFERED];

export function isOpenEntry({ state }: Pick<WaitlistEntry, 'state'>): boolean {
  return openStates.includes(state);
}

/**
 * Parses the start of a period: a date and time, or a date for its beginning. Returns undefined if the text is neither.
 */
function parsePeriodStart(text: string, zone: Zone): Date | undefined {
  return toDate(parseInstant(text.trim(), zone));
}

/**
 * Parses the end of a period: a date and time, or a date for its end. A day with a clock change is 23 or 25 hours long.
 */
function parsePeriodEnd(text: string, zone: Zone): Date | undefined {
  const instant = toDate(parseInstant(text.trim(), zone));
  const date = instant && parsePlainDate(text.trim());
  return date === undefined ? instant : new Date(zone.startOfDay(addDays(date, 1)));
}

function toDate(epoch: number | undefined): Date | undefined {
  return epoch === undefined ? undefined : new Date(epoch);
}

/** The period of a request. An absent end is undefined; null clears it. */
interface GivenPeriod {
  from?: string | null;
  to?: string | null;
}

/** Parses the given ends of a period. @returns the ends that are valid, and an error for each other one */
export function parsePeriod(
  { from, to }: GivenPeriod,
  zone: Zone,
): { period: { from?: Date | null; to?: Date | null }; errors: FieldErrors } {
  const period: { from?: Date | null; to?: Date | null } = {};
  const errors: FieldErrors = {};
  const read = (name: 'from' | 'to', text: string | null | undefined, parse: typeof parsePeriodStart): void => {
    if (text === undefined) return;
    const instant = text?.trim() ? parse(text, zone) : null;
    if (instant === undefined) errors[name] = ['is invalid', accepted.dateTime];
    else period[name] = instant;
  };
  read('from', from, parsePeriodStart);
  read('to', to, parsePeriodEnd);
  return { period, errors };
}

/** Validates the period of an entry, whose end must not have passed. */
export function validateWaitingPeriod({ from, to }: { from?: Date | null; to?: Date | null }, now: Date): FieldErrors {
  if (!from || !to) {
    return { ...(!from && { from: ["can't be blank"] }), ...(!to && { to: ["can't be blank"] }) };
  }
  if (to <= from) return { to: ['must be after from'] };
  if (to <= now) return { to: ["can't be in the past"] };
  if (to.getTime() - from.getTime() > maxDays * dayInMilliseconds + dayInMilliseconds / 24) {
    return { to: [`must be within ${maxDays} days of from`] };
  }
  if (to.getTime() - now.getTime() > maxAhead) return { to: ['must be at most 2 years ahead'] };
  return {};
}

type Contact = Pick<WaitlistEntry, 'email' | 'phoneNumber' | 'phoneNumberFormatted'>;

/** An entry needs an email address, or a phone number that SMS can be sent to. */
export function validateContact({ email, phoneNumber, phoneNumberFormatted }: Contact): FieldErrors {
  if (!email && !phoneNumber) return { email: ["can't be blank", 'or give a phone_number'] };
  return {
    ...(email && !isEmail(email) && { email: ['is invalid'] }),
    ...(phoneNumber && !phoneNumberFormatted && { phoneNumber: ['is invalid'] }),
  };
}

/** Whether bookings of the service have a time. */
export function hasTimes({ bookingType }: { bookingType: BookingType }): boolean {
  return bookingType === BookingType.APPOINTMENT || bookingType === BookingType.ATTENDANCE;
}

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
interface OfferLimits {
  /** The account's time. What has begun is not offered. */
  now: number;
  /** The freed time. An offered time must overlap it. Undefined if any time may be offered. */
  freed?: Interval | undefined;
  /** The only start that is offered, if it is set. */
  start?: number | undefined;
  /** Starts that the entry declined, or that were offered to it recently. */
  passed: ReadonlySet<number>;
}

/** Returns the earliest time that can be offered to an entry. The whole time is within the period of the entry. */
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
