import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { Order } from '../order/order.entity.js';
import { createOrder } from './new-order.actions.js';
import { NewOrderInput, PublicOrderInput } from './new-order.input.js';
import { cancelOrder } from './order-cancellation.actions.js';
import { getPublicOrder, PublicOrder, placePublicOrder } from './public-order.actions.js';

/** The orders of products and gift cards, which have no booking. */
@Resolver()
export class ShopResolver {
  @RequiresPermission('bookings')
  @Mutation(() => Order, {
    description:
      'Creates an order of products, gift cards and packages, without a booking. Its gift cards are issued, once, when it is fully paid, and sent to the buyer. Its packages can be used from then on.',
  })
  createOrder(@Arg('input', () => NewOrderInput) input: NewOrderInput, @Ctx() context: RequestContext): Promise<Order> {
    return createOrder(context, input);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, {
    description:
      'Cancels an order without a booking. Its unused gift cards and its packages are archived, and gift cards that paid for it get their amounts back. Other payments stay as an amount to refund.',
  })
  cancelOrder(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Order> {
    return cancelOrder(context, id);
  }

  @RequiresPermission('bookings')
  @Mutation(() => PublicOrder, { description: 'Places an order on the public site.' })
  placePublicOrder(
    @Arg('input', () => PublicOrderInput) input: PublicOrderInput,
    @Ctx() context: RequestContext,
  ): Promise<PublicOrder> {
    return placePublicOrder(context, input);
  }

  @RequiresPermission('read')
  @Query(() => PublicOrder, { description: "The order of a visitor's link." })
  publicOrder(
    @Arg('token', () => String, { description: 'The secret token of the order.' }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<PublicOrder> {
    return getPublicOrder(context, token);
  }
}
