import { invalid } from '../../../platform/errors.js';
import type { Interval } from '../../../platform/time/interval.js';
import { closedDates } from '../../account/closed-dates.js';
import {
  type BookingLimit,
  personLimits,
  resourceLimits,
  serviceLimits,
} from '../../availability/booking-limits.rules.js';
import { countTowards } from '../../availability/limit-counts.queries.js';
import { type NeedsOfService, type ScheduledNeed, toPools } from '../../availability/need.queries.js';
import { createSearchBudget, toSearchError } from '../../availability/need-search.js';
import { findNeeds } from '../../availability/need-slots.queries.js';
import { findLastingShortage, type NeedRules, occupiedWorkOf } from '../../availability/need-slots.rules.js';
import { buffersWith, occupiedTime, peak, type ResourceTerms } from '../../availability/occupancy.rules.js';
import { bookablePeriod, datesOfHours, dayBookingOf, isOpen } from '../../availability/open-times.rules.js';
import { readSchedules, readWithTerms, type ScheduledResource } from '../../availability/schedule.queries.js';
import { sqlStates } from '../../booking-states.js';
import { isVisitor, type RequestContext } from '../../context.js';
import { type Period, validPeriod } from '../../records/period.input.js';
import { getVisible } from '../../records/record.rules.js';
import { BookingType, Service } from '../../service/service.entity.js';
import { peopleAt, workTimesOf } from '../../service/service-need.rules.js';
import { overlapsAny } from '../placing/place.rules.js';
import { closedByHours, closedDays } from './closed-parts.rules.js';
import { type ConflictRow, listConflictRows } from './conflict-rows.queries.js';
import { TimeConflict, TimeConflictConnection, TimeConflictKind } from './time-conflict.type.js';

/** The time that somebody wants to book. */
export interface WantedTime {
  during: Period;
  serviceId?: number | null | undefined;
  resourceId?: number | null | undefined;
  count?: number | null | undefined;
  personId?: number | null | undefined;
  /** A booking that moves, which is not in its own way. */
  bookingId?: number | null | undefined;
}

/** In milliseconds. Bounds the dates whose opening hours are checked one by one. */
const maxDuration = 366 * 86_400_000;

/**
 * Lists what is in the way of a time, by the rules of public bookings: of the resource, or of each that offers the service.
 * Empty if the time is free. Visitors see only the kinds.
 *
 * @throws DomainError NOT_FOUND for the service; INVALID on `serviceId`, `resourceId` or `to`
 */
export async function listTimeConflicts(context: RequestContext, wanted: WantedTime): Promise<TimeConflictConnection> {
  const found = await findConflicts(context, isVisitor(context) ? ofVisitor(wanted) : wanted);
  return new TimeConflictConnection(isVisitor(context) ? kindsOf(found) : found);
}

/** Visitors name no person and no booking. */
const ofVisitor = ({ personId: _, bookingId: __, ...wanted }: WantedTime): WantedTime => wanted;

function kindsOf(conflicts: readonly TimeConflict[]): TimeConflict[] {
  const kinds = new Set(conflicts.map(({ kind }) => kind));
  return [...kinds].map((kind) => conflict(kind));
}

function conflict(kind: TimeConflictKind, details: Partial<Omit<TimeConflict, 'kind'>> = {}): TimeConflict {
  return Object.assign(new TimeConflict(), {
    ...{ kind, id: null, resourceId: null, from: null, to: null, needed: null, has: null },
    ...details,
  });
}

async function findConflicts(context: RequestContext, wanted: WantedTime): Promise<TimeConflict[]> {
  const { serviceId, resourceId, during, bookingId } = wanted;
  validPeriod(during);
  const time = { from: during.from.getTime(), to: during.to.getTime() };
  if (time.to - time.from > maxDuration) throw invalid({ to: ['is too long (maximum is 366 days)'] });
  const service = typeof serviceId === 'number' ? await getVisible(context, Service, serviceId) : null;
  const isEnough = service !== null || (typeof resourceId === 'number' && !isVisitor(context));
  if (!isEnough) throw invalid({ serviceId: ["can't be blank"] });
  const inPeriod = conflictsWithPeriod(context, time);
  if (service?.bookingType === BookingType.ATTENDANCE) {
    return [...inPeriod, ...(await fullEvents(context, service, wanted))];
  }
  const needs = service && context.account.hasNeeds ? await findNeeds(context.db, service) : undefined;
  if (needs && service) return [...inPeriod, ...(await conflictsOfNeeds(context, service, needs, time, wanted))];
  const occupiedWith = (terms: ResourceTerms | undefined): Interval => occupiedTime(time, buffersWith(service, terms));
  const { found } = await readWithTerms(occupiedWith, async (within) => ({
    resources: await readSchedules(context.db, {
      ...{ service: service ?? undefined, within, now: context.clock.now(), needsHours: true },
      ...{ resourceIds: typeof resourceId === 'number' ? [resourceId] : undefined },
      ...{ readsCalendars: context.account.readsCalendars, hasNeeds: context.account.hasNeeds },
      exceptBookingIds: typeof bookingId === 'number' ? [bookingId] : [],
    }),
  }));
  const schedules = found.resources;
  const offering = service ? schedules.filter(({ offers }) => offers) : schedules;
  if (offering.length === 0) throw invalid({ resourceId: ['does not exist'] });
  return [
    ...inPeriod,
    ...closedTimes(context, service, time, offering),
    ...(await takenPlaces(context, offering, occupiedWith, wanted)),
    ...(await fullLimits(context, service, offering, wanted)),
  ];
}

/** Returns what is in the way of each resource of the needs of a service when it works: of the named one alone for the first need. */
async function conflictsOfNeeds(
  context: RequestContext,
  service: Service,
  needs: NeedsOfService,
  time: Interval,
  wanted: WantedTime,
): Promise<TimeConflict[]> {
  const { resourceId, bookingId, count } = wanted;
  const schedules = await readSchedules(context.db, {
    ...{ service, ofNeeds: true, within: occupiedTime(time, service), now: context.clock.now(), needsHours: true },
    ...{ readsCalendars: context.account.readsCalendars, hasNeeds: true },
    exceptBookingIds: typeof bookingId === 'number' ? [bookingId] : [],
  });
  const [first, ...others] = toPools(needs, schedules);
  const isNamed = ({ id }: ScheduledResource): boolean => typeof resourceId !== 'number' || id === resourceId;
  const asked = first ? [{ ...first, pool: first.pool.filter(isNamed) }, ...others] : others;
  if (asked[0]?.pool.length === 0) throw invalid({ resourceId: ['does not exist'] });
  const rules = { service, serviceMinutes: service.interval };
  const found: TimeConflict[] = shortageOf(rules, toPools(needs, schedules), count ?? 1);
  for (const need of asked) {
    const ofNeed = { ...wanted, count: peopleAt(need, count ?? 1) };
    for (const work of workTimesOf(need, time, service.interval)) {
      found.push(...closedTimes(context, service, work, need.pool));
    }
    for (const work of occupiedWorkOf(need, time, rules)) {
      found.push(...(await takenPlaces(context, need.pool, () => work, ofNeed)));
    }
  }
  const resources = new Map(asked.flatMap(({ pool }) => pool.map((resource) => [resource.id, resource])));
  found.push(...(await fullLimits(context, service, [...resources.values()], wanted)));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns why so many people can never book the service, if its pools have too few resources. */
function shortageOf(rules: NeedRules, needs: readonly ScheduledNeed[], people: number): TimeConflict[] {
  try {
    const shortage = findLastingShortage(rules, needs, people, createSearchBudget());
    return shortage ? [conflict(TimeConflictKind.SHORTAGE, { needed: shortage.needed, has: shortage.has })] : [];
  } catch (error) {
    throw toSearchError(error);
  }
}

function conflictsWithPeriod(context: RequestContext, { from }: Interval): TimeConflict[] {
  const period = bookablePeriod(context);
  if (from < period.now) return [conflict(TimeConflictKind.PAST)];
  if (from >= period.from && from <= period.to) return [];
  const to = Number.isFinite(period.to) ? new Date(period.to) : null;
  return [conflict(TimeConflictKind.PERIOD, { from: new Date(period.from), to })];
}

/** Returns the resources that are closed, each with when it first is. */
function closedTimes(
  context: RequestContext,
  service: Service | null,
  time: Interval,
  resources: readonly ScheduledResource[],
): TimeConflict[] {
  const { zone } = context;
  const dates = closedDates(context, datesOfHours(time, zone));
  const dayBooking = service ? dayBookingOf(service) : 'NONE';
  const closed = resources.filter(({ hours }) => !isOpen(time, zone, hours, dayBooking, dates, service?.maxSlots));
  return closed.map(({ id, hours }) => {
    const isOpenOtherwise = isOpen(time, zone, hours, dayBooking, new Set(), service?.maxSlots);
    const { from, to } = isOpenOtherwise ? closedDays(time, zone, dates) : closedByHours(time, zone, hours, dayBooking);
    const kind = isOpenOtherwise ? TimeConflictKind.CLOSED_DAY : TimeConflictKind.HOURS;
    return conflict(kind, { resourceId: id, from: new Date(from), to: new Date(to) });
  });
}

const kindsOfRows: Readonly<Record<ConflictRow['kind'], TimeConflictKind>> = {
  booking: TimeConflictKind.BOOKING,
  event: TimeConflictKind.EVENT,
  calendar: TimeConflictKind.CALENDAR,
};

async function takenPlaces(
  context: RequestContext,
  resources: readonly ScheduledResource[],
  occupiedWith: (terms: ResourceTerms | undefined) => Interval,
  { count, bookingId }: WantedTime,
): Promise<TimeConflict[]> {
  const people = count ?? 1;
  const lacking = resources.filter(
    ({ capacity, occupancies, terms }) => peak(occupancies, occupiedWith(terms)) + people > capacity,
  );
  const tooSmall = resources.filter(({ capacity }) => people > capacity);
  const full = new Set(lacking.map(({ id }) => id));
  const isBlocked = (one: ScheduledResource): boolean =>
    overlapsAny([...one.blocked, ...one.external], occupiedWith(one.terms));
  const taken = resources
    .filter((one) => full.has(one.id) || isBlocked(one))
    .map(({ id, terms }) => ({ resourceId: id, ...occupiedWith(terms) }));
  const rows = taken.length > 0 ? await listConflictRows(context, taken, bookingId ?? 0, 'all') : [];
  return [
    ...tooSmall.map(({ id }) => conflict(TimeConflictKind.CAPACITY, { id, resourceId: id })),
    ...rows
      .filter(({ kind, resourceId }) => kind !== 'booking' || full.has(resourceId))
      .map(({ kind, ...row }) => conflict(kindsOfRows[kind], row)),
  ];
}

const kindsOfLimits: Readonly<Record<BookingLimit['counts'], TimeConflictKind>> = {
  person: TimeConflictKind.PERSON_LIMIT,
  service: TimeConflictKind.SERVICE_LIMIT,
  resource: TimeConflictKind.RESOURCE_LIMIT,
};

const firstInstant = Date.UTC(1900, 0, 1);

async function fullLimits(
  { account, db, zone, clock }: RequestContext,
  service: Service | null,
  resources: readonly ScheduledResource[],
  { during, personId, bookingId }: WantedTime,
): Promise<TimeConflict[]> {
  const place = { bookedFrom: during.from, eventId: null };
  const limits = [
    ...(typeof personId === 'number' ? personLimits(personId, place, account, service, zone, clock.now()) : []),
    ...serviceLimits(place, service, zone),
    ...resources.flatMap((resource) => resourceLimits(place, resource, zone)),
  ];
  const except = typeof bookingId === 'number' ? [bookingId] : [];
  const counts = await countTowards(db, limits, except, clock.now(), account.hasNeeds);
  return limits
    .filter(({ maximum }, index) => (counts[index] ?? 0) >= maximum)
    .map(({ counts: kind, id, from, to }) => {
      // All bookings that are not over count towards some limits.
      const period = from.getTime() < firstInstant ? {} : { from, to };
      return conflict(kindsOfLimits[kind], { id, resourceId: kind === 'resource' ? id : null, ...period });
    });
}

/** Returns the events of a service that start then and have too few places left. */
async function fullEvents(
  { db, clock }: RequestContext,
  service: Service,
  { during, resourceId, count, bookingId }: WantedTime,
): Promise<TimeConflict[]> {
  const rows = await db.query<{ id: number; resourceId: number; from: Date; to: Date }>(
    `select event.id, event.resource_id as "resourceId", starts_at as "from", ends_at as "to"
     from event cross join lateral (
       select coalesce(sum(count), 0) as people from booking
       where place_of(account_id, resource_id, event_id) = place_of($1, event.resource_id, event.id)
         and state in (${sqlStates.ongoing})
         and is_active_booking(state, expires_at, $6) and booking.id <> $7) as attending
     where event.account_id = $1 and event.service_id = $2 and event.starts_at = $3 and event.active and event.published
       and ($4::integer is null or event.resource_id = $4) and people + $5 > capacity
     order by event.id limit 20`,
    [service.id, during.from, resourceId ?? null, count ?? 1, clock.now(), bookingId ?? 0],
  );
  return rows.map((row) => conflict(TimeConflictKind.EVENT, row));
}
