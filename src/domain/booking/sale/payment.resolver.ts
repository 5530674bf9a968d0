import { Args, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Stored } from '../../../platform/database/rows.js';
import { RequiresPermission } from '../../account/permission-check.js';
import type { RequestContext } from '../../context.js';
import { Order } from '../../order/order.entity.js';
import { PaymentArguments, RedemptionArguments, RefundArguments } from '../../order/order.input.js';
import { recordPayment, recordRefund, redeemGiftCard } from './payment.actions.js';

/** The mutations that write an order together with its booking. */
@Resolver()
export class PaymentResolver {
  @RequiresPermission('sales')
  @Mutation(() => Order, { description: 'Says that so much was paid. What pays the whole balance settles the order.' })
  recordPayment(
    @Args(() => PaymentArguments) payment: PaymentArguments,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Order>> {
    return recordPayment(context, payment);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, { description: 'Pays from a gift card.' })
  redeemGiftCard(
    @Args(() => RedemptionArguments) redemption: RedemptionArguments,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Order>> {
    return redeemGiftCard(context, redemption);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, {
    description: 'Records that so much was paid back, of a cancelled order or of what was paid above the price.',
  })
  recordRefund(
    @Args(() => RefundArguments) refund: RefundArguments,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Order>> {
    return recordRefund(context, refund);
  }
}
