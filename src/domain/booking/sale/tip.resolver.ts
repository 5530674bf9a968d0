import { Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { Order } from '../../order/order.entity.js';
import { BookingTipArguments, OrderTipArguments } from '../../order/tip.entity.js';
import { recordTip, recordTipOfBooking, refundTip } from './tip.actions.js';

/** The mutations that write the tips of an order. */
@Resolver()
export class TipResolver {
  @RequiresPermission('sales')
  @Mutation(() => Order, {
    description:
      'Records a tip, and splits it over the staff of the bookings of the order in proportion to their prices. It has no VAT and is no part of the price: no coupon, deposit or fee counts it.',
  })
  recordTip(@Args(() => OrderTipArguments) tip: OrderTipArguments, @Ctx() context: RequestContext): Promise<Order> {
    return recordTip(context, tip);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, {
    description:
      'Records a tip with a booking, as `recordTip`. A booking without an order, because it is free or paid elsewhere, gets one that sells nothing.',
  })
  recordTipOfBooking(
    @Args(() => BookingTipArguments) tip: BookingTipArguments,
    @Ctx() context: RequestContext,
  ): Promise<Order> {
    return recordTipOfBooking(context, tip);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, { description: 'Records that a tip, or a part of it, was given back.' })
  refundTip(@Args(() => OrderTipArguments) tip: OrderTipArguments, @Ctx() context: RequestContext): Promise<Order> {
    return refundTip(context, tip);
  }
}
