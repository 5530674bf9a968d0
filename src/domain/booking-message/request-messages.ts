import { recordChange } from '../../changes/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import type { Booking } from '../booking/booking.entity.js';
import { by, isVisitor, type RequestContext } from '../context.js';
import type { MessageChoice } from './message-choice.input.js';
import { wantedMessages } from './message-choice.rules.js';
import { MessageRequest } from './message-request.entity.js';

/**
 * Asks for the messages that a step of a booking sends, in its transaction and after all that it writes: they are made
 * in the background. They need a person and a service (spec, Create booking parameters).
 *
 * @param before the booking as it was, when the step is a modification
 */
export async function requestMessages(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  choice: MessageChoice = {},
  before?: Booking,
): Promise<void> {
  if (booking.personId === null || booking.serviceId === null) return;
  const messages = wantedMessages(booking, choice, context.account, before);
  if (messages.length === 0) return;
  const request = tx.create(MessageRequest, context.clock.now());
  // A visitor may name any host: what is sent to others must not lead there.
  const address = isVisitor(context) ? '' : context.address;
  Object.assign(request, { bookingId: booking.id, messages, address });
  await recordChange(tx, 'message_request.created', request, by(context));
}
