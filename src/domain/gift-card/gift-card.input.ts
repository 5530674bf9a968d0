import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { GiftCard } from './gift-card.entity.js';

/** Attributes of a gift card; what is absent is left as it is, null clears or restores the default. Values are in units of the currency. */
@InputType()
export class GiftCardInput extends inputOf(GiftCard, 'code', 'initialValue', 'remaining', 'archivedAt') {
  @Field(() => String, { nullable: true, description: 'Made up when there is none.' }) code?: string | null;
  @Field(() => Int, { nullable: true }) value?: number | null;
  @Field(() => Int, { nullable: true, description: 'The value on creation unless given.' })
  initialValue?: number | null;
}

/** Conditions that must all hold. */
@InputType()
export class GiftCardFilter {
  @Field(() => Int, { nullable: true }) personId?: number | null;
}
