import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { byId, byUpdate, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { OrderState } from './order.entity.js';

export const orderOrder = createListOrder('OrderOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class OrderFilter extends RecordFilter {
  @Field(() => OrderState, { nullable: true, description: 'Returns the orders in this state.' })
  state?: OrderState | null;
  @Field(() => Int, { nullable: true, description: 'Returns the orders of this person.' }) personId?: number | null;
}

export const orderLineItemOrder = createListOrder('OrderLineItemOrder', { ID: byId }, 'ID');

@InputType()
export class OrderLineItemFilter extends RecordFilter {}

export const orderPaymentOrder = createListOrder('OrderPaymentOrder', { ID: byId }, 'ID');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class OrderPaymentFilter extends RecordFilter {}

@ArgsType()
export class PaymentArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => Decimal, { description: 'At most the balance of the order.' })
  amount!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The payment provider's identifier of the payment. A reference that is already recorded is rejected, so a retry records nothing twice. Default: none.",
  })
  reference?: string | null;
}

@ArgsType()
export class RefundArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => Decimal, { description: 'At most the `refundable` amount of the order.' })
  amount!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The payment provider's identifier of the refund. A reference that is already recorded is rejected, so a retry records nothing twice. Default: none.",
  })
  reference?: string | null;
}

@ArgsType()
export class RedemptionArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => String, { description: 'The code of the gift card, in any case.' })
  code!: string;

  @Field(() => Decimal, {
    nullable: true,
    description: 'The amount to redeem. Defaults to the lower of the balances of the order and the card.',
  })
  amount?: string | null;
}
