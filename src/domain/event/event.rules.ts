import type { FieldErrors } from '../../platform/errors.js';
import { validateAttributes } from '../records/attributes.js';
import { Event } from './event.entity.js';

type EventAttributes = Partial<Event> & Pick<Event, 'firstBookingAt' | 'lastBookingAt'>;

/** Validates the attributes of an event that need no database (spec, Event). */
export function validateEvent(event: EventAttributes): FieldErrors {
  const { startsAt, endsAt, firstBookingAt, lastBookingAt } = event;
  return {
    ...validateAttributes(Event, event),
    ...(startsAt && endsAt && endsAt <= startsAt && { endsAt: ['must be after starts_at'] }),
    ...(firstBookingAt &&
      lastBookingAt &&
      lastBookingAt < firstBookingAt && { lastBookingAt: ['must be after first_booking_at'] }),
  };
}

/** How many more people may attend; 0 if the event is overbooked. */
export function eventAvailability(capacity: number, attendances: number): number {
  return Math.max(0, capacity - attendances);
}
