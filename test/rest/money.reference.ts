/**
 * The money of an account after commands that come one after the other, in whole minor units. It imports nothing of the server.
 * Objects have the names that the commands gave them.
 */
export interface Money {
  bookings: Record<string, PlainBooking>;
  orders: Record<string, PlainOrder>;
  packages: Record<string, PlainPackage>;
  cards: Record<string, PlainCard>;
  documents: Record<string, PlainDocument>;
}

interface PlainBooking {
  order: string;
  isActive: boolean;
  count: number;
  package: string | null;
  /** The fee that its person agreed to for cancelling now. */
  agreed: number;
  fee: { state: 'due' | 'charged' | 'waived'; amount: number } | null;
}

/** The order of a booking has its name, and that of a visit the name of the visit, whose bookings are numbered. */
interface PlainOrder {
  state: 'pending' | 'confirmed' | 'cancelled';
  total: number;
  paid: number;
  /** The amounts that gift cards have paid, by card. */
  byCard: Record<string, number>;
  tip: number;
  sells: 'booking' | 'package' | 'card';
}

interface PlainPackage {
  isActive: boolean;
  left: number;
}

interface PlainCard {
  isActive: boolean;
  initial: number;
  remaining: number;
}

type Kind = 'receipt' | 'invoice' | 'credit_note';

interface PlainDocument {
  order: string;
  kind: Kind;
  number: number;
  amount: number;
  credits: string | null;
  /** The tip that a receipt states beside its total. */
  tip: number;
  /** Whether a receipt is of a tip alone. */
  isOfTip: boolean;
}

/** A command that creates something is named after it. A `null` amount is the one that the server chooses. */
export type Command =
  | { do: 'book'; name: string; count: number; package: string | null }
  | { do: 'visit'; name: string; items: readonly { count: number; package: string | null }[] }
  | { do: 'choose'; booking: string; package: string | null }
  | { do: 'recount'; booking: string; count: number }
  | { do: 'cancel'; booking: string; by: 'staff' | 'link' }
  | { do: 'charge' | 'waive'; booking: string }
  | { do: 'sell'; name: string; what: 'package' | 'card' }
  | { do: 'cancelSale'; order: string }
  | { do: 'pay' | 'refund' | 'tip' | 'tipBack'; order: string; amount: number }
  | { do: 'redeem'; order: string; card: string; amount: number | null }
  | { do: 'issue'; name: string; order: string; kind: 'receipt' | 'invoice' }
  | { do: 'credit'; name: string; document: string; amount: number | null };

export const price = 100_00;
export const packagePrice = 300_00;
export const packageUnits = 3;
export const cardPrice = 200_00;

/** Executes a command, and returns whether it is one that the server must not refuse. A refused one changes nothing. */
export function execute(money: Money, command: Command): boolean {
  switch (command.do) {
    case 'book':
      return book(money, command);
    case 'visit':
      return visit(money, command);
    case 'choose':
      return choose(money, command);
    case 'recount':
      return recount(money, command);
    case 'cancel':
      return cancel(money, command);
    case 'charge':
    case 'waive':
      return decideFee(money, command);
    case 'sell':
      return sell(money, command);
    case 'cancelSale':
      return cancelSale(money, command);
    case 'pay':
      return pay(money, command);
    case 'redeem':
      return redeem(money, command);
    case 'refund':
      return refund(money, command);
    case 'tip':
    case 'tipBack':
      return tip(money, command);
    case 'issue':
      return issue(money, command);
    case 'credit':
      return credit(money, command);
  }
}

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

function got<Value>(values: Record<string, Value>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`nothing is named ${name}`);
  return value;
}

const newOrder = (sells: PlainOrder['sells'], total: number): PlainOrder =>
  settled({ state: 'pending', total, paid: 0, byCard: {}, tip: 0, sells });

function settled(order: PlainOrder): PlainOrder {
  order.state = order.paid < order.total ? 'pending' : 'confirmed';
  return order;
}

function take(money: Money, name: string, units: number): boolean {
  const given = got(money.packages, name);
  if (!given.isActive || units > given.left) return false;
  given.left -= units;
  return true;
}

const priceOf = ({ count, package: chosen }: Pick<PlainBooking, 'count' | 'package'>): number =>
  chosen === null ? price * count : 0;

function book(money: Money, { name, count, package: chosen }: Of<'book'>): boolean {
  return bookAll(money, name, { [name]: { count, package: chosen } });
}

function visit(money: Money, { name, items }: Of<'visit'>): boolean {
  return bookAll(money, name, Object.fromEntries(items.map((item, index) => [`${name}/${index}`, item])));
}

/** All or none. */
function bookAll(money: Money, order: string, items: Record<string, Pick<PlainBooking, 'count' | 'package'>>): boolean {
  const before = structuredClone(money.packages);
  const taken = Object.values(items).every((item) => item.package === null || take(money, item.package, item.count));
  if (!taken) {
    money.packages = before;
    return false;
  }
  for (const [name, item] of Object.entries(items)) {
    money.bookings[name] = { ...item, order, isActive: true, agreed: priceOf(item) / 2, fee: null };
  }
  money.orders[order] = newOrder('booking', 0);
  reprice(money, order);
  return true;
}

function choose(money: Money, { booking: name, package: chosen }: Of<'choose'>): boolean {
  const booking = got(money.bookings, name);
  if (booking.package === chosen) return true;
  if (!booking.isActive || (chosen !== null && !take(money, chosen, booking.count))) return false;
  if (booking.package !== null) got(money.packages, booking.package).left += booking.count;
  booking.package = chosen;
  reprice(money, booking.order);
  booking.agreed = priceOf(booking) / 2;
  return true;
}

function recount(money: Money, { booking: name, count }: Of<'recount'>): boolean {
  const booking = got(money.bookings, name);
  if (booking.count === count) return true;
  if (booking.fee?.state === 'charged') return false;
  if (booking.isActive && booking.package !== null && !take(money, booking.package, count - booking.count)) {
    return false;
  }
  booking.count = count;
  if (!booking.isActive) return true;
  reprice(money, booking.order);
  if (booking.package === null) booking.agreed = Math.min(booking.agreed, priceOf(booking) / 2);
  return true;
}

/** The parts of an order: its bookings, and the fees of those that have ended. Nothing is left of one that is cancelled. */
function soldWith({ bookings }: Money, order: string): number[] {
  return Object.values(bookings)
    .filter((booking) => booking.order === order)
    .flatMap((booking) => {
      if (booking.isActive) return [priceOf(booking)];
      return booking.fee?.state === 'charged' ? [booking.fee.amount] : [];
    });
}

function reprice(money: Money, name: string): void {
  const order = got(money.orders, name);
  order.total = soldWith(money, name).reduce((all, amount) => all + amount, 0);
  settled(order);
}

function cancel(money: Money, { booking: name, by }: Of<'cancel'>): boolean {
  const booking = got(money.bookings, name);
  if (!booking.isActive) return false;
  booking.isActive = false;
  if (booking.package !== null) got(money.packages, booking.package).left += booking.count;
  const order = got(money.orders, booking.order);
  const fee = Math.min(booking.agreed, priceOf(booking));
  if (by === 'link' && fee > 0) booking.fee = { state: 'due', amount: fee };
  if (soldWith(money, booking.order).length === 0) {
    endOrder(money, order);
    return true;
  }
  reprice(money, booking.order);
  returnToCards(money, order, order.paid - order.total);
  return true;
}

function endOrder(money: Money, order: PlainOrder): void {
  order.state = 'cancelled';
  returnToCards(money, order, order.paid);
}

/** Returns to gift cards what they have paid, in the order of their creation. Other payments stay to be refunded. */
function returnToCards({ cards }: Money, order: PlainOrder, tooMuch: number): void {
  let left = tooMuch;
  for (const name of Object.keys(cards)) {
    const returned = Math.min(order.byCard[name] ?? 0, left);
    if (returned <= 0) continue;
    left -= returned;
    got(cards, name).remaining += returned;
    order.byCard[name] = (order.byCard[name] ?? 0) - returned;
    order.paid -= returned;
  }
}

function decideFee(money: Money, { do: decision, booking: name }: Of<'charge' | 'waive'>): boolean {
  const { fee, order: of } = got(money.bookings, name);
  const order = got(money.orders, of);
  if (!fee) return false;
  if (decision === 'charge') {
    if (fee.state === 'waived') return false;
    if (fee.state === 'charged') return true;
    fee.state = 'charged';
    reprice(money, of);
    return true;
  }
  const wasCharged = fee.state === 'charged';
  const wasCancelled = order.state === 'cancelled';
  fee.state = 'waived';
  if (!wasCharged) return true;
  reprice(money, of);
  // The payment of the fee by a gift card is refunded by an act of its own, like other payments.
  if (wasCancelled || soldWith(money, of).length === 0) order.state = 'cancelled';
  return true;
}

function sell(money: Money, { name, what }: Of<'sell'>): boolean {
  money.orders[name] = newOrder(what, what === 'package' ? packagePrice : cardPrice);
  if (what === 'package') money.packages[name] = { isActive: false, left: packageUnits };
  return true;
}

function cancelSale(money: Money, { order: name }: Of<'cancelSale'>): boolean {
  const order = got(money.orders, name);
  if (order.sells === 'booking' || order.state === 'cancelled') return false;
  const [sold, card] = [money.packages[name], money.cards[name]];
  if (sold && sold.left < packageUnits) return false;
  if (card && card.remaining < card.initial) return false;
  if (sold) sold.isActive = false;
  if (card) card.isActive = false;
  endOrder(money, order);
  return true;
}

function receive(money: Money, name: string, amount: number): boolean {
  const order = got(money.orders, name);
  if (order.state !== 'pending' || amount <= 0 || amount > order.total - order.paid) return false;
  order.paid += amount;
  settled(order);
  if (order.paid < order.total) return true;
  if (order.sells === 'package') got(money.packages, name).isActive = true;
  if (order.sells === 'card') money.cards[name] = { isActive: true, initial: cardPrice, remaining: cardPrice };
  return true;
}

const pay = (money: Money, { order, amount }: Of<'pay' | 'refund' | 'tip' | 'tipBack'>): boolean =>
  receive(money, order, amount);

function redeem(money: Money, { order: name, card: code, amount }: Of<'redeem'>): boolean {
  const card = money.cards[code];
  const order = got(money.orders, name);
  if (!card?.isActive || card.remaining === 0) return false;
  const most = Math.min(card.remaining, order.total - order.paid);
  const paid = amount ?? most;
  if (paid > most || !receive(money, name, paid)) return false;
  card.remaining -= paid;
  order.byCard[code] = (order.byCard[code] ?? 0) + paid;
  return true;
}

function refund({ orders }: Money, { order: name, amount }: Of<'pay' | 'refund' | 'tip' | 'tipBack'>): boolean {
  const order = got(orders, name);
  const most = order.state === 'cancelled' ? order.paid : order.paid - order.total;
  if (amount > most) return false;
  order.paid -= amount;
  return true;
}

function tip({ orders }: Money, { do: way, order: name, amount }: Of<'pay' | 'refund' | 'tip' | 'tipBack'>): boolean {
  const order = got(orders, name);
  if (way === 'tip' ? order.state === 'cancelled' : amount > order.tip) return false;
  order.tip += way === 'tip' ? amount : -amount;
  return true;
}

const leftOf = (documents: Money['documents'], name: string): number =>
  Object.values(documents)
    .filter(({ credits }) => credits === name)
    .reduce((left, { amount }) => left - amount, got(documents, name).amount);

function write({ documents }: Money, name: string, document: Omit<PlainDocument, 'number'>): boolean {
  const number = 1 + Object.values(documents).filter(({ kind }) => kind === document.kind).length;
  documents[name] = { ...document, number };
  return true;
}

/** An order has one receipt and one invoice at a time. A tip that was given after the receipt gets one of its own. */
function issue(money: Money, { name, order: of, kind }: Of<'issue'>): boolean {
  const { state, total: amount, tip: given } = got(money.orders, of);
  const open = Object.entries(money.documents).flatMap(([other, document]) => {
    const left = leftOf(money.documents, other);
    return document.order === of && document.kind === kind && left > 0 ? [{ ...document, left }] : [];
  });
  const isOpen = open.some(({ isOfTip }) => !isOfTip);
  const missing = given - open.reduce((sum, { isOfTip, left, tip: stated }) => sum + (isOfTip ? left : stated), 0);
  if (kind === 'receipt' && missing > 0 && (isOpen || (amount === 0 && state === 'confirmed'))) {
    return write(money, name, { order: of, kind, amount: missing, credits: null, tip: 0, isOfTip: true });
  }
  if (isOpen || state === 'cancelled' || (kind === 'receipt' && state !== 'confirmed')) return false;
  const tip = kind === 'receipt' ? Math.max(missing, 0) : 0;
  return write(money, name, { order: of, kind, amount, credits: null, tip, isOfTip: false });
}

function credit(money: Money, { name, document, amount }: Of<'credit'>): boolean {
  const { order, kind } = got(money.documents, document);
  const left = leftOf(money.documents, document);
  const credited = amount ?? left;
  if (kind === 'credit_note' || credited <= 0 || credited > left) return false;
  return write(money, name, {
    order,
    kind: 'credit_note',
    amount: credited,
    credits: document,
    tip: 0,
    isOfTip: false,
  });
}
