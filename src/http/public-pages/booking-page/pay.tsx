import type { JSX } from 'preact';
import { textsIn } from '../../../texts/texts.js';
import type { OwnBooking } from './api-answers.js';
import type { Frame } from './frame.js';

/** The target of links to a payment provider. An embedded page leaves its frame, because providers refuse to be shown in one. */
export const providerTarget = '_top';

/** The result of an attempt to pay a booking. */
export type PaymentNotice = 'awaiting' | 'bookingNotPaid' | 'bookingUnavailable';

interface PayProps {
  frame: Frame;
  booking: Pick<OwnBooking, 'payable_online' | 'expires_at' | 'cancellation_fee'>;
  /** The path of the booking's page, with the secret token. */
  path: string;
  notice?: PaymentNotice | undefined;
}

/** The sentences about a payment, or about a card that is stored without one. */
function sentencesOf({ texts, formats, wording }: Frame, amount: string | null) {
  const { shop } = textsIn(wording);
  const { fee } = texts;
  if (amount !== null) return { ...shop, pay: shop.pay({ amount: formats.price(amount) }) };
  const notices = { awaiting: fee.cardChecked, bookingNotPaid: fee.cardNotStored };
  return { ...shop, ...notices, payBefore: fee.storeBefore, pay: fee.storeCard };
}

/** Whether a booking has a page of the payment provider: to pay, or to store a card. */
export function hasProviderPage({ payable_online: amount, cancellation_fee: fee }: PayProps['booking']): boolean {
  return amount !== null || fee?.card === 'awaited';
}

/** The link to the payment provider of a booking that awaits its payment or a card. Nothing if it has no page there. */
export function PayBooking({ frame, booking, path, notice }: PayProps): JSX.Element | null {
  const { formats, url } = frame;
  const { payable_online: amount, expires_at: expiresAt } = booking;
  if (!hasProviderPage(booking)) return null;
  const shop = sentencesOf(frame, amount);
  return (
    <>
      {notice !== undefined && (
        <p class="problems" role="alert">
          {shop[notice]}
        </p>
      )}
      {expiresAt !== null && notice !== 'awaiting' && <p>{shop.payBefore({ moment: formats.moment(expiresAt) })}</p>}
      <p>
        {notice === 'awaiting' ? (
          <a class="button" href={url(path, { returned: 'paid' })}>
            {shop.showAgain}
          </a>
        ) : (
          <a class="button primary" href={url(`${path}/pay`)} target={providerTarget}>
            {shop.pay}
          </a>
        )}
      </p>
    </>
  );
}
