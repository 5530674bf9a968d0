import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { Instant, Uuid } from '../../platform/scalars.js';
import { During } from '../during.input.js';
import { inputOf } from '../entity-attributes.js';
import { Event } from './event.entity.js';

/** Attributes of an event. An absent attribute stays unchanged; null clears it or restores its default. */
@InputType()
export class EventInput extends inputOf(Event, 'active', 'collectionId') {}

export enum EventOrder {
  STARTS_AT = 'starts_at',
  STARTS_AT_DESC = 'starts_at_desc',
}
registerEnumType(EventOrder, { name: 'EventOrder' });

/** Conditions that must all hold (spec, Events). */
@InputType()
export class EventFilter {
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Instant, { nullable: true, description: 'Returns events that begin at or after this instant.' })
  start?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Returns events that end at or before this instant.' })
  end?: Date | null;
  @Field(() => During, { nullable: true }) during?: During | null;
  @Field(() => Instant, { nullable: true, description: 'Returns events changed at or after this instant.' })
  since?: Date | null;
  @Field(() => Uuid, { nullable: true }) collectionId?: string | null;
}
