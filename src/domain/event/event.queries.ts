import type { FilterQuery } from '@mikro-orm/core';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { PageRequest } from '../connection.type.js';
import { isVisitor, type RequestContext } from '../context.js';
import { validPeriod } from '../during.input.js';
import { requireVisible } from '../visibility.rules.js';
import { Event, EventConnection } from './event.entity.js';
import { type EventFilter, EventOrder } from './event.input.js';

/** Returns an event, also a deleted one unless the actor is a visitor. @throws DomainError NOT_FOUND */
export async function getEvent(context: RequestContext, id: number): Promise<Row<Event>> {
  return requireVisible(context, await getRow(context.db, Event, id));
}

/** Lists active events by start. Visitors get only published ones. */
export function listEvents(
  context: RequestContext,
  filter: EventFilter,
  order: EventOrder,
  page: PageRequest,
): EventConnection {
  const where = eventConditions(context, filter);
  const direction = order === EventOrder.STARTS_AT_DESC ? 'desc' : 'asc';
  return new EventConnection(
    page,
    (slice) => context.db.rows(Event, where, { orderBy: { startsAt: direction, id: direction }, ...slice }),
    () => context.db.count(Event, where),
  );
}

function eventConditions(context: RequestContext, filter: EventFilter): FilterQuery<Event> {
  const conditions: FilterQuery<Event>[] = [{ active: true }];
  if (isVisitor(context)) conditions.push({ published: true });
  if (filter.serviceId) conditions.push({ serviceId: filter.serviceId });
  if (filter.resourceId) conditions.push({ resourceId: filter.resourceId });
  if (filter.start) conditions.push({ startsAt: { $gte: filter.start } });
  if (filter.end) conditions.push({ endsAt: { $lte: filter.end } });
  const { from, to } = validPeriod(filter.during);
  if (from) conditions.push({ endsAt: { $gt: from } });
  if (to) conditions.push({ startsAt: { $lt: to } });
  if (filter.since) conditions.push({ updatedAt: { $gte: filter.since } });
  if (filter.collectionId) conditions.push({ collectionId: filter.collectionId });
  return { $and: conditions };
}
