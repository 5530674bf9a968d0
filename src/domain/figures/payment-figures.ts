import { PaymentMethod } from '../order/payment-method.js';
import { calendarDimensions, FigureDimension } from './dimensions.js';
import type { FigureChart, FigureText } from './figure-charts.js';
import type { FigureSource } from './figure-statements.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments } from './figures.type.js';
import { amount, exactSumOf, wholeNumber } from './measures.js';

const payments: FigureSource = {
  table: 'payment',
  // Its parts by tax rate. A payment of an order without rates, or from before they were stored, is one part.
  from: `order_payment payment join booking_order
      on booking_order.account_id = payment.account_id and booking_order.id = payment.order_id
    cross join lateral jsonb_to_recordset(
      coalesce(payment.taxes, jsonb_build_array(jsonb_build_object('amount', payment.amount)))
    ) part (name text, percentage numeric, amount numeric, "taxAmount" numeric)`,
  time: 'payment.created_at',
  keys: {
    // Payments from before the method was stored were perhaps from a gift card.
    [FigureDimension.METHOD]: `case when payment.gift_card_id is null then payment.method else '${PaymentMethod.GIFT_CARD}' end`,
    [FigureDimension.RECORDED_BY]: 'payment.recorded_by',
    // Many names have the percentage, such as VAT 25 %.
    [FigureDimension.TAX_RATE]: String.raw`part.name || case
      when part.name ~ ('(^|[^0-9.,])' || replace(trim_scale(part.percentage)::text, '.', '[.,]') || '\s*%') then ''
      else ' ' || trim_scale(part.percentage) || ' %' end`,
    [FigureDimension.PERSON]: 'booking_order.person_id',
  },
  // A payment counts in each of its tax rates.
  isAdditive: false,
};

const sum = exactSumOf(payments);
/** The payments by a dimension, as a table. */
const tableOf = (name: string, title: FigureText, by: FigureChart['by'] & object): FigureChart => ({
  ...{ name, title, topic: 'money', plot: 'table', by },
  plotted: { amount: 'sum' },
  listed: { received: 'received', refunded: 'refunded', vat: 'vat', payments: 'payments' },
});

export const paymentFigures = declareFigures({
  name: 'Payment',
  description:
    'The payments and refunds that were recorded in a period, such as those of a day, by group and in total. Requires the permission for sales.',
  permission: 'sales',
  charts: [
    tableOf('payments-by-method', 'paymentsByMethod', { dimension: 'METHOD', title: 'method' }),
    tableOf('payments-by-staff', 'paymentsByStaff', { dimension: 'RECORDED_BY', title: 'recordedBy' }),
    tableOf('payments-by-tax-rate', 'paymentsByTaxRate', { dimension: 'TAX_RATE', title: 'taxRate' }),
  ],
  arguments: createFigureArguments({
    name: 'PaymentDimension',
    description:
      'The dimensions of payments. Weeks begin on Monday. Days, weeks and months do not combine. Only people with payments have a group.',
    dimensions: [...calendarDimensions, 'METHOD', 'RECORDED_BY', 'TAX_RATE', 'PERSON'],
    valuesConfig: {
      METHOD: { description: 'The method. Payments whose method nobody stated have a group without a name.' },
      RECORDED_BY: { description: 'The actor who recorded the payment, as in `recordedBy` of the payment.' },
      TAX_RATE: {
        description:
          'The tax rate of what was paid, such as `MVA 25 %`. A payment of items with different rates is split, and counts in each. What has no rate has a group without a name.',
      },
      PERSON: { description: 'The person of the order.' },
    },
  }),
  figure: {
    description: 'Amounts in the currency of the account.',
    measures: {
      amount: amount('The amount that was received less what was refunded.', sum('part.amount')),
      received: amount('The payments, also from gift cards.', sum('part.amount', 'payment.amount > 0')),
      refunded: amount(
        'The amount that was refunded, returned to gift cards or reversed, of payments of any date.',
        sum('-part.amount', 'payment.amount < 0'),
      ),
      vat: {
        ...amount(
          'The VAT in `amount`, also in what gift cards paid whose VAT was due when they were sold. Null if no order had a tax rate when it was paid.',
          {
            of: payments,
            sql: 'sum(part."taxAmount")::text',
          },
        ),
        nullable: true,
        value: ({ vat }) => vat ?? null,
      },
      payments: wholeNumber('The number of payments and refunds.', {
        of: payments,
        sql: 'count(distinct payment.id)::integer',
      }),
    },
  },
});
