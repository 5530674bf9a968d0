import type { FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { Join } from '../../platform/database/related-rows.js';
import { notFound } from '../../platform/errors.js';
import { hasPlaceOn } from '../availability/placed-sql.js';
import { BookingState, ongoingStates, sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { Person } from '../person/person.entity.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { validPeriod } from '../records/period.input.js';
import { getVisible } from '../records/record.rules.js';
import { Booking, BookingConnection } from './booking.entity.js';
import { BookingFilter, BookingScope, bookingOrder } from './booking.input.js';
import { isHold } from './states/booking-state.rules.js';

/** Returns a booking in any state, including deleted. @throws DomainError NOT_FOUND */
export async function getBooking(context: RequestContext, id: number, joins: readonly Join[] = []): Promise<Booking> {
  const booking = await context.db.loadWith(Booking, id, joins);
  if (!booking) throw notFound();
  return booking;
}

/**
 * Returns the booking with that external id. Prefers active bookings, then those that are not deleted, then the newest.
 *
 * @throws DomainError NOT_FOUND
 */
export async function findBookingByExternalId(context: RequestContext, externalId: string): Promise<Booking> {
  const now = context.clock.now();
  const isActive = raw((alias) => `is_active_booking(${alias}.state, ${alias}.expires_at, ?)`, [now]);
  const isDeleted = raw((alias) => `${alias}.state = '${BookingState.DELETED}'`);
  const orderBy: QueryOrderMap<Booking>[] = [{ [isActive]: 'desc' }, { [isDeleted]: 'asc' }, { id: 'desc' }];
  const [booking] = await context.db.rows(Booking, { externalId }, { orderBy, limit: 1 });
  if (!booking) throw notFound();
  return booking;
}

export const bookingList: List<Booking, BookingFilter, BookingConnection> = {
  name: 'bookings',
  entity: Booking,
  connection: BookingConnection,
  filter: BookingFilter,
  order: bookingOrder,
  conditions: ({ clock, account }, filter) => bookingConditions(filter, clock.now(), account.hasNeeds),
  count: (context, filter) => countByDay(context, filter, context.clock.now()),
};

/** @throws DomainError NOT_FOUND if there is no such person */
export async function listBookingsOfPerson(
  context: RequestContext,
  personId: number,
  request: ListRequest<BookingFilter>,
): Promise<BookingConnection> {
  await context.db.get(Person, personId);
  const filter = { ...request.filter, personId: [personId] };
  return readList(context, bookingList, { name: 'bookingsOfPerson', ...request, filter });
}

/** @throws DomainError NOT_FOUND if there is no such event */
export async function listBookingsOfEvent(
  context: RequestContext,
  eventId: number,
  request: ListRequest<BookingFilter>,
): Promise<BookingConnection> {
  await getVisible(context, Event, eventId);
  const filter = { ...request.filter, eventId: [eventId] };
  return readList(context, bookingList, { name: 'bookingsOfEvent', ...request, filter });
}

function bookingConditions(filter: BookingFilter, now: Date, hasNeeds: boolean): FilterQuery<Booking> {
  const conditions: FilterQuery<Booking>[] = [stateCondition(listedStates(filter), now)];
  if (filter.scope === BookingScope.UPCOMING) conditions.push({ bookedFrom: { $gte: now } });
  if (filter.scope === BookingScope.NO_STATUS) conditions.push({ status: null });
  if (filter.serviceId) conditions.push({ serviceId: { $in: filter.serviceId } });
  if (filter.eventId) conditions.push({ eventId: { $in: filter.eventId } });
  if (filter.resourceId) conditions.push(resourceCondition(filter.resourceId, hasNeeds));
  if (typeof filter.hasDeletedResource === 'boolean') {
    conditions.push(deletedResourceCondition(filter.hasDeletedResource, hasNeeds));
  }
  if (filter.personId) conditions.push({ personId: { $in: filter.personId } });
  if (filter.couponId) conditions.push({ couponId: { $in: filter.couponId } });
  if (filter.orderId) conditions.push({ orderId: { $in: filter.orderId } });
  if (filter.externalId) conditions.push({ externalId: filter.externalId });
  if (filter.start) conditions.push({ bookedFrom: { $gte: filter.start } });
  if (filter.end) conditions.push({ bookedTo: { $lte: filter.end } });
  const { from, to } = validPeriod(filter.during);
  if (from) conditions.push({ bookedTo: { $gt: from } });
  if (to) conditions.push({ bookedFrom: { $lt: to } });
  if (filter.since) conditions.push({ updatedAt: { $gte: filter.since } });
  if (filter.collectionId) conditions.push({ collectionId: filter.collectionId });
  if (filter.status) conditions.push({ status: { $in: filter.status } });
  return { $and: conditions };
}

/** Includes the bookings with a place on one of the resources. */
function resourceCondition(ids: readonly number[], hasNeeds: boolean): FilterQuery<Booking> {
  const isOwn = { resourceId: { $in: [...ids] } };
  if (!hasNeeds) return isOwn;
  return { $or: [isOwn, { [raw((alias) => hasPlaceOn(alias, '?::integer[]'), [`{${ids.join()}}`])]: [] }] };
}

/** Without an OR, PostgreSQL begins with the deleted resources. Only accounts with needs have places. */
function deletedResourceCondition(isDeleted: boolean, hasNeeds: boolean): FilterQuery<Booking> {
  const condition = (booking: string): string => {
    const own = `deleted.id = ${booking}.resource_id`;
    const placed = hasNeeds ? `(${own} or ${hasPlaceOn(booking, 'array[deleted.id]')})` : own;
    return `${isDeleted ? '' : 'not '}exists (select from resource deleted
      where deleted.account_id = ${booking}.account_id and not deleted.active and ${placed})`;
  };
  return { [raw(condition)]: [] };
}

function stateCondition({ states, areActive }: ListedStates, now: Date): FilterQuery<Booking> {
  const holds = states.filter(isHold);
  if (areActive && holds.length > 0) {
    return {
      $or: [
        { state: { $in: states.filter((state) => !isHold(state)) } },
        { state: { $in: holds }, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] },
      ],
    };
  }
  if (holds.length > 0 && holds.length === states.length) {
    // The partial indexes of holds serve only statements that contain their condition.
    return { $and: [{ state: { $in: holds } }, { [raw((alias) => `${alias}.state in (${sqlStates.hold})`)]: [] }] };
  }
  const others = Object.values(BookingState).filter((state) => !states.includes(state));
  if (others.length === 0) return {};
  return { state: others.length < states.length ? { $nin: others } : { $in: [...states] } };
}

/** The states of the bookings in a list. */
export interface ListedStates {
  states: readonly BookingState[];
  /** Whether expired holds are left out. */
  areActive: boolean;
}

/** The states that both the filter and its scope include (spec, Bookings; contract of lists). */
export function listedStates(filter: BookingFilter): ListedStates {
  const { states, areActive } = statesOfScope(filter);
  const { state: requested } = filter;
  return { states: requested ? states.filter((state) => requested.includes(state)) : states, areActive };
}

const { AWAITING_CONFIRMATION, DECLINED, CANCELLED, DELETED } = BookingState;
const allStates = Object.values(BookingState);

function statesOfScope(filter: BookingFilter): ListedStates {
  switch (filter.scope ?? BookingScope.DEFAULT) {
    case BookingScope.DEFAULT:
      return defaultStates(filter);
    case BookingScope.ACTIVE:
    case BookingScope.UPCOMING:
    case BookingScope.NO_STATUS:
      return { states: ongoingStates, areActive: true };
    case BookingScope.UNCONFIRMED:
      return { states: [AWAITING_CONFIRMATION], areActive: false };
    case BookingScope.VISIBLE:
      return { states: [...ongoingStates, DECLINED, CANCELLED], areActive: true };
    case BookingScope.ALL:
      return { states: allStates, areActive: false };
  }
}

function defaultStates(filter: BookingFilter): ListedStates {
  if (filter.state) return { states: allStates, areActive: false };
  const isNarrowed = filter.resourceId ?? filter.personId ?? filter.start ?? filter.end ?? filter.during;
  return isNarrowed
    ? { states: allStates.filter((state) => state !== DELETED), areActive: false }
    : { states: ongoingStates, areActive: true };
}

/** The instant by whose day bookings are counted: their start or their last change. */
type Dimension = 'booked_from' | 'updated_at';

interface Instants {
  dimension: Dimension;
  /** The earliest instant; undefined for all. */
  from: Date | undefined;
}

/**
 * Counts the bookings that match a filter from the counts by day of `0033-booking-counts`. It takes 0.2 µs per day and
 * 0.35 µs per booking that is not counted yet, 600 on the average (`count_booking`), and reads of the others only those of
 * the first day and recently expired holds.
 *
 * @returns undefined if the filter has conditions that the counts by day do not cover
 */
export async function countByDay(
  context: RequestContext,
  filter: BookingFilter,
  now: Date,
): Promise<number | undefined> {
  const range = instantsOf(filter, now);
  if (!range) return undefined;
  const { states, areActive } = listedStates(filter);
  const [row] = await context.db.query<{ count: number }>(statementFor(range.dimension), [
    range.from ?? '-infinity',
    states,
    areActive ? now : '-infinity',
  ]);
  return row?.count;
}

/** The range of a filter; undefined if the filter has conditions other than one range and states. */
function instantsOf(filter: BookingFilter, now: Date): Instants | undefined {
  const { scope, state: _, start, since, ...others } = filter;
  if (scope === BookingScope.NO_STATUS || Object.values(others).some((value) => value != null)) return undefined;
  const starts = [start, scope === BookingScope.UPCOMING ? now : undefined].filter((instant) => instant != null);
  if (!since) return { dimension: 'booked_from', from: latest(starts) };
  return starts.length === 0 ? { dimension: 'updated_at', from: since } : undefined;
}

function latest(instants: Date[]): Date | undefined {
  return instants.toSorted((a, b) => b.getTime() - a.getTime())[0];
}

/**
 * A single statement, so that everything is read from one snapshot. The `order by` of the first day makes the planner
 * choose the index with that order: without statistics, every index that begins with the account has the same cost. That of
 * the bookings which are not counted yet does the same, and the limit of the ids makes it expect few of them.
 *
 * The instant is a subquery to hide its value from the planner, so that PostgreSQL keeps the plan. With the value, it
 * planned each time, in 0.7 of 1 ms.
 */
function statementFor(dimension: Dimension): string {
  const instant = '(select $2::timestamptz)';
  const day = `(${instant} at time zone 'UTC')::date`;
  const nextDay = `(${day} + 1)::timestamp at time zone 'UTC'`;
  const countedTo = '(select coalesce(max(counted_to), 0) from booking_count_position where account_id = $1)';
  return `select (
    (select coalesce(sum(count), 0) from booking_count where account_id = $1
        and dimension = '${dimension}' and day > ${day} and state = any ($3::text[]))
    + (select coalesce(sum(change), 0) from booking_count_difference where account_id = $1 and booking_id <= ${countedTo}
        and ${dimension}_day > ${day} and state = any ($3::text[]))
    + (select count(*) from (select from booking where account_id = $1 and id > ${countedTo} and id <= 2147483647
        and state = any ($3::text[]) and ${dimension} >= ${nextDay} order by id) as uncounted)
    + (select count(*) from (select from booking where account_id = $1 and state = any ($3::text[])
        and ${dimension} >= ${instant} and ${dimension} < ${nextDay}
        order by ${dimension}, id) as first_day)
    - (select count(*) from booking where account_id = $1 and state in (${sqlStates.hold})
        and state = any ($3::text[]) and coalesce(expires_at, 'infinity') <= $4::timestamptz and ${dimension} >= ${instant})
  )::integer as count`;
}
