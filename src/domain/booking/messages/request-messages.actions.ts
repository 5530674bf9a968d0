import { recordChanges } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { by, isVisitor, type RequestContext } from '../../context.js';
import type { Booking } from '../booking.entity.js';
import { hasExpired, isHold } from '../booking-state.rules.js';
import type { MessageChoice } from './message-choice.input.js';
import { tellsPerson, wantedMessages } from './message-choice.rules.js';
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
  await requestMessagesOfAll(context, tx, [{ booking, before }], choice);
}

/** Keeps what is said of the messages of a hold: who pays for it says nothing of them. */
export function rememberChoice(booking: Booking, choice: MessageChoice = {}): void {
  const chosen = rememberedChoice(booking, choice);
  if (isHold(booking.state) && Object.keys(chosen).length > 0) booking.chosenMessages = chosen;
}

/** What is said now, and else what was said when the booking was a hold. */
export function rememberedChoice({ chosenMessages }: Booking, choice: MessageChoice = {}): MessageChoice {
  const said = Object.entries(choice).filter(([, value]) => (value ?? null) !== null);
  return { ...chosenMessages, ...Object.fromEntries(said) };
}

/** A booking after a step and, when that is a modification, before it. */
export interface Step {
  booking: Booking;
  before?: Booking | undefined;
}

/** The same for several bookings to which the same happens. */
export async function requestMessagesOfAll(
  context: RequestContext,
  tx: AccountTransaction,
  steps: readonly Step[],
  choice: MessageChoice = {},
): Promise<void> {
  // A visitor may name any host: what is sent to others must not lead there.
  const address = isVisitor(context) ? '' : context.linkAddress;
  const now = context.clock.now();
  const requests = steps.flatMap(({ booking, before }) => {
    if (!tellsPerson(booking) || hasExpired(booking, now)) return [];
    const messages = wantedMessages(booking, choice, context.account, before);
    if (messages.length === 0) return [];
    const request = tx.create(MessageRequest, now);
    return [Object.assign(request, { bookingId: booking.id, messages, address })];
  });
  await recordChanges(tx, 'message_request.created', requests, by(context));
}
