import { recordChanges } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { changedBy, type RequestContext } from '../../context.js';
import { MessageChannel } from '../../messaging/delivery/message.entity.js';
import type { Booking } from '../booking.entity.js';
import { hasExpired, isHold } from '../states/booking-state.rules.js';
import type { MessageChoice } from './message-choice.input.js';
import { canNotifyPerson, type SelectedMessage, selectMessages } from './message-choice.rules.js';
import { MessageRequest } from './message-request.entity.js';

/** A booking after a change and, if that was a modification, before it. */
interface ChangedBooking {
  booking: Booking;
  before?: Booking | undefined;
}

/**
 * Stores requests for the messages that bookings send which change in the same way; a job composes them later. Several
 * dates of a series that one transaction changes send one message to their person, which lists them. Call it in the
 * transaction of the change, after its other writes.
 *
 * @param announcesSeries whether the bookings are those of a new series: the message then lists the dates that were left
 *   out, even if only one booking was made
 */
export async function requestMessages(
  context: RequestContext,
  tx: AccountTransaction,
  changes: readonly ChangedBooking[],
  choice: MessageChoice = {},
  announcesSeries = false,
): Promise<void> {
  const isByLink = context.actor.kind === 'booking_link';
  const now = context.clock.now();
  const selected = changes.flatMap(({ booking, before }): BookingMessages[] => {
    if (!canNotifyPerson(booking) || hasExpired(booking, now)) return [];
    const messages = selectMessages(booking, choice, context.account, before, isByLink);
    // A series without a message of its own still sends those of templates, of which the same request takes care.
    return messages.length > 0 || (announcesSeries && booking.addsMessages) ? [{ booking, messages }] : [];
  });
  const requests = [...Map.groupBy(selected, occasionOf).values()].map((dates) => {
    const bookings = dates.map(({ booking }) => booking).toSorted((one, other) => +one.bookedFrom - +other.bookedFrom);
    const ids = bookings.map(({ id }) => id);
    return Object.assign(tx.create(MessageRequest, now), {
      bookingId: ids[0],
      bookingIds: announcesSeries || ids.length > 1 ? ids : null,
      messages: dates[0]?.messages ?? [],
    });
  });
  await recordChanges(tx, 'message_request.created', requests, changedBy(context), { needsIds: false });
}

interface BookingMessages {
  booking: Booking;
  messages: SelectedMessage[];
}

/**
 * Returns a key that the bookings of a visit, or dates of a series, share if one message is sent for them. Each hold of a
 * series has a code of its own.
 */
function occasionOf({ booking: { id, visitId, collectionId, personId }, messages }: BookingMessages): string {
  // Its people may have the same guardian, so the message is divided by recipient when it is composed.
  if (visitId !== null) return JSON.stringify(['visit', visitId, messages]);
  const isAlone = collectionId === null || messages.some(({ kind }) => kind === 'verification');
  return isAlone ? `${id}` : JSON.stringify([collectionId, personId, messages]);
}

/** Stores the message options given when the hold was created, because the later payment request has none. */
export function storeMessageChoice(booking: Booking, choice: MessageChoice = {}): void {
  const chosen = mergeMessageChoice(booking, choice);
  if (isHold(booking.state) && Object.keys(chosen).length > 0) booking.chosenMessages = chosen;
}

/** Returns the given message options, completed by those that were stored with the hold. */
export function mergeMessageChoice({ chosenMessages }: Booking, choice: MessageChoice = {}): MessageChoice {
  const given = Object.entries(choice).filter(([, value]) => (value ?? null) !== null);
  return { ...chosenMessages, ...Object.fromEntries(given) };
}

/** Stores a request for the message with the code of a hold, once more. It goes where the code went before. */
export async function requestCode(
  context: RequestContext,
  tx: AccountTransaction,
  { id, verificationMethod }: Pick<Booking, 'id' | 'verificationMethod'>,
): Promise<void> {
  const channel = verificationMethod === 'sms' ? MessageChannel.SMS : MessageChannel.EMAIL;
  const messages: SelectedMessage[] = [{ kind: 'verification', channel }];
  const request = Object.assign(tx.create(MessageRequest, context.clock.now()), { bookingId: id, messages });
  await recordChanges(tx, 'message_request.created', [request], changedBy(context));
}
