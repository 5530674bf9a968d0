import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { KeyOrder } from '../../platform/database/key-order.js';
import type { Join } from '../../platform/database/related-rows.js';
import { createRecordToken } from '../account/record-token.rules.js';
import { Booking, BookingConnection, BookingState } from '../booking/booking.entity.js';
import { BookingFilter, bookingOrder } from '../booking/booking.input.js';
import { holdStates, permanentStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { GiftCard, GiftCardConnection } from '../gift-card/gift-card.entity.js';
import { giftCardList } from '../gift-card/gift-card.queries.js';
import { Order } from '../order/order.entity.js';
import { orderList } from '../order/order.queries.js';
import type { Package, PackageConnection } from '../package/package.entity.js';
import { packageList } from '../package/package.queries.js';
import type { ListOrder, PageRequest, Slice } from '../records/list.input.js';
import { cursorsOf, readList, sliceOf } from '../records/list.js';
import { showOrders } from '../shop/public-order.actions.js';
import { guardianOf, requireVisitor, type Visitor } from '../visitor-session/visitor-session.actions.js';
import { latestExpiry } from '../visitor-session/visitor-session.rules.js';
import { WaitlistEntry, WaitlistState } from '../waitlist/waitlist-entry.entity.js';
import { waitlist } from '../waitlist/waitlist-entry.queries.js';
import { PublicOrderConnection, VisitorBookings, WaitlistTicketConnection } from './visitor.type.js';

/** A request for a page of what a visitor has. */
export interface VisitorRequest {
  /** Of the session; by default that of the request. */
  token: string | null | undefined;
  page: PageRequest;
  joins?: readonly Join[];
}

/** @throws DomainError UNAUTHENTICATED, NOT_FOUND; INVALID by argument of the page */
export async function listVisitorBookings(
  context: RequestContext,
  which: VisitorBookings,
  { token, page, joins }: VisitorRequest,
): Promise<BookingConnection> {
  const visitor = await requireVisitor(context, token);
  const { personIds } = visitor;
  const now = context.clock.now();
  const list = {
    name: `visitorBookings.${which}`,
    entity: Booking,
    connection: BookingConnection,
    filter: BookingFilter,
    order: bookingOrder,
    conditions: () => bookingConditions(which, personIds, now),
    complete: async (_: RequestContext, bookings: Booking[]) => {
      for (const booking of bookings) booking.linkGuardianId = guardianOf(visitor, booking.personId);
    },
  };
  const order = which === VisitorBookings.UPCOMING ? 'booked_from' : 'booked_from_desc';
  return readList(context, list, { filter: {}, order, page, joins });
}

function bookingConditions(which: VisitorBookings, personIds: number[], now: Date): FilterQuery<Booking> {
  const isPermanent = { state: { $in: [...permanentStates] } };
  const own = { personId: { $in: personIds } };
  switch (which) {
    case VisitorBookings.UPCOMING: {
      const isHeld = { state: { $in: [...holdStates] }, expiresAt: { $gt: now } };
      return { ...own, bookedTo: { $gt: now }, $or: [isPermanent, isHeld] };
    }
    case VisitorBookings.PAST: {
      const isOver = { state: { $in: [BookingState.DECLINED, BookingState.CANCELLED] } };
      return { ...own, $or: [{ ...isPermanent, bookedTo: { $lte: now } }, isOver] };
    }
  }
}

/** Lists the gift cards that people own, and those that they bought and nobody owns, newest first. */
export async function listVisitorGiftCards(
  context: RequestContext,
  { token, page }: VisitorRequest,
): Promise<GiftCardConnection> {
  const { personIds } = await requireVisitor(context, token);
  const own = { personId: { $in: personIds } };
  const bought = { personId: null, purchasedByPersonId: { $in: personIds } };
  const conditions = (): FilterQuery<GiftCard> => ({ archivedAt: null, $or: [own, bought] });
  const list = { ...giftCardList, name: 'visitorGiftCards', entity: GiftCard, conditions };
  return readList(context, list, { filter: {}, order: newestFirst, page });
}

/** Lists the packages of people, newest first, also used and expired ones. */
export async function listVisitorPackages(
  context: RequestContext,
  { token, page }: VisitorRequest,
): Promise<PackageConnection> {
  const { personIds } = await requireVisitor(context, token);
  const conditions = (): FilterQuery<Package> => ({ archivedAt: null, personId: { $in: personIds } });
  const list = { ...packageList, name: 'visitorPackages', conditions };
  return readList(context, list, { filter: {}, order: newestFirst, page });
}

/** The value of an order by `byId`. */
const newestFirst = 'id_desc';

/** Lists orders, newest first. Each has a token that opens it until the session ends at the latest. */
export async function listVisitorOrders(
  context: RequestContext,
  { token, page }: VisitorRequest,
): Promise<PublicOrderConnection> {
  const visitor = await requireVisitor(context, token);
  const { account, db } = context;
  const { order, slice, cursorOf } = pageOf(context, 'visitorOrders', orderList.order, page);
  const where = (): FilterQuery<Order> => ({ personId: { $in: visitor.personIds } });
  return new PublicOrderConnection(slice, {
    read: async (part) => {
      const orders = await db.rows(Order, where(), { order, ...part });
      const expiresAt = latestExpiry(account, visitor.createdAt);
      return showOrders(
        db,
        orders.map((one) => {
          const guardianId = guardianOf(visitor, one.personId);
          return { order: one, token: createRecordToken(account, 'order', one.id, { expiresAt, guardianId }) };
        }),
      );
    },
    count: () => db.count(Order, where()),
    cursorOf,
  });
}

/** Lists the entries of the waitlist that wait or have an offer, newest first, with a token by which they can leave. */
export async function listVisitorWaitlist(
  context: RequestContext,
  { token, page }: VisitorRequest,
): Promise<WaitlistTicketConnection> {
  const visitor = await requireVisitor(context, token);
  const { account, db } = context;
  const { order, slice, cursorOf } = pageOf(context, 'visitorWaitlist', waitlist.order, page);
  const where = (): FilterQuery<WaitlistEntry> => waitlistConditions(visitor);
  return new WaitlistTicketConnection(slice, {
    read: async (part) => {
      const entries = await db.rows(WaitlistEntry, where(), { order, ...part });
      const expiresAt = latestExpiry(account, visitor.createdAt);
      return entries.map((entry) => {
        const guardianId = guardianOf(visitor, entry.personId);
        const own = createRecordToken(account, 'waitlist_entry', entry.id, { expiresAt, guardianId });
        return { token: own, entry, canTake: false };
      });
    },
    count: () => db.count(WaitlistEntry, where()),
    cursorOf: ({ entry }) => cursorOf(entry),
  });
}

/**
 * The entries of the people, and those with the address that the visitor has proved. Those of a dependant, which have the address
 * of a guardian, are shown as entries of the people only, because that one may have been removed.
 */
function waitlistConditions({ personIds, address }: Visitor): FilterQuery<WaitlistEntry> {
  const open = [WaitlistState.WAITING, WaitlistState.OFFERED].map((state) => `'${state}'`).join(', ');
  const hasAddress = address.includes('@')
    ? { [raw((alias) => `text_key(${alias}.email)`)]: address }
    : { phoneNumberFormatted: address };
  return {
    $and: [
      { duplicate: false },
      // The partial indexes of open entries serve only statements that contain their condition.
      { [raw((alias) => `${alias}.state in (${open})`)]: [] },
      { $or: [{ personId: { $in: personIds } }, { ...hasAddress, contactOfGuardian: false }] },
    ],
  };
}

interface ListPage {
  order: KeyOrder;
  slice: Slice;
  cursorOf(record: { id: number }): string;
}

/** @throws DomainError INVALID by argument of the page */
function pageOf({ db }: RequestContext, name: string, orders: ListOrder, page: PageRequest): ListPage {
  const scope = { accountId: db.accountId, list: name, order: newestFirst };
  return { order: orders.get(newestFirst), slice: sliceOf(orders, scope, page), cursorOf: cursorsOf(orders, scope) };
}
