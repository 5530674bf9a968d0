import type { PlainDate } from '../../platform/time/plain-date.js';
import { OrderState } from '../order/order.entity.js';
import { bucketSql } from './bucket-sql.js';
import type { FigureSide } from './buckets.rules.js';
import { FigureDimension } from './figure-dimension.js';
import { type ComposedStatement, rowLimit } from './figure-statements.js';
import type { Grouping } from './grouping.js';
import { SqlParameters } from './sql-parameters.js';

/** A table of amounts. An amount counts at the time at which its row was created. */
interface Ledger {
  from: string;
  table: string;
  /** SQL of the aggregates by measure. Two of them depend on the date of today, which is a parameter. */
  measures: Readonly<Record<string, (today: () => string) => string>>;
  /** SQL of the keys of dimensions. The others are null. */
  keys: Readonly<Partial<Record<FigureDimension, string>>>;
}

const amount = (value: string, condition: string) => () =>
  `coalesce(sum(${value}) filter (where ${condition}), 0)::text`;
const isOrdered = `booking_order.state <> '${OrderState.CANCELLED}'`;
const payable = 'booking_order.total - booking_order.discount_amount - booking_order.paid_amount';

/** The first line of an order. The order of a booking has one; another order counts for the service of its first. */
const line = `left join lateral (
    select item.service_id from order_line_item item
    where item.account_id = booking_order.account_id and item.order_id = booking_order.id order by item.id limit 1
  ) line on true`;
const orderKeys = {
  [FigureDimension.SERVICE]: 'line.service_id',
  [FigureDimension.PERSON]: 'booking_order.person_id',
  [FigureDimension.COUPON]: 'booking_order.coupon_id',
};

const ledgers: readonly Ledger[] = [
  {
    from: 'booking_order',
    table: 'booking_order',
    measures: {
      orders: () => `count(*) filter (where ${isOrdered})::integer`,
      ordered: amount('booking_order.total', isOrdered),
      discounted: amount('booking_order.discount_amount', isOrdered),
      outstanding: amount(payable, `${isOrdered} and ${payable} > 0`),
    },
    keys: orderKeys,
  },
  {
    from: `order_payment payment join booking_order
      on booking_order.account_id = payment.account_id and booking_order.id = payment.order_id`,
    table: 'payment',
    measures: {
      paid: amount('payment.amount', 'payment.amount > 0'),
      refunded: amount('-payment.amount', 'payment.amount < 0'),
      giftCardsSpent: amount('payment.amount', 'payment.gift_card_id is not null'),
    },
    keys: orderKeys,
  },
  {
    from: 'gift_card',
    table: 'gift_card',
    measures: {
      giftCardsSold: amount('gift_card.initial_value::numeric', 'true'),
      giftCardsOpen: (today) =>
        amount(
          'gift_card.remaining',
          `gift_card.active and (gift_card.valid_until is null or gift_card.valid_until >= ${today()}::date)`,
        )(),
    },
    keys: { [FigureDimension.PERSON]: 'coalesce(gift_card.purchased_by_person_id, gift_card.person_id)' },
  },
];

/** Composes one statement for each table that the fields need. @param today on the wall clock of the account */
export function revenueStatements(
  side: FigureSide,
  groupings: readonly Grouping[],
  fields: ReadonlySet<string>,
  today: PlainDate,
): ComposedStatement[] {
  const needed = ledgers.map((ledger) => ({
    ledger,
    measures: Object.entries(ledger.measures).filter(([name]) => fields.has(name)),
  }));
  return needed
    .filter(({ measures }) => measures.length > 0)
    .map(({ ledger, measures }) => statementOf(ledger, measures, side, groupings, today));
}

function statementOf(
  { from, table, keys }: Ledger,
  measures: [name: string, sql: (today: () => string) => string][],
  side: FigureSide,
  groupings: readonly Grouping[],
  today: PlainDate,
): ComposedStatement {
  const parameters = new SqlParameters();
  const addToday = (): string => parameters.add(today);
  const columns = [
    ...groupings.map((grouping, index) => `${keyOf(grouping)} as key${index}`),
    ...measures.map(([name, sql]) => `${sql(addToday)} as "${name}"`),
  ];
  function keyOf(grouping: Grouping): string {
    const buckets = grouping.bucketsOf(side);
    if (buckets) return bucketSql(buckets, `${table}.created_at`, parameters);
    return keys[grouping.dimension] ?? 'null::integer';
  }
  const needsLine = groupings.some(({ dimension }) => keys[dimension]?.startsWith('line.'));
  const period = `${table}.created_at >= ${parameters.addInstant(side.period.from)}
    and ${table}.created_at < ${parameters.addInstant(side.period.to)}`;
  const grouped = groupings.length > 0 ? `group by ${groupings.map((_, index) => index + 1)}` : '';
  const sql = `select ${columns} from ${from} ${needsLine ? line : ''}
    where ${table}.account_id = $1 and ${period} ${grouped} ${rowLimit}`;
  return { sql, parameters: parameters.values };
}
