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
  isActive: boolean;
  count: number;
  package: string | null;
  /** The fee that its person agreed to for cancelling now. */
  agreed: number;
  fee: { state: 'due' | 'charged' | 'waived'; amount: number } | null;
}

/** The order of a booking has its name. */
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
}

/** A command that creates something is named after it. A `null` amount is the one that the server chooses. */
export type Command =
  | { do: 'book'; name: string; count: number; package: string | null }
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

function book(money: Money, { name, count, package: chosen }: Of<'book'>): boolean {
  if (chosen !== null && !take(money, chosen, count)) return false;
  const total = chosen === null ? price * count : 0;
  money.bookings[name] = { isActive: true, count, package: chosen, agreed: total / 2, fee: null };
  money.orders[name] = newOrder('booking', total);
  return true;
}

function choose(money: Money, { booking: name, package: chosen }: Of<'choose'>): boolean {
  const booking = got(money.bookings, name);
  if (booking.package === chosen) return true;
  if (!booking.isActive || (chosen !== null && !take(money, chosen, booking.count))) return false;
  if (booking.package !== null) got(money.packages, booking.package).left += booking.count;
  booking.package = chosen;
  reprice(money, name);
  booking.agreed = got(money.orders, name).total / 2;
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
  if (booking.isActive) reprice(money, name);
  return true;
}

function reprice({ bookings, orders }: Money, name: string): void {
  const { count, package: chosen } = got(bookings, name);
  const order = got(orders, name);
  order.total = chosen === null ? price * count : 0;
  settled(order);
}

function cancel(money: Money, { booking: name, by }: Of<'cancel'>): boolean {
  const booking = got(money.bookings, name);
  if (!booking.isActive) return false;
  booking.isActive = false;
  if (booking.package !== null) got(money.packages, booking.package).left += booking.count;
  const order = got(money.orders, name);
  const fee = Math.min(booking.agreed, order.total);
  if (by === 'link' && fee > 0) booking.fee = { state: 'due', amount: fee };
  endOrder(money, order);
  return true;
}

/** Returns to gift cards the amounts that they have paid, in the order of their creation. Other payments stay to be refunded. */
function endOrder({ cards }: Money, order: PlainOrder): void {
  order.state = 'cancelled';
  for (const name of Object.keys(cards)) {
    const returned = Math.min(order.byCard[name] ?? 0, order.paid);
    if (returned <= 0) continue;
    got(cards, name).remaining += returned;
    order.byCard[name] = (order.byCard[name] ?? 0) - returned;
    order.paid -= returned;
  }
}

function decideFee(money: Money, { do: decision, booking: name }: Of<'charge' | 'waive'>): boolean {
  const { fee } = got(money.bookings, name);
  const order = got(money.orders, name);
  if (!fee) return false;
  if (decision === 'charge') {
    if (fee.state === 'waived') return false;
    if (fee.state === 'charged') return true;
    fee.state = 'charged';
    order.total = fee.amount;
    settled(order);
    return true;
  }
  if (fee.state === 'charged') {
    order.total = 0;
    // The payment of the fee by a gift card is refunded by an act of its own, like other payments.
    order.state = 'cancelled';
  }
  fee.state = 'waived';
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

function issue(money: Money, { name, order: of, kind }: Of<'issue'>): boolean {
  const { state, total: amount } = got(money.orders, of);
  const isOpen = Object.entries(money.documents).some(
    ([other, document]) => document.order === of && document.kind === kind && leftOf(money.documents, other) > 0,
  );
  if (isOpen || state === 'cancelled' || (kind === 'receipt' && state !== 'confirmed')) return false;
  return write(money, name, { order: of, kind, amount, credits: null });
}

function credit(money: Money, { name, document, amount }: Of<'credit'>): boolean {
  const { order, kind } = got(money.documents, document);
  const left = leftOf(money.documents, document);
  const credited = amount ?? left;
  if (kind === 'credit_note' || credited <= 0 || credited > left) return false;
  return write(money, name, { order, kind: 'credit_note', amount: credited, credits: document });
}
