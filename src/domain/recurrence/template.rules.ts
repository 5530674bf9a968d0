import type { Interval } from '../../platform/time/interval.js';
import { instantOf, wallOf } from '../../platform/time/period.js';
import type { Zone } from '../../platform/time/zone.js';
import type { Booking } from '../booking/booking.entity.js';
import type { NewBookingInput } from '../booking/booking.input.js';
import type { CreationOptions } from '../booking/placing/create-bookings.actions.js';
import type { EventInput } from '../event/event.entity.js';
import type { AsJson, BookingTemplate, EventTemplate } from './recurrence.entity.js';

/** Converts an input to its form in a JSON column. */
export function toStoredInput<Input extends object>(input: Input): AsJson<Input> {
  return JSON.parse(JSON.stringify(input));
}

/** Returns the options with which the bookings of a series are created. */
export function optionsOf({ options, agreedOptions }: BookingTemplate): CreationOptions {
  return agreedOptions ? { ...options, agreedOptions } : options;
}

/** Returns the template with the options that a booking of the series has, as they were agreed. */
export function withAgreedOptions(template: BookingTemplate, { options }: Pick<Booking, 'options'>): BookingTemplate {
  if (!options && !template.agreedOptions) return template;
  const chosen = options?.map(({ optionId, quantity }) => ({ optionId, quantity })) ?? null;
  return { ...template, agreedOptions: options, input: { ...template.input, options: chosen } };
}

type StoredInstant = string | null | undefined;

/** Returns the input of an occurrence's booking. The reminder keeps its wall-clock distance from the start. */
export function bookingAt({ input }: BookingTemplate, { from, to }: Interval, zone: Zone): NewBookingInput {
  const { bookedFrom, expiresAt, reminderAt, remindedAt, paidAt, ...attributes } = input;
  return {
    ...attributes,
    bookedFrom: new Date(from),
    bookedTo: new Date(to),
    expiresAt: dateOf(expiresAt),
    remindedAt: dateOf(remindedAt),
    paidAt: dateOf(paidAt),
    reminderAt: moved(reminderAt, bookedFrom, from, zone),
  };
}

/** Returns the input of an occurrence's event. The booking period keeps its wall-clock distance from the start. */
export function eventAt({ input }: EventTemplate, { from, to }: Interval, zone: Zone): EventInput {
  const { startsAt, firstBookingAt, lastBookingAt, ...attributes } = input;
  return {
    ...attributes,
    startsAt: new Date(from),
    endsAt: new Date(to),
    firstBookingAt: moved(firstBookingAt, startsAt, from, zone),
    lastBookingAt: moved(lastBookingAt, startsAt, from, zone),
  };
}

function dateOf(stored: StoredInstant): Date | null {
  return stored ? new Date(stored) : null;
}

function moved(stored: StoredInstant, first: StoredInstant, start: number, zone: Zone): Date | null {
  const [at, before] = [dateOf(stored), dateOf(first)];
  if (!at || !before) return at;
  const distance = wallOf(at.getTime(), zone) - wallOf(before.getTime(), zone);
  return new Date(instantOf(wallOf(start, zone) + distance, zone));
}
