import type { FilterQuery } from '@mikro-orm/core';
import { Field, InputType, Int } from 'type-graphql';
import { Instant, Uuid } from '../../platform/scalars.js';
import { isVisitor, type RequestContext } from '../context.js';
import { byId, byInstant, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { During, validPeriod } from '../records/period.input.js';
import { Event, EventConnection } from './event.entity.js';

const eventOrder = createListOrder(
  'EventOrder',
  { STARTS_AT: byInstant('startsAt', 'start'), ENDS_AT: byInstant('endsAt', 'end'), UPDATED_AT: byUpdate, ID: byId },
  'STARTS_AT',
);

/** Conditions that must all hold (spec, Events). */
@InputType()
export class EventFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns events of this service.' }) serviceId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns events of this resource.' }) resourceId?: number | null;
  @Field(() => Instant, { nullable: true, description: 'Returns events that begin at or after this instant.' })
  start?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Returns events that end at or before this instant.' })
  end?: Date | null;
  @Field(() => During, { nullable: true, description: 'Returns events that overlap this period.' })
  during?: During | null;
  @Field(() => Instant, { nullable: true, description: 'Returns events changed at or after this instant.' })
  since?: Date | null;
  @Field(() => Uuid, { nullable: true, description: 'Returns events of this series.' }) collectionId?: string | null;
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
  if (typeof filter.serviceId === 'number') conditions.push({ serviceId: filter.serviceId });
  if (typeof filter.resourceId === 'number') conditions.push({ resourceId: filter.resourceId });
  if (filter.start) conditions.push({ startsAt: { $gte: filter.start } });
  if (filter.end) conditions.push({ endsAt: { $lte: filter.end } });
  const { from, to } = validPeriod(filter.during);
  if (from) conditions.push({ endsAt: { $gt: from } });
  if (to) conditions.push({ startsAt: { $lt: to } });
  if (filter.since) conditions.push({ updatedAt: { $gte: filter.since } });
  if (filter.collectionId) conditions.push({ collectionId: filter.collectionId });
  return { $and: conditions };
}
