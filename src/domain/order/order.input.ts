import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { OrderState } from './order.entity.js';

/** Conditions that must all hold. */
@InputType()
export class OrderFilter {
  @Field(() => OrderState, { nullable: true }) state?: OrderState | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
}

@ArgsType()
export class PaymentArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => Decimal, { description: 'At most the balance of the order.' })
  amount!: string;

  @Field(() => String, {
    nullable: true,
    description: 'By which whoever took the payment knows it. One that is recorded already is refused.',
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
      'The identifier that the payment provider has for the refund. One that is recorded already is refused, so a retry refunds nothing twice.',
  })
  reference?: string | null;
}

@ArgsType()
export class RedemptionArguments {
  @Field(() => Int)
  orderId!: number;

  @Field(() => String)
  code!: string;

  @Field(() => Decimal, { nullable: true, description: 'Unless said, what the order needs and the card has.' })
  amount?: string | null;
}
