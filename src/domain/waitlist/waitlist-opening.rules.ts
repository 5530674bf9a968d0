import type { RecordedChange, Snapshot } from '../../outbox/recorded-change.js';
import type { Interval } from '../../platform/time/interval.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { occupiedTime } from '../availability/occupancy.rules.js';
import { BookingState, ongoingStates } from '../booking-states.js';
import { weekdayAttributes } from '../resource/opening-hours.rules.js';

/** The places that a change may have freed for the waitlist. */
export interface Opening {
  /** A hold that has ended. If it was an offer, its entry follows it. */
  bookingId?: number;
  /** An event that may have room. */
  eventId?: number;
  /** A resource that may be free. */
  resourceId?: number;
  /** A service whose times may now fit into periods where they did not. */
  serviceId?: number;
  /** Whether any time of the account may have become bookable. */
  anyPlace?: boolean;
  /** Whether entries may wait for a time that can no longer become free. */
  closes?: boolean;
  /** An entry that waits again because its offer has lapsed, and the booking that it was offered. */
  returned?: { entryId: number; bookingId: number };
  /**
   * A person who may get offers that were refused before, and when the booking was that was in the way. Without it, the
   * person may get any time.
   */
  person?: { id: number; booked?: { from: string; to: string } };
  /** The freed period, as ISO 8601 in UTC, or the freed date. Without one, any time of the resource. */
  freed?: { from: string; to: string } | { date: PlainDate };
}

/**
 * Returns the places that a change frees for the waitlist, although something else may still take them, and whether it
 * may end the wait of entries. Returns undefined for a change that does neither.
 */
export function openingOf(change: RecordedChange): Opening | undefined {
  const freed = freedBy(change);
  return mayClose(change) ? { ...freed, closes: true } : freed;
}

/** The attributes whose change may leave entries without any time that fits. */
const closingAttributes: Readonly<Record<string, readonly string[]>> = {
  event: ['active', 'capacity'],
  person: ['active'],
  provider: ['active', 'resourceId', 'serviceId'],
  resource: ['active', 'capacity'],
  service: ['active', 'bookingType', 'bookingMinimum', 'bookingCapacity'],
};

function mayClose({ objectType, name, previous }: RecordedChange): boolean {
  const attributes = closingAttributes[objectType] ?? [];
  if (name.endsWith('.deleted') && attributes.length > 0) return true;
  return previous !== null && attributes.some((attribute) => attribute in previous);
}

function freedBy(change: RecordedChange): Opening | undefined {
  switch (change.objectType) {
    case 'booking':
      return openingOfBooking(change);
    case 'event':
      return openingOfEvent(change);
    case 'person':
      return openingOfPerson(change);
    case 'calendar_source':
      return openingOfCalendar(change);
    case 'resource_exception_date':
      return openingOfException(change);
    case 'rota':
      return openingOfRota(change);
    case 'time_off':
      return openingOfTimeOff(change);
    case 'resource':
      return openingOfResource(change);
    case 'provider':
      return openingOfProvider(change);
    case 'service':
      return openingOfService(change);
    case 'service_need':
      return openingOfNeed(change);
    case 'account':
      return openingOfAccount(change);
    case 'waitlist_entry':
      return openingOfEntry(change);
    default:
      return undefined;
  }
}

const ongoing = new Set<unknown>(ongoingStates);
const durations = ['bufferBefore', 'bufferAfter', 'interval'];

function openingOfBooking({ objectId, snapshot, previous }: RecordedChange): Opening | undefined {
  if (!previous) return undefined;
  const before = { ...snapshot, ...previous };
  const isEnded = before['state'] === BookingState.AWAITING_VERIFICATION && snapshot['state'] !== before['state'];
  const frees = ongoing.has(before['state']) && (!ongoing.has(snapshot['state']) || leavesPlace(before, snapshot));
  const leavesPerson = frees || (ongoing.has(before['state']) && before['personId'] !== snapshot['personId']);
  if (!isEnded && !leavesPerson) return undefined;
  return {
    ...(isEnded && { bookingId: objectId }),
    ...(frees && placeOf(before)),
    ...(leavesPerson && personOf(before)),
  };
}

/** Another booking at that time, or too many of them, may have kept a person from an offer. */
function personOf({ personId, bookedFrom, bookedTo }: Snapshot): Opening {
  if (typeof personId !== 'number') return {};
  return { person: { id: personId, booked: { from: String(bookedFrom), to: String(bookedTo) } } };
}

/** A blocked person gets no offers. */
function openingOfPerson({ objectId, snapshot, previous }: RecordedChange): Opening | undefined {
  return previous?.['blocked'] === true && snapshot['blocked'] === false ? { person: { id: objectId } } : undefined;
}

/** Whether a booking takes less of its place than before. */
function leavesPlace(before: Snapshot, after: Snapshot): boolean {
  const hasMoved = ['resourceId', 'eventId'].some((attribute) => before[attribute] !== after[attribute]);
  if (hasMoved || Number(after['count']) < Number(before['count'])) return true;
  if (after['eventId'] !== null) return false;
  const [was, is] = [occupiedBy(before, 'bookedFrom', 'bookedTo'), occupiedBy(after, 'bookedFrom', 'bookedTo')];
  return is.from > was.from || is.to < was.to;
}

function placeOf(booking: Snapshot): Opening {
  const { eventId, resourceId } = booking;
  if (typeof eventId === 'number') return { eventId };
  return { ...idOf(resourceId), freed: periodOf(occupiedBy(booking, 'bookedFrom', 'bookedTo')) };
}

/** Returns the time that a booking or event occupies its resource, with its buffers. */
function occupiedBy(object: Snapshot, from: string, to: string): Interval {
  const time = { from: Date.parse(String(object[from])), to: Date.parse(String(object[to])) };
  const { bufferBefore, bufferAfter } = object;
  return occupiedTime(time, { bufferBefore: Number(bufferBefore ?? 0), bufferAfter: Number(bufferAfter ?? 0) });
}

function periodOf({ from, to }: Interval): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function openingOfEvent({ objectId, snapshot, previous }: RecordedChange): Opening | undefined {
  const isBookable = snapshot['active'] === true && snapshot['published'] === true;
  if (!previous) return isBookable ? { eventId: objectId } : undefined;
  const before = { ...snapshot, ...previous };
  const wasBookable = before['active'] === true && before['published'] === true;
  const hasMoved = ['resourceId', 'startsAt', 'endsAt'].some((attribute) => attribute in previous);
  const isLarger = Number(snapshot['capacity']) > Number(before['capacity']);
  const isBookableLonger = ['firstBookingAt', 'lastBookingAt'].some((attribute) => attribute in previous);
  const offersPlaces = isBookable && (!wasBookable || isLarger || isBookableLonger || hasMoved);
  const hasOtherBuffers = 'bufferBefore' in previous || 'bufferAfter' in previous;
  const freesResource = before['active'] === true && (snapshot['active'] !== true || hasMoved || hasOtherBuffers);
  if (!offersPlaces && !freesResource) return undefined;
  return {
    ...(offersPlaces && { eventId: objectId }),
    ...(freesResource && {
      ...idOf(before['resourceId']),
      freed: periodOf(occupiedBy(before, 'startsAt', 'endsAt')),
    }),
  };
}

/** A calendar of another program frees its times when its entries change, and when it is paused, replaced or deleted. */
function openingOfCalendar({ name, snapshot, previous }: RecordedChange): Opening | undefined {
  const isForgotten = previous !== null && ['active', 'url', 'syncedAt'].some((attribute) => attribute in previous);
  const mayFree = name === 'calendar_source.deleted' || isForgotten;
  return mayFree ? idOf(snapshot['resourceId']) : undefined;
}

/** Any change of an exception date may open its date: one that was removed may have closed it. */
function openingOfException({ snapshot: { resourceId, exceptionDate } }: RecordedChange): Opening {
  return { ...idOf(resourceId), freed: { date: String(exceptionDate) } };
}

/** Any change of a rota may open its resource, and the former one: the hours without it may be longer, too. */
function openingOfRota({ snapshot: { resourceId }, previous }: RecordedChange): Opening {
  return previous && 'resourceId' in previous ? { anyPlace: true } : idOf(resourceId);
}

/** Time off that was approved opens its resource when it is withdrawn. */
function openingOfTimeOff({ snapshot: { resourceId }, previous }: RecordedChange): Opening | undefined {
  return previous?.['state'] === 'approved' ? idOf(resourceId) : undefined;
}

function openingOfResource({ objectId, snapshot, previous }: RecordedChange): Opening | undefined {
  if (!previous || snapshot['active'] !== true) return undefined;
  const isLarger = 'capacity' in previous && Number(snapshot['capacity']) > Number(previous['capacity']);
  const isOpened = 'active' in previous || 'maxDailyBookings' in previous || changesHours(previous);
  return isLarger || isOpened ? { resourceId: objectId } : undefined;
}

function openingOfProvider({ snapshot, previous }: RecordedChange): Opening | undefined {
  if (snapshot['active'] !== true) return undefined;
  const mayOpen = !previous || ['active', ...durations].some((name) => name in previous) || changesHours(previous);
  return mayOpen ? idOf(snapshot['resourceId']) : undefined;
}
const personLimits = ['maxActivePerPerson', 'maxDailyPerPerson', 'maxWeeklyPerPerson'];
const serviceRules = [
  ...['active', 'availabilityType', 'sameDay', 'hasDayBooking'],
  ...[...personLimits, 'maxDailyBookings'],
];

/** Shorter times fit where longer ones did not. A change of the other rules may open times. */
function openingOfService({ objectId, snapshot, previous }: RecordedChange): Opening | undefined {
  if (!previous || snapshot['active'] !== true) return undefined;
  const isShorter = durations.some((name) => name in previous && Number(snapshot[name]) < Number(previous[name]));
  return isShorter || serviceRules.some((name) => name in previous) ? { serviceId: objectId } : undefined;
}

/** A booking that needs fewer resources, or a need of them for less time, fits where another one did not. */
function openingOfNeed({ name, snapshot: { serviceId }, previous }: RecordedChange): Opening | undefined {
  const isDeleted = name === 'service_need.deleted';
  const isChanged = previous !== null && ['count', 'per', 'segments'].some((attribute) => attribute in previous);
  return (isDeleted || isChanged) && typeof serviceId === 'number' ? { serviceId } : undefined;
}

const accountRules = [
  ...personLimits,
  ...['futureBookablePeriod', 'firstBookablePeriod', 'closedForHolidays', 'closedDays', 'personOverlaps'],
];

/** Any change of the bookable period may open times: the periods are texts, whose length depends on the date. */
function openingOfAccount({ previous }: RecordedChange): Opening | undefined {
  return previous && accountRules.some((name) => name in previous) ? { anyPlace: true } : undefined;
}

/**
 * Returns the opening for an entry that returns to the line: the entry missed the times that became free while it had
 * an offer.
 */
function openingOfEntry({ objectId, snapshot, previous }: RecordedChange): Opening | undefined {
  const hasReturned = snapshot['state'] === 'waiting' && previous?.['state'] === 'offered';
  const bookingId = previous?.['bookingId'];
  return hasReturned && typeof bookingId === 'number' ? { returned: { entryId: objectId, bookingId } } : undefined;
}

function changesHours(previous: Snapshot): boolean {
  return weekdayAttributes.some((attribute) => attribute in previous);
}

function idOf(resourceId: unknown): Opening {
  return typeof resourceId === 'number' ? { resourceId } : {};
}
