import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer, requiredDecimal, requiredInteger, text } from '../../platform/database/columns.js';
import { Decimal } from '../../platform/scalars.js';
import { reference } from '../records/reference.js';
import { PaymentMethod } from './payment-method.js';

/** The share of a tip that is for one member of the staff. Written only under the lock of its order, which has the sum. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'The share of a tip that is for one member of the staff. A negative amount was given back. The tips of an order add up to its `tipAmount` and never change.',
})
export class Tip extends AccountRecord {
  @requiredInteger()
  @reference('order', 'Order', { nullable: false, description: 'The order with which it was given.' })
  orderId!: number;
  @integer({ description: 'The id of the resource for which it is. Null if the order had no booking of one.' })
  @reference('resource', 'Resource', { description: 'The resource for which it is.' })
  resourceId: number | null = null;
  @requiredDecimal({ description: 'The amount. Negative if it was given back.' }) amount!: string;

  @Property({ type: 'string', length: 9, nullable: true })
  @Field(() => PaymentMethod, {
    nullable: true,
    description: 'The way in which it was given or given back. Null if nobody said it.',
  })
  method: PaymentMethod | null = null;
  @text({ description: 'The name of the actor who recorded it.' }) recordedBy: string | null = null;
}

@ArgsType()
export class TipArguments {
  @Field(() => Decimal, { description: 'Above 0. What is given back is at most the `tipAmount` of the order.' })
  amount!: string;

  @Field(() => PaymentMethod, { nullable: true, description: 'The way in which it was paid. Default: not stated.' })
  method?: PaymentMethod | null;
}

@ArgsType()
export class OrderTipArguments extends TipArguments {
  @Field(() => Int)
  orderId!: number;
}

@ArgsType()
export class BookingTipArguments extends TipArguments {
  @Field(() => Int)
  bookingId!: number;
}
