import { decimalsOf } from '../../platform/currencies.js';
import { Decimal } from '../../platform/scalars.js';
import { today } from '../context.js';
import { toAmount, toDecimal } from '../money.rules.js';
import { OrderState } from '../order/order.entity.js';
import { calendarDimensions, FigureDimension } from './dimensions.js';
import type { Aggregate, FigureSource, FigureStatement } from './figure-statements.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments } from './figures.type.js';
import type { Grouping } from './groupings.queries.js';
import { amount, wholeNumber } from './measures.js';

/** Whether orders are split: each of their services counts its lines. */
const isSplit = (by: readonly Grouping[]): boolean => by.some(({ dimension }) => dimension === FigureDimension.SERVICE);

const ofOrder = {
  keys: {
    [FigureDimension.SERVICE]: 'line.service_id',
    [FigureDimension.PERSON]: 'booking_order.person_id',
    [FigureDimension.COUPON]: 'booking_order.coupon_id',
  },
  joins: {
    // The services of an order, each with the running totals by which amounts are split. An order without lines has none.
    line: `cross join lateral (
      select service_id, tax, is_priced, row_number() over by_line = 1 as is_first,
        sum(price) over by_line - price as price_before, sum(price) over by_line as price_upto, sum(price) over () as price_all,
        sum(reduction) over by_line - reduction as reduction_before, sum(reduction) over by_line as reduction_upto,
        sum(reduction) over () as reduction_all
      from (
        select item.service_id, min(item.id) as first, sum(item.tax_amount) as tax,
          coalesce(bool_and(item.payable_amount is not null), false) as is_priced,
          coalesce(sum(coalesce(item.payable_amount, item.amount * item.quantity)), 0) as price,
          coalesce(sum(greatest(item.amount * item.quantity - coalesce(item.payable_amount, 0), 0)), 0) as reduction
        from (select) one left join order_line_item item
          on item.account_id = booking_order.account_id and item.order_id = booking_order.id
        group by item.service_id
      ) service window by_line as (order by first)
    ) line`,
  },
  isAdditive: true,
} as const;

/**
 * Returns SQL of the part of an amount of an order that its lines of a service have. Parts of whole minor units add up to the
 * amount.
 */
function partOf(amount: string, by: 'price' | 'reduction', { request: { context } }: FigureStatement): string {
  const decimals = decimalsOf(context.account.currency);
  const upTo = (sum: string) =>
    `case when ${sum} = line.${by}_all then ${amount} else round(${amount} * ${sum} / line.${by}_all, ${decimals}) end`;
  return `(${upTo(`line.${by}_upto`)} - case when line.is_first then 0 else ${upTo(`line.${by}_before`)} end)`;
}

/** SQL of an amount of an order, or of what its lines of a service have of it. */
type AmountOfOrder = (statement: FigureStatement) => string;

const amountOfOrder =
  (amount: string): AmountOfOrder =>
  (statement) =>
    isSplit(statement.groupings) ? partOf(amount, 'price', statement) : amount;
const discount: AmountOfOrder = (statement) =>
  isSplit(statement.groupings)
    ? partOf('booking_order.discount_amount', 'reduction', statement)
    : 'booking_order.discount_amount';
/** The prices of lines are known without their discounts, or else with them. */
const total: AmountOfOrder = (statement) => {
  if (!isSplit(statement.groupings)) return 'booking_order.total';
  const priced = partOf('(booking_order.total - booking_order.discount_amount)', 'price', statement);
  return `case when line.is_priced then ${priced} + ${discount(statement)} else ${partOf('booking_order.total', 'price', statement)} end`;
};

const orders: FigureSource = {
  ...ofOrder,
  table: 'booking_order',
  time: 'booking_order.created_at',
  joins: {
    ...ofOrder.joins,
    // Reads no lines of an order without a rate.
    taxes: `left join lateral (
      select sum(item.tax_amount) as amount from order_line_item item
      where booking_order.tax_rounding is not null
        and item.account_id = booking_order.account_id and item.order_id = booking_order.id
    ) taxes on true`,
  },
  // An order counts in each of its services.
  isAdditive: (by) => !isSplit(by),
};
const payments: FigureSource = {
  ...ofOrder,
  table: 'payment',
  from: `order_payment payment join booking_order
    on booking_order.account_id = payment.account_id and booking_order.id = payment.order_id`,
  time: 'payment.created_at',
  joins: {
    ...ofOrder.joins,
    // The item that sold the gift card of a payment, if its tax was due then.
    sold: `left join gift_card on gift_card.account_id = payment.account_id and gift_card.id = payment.gift_card_id
    left join order_line_item sold on sold.account_id = gift_card.account_id and sold.id = gift_card.order_line_item_id
      and sold.tax_percentage is not null`,
  },
};
const giftCards: FigureSource = {
  table: 'gift_card',
  time: 'gift_card.created_at',
  keys: { [FigureDimension.PERSON]: 'coalesce(gift_card.purchased_by_person_id, gift_card.person_id)' },
  isAdditive: true,
};

const priceAfterDiscount: AmountOfOrder = (statement) => `${total(statement)} - ${discount(statement)}`;
const paid = amountOfOrder('payment.amount');

const sumOf = (value: string, condition: string): string =>
  `coalesce(sum(${value}) filter (where ${condition}), 0)::text`;
const sum = (of: FigureSource, value: string | AmountOfOrder, condition: string): Aggregate => ({
  of,
  sql: (statement) => sumOf(typeof value === 'string' ? value : value(statement), condition),
});
const isOrdered = `booking_order.state <> '${OrderState.CANCELLED}'`;
const payable = 'booking_order.total - booking_order.discount_amount - booking_order.paid_amount';
/** The tax in payments of gift cards whose tax was due when they were sold. */
const prepaidTax = (statement: FigureStatement): string =>
  `round(sum(${paid(statement)} * sold.tax_percentage / (100 + sold.tax_percentage)), ${decimalsOf(statement.request.context.account.currency)})::text`;
const canBeRedeemed = (statement: FigureStatement): string =>
  `gift_card.active and (gift_card.valid_until is null or gift_card.valid_until >= ${statement.add(today(statement.request.context))}::date)`;

const taxOfOrders: Aggregate = {
  of: orders,
  sql: ({ groupings }) => `sum(${isSplit(groupings) ? 'line.tax' : 'taxes.amount'}) filter (where ${isOrdered})::text`,
};

export const revenueFigures = declareFigures({
  name: 'Revenue',
  description: 'The orders and payments of a period, by group and in total. Requires the permission for sales.',
  permission: 'sales',
  charts: [
    {
      name: 'revenue',
      title: 'revenue',
      topic: 'money',
      plot: 'bars',
      plotted: { paid: 'paid', outstanding: 'outstanding' },
      listed: {
        net: 'net',
        vat: 'vat',
        ordered: 'ordered',
        discounted: 'discounts',
        refunded: 'refunded',
        orders: 'orders',
      },
    },
    {
      name: 'revenue-by-service',
      title: 'revenueByService',
      topic: 'money',
      plot: 'table',
      by: { dimension: 'SERVICE', title: 'service' },
      plotted: { paid: 'paid' },
      listed: { outstanding: 'outstanding', net: 'net', vat: 'vat', ordered: 'ordered' },
    },
  ],
  arguments: createFigureArguments({
    name: 'RevenueDimension',
    description:
      'The dimensions of revenue. Weeks begin on Monday. Days, weeks and months do not combine. Only people with revenue have a group.',
    dimensions: [...calendarDimensions, 'SERVICE', 'PERSON', 'COUPON'],
    valuesConfig: {
      SERVICE: {
        description:
          'The service of what is sold. Amounts of an order are split by the prices of its items, and it counts in each of their services. The sale of gift cards belongs to no service.',
      },
      PERSON: { description: 'The person of the order, or the buyer of the gift card, or else its owner.' },
      COUPON: { description: 'The coupon of the order. The sale of gift cards belongs to no coupon.' },
    },
  }),
  figure: {
    description: 'Amounts in the currency of the account.',
    measures: {
      orders: wholeNumber('The number of orders that were created in the period, without cancelled ones.', {
        of: orders,
        sql: `count(*) filter (where ${isOrdered})::integer`,
      }),
      ordered: amount('The total of these orders before discounts.', sum(orders, total, isOrdered)),
      discounted: amount('The discounts of these orders.', sum(orders, discount, isOrdered)),
      vat: {
        ...amount('The VAT in these orders, after discounts. Null if none has a tax rate.', taxOfOrders),
        nullable: true,
        value: ({ vat }) => vat ?? null,
      },
      net: {
        ...{ type: Decimal, unit: 'money', nullable: true },
        description: 'The price of these orders after discounts, without the VAT. Null if none has a tax rate.',
        numbers: {
          payable: sum(orders, priceAfterDiscount, isOrdered),
          vat: taxOfOrders,
        },
        value: ({ payable, vat }) =>
          (vat ?? null) === null ? null : toDecimal(toAmount(String(payable)) - toAmount(String(vat))),
      },
      vatPrepaid: {
        ...amount(
          'The VAT in what gift cards paid in the period that have a tax rate: it was due when they were sold, and is in `vat`, too. Null if none paid.',
          { of: payments, sql: prepaidTax },
        ),
        nullable: true,
        value: ({ vatPrepaid }) => vatPrepaid ?? null,
      },
      outstanding: amount(
        'The amount that is still to be paid for these orders, now.',
        sum(orders, amountOfOrder(`(${payable})`), `${isOrdered} and ${payable} > 0`),
      ),
      paid: amount(
        'The payments that were recorded in the period for orders of any date and state, also from gift cards.',
        sum(payments, paid, 'payment.amount > 0'),
      ),
      refunded: amount(
        'The amount that was refunded, returned to gift cards or reversed in the period, of payments of any date.',
        sum(payments, (statement) => `-${paid(statement)}`, 'payment.amount < 0'),
      ),
      giftCardsSold: amount(
        'The initial values of the gift cards that were created in the period.',
        sum(giftCards, 'gift_card.initial_value::numeric', 'true'),
      ),
      giftCardsSpent: amount(
        'The amount that gift cards of any date paid in the period, less what was returned to them. Part of `paid`.',
        sum(payments, paid, 'payment.gift_card_id is not null'),
      ),
      giftCardsOpen: amount(
        'The amount that is left now on the gift cards that were created in the period and can still be redeemed.',
        {
          of: giftCards,
          sql: (statement) => sumOf('gift_card.remaining', canBeRedeemed(statement)),
        },
      ),
    },
  },
});
