import type { Join } from '../../platform/database/related-rows.js';
import type { Row } from '../../platform/database/rows.js';
import { notFound } from '../../platform/errors.js';
import { type BookingConnection, BookingState } from '../booking/booking.entity.js';
import type { BookingFilter, BookingOrder } from '../booking/booking.input.js';
import { listBookings } from '../booking/booking.queries.js';
import type { PageRequest } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import type { EventConnection } from '../event/event.entity.js';
import type { EventFilter, EventOrder } from '../event/event.input.js';
import { listEvents } from '../event/event.queries.js';
import { Recurrence } from './recurrence.entity.js';

/** Returns the recurrence of a collection of bookings or events. @throws DomainError NOT_FOUND */
export async function getRecurrence(
  { db }: RequestContext,
  kind: 'booking' | 'event',
  collectionId: string,
): Promise<Row<Recurrence>> {
  const [recurrence] = await db.rows(Recurrence, { collectionId, [kind]: { $ne: null } }, { limit: 1 });
  if (!recurrence) throw notFound();
  return recurrence;
}

const listedStates = Object.values(BookingState).filter((state) => state !== BookingState.DELETED);

/** Lists the bookings of a collection; by default those that are not deleted. @throws DomainError NOT_FOUND */
export async function listRecurringBookings(
  context: RequestContext,
  collectionId: string,
  filter: BookingFilter,
  order: BookingOrder,
  page: PageRequest,
  joins: readonly Join[],
): Promise<BookingConnection> {
  await getRecurrence(context, 'booking', collectionId);
  return listBookings(context, { ...filter, collectionId, state: filter.state ?? listedStates }, order, page, joins);
}

/** Lists the events of a collection. @throws DomainError NOT_FOUND */
export async function listRecurringEvents(
  context: RequestContext,
  collectionId: string,
  filter: EventFilter,
  order: EventOrder,
  page: PageRequest,
): Promise<EventConnection> {
  await getRecurrence(context, 'event', collectionId);
  return listEvents(context, { ...filter, collectionId }, order, page);
}
