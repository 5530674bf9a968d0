import { depositOn } from '../../../domain/deposit.rules.js';
import { type Amount, toAmount, toDecimal } from '../../../domain/money.rules.js';
import { textsIn } from '../../../texts/texts.js';
import type { Booking, Deposit } from './api-answers.js';
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
  return [[texts.deposit, deposit.for === 'always' ? text : texts.depositFor[deposit.for]({ deposit: text })]];
}

function priceText(frame: Frame, { type, value, from }: Deposit, price: Amount): string | undefined {
  const terms = { depositType: type, depositValue: value, depositFrom: from };
  const now = depositOn(price, terms, frame.site.currency);
  return now === 0n ? undefined : dueText(frame, now, price - now);
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

/** Names the amounts that are left to pay of an active booking with a deposit; undefined for nothing. */
export function leftToPay(
  frame: Frame,
  { active, due_now: now, due_later: later }: Pick<Booking, 'active' | 'due_now' | 'due_later'>,
): string | undefined {
  return active ? dueText(frame, toAmount(now ?? '0'), toAmount(later ?? '0')) : undefined;
}

export function dueFacts(frame: Frame, booking: Booking): Fact[] {
  const text = leftToPay(frame, booking);
  return text === undefined ? [] : [[textsIn(frame.wording).shop.toPay, text]];
}
