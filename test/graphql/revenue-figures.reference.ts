import { DateTime } from 'luxon';

/** Instants are epoch milliseconds, amounts cents. */
export interface PlainOrder {
  created: number;
  total: number;
  discount: number;
  paid: number;
  state: string;
  /** At least one. */
  lines: readonly PlainLine[];
  person: number | null;
  coupon: number | null;
}

export interface PlainLine {
  service: number | null;
  price: number;
  /** The price without its part of the discount. Null in an order without rates that sells no visit. */
  payable: number | null;
  /** Null without a tax rate. */
  tax: number | null;
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
  order?: PlainOrder;
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

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Splits an amount at the rounded running totals of the weights, all of it to the first if they are zero. */
function split(amount: number, weights: readonly number[]): number[] {
  const all = sumOf(weights);
  const upTo = (count: number): number => {
    if (count === 0) return 0;
    const part = sumOf(weights.slice(0, count));
    if (part === all) return amount;
    return Math.sign(amount) * Math.floor((2 * Math.abs(amount) * part + all) / (2 * all));
  };
  return weights.map((_, index) => upTo(index + 1) - upTo(index));
}

interface PartOfOrder {
  service: number | null;
  price: number;
  reduction: number;
  tax: number | null;
}

/** The services of an order, that of the first line first. */
function partsOf({ lines }: PlainOrder): PartOfOrder[] {
  return [...Map.groupBy(lines, ({ service }) => service)].map(([service, own]) => ({
    service,
    price: sumOf(own.map(({ price, payable }) => payable ?? price)),
    reduction: sumOf(own.map(({ price, payable }) => Math.max(0, price - (payable ?? 0)))),
    tax: own.some(({ tax }) => tax !== null) ? sumOf(own.map(({ tax }) => tax ?? 0)) : null,
  }));
}

function entriesOf({ orders, payments, cards }: Ledger, today: string): Entry[] {
  const keysOf = (order: PlainOrder | undefined, service: number | null) => ({
    ...{ SERVICE: service, PERSON: order?.person ?? null, COUPON: order?.coupon ?? null },
  });
  const ofOrders = orders
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((order) => {
      const { created, total, discount, paid } = order;
      const parts = partsOf(order);
      const prices = parts.map(({ price }) => price);
      const isPriced = order.lines.every(({ payable }) => payable !== null);
      const discounts = split(
        discount,
        parts.map(({ reduction }) => reduction),
      );
      const ordered = isPriced
        ? split(total - discount, prices).map((price, index) => price + (discounts[index] ?? 0))
        : split(total, prices);
      const due = split(Math.max(0, total - discount - paid), prices);
      return parts.flatMap(({ service, tax }, index) => {
        const keys = keysOf(order, service);
        const entry = (measure: string, amount = 0): Entry => ({ created, order, measure, amount, keys });
        return [
          ...[entry('orders', 1), entry('ordered', ordered[index]), entry('discounted', discounts[index])],
          ...[entry('outstanding', due[index]), ...(tax === null ? [] : [entry('vat', tax)])],
        ];
      });
    });
  const ofPayments = payments.flatMap(({ created, order: index, amount, card }) => {
    const order = orders[index];
    const parts = order ? partsOf(order) : [];
    const amounts = split(
      amount,
      parts.map(({ price }) => price),
    );
    return parts.flatMap(({ service }, position) => {
      const keys = keysOf(order, service);
      const part = amounts[position] ?? 0;
      const entry = (measure: string, value: number): Entry => ({ created, measure, amount: value, keys });
      const spent = card === null ? [] : [entry('giftCardsSpent', part)];
      return [amount > 0 ? entry('paid', part) : entry('refunded', -part), ...spent];
    });
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
    sumOf(entries.filter((entry) => entry.measure === measure).map(({ amount }) => amount));
  // An order counts in each of its services, and once in the total.
  const orders = new Set(entries.flatMap(({ measure, order }) => (measure === 'orders' ? [order] : []))).size;
  const decimal = (cents: number): string => (cents % 100 === 0 ? (cents / 100).toFixed(1) : String(cents / 100));
  const hasVat = entries.some(({ measure }) => measure === 'vat');
  const vat = hasVat ? decimal(sum('vat')) : null;
  const net = hasVat ? decimal(sum('ordered') - sum('discounted') - sum('vat')) : null;
  return { orders, vat, net, ...Object.fromEntries(amounts.map((name) => [name, decimal(sum(name))])) };
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
