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
  booking: Pick<OwnBooking, 'payable_online' | 'expires_at'>;
  /** The path of the booking's page, with the secret token. */
  path: string;
  notice?: PaymentNotice | undefined;
}

/** The link to the payment provider of a booking that awaits its payment. Nothing if it cannot be paid there. */
export function PayBooking({ frame, booking, path, notice }: PayProps): JSX.Element | null {
  const { formats, wording, url } = frame;
  const shop = textsIn(wording).shop;
  const { payable_online: amount, expires_at: expiresAt } = booking;
  if (amount === null) return null;
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
            {shop.pay({ amount: formats.price(amount) })}
          </a>
        )}
      </p>
    </>
  );
}
