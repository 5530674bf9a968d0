import { Field, InputType, Int } from 'type-graphql';
import { Instant, Uuid } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { byId, byInstant, byUpdate, createListOrder } from '../records/list-order.js';
import { During } from '../records/period.input.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { Event } from './event.entity.js';

/** Attributes of an event. An absent attribute stays unchanged; null clears it or restores its default. */
@InputType({
  description: 'Attributes of an event. An absent one stays unchanged. Null clears it or restores its default.',
})
export class EventInput extends inputOf(
  Event,
  'active',
  'collectionId',
  'bufferBefore',
  'bufferAfter',
  'revisionCount',
) {}

export const eventOrder = createListOrder(
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
