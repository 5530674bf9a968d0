import type { FieldErrors } from '../../platform/errors.js';
import { addDays, type PlainDate, startOfWeek } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import type { AccountAttributes } from '../context.js';
import type { Service } from '../service/service.entity.js';

/** The attributes of a booking that limits count. */
export interface CountedBooking {
  id: number;
  personId: number | null;
  serviceId: number | null;
  resourceId: number;
  /** The resources of its places for needs. Without any, it counts for its resource. */
  places?: readonly { readonly resourceId: number }[] | undefined;
  eventId: number | null;
  bookedFrom: Date;
  bookedTo: Date;
}

/** A limit that a booking may exceed, and the bookings that count towards it. */
export interface BookingLimit {
  /** The same for all bookings that count towards the same limit. */
  readonly key: string;
  readonly counts: 'person' | 'service' | 'resource';
  /** The id of the person, service or resource. */
  readonly id: number;
  /** Of a person: only bookings of this service or event count. */
  readonly serviceId: number | null;
  readonly eventId: number | null;
  /** Bookings that begin in this half-open period and end after `endsAfter` count. */
  readonly from: Date;
  readonly to: Date;
  readonly endsAfter: Date;
  readonly maximum: number;
  readonly attribute: 'person' | 'serviceId' | 'resourceId';
  readonly message: string;
}

type AccountLimits = Pick<AccountAttributes, 'maxActivePerPerson' | 'maxDailyPerPerson' | 'maxWeeklyPerPerson'>;
export type ServiceLimits = Pick<Service, 'id' | keyof AccountLimits | 'maxDailyBookings' | 'oncePerPerson'>;

/** Instants before and after all bookings. */
const earliest = new Date(Date.UTC(1900, 0, 1) - 86_400_000);
const latest = new Date(Date.UTC(2201, 0, 1) + 86_400_000);

/** Returns the limits of a person for a booking: those of the account, those of its service, and that of its event. */
export function personLimits(
  personId: number,
  { bookedFrom, eventId }: Pick<CountedBooking, 'bookedFrom' | 'eventId'>,
  account: AccountLimits,
  service: ServiceLimits | null,
  zone: Zone,
  now: Date,
): BookingLimit[] {
  const day = (): PlainDate => zone.dateAt(bookedFrom.getTime());
  const scopes = [
    { limits: account, serviceId: null, suffix: '' },
    ...(service ? [{ limits: service, serviceId: service.id, suffix: ' of the service' }] : []),
  ];
  const found = scopes.flatMap(({ limits, serviceId, suffix }) => {
    const base = { counts: 'person', id: personId, serviceId, eventId: null, attribute: 'person' } as const;
    // Most accounts have no limits. Periods that were computed all the same took 2 µs for each person.
    const limitOf = (maximum: number | null, when: string, periodOfLimit: () => Period): BookingLimit[] => {
      if (!maximum) return [];
      const period = periodOfLimit();
      const key = `person ${personId} ${serviceId ?? ''} ${when} ${period.from.getTime()}`;
      const message = `has too many bookings${suffix}${when} (maximum is ${maximum})`;
      return [{ ...base, ...period, key, maximum, message }];
    };
    return [
      ...limitOf(limits.maxActivePerPerson, '', () => ({ from: earliest, to: latest, endsAfter: now })),
      ...limitOf(limits.maxDailyPerPerson, ' on that day', () => periodOf(day(), 1, zone)),
      ...limitOf(limits.maxWeeklyPerPerson, ' in that week', () => periodOf(startOfWeek(day()), 7, zone)),
    ];
  });
  if (eventId === null || !service?.oncePerPerson) return found;
  return [
    ...found,
    {
      key: `person ${personId} event ${eventId}`,
      ...{ counts: 'person', id: personId, serviceId: null, eventId, attribute: 'person', maximum: 1 },
      ...{ from: bookedFrom, to: new Date(bookedFrom.getTime() + 1), endsAfter: earliest },
      message: 'is already booked for the event',
    },
  ];
}

/** Returns the daily limit of a service for a booking. */
export function serviceLimits(
  { bookedFrom }: Pick<CountedBooking, 'bookedFrom'>,
  service: Pick<ServiceLimits, 'id' | 'maxDailyBookings'> | null,
  zone: Zone,
): BookingLimit[] {
  return service ? dailyLimit('service', 'serviceId', service, bookedFrom, zone) : [];
}

/** Returns the daily limit of a resource for an appointment. The capacity of events limits their bookings. */
export function resourceLimits(
  { bookedFrom, eventId }: Pick<CountedBooking, 'bookedFrom' | 'eventId'>,
  resource: Pick<ServiceLimits, 'id' | 'maxDailyBookings'>,
  zone: Zone,
): BookingLimit[] {
  return eventId === null ? dailyLimit('resource', 'resourceId', resource, bookedFrom, zone) : [];
}

function dailyLimit(
  counts: 'service' | 'resource',
  attribute: 'serviceId' | 'resourceId',
  { id, maxDailyBookings: maximum }: Pick<ServiceLimits, 'id' | 'maxDailyBookings'>,
  bookedFrom: Date,
  zone: Zone,
): BookingLimit[] {
  if (!maximum) return [];
  const day = zone.dateAt(bookedFrom.getTime());
  const message = fullyBooked(maximum);
  const only = { serviceId: null, eventId: null };
  return [
    { key: `${counts} ${id} ${day}`, counts, id, ...only, ...periodOf(day, 1, zone), maximum, attribute, message },
  ];
}

/** The message for a service or resource that has its most bookings of a day. */
export function fullyBooked(maximum: number): string {
  return `is fully booked on that day (maximum is ${maximum} bookings)`;
}

type Period = Pick<BookingLimit, 'from' | 'to' | 'endsAfter'>;

function periodOf(date: PlainDate, days: number, zone: Zone): Period {
  const [from, to] = [zone.startOfDay(date), zone.startOfDay(addDays(date, days))];
  return { from: new Date(from), to: new Date(to), endsAfter: earliest };
}

/** Whether a booking counts towards a limit. */
export function countsTowards(limit: BookingLimit, booking: CountedBooking): boolean {
  const { bookedFrom, bookedTo, eventId } = booking;
  if (bookedFrom < limit.from || bookedFrom >= limit.to || bookedTo <= limit.endsAfter) return false;
  switch (limit.counts) {
    case 'person':
      return (
        booking.personId === limit.id &&
        (limit.serviceId === null || limit.serviceId === booking.serviceId) &&
        (limit.eventId === null || limit.eventId === eventId)
      );
    case 'service':
      return booking.serviceId === limit.id;
    case 'resource':
      return eventId === null && resourcesOf(booking).some(({ resourceId }) => resourceId === limit.id);
  }
}

/** Returns what a booking counts for: each resource of its places, or its own. */
function resourcesOf({ places, resourceId }: CountedBooking): readonly { readonly resourceId: number }[] {
  return places?.length ? places : [{ resourceId }];
}

const maxPeople = 100_000;

interface CountLimits {
  bookingMinimum: number | null;
  bookingCapacity: number | null;
}

/** Checks the number of people against the limits of the service. */
export function validateCount(count: number, service: CountLimits | null): FieldErrors {
  const maximum = service?.bookingCapacity ?? maxPeople;
  const minimum = service?.bookingMinimum ?? 1;
  if (count < 1) return { count: ['must be greater than 0'] };
  if (count > maximum) return { count: [`must be less than or equal to ${maximum}`] };
  if (count < minimum) return { count: [`must be greater than or equal to ${minimum}`] };
  return {};
}
