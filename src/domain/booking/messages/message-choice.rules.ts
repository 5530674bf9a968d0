import type { Account } from '../../account/account.entity.js';
import { MessageChannel } from '../../messaging/delivery/message.entity.js';
import { type Booking, BookingState } from '../booking.entity.js';
import { differing, placeAttributes } from '../booking.rules.js';
import { isOngoing } from '../booking-state.rules.js';
import { toVerificationMethod } from '../verification.rules.js';
import type { MessageChoice } from './message-choice.input.js';

/** The reason for a message. A notification goes to the account, every other kind to the person. */
export enum BookingMessageKind {
  VERIFICATION = 'verification',
  AWAITING_CONFIRMATION = 'awaiting_confirmation',
  CONFIRMATION = 'confirmation',
  MODIFICATION = 'modification',
  DECLINE = 'decline',
  CANCELLATION = 'cancellation',
  REMINDER = 'reminder',
  WAITLIST_OFFER = 'waitlist_offer',
  NOTIFICATION = 'notification',
}

export type MessageKind = `${BookingMessageKind}`;

export interface SelectedMessage {
  kind: MessageKind;
  channel: MessageChannel;
}

/**
 * Kinds that a change of a booking can send. `awaiting_confirmation` replaces a confirmation that staff still have to
 * give.
 */
type ChangeMessageKind = Exclude<MessageKind, 'reminder' | 'waitlist_offer'>;
/** Kinds that a client can choose. */
type ChoosableKind = Exclude<ChangeMessageKind, 'awaiting_confirmation'>;

/** The kinds that are sent when a booking enters a state. */
function kindsForState(state: BookingState): readonly ChangeMessageKind[] {
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

/** Messages need a person, who receives them, and a service, which they describe (spec, Create booking parameters). */
export function canNotifyPerson({ personId, serviceId }: Pick<Booking, 'personId' | 'serviceId'>): boolean {
  return personId !== null && serviceId !== null;
}

type Settings = Pick<Account, 'verificationMethod' | 'emailNotification' | 'smsNotification'>;

/**
 * Selects the messages that a change of a booking sends. Where the choice is open, the person gets a message by the
 * channel by which the account verifies bookings, and the account by those of its settings (spec, Create booking
 * parameters).
 *
 * @param before the booking before a modification, which by default sends messages only if the booking has moved
 */
export function selectMessages(
  booking: Booking,
  choice: MessageChoice,
  account: Settings,
  before?: Booking,
): SelectedMessage[] {
  const isModified = before !== undefined && before.state === booking.state;
  const isNews = !isModified || (isOngoing(booking.state) && hasMoved(before, booking));
  const kinds: readonly ChangeMessageKind[] = isModified ? ['modification'] : kindsForState(booking.state);
  return kinds.flatMap((kind) =>
    [MessageChannel.EMAIL, MessageChannel.SMS]
      .filter((channel) => chosen(choice, kind, channel) ?? (isNews && isDefault(kind, channel, account)))
      .map((channel) => ({ kind, channel })),
  );
}

function hasMoved(before: Booking, booking: Booking): boolean {
  return differing([...placeAttributes, 'eventId', 'count'], before, booking).length > 0;
}

function chosen(choice: MessageChoice, kind: ChangeMessageKind, channel: MessageChannel): boolean | null | undefined {
  const name: ChoosableKind = kind === 'awaiting_confirmation' ? 'confirmation' : kind;
  return channel === MessageChannel.EMAIL ? choice[`${name}Email`] : choice[`${name}Sms`];
}

function isDefault(kind: ChangeMessageKind, channel: MessageChannel, account: Settings): boolean {
  if (kind !== 'notification') return toVerificationMethod(account) === channel;
  return channel === MessageChannel.EMAIL ? account.emailNotification : account.smsNotification;
}
