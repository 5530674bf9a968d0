import type { FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { Join } from '../../platform/database/related-rows.js';
import { notFound } from '../../platform/errors.js';
import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { getEvent } from '../event/event.queries.js';
import { Person } from '../person/person.entity.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { validPeriod } from '../records/period.input.js';
import { Booking, BookingConnection, BookingState } from './booking.entity.js';
import { BookingFilter, BookingScope, bookingOrder } from './booking.input.js';
import { countByDay } from './booking-counts.queries.js';
import { type ListedStates, listedStates } from './listed-states.rules.js';
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
  conditions: ({ clock }, filter) => bookingConditions(filter, clock.now()),
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
  await getEvent(context, eventId);
  const filter = { ...request.filter, eventId: [eventId] };
  return readList(context, bookingList, { name: 'bookingsOfEvent', ...request, filter });
}

function bookingConditions(filter: BookingFilter, now: Date): FilterQuery<Booking> {
  const conditions: FilterQuery<Booking>[] = [stateCondition(listedStates(filter), now)];
  if (filter.scope === BookingScope.UPCOMING) conditions.push({ bookedFrom: { $gte: now } });
  if (filter.scope === BookingScope.NO_STATUS) conditions.push({ status: null });
  if (filter.serviceId) conditions.push({ serviceId: { $in: filter.serviceId } });
  if (filter.eventId) conditions.push({ eventId: { $in: filter.eventId } });
  if (filter.resourceId) conditions.push({ resourceId: { $in: filter.resourceId } });
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
