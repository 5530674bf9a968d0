import { decimalsOf } from '../../platform/currencies.js';
import { Decimal } from '../../platform/scalars.js';
import { today } from '../context.js';
import { toAmount, toDecimal } from '../money.rules.js';
import { OrderState } from '../order/order.entity.js';
import { calendarDimensions, FigureDimension } from './dimensions.js';
import type { Aggregate, FigureSource, FigureStatement } from './figure-statements.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments } from './figures.type.js';
import { amount, wholeNumber } from './measures.js';

const ofOrder = {
  keys: {
    [FigureDimension.SERVICE]: 'line.service_id',
    [FigureDimension.PERSON]: 'booking_order.person_id',
    [FigureDimension.COUPON]: 'booking_order.coupon_id',
  },
  joins: {
    // The first line of an order. The order of a booking has one; another order counts for the service of its first.
    line: `left join lateral (
      select item.service_id from order_line_item item
      where item.account_id = booking_order.account_id and item.order_id = booking_order.id order by item.id limit 1
    ) line on true`,
  },
  isAdditive: true,
} as const;

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

const sumOf = (value: string, condition: string): string =>
  `coalesce(sum(${value}) filter (where ${condition}), 0)::text`;
const sum = (of: FigureSource, value: string, condition: string): Aggregate => ({ of, sql: sumOf(value, condition) });
const isOrdered = `booking_order.state <> '${OrderState.CANCELLED}'`;
const payable = 'booking_order.total - booking_order.discount_amount - booking_order.paid_amount';
/** The tax in payments of gift cards whose tax was due when they were sold. */
const prepaidTax = ({ request: { context } }: FigureStatement): string =>
  `round(sum(payment.amount * sold.tax_percentage / (100 + sold.tax_percentage)), ${decimalsOf(context.account.currency)})::text`;
const canBeRedeemed = (statement: FigureStatement): string =>
  `gift_card.active and (gift_card.valid_until is null or gift_card.valid_until >= ${statement.add(today(statement.request.context))}::date)`;

const taxOfOrders: Aggregate = { of: orders, sql: `sum(taxes.amount) filter (where ${isOrdered})::text` };

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
      SERVICE: { description: 'The service of the order. The sale of gift cards belongs to no service.' },
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
      ordered: amount('The total of these orders before discounts.', sum(orders, 'booking_order.total', isOrdered)),
      discounted: amount('The discounts of these orders.', sum(orders, 'booking_order.discount_amount', isOrdered)),
      vat: {
        ...amount('The VAT in these orders, after discounts. Null if none has a tax rate.', taxOfOrders),
        nullable: true,
        value: ({ vat }) => vat ?? null,
      },
      net: {
        ...{ type: Decimal, unit: 'money', nullable: true },
        description: 'The price of these orders after discounts, without the VAT. Null if none has a tax rate.',
        numbers: {
          payable: sum(orders, 'booking_order.total - booking_order.discount_amount', isOrdered),
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
        sum(orders, payable, `${isOrdered} and ${payable} > 0`),
      ),
      paid: amount(
        'The payments that were recorded in the period for orders of any date and state, also from gift cards.',
        sum(payments, 'payment.amount', 'payment.amount > 0'),
      ),
      refunded: amount(
        'The amount that was refunded, returned to gift cards or reversed in the period, of payments of any date.',
        sum(payments, '-payment.amount', 'payment.amount < 0'),
      ),
      giftCardsSold: amount(
        'The initial values of the gift cards that were created in the period.',
        sum(giftCards, 'gift_card.initial_value::numeric', 'true'),
      ),
      giftCardsSpent: amount(
        'The amount that gift cards of any date paid in the period, less what was returned to them. Part of `paid`.',
        sum(payments, 'payment.amount', 'payment.gift_card_id is not null'),
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
