import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { Instant, Uuid } from '../../platform/scalars.js';
import { During } from '../during.input.js';
import { inputOf } from '../entity-attributes.js';
import { Event } from './event.entity.js';

/** Attributes of an event; what is absent is left as it is, null clears or restores the default. */
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
  @Field(() => Instant, { nullable: true, description: 'Begins at or after.' }) start?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Ends at or before.' }) end?: Date | null;
  @Field(() => During, { nullable: true }) during?: During | null;
  @Field(() => Instant, { nullable: true, description: 'Changed at or after.' }) since?: Date | null;
  @Field(() => Uuid, { nullable: true }) collectionId?: string | null;
}
