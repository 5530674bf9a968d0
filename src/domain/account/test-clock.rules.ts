import { accepted } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { applyPeriod } from '../../platform/time/period.js';
import type { Zone } from '../../platform/time/zone.js';

/** The amount by which to advance a clock. Exactly one of the two is given. */
export interface ClockAdvance {
  to?: Date | null | undefined;
  /** A period in English such as `3 days`, from the time of the account. */
  by?: string | null | undefined;
}

interface Times {
  /** The time of the account. */
  now: Date;
  serverNow: Date;
}

const year = 366 * 24 * 60 * 60 * 1_000;
/** In milliseconds. The longest advance in one request. */
const maxAdvance = 2 * year;
/** In milliseconds. How far a clock can be ahead of the server's. */
const maxOffset = 10 * year;

/** Returns the offset in whole seconds with which a clock has reached an instant. */
export function offsetUntil(instant: Date, serverNow: Date): number {
  return Math.ceil((instant.getTime() - serverNow.getTime()) / 1_000);
}

/** Returns the instant to which a clock is to be advanced, or the errors of the input by argument. */
export function destinationOf(advance: ClockAdvance, zone: Zone, { now, serverNow }: Times): Date | FieldErrors {
  const { to, by } = advance;
  const hasPeriod = by !== null && by !== undefined;
  if (to && hasPeriod) return { by: ['must be blank'] };
  if (!to && !hasPeriod) return { to: ["can't be blank"] };
  const [argument, instant] = hasPeriod ? ['by', applyPeriod(by, now, zone)] : ['to', to];
  if (!instant) return { [argument]: ['is invalid', accepted.period] };
  if (instant <= now) return { [argument]: ['must be in the future of the account'] };
  if (instant.getTime() - now.getTime() > maxAdvance) return { [argument]: ['must be at most 2 years ahead'] };
  if (instant.getTime() - serverNow.getTime() > maxOffset) {
    return { [argument]: ['must be at most 10 years ahead of the real time'] };
  }
  return instant;
}
