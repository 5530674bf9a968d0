import type { Account } from '../../account/account.entity.js';
import { MessageChannel } from '../../messaging/delivery/message.entity.js';
import { type Booking, BookingState } from '../booking.entity.js';
import { differing, placeAttributes } from '../booking.rules.js';
import { isOngoing } from '../booking-state.rules.js';
import { verificationMethodOf } from '../verification.rules.js';
import type { MessageChoice } from './message-choice.input.js';

/** What a message tells of its booking: a notification the account, all others the person. */
export type MessageKind =
  | 'verification'
  | 'awaiting_confirmation'
  | 'confirmation'
  | 'modification'
  | 'decline'
  | 'cancellation'
  | 'reminder'
  | 'notification';

export interface WantedMessage {
  kind: MessageKind;
  channel: MessageChannel;
}

type Chosen = Exclude<MessageKind, 'awaiting_confirmation' | 'reminder'>;
/** A booking that waits for a confirmation by hand is told of instead of the confirmation. */
type Told = Exclude<MessageKind, 'reminder'>;

/** What a booking that has come into that state has to tell. */
function tidings(state: BookingState): readonly Told[] {
  switch (state) {
    case BookingState.AWAITING_VERIFICATION:
      return ['verification'];
    case BookingState.AWAITING_CONFIRMATION:
      return ['awaiting_confirmation', 'notification'];
    case BookingState.CONFIRMED:
      return ['confirmation', 'notification'];
    case BookingState.DECLINED:
      return ['decline'];
    case BookingState.CANCELLED:
    case BookingState.DELETED:
      return ['cancellation'];
    case BookingState.AWAITING_PAYMENT:
    case BookingState.VERIFICATION_EXPIRED:
      return [];
  }
}

/** Whether there is anybody to tell of it, and anything to say (spec, Create booking parameters). */
export function tellsPerson({ personId, serviceId }: Pick<Booking, 'personId' | 'serviceId'>): boolean {
  return personId !== null && serviceId !== null;
}

type Settings = Pick<Account, 'verificationMethod' | 'emailNotification' | 'smsNotification'>;

/**
 * The messages that a step of a booking sends: those that are chosen, and by default those that the account sends: to
 * the person as it verifies, to itself as it is set to (spec, Create booking parameters).
 *
 * @param before the booking as it was, when the step is a modification: that is told of by default when it has moved
 */
export function wantedMessages(
  booking: Booking,
  choice: MessageChoice,
  account: Settings,
  before?: Booking,
): WantedMessage[] {
  const isModified = before !== undefined && before.state === booking.state;
  const isNews = !isModified || (isOngoing(booking.state) && hasMoved(before, booking));
  const kinds: readonly Told[] = isModified ? ['modification'] : tidings(booking.state);
  return kinds.flatMap((kind) =>
    [MessageChannel.EMAIL, MessageChannel.SMS]
      .filter((channel) => chosen(choice, kind, channel) ?? (isNews && isDefault(kind, channel, account)))
      .map((channel) => ({ kind, channel })),
  );
}

function hasMoved(before: Booking, booking: Booking): boolean {
  return differing([...placeAttributes, 'eventId', 'count'], before, booking).length > 0;
}

function chosen(choice: MessageChoice, kind: Told, channel: MessageChannel): boolean | null | undefined {
  const name: Chosen = kind === 'awaiting_confirmation' ? 'confirmation' : kind;
  return channel === MessageChannel.EMAIL ? choice[`${name}Email`] : choice[`${name}Sms`];
}

function isDefault(kind: Told, channel: MessageChannel, account: Settings): boolean {
  if (kind !== 'notification') return verificationMethodOf(account) === channel;
  return channel === MessageChannel.EMAIL ? account.emailNotification : account.smsNotification;
}
