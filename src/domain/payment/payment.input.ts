import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { RefundReason } from '../order/order.entity.js';

export const tipDescription =
  'A tip that the customer adds to what is due, or gives alone once the order is paid. Needs `tipPercentages` of the account. Default: none.';

@InputType({
  description:
    'The payment provider of the account and its keys there. The keys are stored, but never shown. A key that is left out stays unchanged.',
})
export class PaymentSettingsInput {
  @Field(() => String, { description: 'The `name` of one of `paymentProviders`.' }) provider!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The secret key of the API of the provider.',
  })
  secretKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret with which the provider signs its notifications, if it does.',
  })
  webhookSecret?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether customers can pay by it. True by default.' })
  active?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether a person stores a card to book where fees are agreed and nothing is paid first. By default as it is, at first false.',
  })
  asksForCards?: boolean | null;
}

@ArgsType()
export class CheckoutArguments {
  @Field(() => Int) orderId!: number;

  @Field(() => Decimal, { nullable: true, description: tipDescription })
  tip?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL to which the customer returns after the payment. Required.',
  })
  successUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL to which the customer returns without a payment. Defaults to the other.',
  })
  cancelUrl?: string | null;
}

@ArgsType()
export class ProviderRefundArguments {
  @Field(() => Int) orderId!: number;

  @Field(() => Decimal, { description: 'At most the `refundable` amount of the order.' })
  amount!: string;
  @RefundReason() reason?: string | null;
}
