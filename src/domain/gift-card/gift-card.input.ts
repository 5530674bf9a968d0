import { Field, InputType, Int } from 'type-graphql';
import { CalendarDate, type CustomData, CustomDataObject } from '../../platform/scalars.js';

/** Attributes of a gift card; what is absent is left as it is, null clears or restores the default. Values are in units of the currency. */
@InputType()
export class GiftCardInput {
  @Field(() => String, { nullable: true, description: 'Made up when there is none.' }) code?: string | null;
  @Field(() => Int, { nullable: true }) value?: number | null;
  @Field(() => Int, { nullable: true, description: 'The value on creation unless given.' })
  initialValue?: number | null;
  @Field(() => Boolean, { nullable: true }) active?: boolean | null;
  @Field(() => CalendarDate, { nullable: true }) validUntil?: string | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
  @Field(() => Int, { nullable: true }) purchasedByPersonId?: number | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
}

/** Conditions that must all hold. */
@InputType()
export class GiftCardFilter {
  @Field(() => Int, { nullable: true }) personId?: number | null;
}
