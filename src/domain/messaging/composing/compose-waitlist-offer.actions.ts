import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Booking } from '../../booking/booking.entity.js';
import type { RequestContext } from '../../context.js';
import type { MessageChannel } from '../delivery/message.entity.js';
import { readBookingDetails } from './booking-details.queries.js';
import { composeMessage } from './compose-message.actions.js';
import { messageText } from './message-texts.rules.js';
import { messageLanguage } from './message-values.rules.js';

/** The message about a held booking that is offered to a person on the waitlist. */
export interface WaitlistOfferMessage {
  channel: MessageChannel;
  recipient: string;
  /** The language of the recipient; null means that of the account. */
  locale: string | null;
  /** The secret part of the link. */
  token: string;
}

/**
 * Composes the message in the transaction of the offer, because only the hash of its token is stored. Call it after the
 * booking was written.
 */
export async function composeWaitlistOffer(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  { channel, recipient, locale, token }: WaitlistOfferMessage,
): Promise<void> {
  const details = { ...(await readBookingDetails(tx, booking)), waitlistToken: token };
  const language = messageLanguage({ locale }, context.account);
  await composeMessage(context, tx, details, {
    kind: 'waitlist_offer',
    channel,
    recipient,
    deduplicationKey: 'waitlist_offer',
    text: messageText({ kind: 'waitlist_offer', channel }, details.service, context.account, language),
    language,
  });
}
