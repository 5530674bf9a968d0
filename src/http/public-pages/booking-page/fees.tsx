import type { JSX } from 'preact';
import { type FeeValue, feeOn, parseFees } from '../../../domain/cancellation-fee.rules.js';
import { type Amount, toAmount, toDecimal } from '../../../domain/money.rules.js';
import { Banner } from '../../../pages/design/banner.js';
import type { CancellationTerms, OwnBooking } from './api-answers.js';
import type { Fact, Frame } from './frame.js';

/**
 * The fees for cancelling late, such as `150.00 if you cancel less than 24 hr before`, and the account's own words.
 *
 * @param price of the whole booking; undefined if it is not certain yet
 */
export function feeFacts(frame: Frame, terms: CancellationTerms | null | undefined, price?: Amount): Fact[] {
  const rule = terms && parseFees(terms.fees);
  if (!rule) return [];
  const { texts, formats } = frame;
  const sentences = [
    // Nobody can cancel after the start.
    ...rule.steps
      .filter(({ hours }) => hours > 0)
      .map((step) => texts.fee.late({ fee: feeText(frame, step, price), time: formats.minutes(step.hours * 60) })),
    ...(rule.noShow ? [texts.fee.noShow({ fee: feeText(frame, rule.noShow, price) })] : []),
  ];
  const more = [...(terms.stores_card ? [texts.fee.card] : []), ...(terms.text === null ? [] : [terms.text])];
  return [[texts.fee.title, [...sentences, ...more].join('\n')]];
}

function feeText({ texts, formats, site }: Frame, fee: FeeValue, price: Amount | undefined): string {
  if (price !== undefined) return formats.price(toDecimal(feeOn(price, fee, site.currency)));
  return fee.isPercentage ? texts.fee.part({ part: formats.percent(fee.value) }) : formats.price(fee.value);
}

/** The fees that the person of a booking agreed to, or the one that was charged. */
export function agreedFeeFacts(frame: Frame, { cancellation_fee: agreed, active }: OwnBooking): Fact[] {
  if (!agreed) return [];
  const { charged, owed, fees, text } = agreed;
  if (charged === null) return active && fees !== null ? feeFacts(frame, { fees, text }) : [];
  const { texts, formats } = frame;
  const isOpen = toAmount(owed ?? '0') > 0n;
  const amount = formats.price(charged);
  return [[texts.fee.title, isOpen ? texts.fee.owed({ amount, left: formats.price(owed ?? '0') }) : amount]];
}

interface OwnCardProps {
  frame: Frame;
  booking: OwnBooking;
  /** The path of the booking's page, with the secret token. */
  path: string;
}

/** Says that a card is stored, with a way to remove it once nothing may be charged to it. */
export function OwnCard({ frame: { texts, url }, booking, path }: OwnCardProps): JSX.Element | null {
  const { card } = booking.cancellation_fee ?? {};
  if (card === 'stored') return <p>{texts.fee.cardStored}</p>;
  if (card !== 'removable') return null;
  return (
    <form method="post" action={url(`${path}/card`)} data-once>
      <button type="submit" class="button">
        {texts.fee.removeCard}
      </button>
    </form>
  );
}

/** Says what cancelling costs now. Nothing if it costs nothing. */
export function FeeNow({ frame, booking }: { frame: Frame; booking: OwnBooking }): JSX.Element | null {
  const { texts, formats } = frame;
  const now = booking.cancellation_fee?.if_cancelled_now ?? '0';
  if (toAmount(now) === 0n) return null;
  return <Banner kind="warning">{texts.fee.now({ amount: formats.price(now) })}</Banner>;
}
