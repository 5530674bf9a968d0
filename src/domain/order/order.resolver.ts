import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { Decimal } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { GiftCard } from '../gift-card/gift-card.entity.js';
import { toDecimal } from '../money.rules.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { Order, OrderConnection, OrderLineItem, OrderLineItemConnection, OrderPayment } from './order.entity.js';
import {
  loadIssuedGiftCards,
  loadLineItems,
  loadPayments,
  loadRefunds,
  loadTips,
  OrderFilter,
  type OrderLineItemFilter,
  orderLineItemList,
  orderList,
} from './order.queries.js';
import { balanceDue, dueAmounts, priceAfterDiscount, refundableAmount } from './order.rules.js';
import { taxAmountOf } from './order-tax.rules.js';
import { openAmount, PaymentRefund } from './payment-refund.entity.js';
import { Tip } from './tip.entity.js';

@Resolver(() => Order)
export class OrderResolver {
  @RequiresPermission('read')
  @Query(() => Order, { description: 'One order.' })
  order(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Order> {
    return context.db.get(Order, id);
  }

  @RequiresPermission('read')
  @ListQuery(orderList, { description: 'The orders.' })
  orders(context: RequestContext, request: ListRequest<OrderFilter>): OrderConnection {
    return readList(context, orderList, request);
  }

  @RequiresPermission('read')
  @ListQuery(orderLineItemList, { description: 'The items of all orders.' })
  orderLineItems(context: RequestContext, request: ListRequest<OrderLineItemFilter>): OrderLineItemConnection {
    return readList(context, orderLineItemList, request);
  }

  @ComputedField(() => Decimal, { description: 'The total without the discount.' })
  payableAmount(order: Order): string {
    return toDecimal(priceAfterDiscount(order));
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description: 'The tax in the payable amount, by the rates of its items. Null if no item has one.',
  })
  async taxAmount({ id, taxRounding }: Order, context: RequestContext): Promise<string | null> {
    return taxRounding === null ? null : taxAmountOf(await loadLineItems(context, id));
  }

  @ComputedField(() => Decimal, { description: 'The amount left to pay.' })
  balance(order: Order): string {
    return toDecimal(balanceDue(order));
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description: 'The part of the deposit that is left to pay. Null without a deposit.',
  })
  dueNow(order: Order): string | null {
    return order.deposit === null ? null : toDecimal(dueAmounts(order).now);
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description: 'The amount left to pay at the appointment, beside the deposit. Null without a deposit.',
  })
  dueLater(order: Order): string | null {
    return order.deposit === null ? null : toDecimal(dueAmounts(order).later);
  }

  @ComputedField(() => Decimal, {
    description:
      'The amount that can be refunded: for a cancelled order all that was paid and not returned to a gift card, otherwise the amount paid above the price. Without what is being refunded at the payment provider.',
  })
  async refundable(order: Order, context: RequestContext): Promise<string> {
    const refundable = refundableAmount(order);
    if (refundable === 0n) return toDecimal(0n);
    const left = refundable - openAmount(await loadRefunds(context, order.id));
    return toDecimal(left > 0n ? left : 0n);
  }

  @ComputedField(() => [PaymentRefund], {
    description: 'The refunds at the payment provider, the oldest first, also those that were refused.',
    complexity: listCost(5),
  })
  providerRefunds({ id }: Order, context: RequestContext): Promise<PaymentRefund[]> {
    return loadRefunds(context, id);
  }

  @ComputedField(() => [OrderLineItem], { complexity: listCost(5), description: 'The items that are sold.' })
  lineItems({ id }: Order, context: RequestContext): Promise<OrderLineItem[]> {
    return loadLineItems(context, id);
  }

  @ComputedField(() => [GiftCard], {
    description: 'The gift cards that it issued, in every state. Empty until it is paid.',
    complexity: listCost(5),
  })
  issuedGiftCards({ id }: Order, context: RequestContext): Promise<GiftCard[]> {
    return loadIssuedGiftCards(context, id);
  }

  @ComputedField(() => [OrderPayment], {
    complexity: listCost(5),
    description: 'The payments and refunds, oldest first.',
  })
  payments({ id }: Order, context: RequestContext): Promise<OrderPayment[]> {
    return loadPayments(context, id);
  }

  @ComputedField(() => [Tip], {
    complexity: listCost(5),
    description: 'The tips by member of the staff, oldest first.',
  })
  async tips({ id, tipAmount }: Order, context: RequestContext): Promise<Tip[]> {
    return tipAmount === null ? [] : loadTips(context, id);
  }
}
