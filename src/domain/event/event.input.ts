import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { type CustomData, CustomDataObject, Instant, Uuid } from '../../platform/scalars.js';
import { During } from '../during.input.js';

/** Attributes of an event; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class EventInput {
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => String, { nullable: true }) description?: string | null;
  @Field(() => Boolean, { nullable: true }) published?: boolean | null;
  @Field(() => Int, { nullable: true }) capacity?: number | null;
  @Field(() => Instant, { nullable: true }) startsAt?: Date | null;
  @Field(() => Instant, { nullable: true }) endsAt?: Date | null;
  @Field(() => Instant, { nullable: true }) firstBookingAt?: Date | null;
  @Field(() => Instant, { nullable: true }) lastBookingAt?: Date | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
}

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
