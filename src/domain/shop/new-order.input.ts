import { Extensions, Field, InputType, Int } from 'type-graphql';
import type { ListBounds } from '../../platform/accepted.js';
import { Decimal } from '../../platform/scalars.js';
import { PublicPersonInput } from '../booking/public/public-booking.input.js';
import { PersonAttributesInput } from '../person/person.input.js';

@InputType({ description: 'An item of a new order.' })
export class OrderLineItemInput {
  @Field(() => Int, { description: 'The id of a service of the type `PRODUCT`, `GIFT_CARD` or `PACKAGE`.' })
  serviceId!: number;

  @Field(() => Int, { nullable: true, description: 'The number of units. 1 by default.' })
  quantity?: number | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'The value of a gift card whose service has no price: from 1 to 10,000 units of the currency. For other items only the price of the service is accepted, which is the default.',
  })
  amount?: string | null;
}

/** The maximum of line items of an order. */
const maxLineItems = 20;
const LineItemBounds = () => Extensions({ items: { least: 1, most: maxLineItems } satisfies ListBounds });

@InputType({
  description:
    'A new order of products, gift cards and packages, without a booking. An attribute that is left out is empty.',
})
export class NewOrderInput {
  @Field(() => Int, { nullable: true }) personId?: number | null;

  @Field(() => PersonAttributesInput, {
    nullable: true,
    description:
      'The person who pays, matched or created as the person of a booking. Packages are for this person; if a guardian pays for the person, the order is of the guardian.',
  })
  personAttributes?: PersonAttributesInput | null;

  @Field(() => Int, { nullable: true }) couponId?: number | null;
  @Field(() => String, { nullable: true }) couponCode?: string | null;

  @LineItemBounds()
  @Field(() => [OrderLineItemInput], { description: 'From 1 to 20 items.' })
  orderLineItems!: OrderLineItemInput[];
}

@InputType({
  description:
    'An order of a visitor of the public site. An attribute that is left out is empty, if it is not required.',
})
export class PublicOrderInput {
  @Field(() => PublicPersonInput, {
    nullable: true,
    description: 'The person who pays. Needs a name and an email address, to which gift cards are sent.',
  })
  personAttributes?: PublicPersonInput | null;

  @Field(() => String, { nullable: true }) couponCode?: string | null;

  @LineItemBounds()
  @Field(() => [OrderLineItemInput], { description: 'From 1 to 20 items.' })
  orderLineItems!: OrderLineItemInput[];
}
