import { between, pick, type Random } from '../support/random.js';
import { type Command, type Money, sumsOf } from './money.online.reference.js';

/** The orders and pages that the server has answered with, so that commands can name them. */
interface Known {
  hasOrder: (name: string) => boolean;
  hasPage: (name: string) => boolean;
}

const cards = ['g1', 'g2'];

/** Lets a customer pay on a page that awaits it; null if there is none. */
export function randomPayment(random: Random, money: Money, { hasPage }: Known): Command | null {
  const unpaid = Object.entries(money.pages).filter(
    ([name, { paid, hasExpired }]) => hasPage(name) && paid === null && !hasExpired,
  );
  if (unpaid.length === 0) return null;
  const [page, { amount }] = pick(random, unpaid);
  const other = Math.max(1, amount + between(random, -2_000, 2_000));
  return { do: 'payPage', page, amount: random(5) === 0 ? other : null };
}

/** Draws a command about something that the reference has, and the server, too. */
export function randomCommand(random: Random, money: Money, known: Known, name: string): Command | null {
  const orders = Object.keys(money.orders).filter(known.hasOrder);
  const paid = Object.entries(money.pages).filter(([page, one]) => known.hasPage(page) && one.paid !== null);
  const unpaid = Object.entries(money.pages).filter(([page, one]) => known.hasPage(page) && one.paid === null);
  // The latest are the likeliest to be changed by several at once.
  const order = orders.length === 0 ? undefined : pick(random, orders.slice(-4));
  const some = (): number => (1 + random(8)) * 25_00;
  const ofOrder = (act: (order: string, index: number) => Command | null) => (): Command | null =>
    order === undefined ? null : act(order, random(money.orders[order]?.items.length ?? 1));
  const coupon = (): string | null => pick(random, [null, 'ten', 'off']);
  const item = (): { count: number; coupon: string | null } => ({ count: between(random, 1, 3), coupon: coupon() });
  const sums = (of: string) =>
    sumsOf(money.orders[of] ?? { items: [], entries: [], receipted: 0, isCancelled: false, last: null });
  const tooMuch = (of: string): number => {
    const { state, paid: all, balance } = sums(of);
    return state === 'cancelled' ? all : -balance;
  };
  const refunded = (of: string): number => {
    const most = tooMuch(of);
    return most > 0 && random(3) > 0 ? pick(random, [most, Math.ceil(most / 2)]) : some();
  };
  const rest = (of: string): number => {
    const { balance, dueNow } = sums(of);
    return pick(random, [dueNow, balance].filter((due) => due > 0).concat(some()));
  };
  const stuck = money.refunds.filter(({ state }) => state === 'unanswered');
  const failable = Object.keys(money.pages).filter((page) => {
    const ofPage = money.refunds.filter((one) => one.page === page && one.state !== 'failed');
    return ofPage.length > 0 && ofPage.every(({ state }) => state === 'done');
  });
  return pick<() => Command | null>(random, [
    () => ({ do: 'book', name, items: Array.from({ length: pick(random, [1, 1, 2, 3]) }, item) }),
    ofOrder((of, index) => ({ do: 'recount', order: of, item: index, count: between(random, 1, 3) })),
    ofOrder((of, index) => ({ do: 'discount', order: of, item: index, coupon: coupon() })),
    ofOrder((of, index) => ({ do: 'cancel', order: of, item: index })),
    ofOrder((of) => ({ do: 'pay', order: of, amount: rest(of) })),
    ofOrder((of) => ({ do: 'refund', order: of, amount: refunded(of) })),
    ofOrder((of) => ({ do: 'redeem', order: of, card: pick(random, cards), amount: random(2) === 0 ? some() : null })),
    ofOrder((of) => ({ do: 'checkout', name, order: of })),
    ofOrder((of) => ({ do: 'checkout', name, order: of })),
    () => (paid.length === 0 ? null : { do: 'notify', page: pick(random, paid.slice(-5))[0] }),
    () => (paid.length === 0 ? null : { do: 'notify', page: pick(random, paid)[0] }),
    () => (unpaid.length === 0 || random(3) > 0 ? null : { do: 'expire', page: pick(random, unpaid)[0] }),
    ofOrder((of) => ({ do: 'refundOnline', order: of, amount: refunded(of), isLost: false })),
    () => {
      if (stuck.length === 0) return null;
      const { order: of } = pick(random, stuck);
      const amount = stuck.filter((one) => one.order === of).reduce((all, one) => all + one.amount, 0);
      return { do: 'refundOnline', order: of, amount, isLost: false };
    },
    () => (failable.length === 0 ? null : { do: 'failRefund', page: pick(random, failable) }),
    ofOrder((of) => ({ do: pick(random, ['invoice', 'credit'] as const), order: of })),
  ])();
}

const isAtProvider = ({ do: what }: Command): boolean => ['checkout', 'refundOnline', 'failRefund'].includes(what);

/**
 * Draws commands that are sent at once. The provider loses the answer to a refund only if nothing else is asked of it, since it
 * loses all or none. Of several refunds of a page at once nobody could say which is the last, the one that fails.
 */
export function randomCommands(random: Random, money: Money, known: Known, most: number, round: number): Command[] {
  const drawn = Array.from({ length: 1 + random(most) }, (_, index) =>
    randomCommand(random, money, known, `${round}.${index}`),
  ).filter((command) => command !== null);
  const fails = drawn.some((command) => command.do === 'failRefund');
  const refund = drawn.find((command) => command.do === 'refundOnline');
  if (refund && !fails && random(3) === 0) {
    return [...drawn.filter((command) => !isAtProvider(command)), { ...refund, isLost: true }];
  }
  if (!fails) return drawn;
  const first = drawn.find((command) => command.do === 'failRefund');
  return drawn.filter((command) => command.do !== 'refundOnline' && (command.do !== 'failRefund' || command === first));
}
