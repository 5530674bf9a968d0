import type { FieldErrors } from '../../platform/errors.js';
import { presenceProblems } from '../attributes.js';
import { rangeProblems } from '../range.rules.js';

interface EventAttributes {
  resourceId?: number;
  serviceId?: number;
  capacity?: number;
  startsAt?: Date;
  endsAt?: Date;
  firstBookingAt: Date | null;
  lastBookingAt: Date | null;
}

/** What is wrong with an event's attributes alone (spec, Event). */
export function eventProblems(event: EventAttributes): FieldErrors {
  const { startsAt, endsAt, firstBookingAt, lastBookingAt } = event;
  return {
    ...presenceProblems(event, 'resourceId', 'serviceId', 'capacity', 'startsAt', 'endsAt'),
    ...rangeProblems(event, { capacity: { from: 0, upTo: 100_000 } }),
    ...(startsAt && endsAt && endsAt <= startsAt && { endsAt: ['must be after starts_at'] }),
    ...(firstBookingAt &&
      lastBookingAt &&
      lastBookingAt < firstBookingAt && { lastBookingAt: ['must be after first_booking_at'] }),
  };
}

/** How many more people may attend; none when there are more than there is room for. */
export function eventAvailability(capacity: number, attendances: number): number {
  return Math.max(0, capacity - attendances);
}
