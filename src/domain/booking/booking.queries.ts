import type { FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.js';
import type { Join } from '../../platform/database/related-rows.js';
import type { Row } from '../../platform/database/rows.js';
import type { PageRequest } from '../connection.js';
import type { RequestContext } from '../context.js';
import { validPeriod } from '../during.input.js';
import { getEvent } from '../event/event.queries.js';
import { getPerson } from '../person/person.queries.js';
import { Booking, BookingConnection, BookingState } from './booking.entity.js';
import { type BookingFilter, BookingOrder, BookingScope } from './booking.input.js';
import { holdStates } from './booking-state.rules.js';

/** One booking in any state, deleted ones too. @throws DomainError NOT_FOUND */
export async function getBooking(
  context: RequestContext,
  id: number,
  joins: readonly Join[] = [],
): Promise<Row<Booking>> {
  const booking = await context.db.loadWith(Booking, id, joins);
  if (!booking) throw notFound();
  return booking;
}

/**
 * The booking of that external id: an active one, else one that is not deleted, and of several the newest.
 *
 * @throws DomainError NOT_FOUND
 */
export async function findBookingByExternalId(context: RequestContext, externalId: string): Promise<Row<Booking>> {
  const now = context.clock.now();
  const isActive = raw((alias) => `is_active_booking(${alias}.state, ${alias}.expires_at, ?)`, [now]);
  const isDeleted = raw((alias) => `${alias}.state = '${BookingState.DELETED}'`);
  const orderBy: QueryOrderMap<Booking>[] = [{ [isActive]: 'desc' }, { [isDeleted]: 'asc' }, { id: 'desc' }];
  const [booking] = await context.db.rows(Booking, { externalId }, { orderBy, limit: 1 });
  if (!booking) throw notFound();
  return booking;
}

/** Bookings in the order of time unless said. */
export function listBookings(
  context: RequestContext,
  filter: BookingFilter,
  order: BookingOrder,
  page: PageRequest,
  joins: readonly Join[],
): BookingConnection {
  const where = bookingConditions(filter, context.clock.now());
  return new BookingConnection(
    page,
    (part) => context.db.rows(Booking, where, { orderBy: orders[order], joins, ...part }),
    () => context.db.count(Booking, where),
  );
}

/** The bookings of one person. @throws DomainError NOT_FOUND */
export async function listBookingsOfPerson(
  context: RequestContext,
  personId: number,
  filter: BookingFilter,
  order: BookingOrder,
  page: PageRequest,
  joins: readonly Join[],
): Promise<BookingConnection> {
  await getPerson(context, personId);
  return listBookings(context, { ...filter, personId: [personId] }, order, page, joins);
}

/** The bookings of one event. @throws DomainError NOT_FOUND */
export async function listBookingsOfEvent(
  context: RequestContext,
  eventId: number,
  filter: BookingFilter,
  order: BookingOrder,
  page: PageRequest,
  joins: readonly Join[],
): Promise<BookingConnection> {
  await getEvent(context, eventId);
  return listBookings(context, { ...filter, eventId: [eventId] }, order, page, joins);
}

const orders: Record<BookingOrder, QueryOrderMap<Booking>> = {
  [BookingOrder.BOOKED_FROM]: { bookedFrom: 'asc', id: 'asc' },
  [BookingOrder.BOOKED_FROM_DESC]: { bookedFrom: 'desc', id: 'desc' },
  [BookingOrder.UPDATED_AT_DESC]: { updatedAt: 'desc', id: 'desc' },
};

function bookingConditions(filter: BookingFilter, now: Date): FilterQuery<Booking> {
  const conditions: FilterQuery<Booking>[] = scopeConditions(filter, now);
  if (filter.serviceId) conditions.push({ serviceId: { $in: filter.serviceId } });
  if (filter.eventId) conditions.push({ eventId: { $in: filter.eventId } });
  if (filter.resourceId) conditions.push({ resourceId: { $in: filter.resourceId } });
  if (filter.personId) conditions.push({ personId: { $in: filter.personId } });
  if (filter.externalId) conditions.push({ externalId: filter.externalId });
  if (filter.start) conditions.push({ bookedFrom: { $gte: filter.start } });
  if (filter.end) conditions.push({ bookedTo: { $lte: filter.end } });
  const { from, to } = validPeriod(filter.during);
  if (from) conditions.push({ bookedTo: { $gt: from } });
  if (to) conditions.push({ bookedFrom: { $lt: to } });
  if (filter.since) conditions.push({ updatedAt: { $gte: filter.since } });
  if (filter.collectionId) conditions.push({ collectionId: filter.collectionId });
  if (filter.state) conditions.push({ state: { $in: filter.state } });
  if (filter.status) conditions.push({ status: { $in: filter.status } });
  return { $and: conditions };
}

/** What each listing holds, before the filters (spec, Bookings; contract of lists). */
function scopeConditions(filter: BookingFilter, now: Date): FilterQuery<Booking>[] {
  const active = activeAt(now);
  switch (filter.scope ?? BookingScope.DEFAULT) {
    case BookingScope.DEFAULT:
      return defaultConditions(filter, active);
    case BookingScope.ACTIVE:
      return [active];
    case BookingScope.UPCOMING:
      return [active, { bookedFrom: { $gte: now } }];
    case BookingScope.UNCONFIRMED:
      return [{ state: BookingState.AWAITING_CONFIRMATION }];
    case BookingScope.NO_STATUS:
      return [active, { status: null }];
    case BookingScope.VISIBLE:
      return [{ $or: [active, { state: { $in: [BookingState.DECLINED, BookingState.CANCELLED] } }] }];
    case BookingScope.ALL:
      return [];
  }
}

function defaultConditions(filter: BookingFilter, active: FilterQuery<Booking>): FilterQuery<Booking>[] {
  if (filter.state) return [];
  const asksForMore = filter.resourceId ?? filter.personId ?? filter.start ?? filter.end ?? filter.during;
  return [asksForMore ? { state: { $ne: BookingState.DELETED } } : active];
}

/** The condition of `isActive`, for the database. */
function activeAt(now: Date): FilterQuery<Booking> {
  return {
    $or: [
      { state: { $in: [BookingState.AWAITING_CONFIRMATION, BookingState.CONFIRMED] } },
      { state: { $in: [...holdStates] }, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] },
    ],
  };
}
