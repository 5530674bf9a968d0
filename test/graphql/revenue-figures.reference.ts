import { DateTime } from 'luxon';

/** Instants are epoch milliseconds, amounts cents. */
export interface PlainOrder {
  created: number;
  total: number;
  discount: number;
  paid: number;
  state: string;
  /** Null without a tax rate. */
  tax: number | null;
  service: number | null;
  person: number | null;
  coupon: number | null;
}

export interface PlainPayment {
  created: number;
  /** The index of its order. */
  order: number;
  amount: number;
  /** The index of its gift card. */
  card: number | null;
}

export interface PlainCard {
  created: number;
  initial: number;
  remaining: number;
  active: boolean;
  validUntil: string | null;
  person: number | null;
  purchaser: number | null;
}

export interface Ledger {
  orders: readonly PlainOrder[];
  payments: readonly PlainPayment[];
  cards: readonly PlainCard[];
}

export interface RevenueRequest {
  zone: string;
  from: number;
  to: number;
  groupBy: readonly string[];
  compare: 'PREVIOUS_PERIOD' | 'PREVIOUS_YEAR' | null;
  today: string;
}

/** An amount with its keys, by which the dimensions group it. */
interface Entry {
  created: number;
  measure: string;
  amount: number;
  keys: Readonly<Record<string, number | null>>;
}

const amounts = [
  'ordered',
  'discounted',
  'outstanding',
  'paid',
  'refunded',
  'giftCardsSold',
  'giftCardsSpent',
  'giftCardsOpen',
];

function entriesOf({ orders, payments, cards }: Ledger, today: string): Entry[] {
  const keysOf = (order: PlainOrder | undefined) => ({
    ...{ SERVICE: order?.service ?? null, PERSON: order?.person ?? null, COUPON: order?.coupon ?? null },
  });
  const ofOrders = orders
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((order) => {
      const { created, total, discount, paid, tax } = order;
      const entry = (measure: string, amount: number): Entry => ({ created, measure, amount, keys: keysOf(order) });
      const due = Math.max(0, total - discount - paid);
      return [
        ...[entry('orders', 1), entry('ordered', total), entry('discounted', discount), entry('outstanding', due)],
        ...(tax === null ? [] : [entry('vat', tax)]),
      ];
    });
  const ofPayments = payments.flatMap(({ created, order, amount, card }) => {
    const keys = keysOf(orders[order]);
    const entry = (measure: string, value: number): Entry => ({ created, measure, amount: value, keys });
    const spent = card === null ? [] : [entry('giftCardsSpent', amount)];
    return [amount > 0 ? entry('paid', amount) : entry('refunded', -amount), ...spent];
  });
  const ofCards = cards.flatMap(({ created, initial, remaining, active, validUntil, person, purchaser }) => {
    const keys = { SERVICE: null, PERSON: purchaser ?? person, COUPON: null };
    const isOpen = active && (validUntil === null || validUntil >= today);
    const open = isOpen ? [{ created, measure: 'giftCardsOpen', amount: remaining, keys }] : [];
    return [{ created, measure: 'giftCardsSold', amount: initial, keys }, ...open];
  });
  return [...ofOrders, ...ofPayments, ...ofCards];
}

/** Computes revenue from each row on its own, with the calendar of luxon. Leaves out empty groups. */
export function referenceRevenue(ledgers: readonly Ledger[], request: RevenueRequest) {
  const entries = ledgers.flatMap((ledger) => entriesOf(ledger, request.today));
  const { groupBy, compare } = request;
  const [current, previous] = [false, true].map((isPrevious) =>
    entries
      .filter(({ created }) => isCounted(created, isPrevious, request))
      .map((entry) => ({ ...entry, key: groupBy.map((one) => keyOf(entry, one, isPrevious, request)).join(' ') })),
  );
  const all = [...(current ?? []), ...(compare ? (previous ?? []) : [])];
  const keys = new Set(all.filter(({ amount }) => amount !== 0).map(({ key }) => key));
  const of = (key: string, some: typeof current) => figureOf((some ?? []).filter((entry) => entry.key === key));
  return {
    groups: [...keys].toSorted().map((key) => ({
      key,
      figure: of(key, current),
      previous: compare ? of(key, previous) : null,
    })),
    total: figureOf(current ?? []),
    previousTotal: compare ? figureOf(previous ?? []) : null,
  };
}

function figureOf(entries: readonly Entry[]) {
  const sum = (measure: string): number =>
    entries.filter((entry) => entry.measure === measure).reduce((total, { amount }) => total + amount, 0);
  const decimal = (cents: number): string => (cents % 100 === 0 ? (cents / 100).toFixed(1) : String(cents / 100));
  const hasVat = entries.some(({ measure }) => measure === 'vat');
  const vat = hasVat ? decimal(sum('vat')) : null;
  const net = hasVat ? decimal(sum('ordered') - sum('discounted') - sum('vat')) : null;
  return { orders: sum('orders'), vat, net, ...Object.fromEntries(amounts.map((name) => [name, decimal(sum(name))])) };
}

const dateOf = (at: DateTime): string => at.toISODate() ?? '';

function isCounted(created: number, isPrevious: boolean, request: RevenueRequest): boolean {
  const { from, to, compare, zone } = request;
  if (!isPrevious) return created >= from && created < to;
  if (!compare) return false;
  const date = dateOf(moved(created, request));
  return date >= dateOf(DateTime.fromMillis(from, { zone })) && date < dateOf(DateTime.fromMillis(to, { zone }));
}

/** The local date of an instant of the compared period, moved to the requested one. */
function moved(created: number, { zone, from, to, compare }: RevenueRequest): DateTime {
  const day = (at: number) => DateTime.fromISO(dateOf(DateTime.fromMillis(at, { zone })), { zone: 'utc' });
  if (compare === 'PREVIOUS_YEAR') return day(created).plus({ years: 1 });
  return day(created).plus({ days: day(to).diff(day(from), 'days').days });
}

function keyOf(
  { created, keys }: Entry,
  dimension: string,
  isPrevious: boolean,
  request: RevenueRequest,
): string | number | null {
  if (dimension in keys) return keys[dimension] ?? null;
  const at = isPrevious ? moved(created, request) : DateTime.fromMillis(created, { zone: request.zone });
  if (dimension === 'DAY') return dateOf(at);
  if (dimension === 'WEEK') return `${at.weekYear}-W${String(at.weekNumber).padStart(2, '0')}`;
  return dateOf(at).slice(0, 7);
}
