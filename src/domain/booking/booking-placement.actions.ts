import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import type { Row } from '../../platform/database/rows.js';
import type { FieldErrors } from '../../platform/errors.js';
import { parsePgInstant } from '../../platform/time/instant-input.js';
import { datesBetween } from '../../platform/time/plain-date.js';
import { hasErrors } from '../attributes.js';
import { bookablePeriod } from '../availability/bookable-period.rules.js';
import { closedDates } from '../availability/holiday.queries.js';
import { dayBookingOf, isOpen } from '../availability/open-times.rules.js';
import type { ScheduledResource } from '../availability/schedule.queries.js';
import { isSlotStart } from '../availability/slot.queries.js';
import { noBuffers } from '../buffers.rules.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import type { Interval } from '../interval.rules.js';
import { Resource } from '../resource/resource.entity.js';
import { BookingType, PriorityStrategy, Service } from '../service/service.entity.js';
import { isVisible } from '../visibility.rules.js';
import type { Booking } from './booking.entity.js';
import {
  chooseResource,
  type GivenPlace,
  isFree,
  occupiedTimeOf,
  toPlace,
  validateCapacity,
  validateEventPlace,
  validatePublicEvent,
  validatePublicTime,
  validateTimes,
} from './booking.rules.js';
import type { PlacementReads } from './placement-reads.queries.js';

/** The attributes of an event that the rules need. */
type TargetEvent = Pick<Event, 'id' | 'active' | 'published' | 'capacity' | 'startsAt' | 'endsAt'> &
  Pick<Event, 'resourceId' | 'serviceId' | 'firstBookingAt' | 'lastBookingAt'>;

/** The event, service and resources of a booking, read under their locks. */
export interface PlacementTarget {
  event: TargetEvent | null;
  service: Row<Service> | null;
  /** The locked resources: the requested one, or all that offer the service. */
  resourceIds: number[];
}

/** The rules that apply to the placement of a booking. */
export interface Placement {
  /** The time, resource and service that the request contains. */
  given: GivenPlace;
  /** Whether the rules for the public apply. */
  isPublic: boolean;
  ignoresCapacity: boolean;
  /** Whether the booking keeps its service and resource, which stay valid when they are no longer offered. */
  keepsService: boolean;
  /** Whether it must start at the start of a listed slot. */
  startsAtSlot?: boolean | undefined;
  /** Whether it moves without a change of its length, so that the public rules for the length do not apply again. */
  keepsLength?: boolean | undefined;
  /** Whether it must be within the opening hours, as public bookings always must. */
  needsHours?: boolean | undefined;
  reads: PlacementReads;
}

/** The attributes that determine the place of a booking, which may have no resource yet. */
export type PlaceRequest = Pick<Booking, 'eventId' | 'serviceId'> & { resourceId?: number };

/**
 * Locks and reads the objects that limit a booking: its event, its resource, or all resources that offer its service.
 *
 * @param others further locks to acquire with them
 */
export async function lockPlacementTarget(
  tx: AccountTransaction,
  request: PlaceRequest,
  reads: PlacementReads,
  others: readonly Lock[] = [],
): Promise<PlacementTarget> {
  const { eventId } = request;
  const resourceIds = eventId === null ? await resourcesOf(reads, request) : [];
  await tx.lock(
    ...others,
    ...(eventId === null ? resourceIds.map((id): Lock => [Resource, id]) : [[Event, eventId] as const]),
  );
  const event = eventId === null ? undefined : await loadEvent(tx, eventId);
  const serviceId = event?.serviceId ?? request.serviceId;
  const resourceId = event?.resourceId ?? request.resourceId;
  const [service] = await Promise.all([
    serviceId === null ? undefined : tx.load(Service, serviceId),
    // Preloads the resource for the response; one statement reads it together with the service.
    resourceId === undefined ? undefined : tx.load(Resource, resourceId),
  ]);
  return { event: event ?? null, service: service ?? null, resourceIds };
}

async function loadEvent(tx: AccountTransaction, id: number): Promise<TargetEvent | undefined> {
  const event = await tx.load(Event, id);
  if (!event) return undefined;
  return {
    ...event,
    startsAt: dateOf(event.startsAt),
    endsAt: dateOf(event.endsAt),
    firstBookingAt: event.firstBookingAt === null ? null : dateOf(event.firstBookingAt),
    lastBookingAt: event.lastBookingAt === null ? null : dateOf(event.lastBookingAt),
  };
}

function dateOf(instant: string): Date {
  return new Date(parsePgInstant(instant));
}

/** Returns the resources to lock for a booking without an event. */
export async function resourcesOf(
  reads: PlacementReads,
  { resourceId, serviceId }: Pick<PlaceRequest, 'resourceId' | 'serviceId'>,
): Promise<number[]> {
  if (resourceId !== undefined) return [resourceId];
  return serviceId === null ? [] : [...(await reads.resourcesOf(serviceId))];
}

/**
 * Assigns a place to the booking: that of its event, or a free resource.
 *
 * @returns the errors if there is no such place
 */
export async function placeBooking(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  target: PlacementTarget,
  placement: Placement,
): Promise<FieldErrors> {
  if (booking.eventId !== null) return placeInEvent(context, booking, target.event, placement);
  const isOffered = placement.keepsService || target.service?.active;
  if (booking.serviceId !== null && !isOffered) return { serviceId: ['does not exist'] };
  switch (target.service?.bookingType) {
    case BookingType.ATTENDANCE:
      return placeInOnlyEvent(context, tx, booking, target.service, placement);
    case BookingType.PRODUCT:
    case BookingType.GIFT_CARD:
      return { serviceId: ['cannot be booked'] };
    case BookingType.APPOINTMENT:
    case undefined:
      return placeOnResource(context, tx, booking, target, placement);
  }
}

async function placeOnResource(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  { service, resourceIds }: PlacementTarget,
  placement: Placement,
): Promise<FieldErrors> {
  const timeErrors = validateTimes(booking);
  const resourceErrors: FieldErrors =
    booking.resourceId !== undefined || service ? {} : { resourceId: ["can't be blank"] };
  if (hasErrors(timeErrors, resourceErrors)) return { ...timeErrors, ...resourceErrors };

  const time = { from: booking.bookedFrom.getTime(), to: booking.bookedTo.getTime() };
  const messages = placement.isPublic ? publicMessages(context, service, time, placement.keepsLength) : [];
  if (messages.length === 0 && needsHours(placement) && time.to - time.from > maxCheckedDuration) {
    messages.push('is too long (maximum is 366 days)');
  }
  if (messages.length > 0) return { bookedFrom: messages };
  const resources = await placement.reads.schedules({
    service: service ?? undefined,
    resourceIds,
    within: occupiedTimeOf(booking),
    now: context.clock.now(),
    exceptBookingId: booking.id,
    needsHours: needsHours(placement),
  });
  const chosen = chooseAmong(context, resources, booking, service, time, placement);
  if ('errors' in chosen) return chosen.errors;
  // Checked last, so that a slot that was taken meanwhile is reported as taken. Only the public site needs these reads.
  const moving = { ...time, id: booking.id, count: booking.count };
  const exception = { exceptBookingId: booking.id, moving: placement.keepsLength ? moving : undefined };
  const isOffGrid =
    placement.startsAtSlot && service && !(await isSlotStart(context, tx, service, time.from, exception));
  if (isOffGrid) return { bookedFrom: ['is not the start of a slot'] };
  booking.resourceId = chosen.resourceId;
  return {};
}

/** In milliseconds. Bounds the dates whose opening hours are checked one by one. */
const maxCheckedDuration = 366 * 86_400_000;

function publicMessages(
  context: RequestContext,
  service: Row<Service> | null,
  time: Interval,
  keepsLength: boolean | undefined,
): string[] {
  const rules = service && { ...service, dayBooking: dayBookingOf(service) };
  return validatePublicTime(time, rules ?? undefined, bookablePeriod(context), context.zone, keepsLength);
}

function chooseAmong(
  context: RequestContext,
  schedules: readonly ScheduledResource[],
  booking: Booking,
  service: Row<Service> | null,
  time: Interval,
  placement: Placement,
): { resourceId: number } | { errors: FieldErrors } {
  const { ignoresCapacity, keepsService } = placement;
  if (booking.resourceId !== undefined && schedules.length === 0) return { errors: { resourceId: ['does not exist'] } };
  const offering = service && !keepsService ? schedules.filter(({ offers }) => offers) : schedules;
  if (offering.length === 0) {
    return {
      errors: { serviceId: [`is not offered by ${booking.resourceId === undefined ? 'any' : 'the'} resource`] },
    };
  }
  const open = needsHours(placement) ? offering.filter(isOpenAt(context, service, time)) : offering;
  if (open.length === 0) return { errors: { bookedFrom: ['is outside the opening hours'] } };
  const excess = ignoresCapacity ? {} : validateCapacity(open, booking.count);
  if (hasErrors(excess)) return { errors: excess };
  const occupied = occupiedTimeOf(booking);
  const free = ignoresCapacity ? open : open.filter((schedule) => isFree(schedule, booking.count, occupied));
  const chosen = chooseResource(free, service?.priorityStrategy ?? PriorityStrategy.ORDER, Math.random);
  return chosen ? { resourceId: chosen.id } : { errors: { resourceId: ['is not available'] } };
}

function needsHours(placement: Pick<Placement, 'isPublic' | 'needsHours'>): boolean {
  return placement.isPublic || placement.needsHours === true;
}

function isOpenAt(context: RequestContext, service: Row<Service> | null, time: Interval) {
  const { zone } = context;
  const closed = closedDates(context, datesBetween(zone.dateAt(time.from), zone.dateAt(time.to - 1)));
  const dayBooking = service ? dayBookingOf(service) : 'NONE';
  return ({ hours }: ScheduledResource): boolean => isOpen(time, zone, hours, dayBooking, closed);
}

async function placeInEvent(
  context: RequestContext,
  booking: Booking,
  event: TargetEvent | null,
  placement: Placement,
): Promise<FieldErrors> {
  if (!event?.active || !isVisible(context, event)) return { eventId: ['does not exist'] };
  const placeErrors = assignEventPlace(event, booking, placement.given);
  return hasErrors(placeErrors) ? placeErrors : validateAttendance(context, booking, event, placement);
}

/** Assigns the time, resource and service of the event to the booking, unless the request contradicts them. */
function assignEventPlace(event: TargetEvent, booking: Booking, given: GivenPlace): FieldErrors {
  const placeErrors = validateEventPlace(given, toPlace(event));
  if (!hasErrors(placeErrors)) Object.assign(booking, toPlace(event), noBuffers);
  return placeErrors;
}

/** Checks the public rules and the capacity of an event, which must be locked. */
async function validateAttendance(
  context: RequestContext,
  booking: Booking,
  event: TargetEvent,
  { isPublic, ignoresCapacity, reads }: Placement,
): Promise<FieldErrors> {
  const messages = isPublic ? validatePublicEvent(event, bookablePeriod(context)) : [];
  if (messages.length > 0) return { bookedFrom: messages };
  if (ignoresCapacity) return {};
  const taken = await reads.peopleIn(event, booking);
  return taken + booking.count > event.capacity ? { eventId: ['is full'] } : {};
}

/** Places a booking of an attendance service in the event with the same start, if exactly one of them has room. */
async function placeInOnlyEvent(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  service: Row<Service>,
  placement: Placement,
): Promise<FieldErrors> {
  const noEventChosen: FieldErrors = { eventId: ["can't be blank"] };
  if (!booking.bookedFrom) return noEventChosen;
  const starting = await placement.reads.eventsAt(service.id, booking.bookedFrom);
  await tx.lock(...starting.map((id): Lock => [Event, id]));
  const bookable: TargetEvent[] = [];
  for (const event of await Promise.all(starting.map((id) => loadEvent(tx, id)))) {
    if (!event?.active || event.startsAt.getTime() !== booking.bookedFrom.getTime()) continue;
    if (!hasErrors(await validateAttendance(context, booking, event, placement))) bookable.push(event);
  }
  const [event] = bookable;
  if (!event || bookable.length > 1) return noEventChosen;
  const placeErrors = assignEventPlace(event, booking, placement.given);
  if (!hasErrors(placeErrors)) booking.eventId = event.id;
  return placeErrors;
}
