import { Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { Order, PaymentArguments, RedemptionArguments, RefundArguments } from '../../order/order.entity.js';
import { recordPayment, recordRefund, redeemGiftCard } from './payment.actions.js';

/** The mutations that write the payments of an order, together with its booking if it has one. */
@Resolver()
export class PaymentResolver {
  @RequiresPermission('sales')
  @Mutation(() => Order, { description: 'Records a payment. A payment of the whole balance settles the order.' })
  recordPayment(
    @Args(() => PaymentArguments) payment: PaymentArguments,
    @Ctx() context: RequestContext,
  ): Promise<Order> {
    return recordPayment(context, payment);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, { description: 'Pays an order from a gift card.' })
  redeemGiftCard(
    @Args(() => RedemptionArguments) redemption: RedemptionArguments,
    @Ctx() context: RequestContext,
  ): Promise<Order> {
    return redeemGiftCard(context, redemption);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, {
    description: 'Records a refund of a cancelled order, or of the amount paid above the price.',
  })
  recordRefund(@Args(() => RefundArguments) refund: RefundArguments, @Ctx() context: RequestContext): Promise<Order> {
    return recordRefund(context, refund);
  }
}
