import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../../platform/errors.js';
import type { Interval } from '../../../platform/time/interval.js';
import { closedDates } from '../../account/closed-dates.js';
import { buffersWith, noBuffers, type ResourceTerms, slotTermsOf } from '../../availability/occupancy.rules.js';
import { bookablePeriod, datesOfHours, dayBookingOf, isOpen } from '../../availability/open-times.rules.js';
import type { ScheduledResource } from '../../availability/schedule.queries.js';
import { isSlotStart } from '../../availability/slot.queries.js';
import type { RequestContext } from '../../context.js';
import { isVisible } from '../../records/record.rules.js';
import { BookingType, PriorityStrategy, type Service } from '../../service/service.entity.js';
import type { Booking } from '../booking.entity.js';
import { AssignmentObstacle, assignFairly, chosenBy, type StoredAssignment } from './assignment.rules.js';
import { leavingRoom, partOf } from './leave-room.rules.js';
import {
  chooseResource,
  type DecidedPlace,
  type GivenPlace,
  isFair,
  isFree,
  needsHours,
  occupiedBy,
  optionMinutesOf,
  overlapsAny,
  toPlace,
  validateCapacity,
  validateEventPlace,
  validatePublicEvent,
  validatePublicTime,
  validateTimes,
} from './place.rules.js';
import { chooseForNeeds, partsForNeeds } from './place-needs.actions.js';
import { busyMessages, dailyLimitError, type Placement } from './placement.rules.js';
import type { PlacementTarget, TargetEvent } from './places.queries.js';
import type { PartsReader } from './undecided-bookings.js';

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
  leavePlaces(booking);
  if (booking.eventId !== null) return placeInEvent(context, booking, target.event, placement);
  const isOffered = placement.keepsService || target.service?.active;
  if (booking.serviceId !== null && !isOffered) return { serviceId: ['does not exist'] };
  switch (target.service?.bookingType) {
    case BookingType.ATTENDANCE:
      return placeInOnlyEvent(context, booking, target, placement);
    case BookingType.PRODUCT:
    case BookingType.GIFT_CARD:
    case BookingType.PACKAGE:
      return { serviceId: ['cannot be booked'] };
    case BookingType.APPOINTMENT:
    case undefined:
      return placeOnResource(context, tx, booking, target, placement);
  }
}

/** Without places of needs, a booking is its own place. */
function leavePlaces(booking: Booking): void {
  booking.places = [];
  booking.hasPlaces = false;
  booking.placedResourceIds = null;
}

function takePlaces(booking: Booking, places: readonly DecidedPlace[]): void {
  const ids = new Set(places.map(({ resourceId }) => resourceId));
  Object.assign(booking, { places, hasPlaces: true, placedResourceIds: [...ids].sort((a, b) => a - b) });
}

async function placeOnResource(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  target: PlacementTarget,
  placement: Placement,
): Promise<FieldErrors> {
  const { service, needs } = target;
  const suitable = findSuitable(context, booking, target, placement);
  if ('errors' in suitable) return suitable.errors;
  const { fitting, schedules, time } = suitable;
  const chosen =
    needs && service
      ? chooseForNeeds(context, needs, booking, service, time, placement)
      : chooseAmong(context, fitting, booking, service, time, placement);
  if ('errors' in chosen) return chosen.errors;
  // This check is last, so that a slot that was taken meanwhile is reported as taken. Only bookings of the public site
  // need its reads.
  const leavingIds = [booking.id, ...placement.places.releasedIds];
  const moving = placement.keepsLength ? { ...time, leavingIds, count: booking.count } : undefined;
  const isOffGrid =
    placement.startsAtSlot &&
    service &&
    !(await isSlotStart(
      context,
      tx,
      service,
      time.from,
      needs ? new Set([service.interval]) : intervalsOf(service, fitting),
      { exceptBookingIds: leavingIds, moving },
    ));
  if (isOffGrid) return { bookedFrom: ['is not the start of a slot'] };
  if (booking.resourceId === undefined) Object.assign(booking, buffersWith(service, termsOf(schedules, chosen)));
  booking.resourceId = chosen.resourceId;
  if (chosen.assignment) booking.assignment = chosen.assignment;
  if (chosen.places) takePlaces(booking, chosen.places);
  return {};
}

/** Returns the time of a booking, and the resources with which it may have that length, or the errors if there are none. */
function findSuitable(
  context: RequestContext,
  booking: Booking,
  { service, needs, schedules: offered }: PlacementTarget,
  placement: Placement,
):
  | { errors: FieldErrors }
  | { fitting: readonly ScheduledResource[]; schedules: readonly ScheduledResource[]; time: Interval } {
  // The rules of a service with needs are its own for all resources.
  const schedules = needs ? [] : offered;
  const timeErrors = validateTimes(booking);
  const resourceErrors: FieldErrors =
    booking.resourceId !== undefined || service ? {} : { resourceId: ["can't be blank"] };
  if (hasErrors(timeErrors, resourceErrors)) return { errors: { ...timeErrors, ...resourceErrors } };

  const time = { from: booking.bookedFrom.getTime(), to: booking.bookedTo.getTime() };
  const { fitting, messages } = placement.isPublic
    ? withAllowedLength(context, service, schedules, time, placement.keepsLength, optionMinutesOf(booking))
    : { fitting: schedules, messages: [] };
  if (messages.length === 0 && needsHours(placement) && time.to - time.from > maxCheckedDuration) {
    messages.push('is too long (maximum is 366 days)');
  }
  return messages.length > 0 ? { errors: { bookedFrom: messages } } : { fitting, schedules, time };
}

/** Returns a reader of the parts of a booking that is placed later. */
export function partsReaderOf(
  context: RequestContext,
  booking: Booking,
  target: PlacementTarget,
  placement: Placement,
): PartsReader {
  const { service, needs } = target;
  const isOnResource = (service?.bookingType ?? BookingType.APPOINTMENT) === BookingType.APPOINTMENT;
  if (booking.eventId !== null || !isOnResource || placement.ignoresCapacity) return () => [];
  return (ignoresExternalBusy) => {
    const suitable = findSuitable(context, booking, target, placement);
    if ('errors' in suitable) return [];
    const { fitting, time } = suitable;
    if (needs && service) {
      return partsForNeeds(context, needs, booking, service, time, placement, ignoresExternalBusy);
    }
    const open = findOpen(context, fitting, booking, service, time, placement);
    if ('errors' in open) return [];
    return [partOf(open.open, booking, service, placement, ignoresExternalBusy)];
  };
}

/** Returns what a resource has of its own for the service. */
export function termsOf(
  schedules: readonly ScheduledResource[],
  { resourceId }: { resourceId: number | undefined },
): ResourceTerms | undefined {
  return schedules.find(({ id }) => id === resourceId)?.terms;
}

/** Returns the price of a placed booking, if its resource has one of its own for its service. Events have none. */
export function ownPriceOf({ eventId, resourceId }: Booking, { schedules }: PlacementTarget): string | null {
  return eventId === null ? (termsOf(schedules, { resourceId })?.price ?? null) : null;
}

/** In milliseconds. Bounds the dates whose opening hours are checked one by one. */
const maxCheckedDuration = 366 * 86_400_000;

/** Returns the lengths of a slot with resources, in minutes. */
function intervalsOf(service: Service, schedules: readonly ScheduledResource[]): ReadonlySet<number> {
  return new Set(schedules.map(({ terms }) => slotTermsOf(service, terms).interval));
}

/** Returns the resources with which the public may book a time, or the messages if there are none. */
function withAllowedLength(
  context: RequestContext,
  service: Service | null,
  schedules: readonly ScheduledResource[],
  time: Interval,
  keepsLength: boolean | undefined,
  optionMinutes: number,
): { fitting: readonly ScheduledResource[]; messages: string[] } {
  const messagesOf = (terms?: ResourceTerms): string[] => {
    const rules = service && { ...service, ...slotTermsOf(service, terms), dayBooking: dayBookingOf(service) };
    return validatePublicTime(
      time,
      rules ?? undefined,
      bookablePeriod(context),
      context.zone,
      keepsLength,
      optionMinutes,
    );
  };
  const messages = messagesOf();
  const fitting = schedules.filter(({ terms }) => (terms ? messagesOf(terms) : messages).length === 0);
  const [first] = schedules;
  if (!first || fitting.length > 0) return { fitting, messages: first ? [] : messages };
  return { fitting, messages: messagesOf(first.terms) };
}

/** Returns the resources that offer the service and are open, or the errors if there are none. */
function findOpen(
  context: RequestContext,
  schedules: readonly ScheduledResource[],
  booking: Booking,
  service: Service | null,
  time: Interval,
  placement: Placement,
): { offering: readonly ScheduledResource[]; open: readonly ScheduledResource[] } | { errors: FieldErrors } {
  if (booking.resourceId !== undefined && schedules.length === 0) return { errors: { resourceId: ['does not exist'] } };
  const offering = service && !placement.keepsService ? schedules.filter(({ offers }) => offers) : schedules;
  if (offering.length === 0) {
    return {
      errors: { serviceId: [`is not offered by ${booking.resourceId === undefined ? 'any' : 'the'} resource`] },
    };
  }
  const open = needsHours(placement) ? offering.filter(isOpenAt(context, service, time, placement)) : offering;
  return open.length === 0 ? { errors: { bookedFrom: ['is outside the opening hours'] } } : { offering, open };
}

function chooseAmong(
  context: RequestContext,
  schedules: readonly ScheduledResource[],
  booking: Booking,
  service: Service | null,
  time: Interval,
  placement: Placement,
): { resourceId: number; assignment?: StoredAssignment; places?: undefined } | { errors: FieldErrors } {
  const { ignoresCapacity } = placement;
  const found = findOpen(context, schedules, booking, service, time, placement);
  if ('errors' in found) return found;
  const { offering, open } = found;
  const excess = ignoresCapacity ? {} : validateCapacity(open, booking.count);
  if (hasErrors(excess)) return { errors: excess };
  const occupiedWith = ({ terms }: ScheduledResource): Interval => occupiedBy(booking, service, terms);
  const isFreeNow = (schedule: ScheduledResource): boolean => {
    const occupied = occupiedWith(schedule);
    const occupancies = placement.places.occupanciesOf(schedule, occupied, booking);
    return isFree({ ...schedule, occupancies }, booking.count, occupied);
  };
  const withRoom = ignoresCapacity ? open : open.filter((one) => placement.limits.hasRoom(one, booking));
  const [full] = open;
  if (full && withRoom.length === 0) return { errors: dailyLimitError(full) };
  const freeNow = withRoom.filter(isFreeNow);
  const free = ignoresCapacity && freeNow.length === 0 ? open : freeNow;
  const idle = free.filter((one) => !overlapsAny(one.external, occupiedWith(one)));
  const mayBeBusy = placement.ignoresExternalBusy ? free : [];
  const possible = idle.length > 0 ? idle : mayBeBusy;
  const allowed =
    ignoresCapacity || !placement.undecided
      ? possible
      : leavingRoom(placement.undecided, [idle, mayBeBusy], (resources) =>
          partOf(resources, booking, service, placement, true),
        );
  const strategy = service?.priorityStrategy ?? PriorityStrategy.ORDER;
  if (isFair(strategy) && booking.resourceId === undefined) {
    const assignment = assignFairly(strategy, placement.places.standingsOf(booking, offering), (id) => {
      const has = (resources: readonly ScheduledResource[]): boolean => resources.some((one) => one.id === id);
      if (has(allowed)) return null;
      if (!has(open)) return AssignmentObstacle.CLOSED;
      if (!has(withRoom)) return AssignmentObstacle.FULL_DAY;
      if (has(possible)) return AssignmentObstacle.KEPT_FOR_VISIT;
      return has(free) ? AssignmentObstacle.BUSY_ELSEWHERE : AssignmentObstacle.TAKEN;
    });
    const assigned = assignment && chosenBy(assignment);
    if (assigned) return { resourceId: assigned.resourceId, assignment };
  } else {
    const offered = allowed.find(({ id }) => id === placement.offered);
    const chosen = isFair(strategy) ? allowed[0] : (offered ?? chooseResource(allowed, strategy, Math.random));
    if (chosen) return { resourceId: chosen.id };
  }
  return { errors: { resourceId: free.length > 0 ? busyMessages(context, placement) : ['is not available'] } };
}

function isOpenAt(
  context: RequestContext,
  service: Service | null,
  time: Interval,
  { isPublic, keepsLength }: Placement,
) {
  const { zone } = context;
  const maxDays = isPublic && !keepsLength ? service?.maxSlots : undefined;
  const closed = closedDates(context, datesOfHours(time, zone));
  const dayBooking = service ? dayBookingOf(service) : 'NONE';
  return ({ hours }: ScheduledResource): boolean => isOpen(time, zone, hours, dayBooking, closed, maxDays);
}

function placeInEvent(
  context: RequestContext,
  booking: Booking,
  event: TargetEvent | null,
  placement: Placement,
): FieldErrors {
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
function validateAttendance(
  context: RequestContext,
  booking: Booking,
  event: TargetEvent,
  { isPublic, ignoresCapacity, places }: Placement,
): FieldErrors {
  const messages = isPublic ? validatePublicEvent(event, bookablePeriod(context)) : [];
  if (messages.length > 0) return { bookedFrom: messages };
  if (ignoresCapacity) return {};
  return places.peopleIn(event.id, booking) + booking.count > event.capacity ? { eventId: ['is full'] } : {};
}

/**
 * Places a booking of an attendance service in the event with the same start, if exactly one of them has room. If several
 * have, it must be the only one of the resource in the request.
 */
function placeInOnlyEvent(
  context: RequestContext,
  booking: Booking,
  { startingEvents }: PlacementTarget,
  placement: Placement,
): FieldErrors {
  const withRoom = startingEvents.filter(
    (one) =>
      one.active &&
      one.startsAt.getTime() === booking.bookedFrom.getTime() &&
      !hasErrors(validateAttendance(context, booking, one, placement)),
  );
  const ofResource = withRoom.filter(({ resourceId }) => resourceId === placement.given.resourceId);
  const [event, ...others] = withRoom.length > 1 ? ofResource : withRoom;
  if (!event || others.length > 0) return { eventId: ["can't be blank"] };
  const placeErrors = assignEventPlace(event, booking, placement.given);
  if (!hasErrors(placeErrors)) booking.eventId = event.id;
  return placeErrors;
}
