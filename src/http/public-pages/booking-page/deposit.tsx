import { depositOn } from '../../../domain/deposit.rules.js';
import { type Amount, toAmount, toDecimal } from '../../../domain/money.rules.js';
import { textsIn } from '../../../texts/texts.js';
import type { Booking, Deposit, OwnBooking, Service } from './api-answers.js';
import type { Fact, Frame } from './frame.js';

/**
 * The deposit of a booking before it is made, such as `100.00 now, 233.33 at the appointment`. Whether it is asked of the visitor
 * may depend on earlier bookings, which the page does not know.
 *
 * @param price of the whole booking; undefined if it is not certain yet
 */
export function depositFacts(frame: Frame, deposit: Deposit | null | undefined, price: Amount | undefined): Fact[] {
  if (!deposit) return [];
  const { texts } = frame;
  const text = price === undefined ? termsText(frame, deposit) : priceText(frame, deposit, price);
  if (text === undefined) return [];
  return [[texts.deposit, textFor(frame, deposit, text)]];
}

function textFor({ texts }: Frame, { for: whom }: Deposit, text: string): string {
  return whom === 'always' ? text : texts.depositFor[whom]({ deposit: text });
}

function priceText(frame: Frame, deposit: Deposit, price: Amount): string | undefined {
  const now = amountOn(frame, deposit, price);
  return now === 0n ? undefined : dueText(frame, now, price - now);
}

function amountOn({ site }: Frame, { type, value, from }: Deposit, price: Amount): Amount {
  return depositOn(price, { depositType: type, depositValue: value, depositFrom: from }, site.currency);
}

/** A booking of a visit, with what its person pays for it: undefined if that is not certain yet. */
interface DepositPart {
  service: Pick<Service, 'deposit' | 'payment_required'>;
  price: Amount | undefined;
}

/**
 * The deposit of a visit before it is made: the sum of those of its bookings, and of prices that are paid first.
 *
 * @returns undefined if they have no sum, because a price is not certain or they depend on different conditions
 */
export function depositFactsOfVisit(frame: Frame, parts: readonly DepositPart[]): Fact[] | undefined {
  const deposits = parts.flatMap(({ service: { deposit }, price }) => (deposit && price !== 0n ? [deposit] : []));
  const [first] = deposits;
  if (!first) return [];
  if (deposits.some((one) => one.for !== first.for)) return undefined;
  let [now, total] = [0n, 0n];
  for (const { service, price } of parts) {
    if (price === undefined) return undefined;
    total += price;
    if (service.deposit) now += amountOn(frame, service.deposit, price);
    else if (service.payment_required) now += price;
  }
  const text = now === 0n ? undefined : dueText(frame, now, total - now);
  return text === undefined ? [] : [[frame.texts.deposit, textFor(frame, first, text)]];
}

/** The deposit on a price that is not known. */
function termsText({ texts, formats }: Frame, { type, value, from }: Deposit): string {
  const deposit =
    type === 'percentage'
      ? texts.depositPart({ part: formats.percent(value) })
      : texts.depositAmount({ now: formats.price(value) });
  return from === null ? deposit : texts.depositFrom({ price: formats.price(from), deposit });
}

/** Names the amounts that are left to pay now and later, such as `100.00 now, 233.33 at the appointment`; undefined for nothing. */
function dueText({ texts, formats }: Frame, now: Amount, later: Amount): string | undefined {
  const amounts = { now: formats.price(toDecimal(now)), later: formats.price(toDecimal(later)) };
  if (now > 0n) return later > 0n ? texts.depositNow(amounts) : texts.depositAll(amounts);
  return later > 0n ? texts.dueLater({ amount: amounts.later }) : undefined;
}

type Due = Pick<Booking, 'active' | 'due_now' | 'due_later'> & Pick<OwnBooking, 'cancellation_fee'>;

/** Names the amounts that are left to pay of a charged fee, or of an active booking with a deposit; undefined for nothing. */
export function leftToPay(
  frame: Frame,
  { active, due_now: now, due_later: later, cancellation_fee: fee }: Due,
): string | undefined {
  // A fee is due at once: the appointment has passed, or was cancelled.
  if (fee && fee.charged !== null) return dueText(frame, toAmount(fee.owed ?? '0'), 0n);
  return active ? dueText(frame, toAmount(now ?? '0'), toAmount(later ?? '0')) : undefined;
}

/** The fact about what is left to pay. That of a charged fee is told with the fee. */
export function dueFacts(frame: Frame, booking: Due): Fact[] {
  const text = booking.cancellation_fee?.charged ? undefined : leftToPay(frame, booking);
  return text === undefined ? [] : [[textsIn(frame.wording).shop.toPay, text]];
}
