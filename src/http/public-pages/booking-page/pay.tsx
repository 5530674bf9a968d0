import type { JSX } from 'preact';
import { toDecimal } from '../../../domain/money.rules.js';
import { textsIn } from '../../../texts/texts.js';
import type { OwnBooking } from './api-answers.js';
import type { Frame } from './frame.js';
import { type ChosenTip, isAskedForTip, noTip, payText, Tips } from './tips.js';

/** The target of links to a payment provider. An embedded page leaves its frame, because providers refuse to be shown in one. */
export const providerTarget = '_top';

/** The result of an attempt to pay a booking. */
export type PaymentNotice = 'awaiting' | 'bookingNotPaid' | 'bookingUnavailable';

interface PayProps {
  frame: Frame;
  booking: Pick<OwnBooking, 'payable_online' | 'expires_at' | 'cancellation_fee' | 'tip'>;
  /** The path of the booking's page, with the secret token. */
  path: string;
  notice?: PaymentNotice | undefined;
  tip?: ChosenTip;
}

/** The sentences about a payment, or about a card that is stored without one. */
function sentencesOf(frame: Frame, { payable_online: amount, cancellation_fee }: PayProps['booking'], tip: ChosenTip) {
  const { shop } = textsIn(frame.wording);
  const { fee } = frame.texts;
  if (cancellation_fee?.card !== 'awaited') return { ...shop, pay: payText(frame, amount, tip.amount) };
  const notices = { awaiting: fee.cardChecked, bookingNotPaid: fee.cardNotStored };
  return { ...shop, ...notices, payBefore: fee.storeBefore, pay: fee.storeCard };
}

/** Whether a booking has a page of the payment provider: to pay, or to store a card. */
export function hasProviderPage({ payable_online: amount, cancellation_fee: fee }: PayProps['booking']): boolean {
  return amount !== null || fee?.card === 'awaited';
}

/** The query of the link to the payment provider. */
export const payQuery = ({ amount }: ChosenTip): { tip?: string } => (amount > 0n ? { tip: toDecimal(amount) } : {});

/**
 * The link to the payment provider of a booking that awaits its payment or a card, and the tips that can come with that, or alone
 * later. Nothing if there is none of it.
 */
export function PayBooking({ frame, booking, path, notice, tip: named = noTip }: PayProps): JSX.Element | null {
  const { formats, url } = frame;
  const { expires_at: expiresAt, tip } = booking;
  const isAsked = isAskedForTip(tip);
  const chosen = isAsked ? named : noTip;
  const tips = !(isAsked && notice === 'awaiting') && <Tips {...{ frame, path, tip, chosen }} />;
  const paysTip = isAsked && (chosen.amount > 0n || notice !== undefined);
  if (!hasProviderPage(booking) && !paysTip) return <>{tips}</>;
  const shop = sentencesOf(frame, booking, chosen);
  const isPayable = hasProviderPage(booking) || chosen.amount > 0n;
  return (
    <>
      {notice !== undefined && (
        <p class="problems" role="alert">
          {shop[notice]}
        </p>
      )}
      {expiresAt !== null && notice !== 'awaiting' && <p>{shop.payBefore({ moment: formats.moment(expiresAt) })}</p>}
      {tips}
      <p>
        {notice === 'awaiting' ? (
          <a class="button" href={url(path, { returned: 'paid' })}>
            {shop.showAgain}
          </a>
        ) : (
          isPayable && (
            <a class="button primary" href={url(`${path}/pay`, payQuery(chosen))} target={providerTarget}>
              {shop.pay}
            </a>
          )
        )}
      </p>
    </>
  );
}
