import type { FilterQuery } from '@mikro-orm/core';
import { isVisitor, type RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { validPeriod } from '../records/period.input.js';
import { requireVisible } from '../records/record.rules.js';
import { Event, EventConnection } from './event.entity.js';
import { EventFilter, eventOrder } from './event.input.js';

/** Returns an event, also a deleted one unless the actor is a visitor. @throws DomainError NOT_FOUND */
export async function getEvent(context: RequestContext, id: number): Promise<Event> {
  return requireVisible(context, await context.db.get(Event, id));
}

/** Active events. Visitors get only published ones. */
export const eventList: List<Event, EventFilter, EventConnection> = {
  name: 'events',
  entity: Event,
  connection: EventConnection,
  filter: EventFilter,
  order: eventOrder,
  conditions: eventConditions,
};

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
