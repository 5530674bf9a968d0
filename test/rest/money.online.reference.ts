import type { Outcome } from '../support/explain.js';

/**
 * The money of an account whose bookings have deposits and coupons, and are paid at a provider, with gift cards and at the
 * till, after commands that come one after the other. In whole minor units. It imports nothing of the server. Objects have
 * the names that the commands gave them.
 */
export interface Money {
  orders: Record<string, PlainOrder>;
  /** The uses that are left of each coupon. */
  coupons: Record<string, number>;
  /** The amount that is left on each gift card. */
  cards: Record<string, number>;
  /** The pages of the provider, the oldest first. */
  pages: Record<string, PlainPage>;
  refunds: PlainRefund[];
  /** In the order of their numbers. */
  documents: PlainDocument[];
}

interface PlainDocument {
  order: string;
  kind: 'invoice' | 'credit_note';
  /** In the series of its kind. */
  number: number;
  amount: number;
}

/** One booking, or several of a visit. */
interface PlainOrder {
  items: PlainItem[];
  isCancelled: boolean;
  /** The amounts that were paid and given back: at the till, by the provider or from a gift card. */
  entries: { by: string; amount: number }[];
  /** The sum of its receipts without what was credited of them, in an account that issues them by itself. */
  receipted: number;
  /** The price when it was cancelled. */
  last: { total: number; discount: number } | null;
}

interface PlainItem {
  state: 'awaiting_payment' | 'confirmed' | 'cancelled';
  count: number;
  coupon: string | null;
  /** The amount that is to be paid first; null for none. */
  deposit: number | null;
  /** The part of what was paid for the order. */
  part: number;
}

interface PlainPage {
  order: string;
  amount: number;
  /** Whether the next checkout may lead to it again. */
  isOpen: boolean;
  /** The amount that the customer paid there; null before. */
  paid: number | null;
  /** Whether the server has recorded it. */
  isRecorded: boolean;
  hasExpired: boolean;
}

/** A part of a refund: of one page. */
interface PlainRefund {
  order: string;
  page: string;
  amount: number;
  state: 'open' | 'unanswered' | 'done' | 'failed';
  /** Whether the provider has paid it back. */
  isMade: boolean;
}

/** A command that creates something is named after it. A `null` amount is the one that the server or the page chooses. */
export type Command =
  | { do: 'book'; name: string; items: readonly { count: number; coupon: string | null }[] }
  | { do: 'recount'; order: string; item: number; count: number }
  | { do: 'discount'; order: string; item: number; coupon: string | null }
  | { do: 'cancel'; order: string; item: number }
  | { do: 'pay' | 'refund'; order: string; amount: number }
  | { do: 'redeem'; order: string; card: string; amount: number | null }
  | { do: 'checkout'; name: string; order: string }
  | { do: 'payPage'; page: string; amount: number | null }
  | { do: 'notify'; page: string }
  | { do: 'expire'; page: string }
  | { do: 'refundOnline'; order: string; amount: number; isLost: boolean }
  | { do: 'endRefund'; order: string; parts: readonly number[] }
  | { do: 'failRefund'; page: string }
  | { do: 'invoice' | 'credit'; order: string }
  | { do: 'issueDue' };

export const price = 99_95;
export const coupons = { ten: { percentage: 10 }, off: { amount: 25_00 } } as const;
const depositPercentage = 30;

const done = { answer: 'done' };
const refused = { answer: 'refused' };
const answered = (isDone: boolean) => (isDone ? done : refused);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
/** Half a minor unit is rounded up. */
const percent = (amount: number, percentage: number): number => Math.floor((amount * percentage + 50) / 100);

function got<Value>(values: Record<string, Value>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`nothing is named ${name}`);
  return value;
}

function itemOf({ items }: PlainOrder, index: number): PlainItem {
  const item = items[index];
  if (!item) throw new Error(`no item ${index}`);
  return item;
}

function discountOf({ count, coupon }: Pick<PlainItem, 'count' | 'coupon'>): number {
  if (coupon === 'ten') return percent(price * count, coupons.ten.percentage);
  return coupon === 'off' ? Math.min(coupons.off.amount, price * count) : 0;
}

const payableOf = (item: Pick<PlainItem, 'count' | 'coupon'>): number => price * item.count - discountOf(item);

/** The sums of an order, which follow from its items and its entries. */
export function sumsOf({ items, entries, isCancelled, last }: PlainOrder) {
  const active = items.filter(({ state }) => state !== 'cancelled');
  const total = last?.total ?? sum(active.map(({ count }) => price * count));
  const discount = last?.discount ?? sum(active.map(discountOf));
  const payable = total - discount;
  const paid = sum(entries.map(({ amount }) => amount));
  // A single booking keeps the deposit that was agreed, also if the price falls below it: then the price is due.
  const most = (item: PlainItem): number => (items.length > 1 ? payableOf(item) : Number.POSITIVE_INFINITY);
  const deposits = active.map((item) => Math.min(item.deposit ?? 0, most(item)));
  const deposit = active.every((item) => item.deposit === null) ? null : sum(deposits);
  const state = isCancelled ? 'cancelled' : paid < payable ? 'pending' : 'confirmed';
  const dueNow = state === 'pending' ? Math.max(Math.min(deposit ?? 0, payable) - paid, 0) : 0;
  return { state, total, discount, payable, paid, deposit, dueNow, balance: payable - paid };
}

const openRefunds = ({ refunds }: Money, order: string): PlainRefund[] =>
  refunds.filter((refund) => refund.order === order && (refund.state === 'open' || refund.state === 'unanswered'));

/** The amount that can be given back: everything of a cancelled order, and the part above the price of others. */
const refundable = (money: Money, name: string): number => {
  const { state, paid, payable } = sumsOf(got(money.orders, name));
  const most = state === 'cancelled' ? paid : Math.max(paid - payable, 0);
  return most - sum(openRefunds(money, name).map(({ amount }) => amount));
};

/** Executes a command, and returns the answer that the server must give. */
export function execute(money: Money, command: Command): Outcome<Command> {
  switch (command.do) {
    case 'book':
      return book(money, command);
    case 'recount':
      return recount(money, command);
    case 'discount':
      return discount(money, command);
    case 'cancel':
      return cancel(money, command);
    case 'pay':
      return answered(receive(money, command.order, 'till', command.amount));
    case 'refund':
      return refund(money, command);
    case 'redeem':
      return redeem(money, command);
    case 'checkout':
      return checkout(money, command);
    case 'payPage':
      return payPage(money, command);
    case 'notify':
      return notify(money, command);
    case 'expire':
      return expire(money, command);
    case 'refundOnline':
      return refundOnline(money, command);
    case 'endRefund':
      return endRefund(money, command);
    case 'failRefund':
      return failRefund(money, command);
    case 'invoice':
    case 'credit':
      return write(money, command);
    case 'issueDue':
      return issueDue(money);
  }
}

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

/**
 * Gives each item its part of what was paid: it keeps its part up to its price, then they fill up from the first. What is left
 * stays where it was paid, else with the last.
 */
function spread(order: PlainOrder): void {
  const items = order.items.map((item) => ({ item, price: item.state === 'cancelled' ? 0 : payableOf(item) }));
  const before = items.map(({ item }) => item.part);
  let left = sum(order.entries.map(({ amount }) => amount));
  for (const { item } of items) item.part = 0;
  const fill = (limits: readonly number[]): void => {
    for (const [index, { item }] of items.entries()) {
      const added = Math.min((limits[index] ?? 0) - item.part, left);
      if (added <= 0) continue;
      item.part += added;
      left -= added;
    }
  };
  fill(items.map(({ price: most }, index) => Math.min(before[index] ?? 0, most)));
  fill(items.map(({ price: most }) => most));
  fill(before);
  const last = order.items.at(-1);
  if (last) last.part += left;
}

/** Spreads what was paid, and confirms the items that wait for a payment that has come. */
function follow(order: PlainOrder): void {
  spread(order);
  const { state, deposit, dueNow } = sumsOf(order);
  const isPaidEnough = state === 'confirmed' || (state === 'pending' && deposit !== null && dueNow === 0);
  if (!isPaidEnough) return;
  for (const item of order.items) if (item.state === 'awaiting_payment') item.state = 'confirmed';
}

function useCoupon({ coupons: left }: Money, name: string | null): boolean {
  if (name === null) return true;
  const uses = got(left, name);
  if (uses > 0) left[name] = uses - 1;
  return uses > 0;
}

function returnCoupon({ coupons: left }: Money, name: string | null): void {
  if (name !== null) left[name] = got(left, name) + 1;
}

function book(money: Money, { name, items }: Of<'book'>): Outcome<Command> {
  const before = { ...money.coupons };
  if (!items.every(({ coupon }) => useCoupon(money, coupon))) {
    money.coupons = before;
    return refused;
  }
  const agreed = items.map((item): PlainItem => {
    const deposit = percent(payableOf(item), depositPercentage) || null;
    return { ...item, deposit, state: 'awaiting_payment', part: 0 };
  });
  money.orders[name] = { items: agreed, isCancelled: false, entries: [], receipted: 0, last: null };
  follow(money.orders[name]);
  return done;
}

function recount({ orders }: Money, { order: name, item: index, count }: Of<'recount'>): Outcome<Command> {
  const order = got(orders, name);
  itemOf(order, index).count = count;
  follow(order);
  return done;
}

function discount(money: Money, { order: name, item: index, coupon }: Of<'discount'>): Outcome<Command> {
  const order = got(money.orders, name);
  const item = itemOf(order, index);
  if (item.coupon === coupon) return done;
  if (item.state === 'cancelled') {
    if (coupon === null) item.coupon = null;
    return answered(coupon === null);
  }
  // An item that is paid keeps its coupon, also if others of its order are not paid.
  if (item.part >= payableOf(item) || !useCoupon(money, coupon)) return refused;
  returnCoupon(money, item.coupon);
  item.coupon = coupon;
  follow(order);
  return done;
}

/** The order goes on with the other items. The end of the last one ends it. Gift cards get back what they have paid too much. */
function cancel(money: Money, { order: name, item: index }: Of<'cancel'>): Outcome<Command> {
  const order = got(money.orders, name);
  const item = itemOf(order, index);
  if (item.state === 'cancelled') return refused;
  const { total, discount: last } = sumsOf(order);
  item.state = 'cancelled';
  returnCoupon(money, item.coupon);
  order.isCancelled = order.items.every(({ state }) => state === 'cancelled');
  if (order.isCancelled) order.last = { total, discount: last };
  const { paid, payable } = sumsOf(order);
  let tooMuch = order.isCancelled ? paid : paid - payable;
  for (const card of Object.keys(money.cards)) {
    const byCard = sum(order.entries.filter(({ by }) => by === card).map(({ amount }) => amount));
    const returned = Math.min(byCard, tooMuch);
    if (returned <= 0) continue;
    tooMuch -= returned;
    money.cards[card] = got(money.cards, card) + returned;
    order.entries.push({ by: card, amount: -returned });
  }
  follow(order);
  return done;
}

function receive({ orders }: Money, name: string, by: string, amount: number): boolean {
  const order = got(orders, name);
  const { state, balance } = sumsOf(order);
  if (state !== 'pending' || amount <= 0 || amount > balance) return false;
  order.entries.push({ by, amount });
  follow(order);
  return true;
}

function redeem(money: Money, { order, card, amount }: Of<'redeem'>): Outcome<Command> {
  const remaining = got(money.cards, card);
  const most = Math.min(remaining, sumsOf(got(money.orders, order)).balance);
  const paid = amount ?? most;
  if (paid > most || !receive(money, order, card, paid)) return refused;
  money.cards[card] = remaining - paid;
  return done;
}

function refund(money: Money, { order, amount }: Of<'pay' | 'refund'>): Outcome<Command> {
  if (amount > refundable(money, order)) return refused;
  const refunded = got(money.orders, order);
  refunded.entries.push({ by: 'till', amount: -amount });
  spread(refunded);
  return done;
}

/** Answers with the page: the one that is open, as long as its amount is due. */
function checkout(money: Money, { name, order }: Of<'checkout'>): Outcome<Command> {
  const { state, dueNow, balance } = sumsOf(got(money.orders, order));
  if (state !== 'pending') return refused;
  const amount = dueNow || balance;
  const open = Object.entries(money.pages).find(([, page]) => page.order === order && page.isOpen);
  if (open?.[1].amount === amount) return { answer: open[0] };
  if (open) open[1].isOpen = false;
  money.pages[name] = { order, amount, isOpen: true, paid: null, isRecorded: false, hasExpired: false };
  return { answer: name };
}

/** The customer pays. The server does not know it yet. */
function payPage({ pages }: Money, { page: name, amount }: Of<'payPage'>): Outcome<Command> {
  const page = got(pages, name);
  if (page.paid !== null || page.hasExpired) return refused;
  page.paid = amount ?? page.amount;
  return done;
}

/** Records what was paid, once, whatever has become of the order. */
function notify({ pages, orders }: Money, { page: name }: Of<'notify'>): Outcome<Command> {
  const page = got(pages, name);
  if (page.isRecorded) return { answer: 'repeated' };
  if (page.paid === null) throw new Error('nothing was paid');
  Object.assign(page, { isRecorded: true, isOpen: false });
  const order = got(orders, page.order);
  order.entries.push({ by: 'provider', amount: page.paid });
  follow(order);
  return { answer: 'recorded' };
}

function expire({ pages }: Money, { page: name }: Of<'expire'>): Outcome<Command> {
  const page = got(pages, name);
  page.hasExpired = true;
  const answer = page.isOpen ? 'recorded' : 'repeated';
  page.isOpen = false;
  return { answer };
}

/** Claims the amount, of the oldest page first. One that had no answer is repeated. */
function refundOnline(money: Money, { order, amount, isLost }: Of<'refundOnline'>): Outcome<Command> {
  const stuck = openRefunds(money, order).filter(({ state }) => state === 'unanswered');
  const isRepeated = stuck.length > 0 && sum(stuck.map((one) => one.amount)) === amount;
  const parts = isRepeated ? stuck : claim(money, order, amount);
  if (parts === null) return refused;
  for (const part of parts) part.state = 'open';
  if (!isLost) return { next: { do: 'endRefund', order, parts: parts.map((part) => money.refunds.indexOf(part)) } };
  for (const part of parts) part.state = 'unanswered';
  // The others are not asked for before the first has an answer.
  if (parts[0]) parts[0].isMade = true;
  return refused;
}

function claim(money: Money, order: string, amount: number): PlainRefund[] | null {
  const pages = Object.entries(money.pages).filter(([, page]) => page.order === order && page.isRecorded);
  const left = pages.map(([page, { paid }]) => {
    const taken = money.refunds.filter((one) => one.page === page && one.state !== 'failed');
    return { page, amount: (paid ?? 0) - sum(taken.map((one) => one.amount)) };
  });
  if (amount > Math.min(refundable(money, order), sum(left.map((one) => one.amount)))) return null;
  const parts: PlainRefund[] = [];
  let missing = amount;
  for (const { page, amount: most } of left) {
    const part = Math.min(most, missing);
    if (part <= 0) continue;
    missing -= part;
    parts.push({ order, page, amount: part, state: 'open', isMade: false });
  }
  money.refunds.push(...parts);
  return parts;
}

function endRefund({ orders, refunds }: Money, { order, parts }: Of<'endRefund'>): Outcome<Command> {
  for (const index of parts) {
    const part = refunds[index];
    if (!part) throw new Error('no such part');
    Object.assign(part, { state: 'done', isMade: true });
    got(orders, order).entries.push({ by: 'provider', amount: -part.amount });
  }
  spread(got(orders, order));
  return done;
}

/** The last refund of the page fails at the provider: what was given back counts as paid again. */
function failRefund({ orders, refunds }: Money, { page }: Of<'failRefund'>): Outcome<Command> {
  const failed = refunds.findLast((one) => one.page === page && one.state === 'done');
  if (!failed) return refused;
  Object.assign(failed, { state: 'failed', isMade: false });
  const order = got(orders, failed.order);
  order.entries.push({ by: 'provider', amount: failed.amount });
  follow(order);
  return { answer: 'recorded' };
}

/** An order has one invoice, until that is credited as a whole. */
function write({ documents, orders }: Money, { do: act, order }: Of<'invoice' | 'credit'>): Outcome<Command> {
  const { state, payable } = sumsOf(got(orders, order));
  const invoices = documents.filter((one) => one.order === order && one.kind === 'invoice');
  const credited = documents.filter((one) => one.order === order && one.kind === 'credit_note').length;
  const isOpen = invoices.length > credited && (invoices.at(-1)?.amount ?? 0) > 0;
  if (act === 'credit' ? !isOpen : isOpen || state === 'cancelled') return refused;
  const kind = act === 'invoice' ? 'invoice' : 'credit_note';
  const number = 1 + documents.filter((one) => one.kind === kind).length;
  documents.push({ order, kind, number, amount: act === 'invoice' ? payable : (invoices.at(-1)?.amount ?? 0) });
  return done;
}

/**
 * The job that issues documents: the receipt of an order states what was paid, once that is the deposit or the price. What it
 * states beyond is credited, but not below the price of an order that is paid.
 */
function issueDue({ orders }: Money): Outcome<Command> {
  for (const order of Object.values(orders)) {
    const { state, paid, payable, deposit, dueNow } = sumsOf(order);
    const isDepositPaid = state === 'pending' && deposit !== null && dueNow === 0;
    if (state === 'confirmed' && order.receipted < payable) order.receipted = payable;
    else if (isDepositPaid && order.receipted === 0) order.receipted = paid;
    else order.receipted = Math.min(order.receipted, state === 'confirmed' ? Math.max(payable, paid) : paid);
  }
  return done;
}

/** The money of customers at the provider, whether the server knows it or not. */
export const providerHas = ({ pages, refunds }: Money): number =>
  sum(Object.values(pages).map(({ paid }) => paid ?? 0)) -
  sum(refunds.filter(({ isMade }) => isMade).map(({ amount }) => amount));
