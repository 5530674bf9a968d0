import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../records/attributes.js';
import { byId, byUpdate, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { GiftCard } from './gift-card.entity.js';

/**
 * Attributes of a gift card. An absent attribute stays unchanged; null clears it or restores its default. Values are in
 * units of the currency.
 */
@InputType({
  description: 'Attributes of a gift card. An absent one stays unchanged. Values are in units of the currency.',
})
export class GiftCardInput extends inputOf(
  GiftCard,
  'code',
  'initialValue',
  'remaining',
  'archivedAt',
  'orderLineItemId',
  'orderLineItemUnit',
) {
  @Field(() => Boolean, { nullable: true, description: 'Whether it is activated. True by default.' })
  active?: boolean | null;
  @Field(() => String, { nullable: true, description: 'Generated if absent.' }) code?: string | null;
  @Field(() => Int, { nullable: true, description: 'The balance, in units of the currency.' }) value?: number | null;
  @Field(() => Int, { nullable: true, description: 'Defaults to the value on creation.' })
  initialValue?: number | null;
}

/** Conditions that must all hold. */
@InputType()
export class GiftCardFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the gift cards of this person.' }) personId?: number | null;
}
export const giftCardOrder = createListOrder('GiftCardOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');
