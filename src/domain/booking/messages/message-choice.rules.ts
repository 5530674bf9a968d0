import type { Account } from '../../account/account.entity.js';
import { MessageChannel } from '../../messaging/delivery/message.entity.js';
import { type Booking, BookingState } from '../booking.entity.js';
import { differing, placeAttributes } from '../placing/place.rules.js';
import { isOngoing, toVerificationMethod } from '../states/booking-state.rules.js';
import { MessageChoice } from './message-choice.input.js';

/** The reason for a message. Notifications go to the account (`goesToAccount`), every other kind to the person. */
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
  MODIFICATION_NOTIFICATION = 'modification_notification',
  CANCELLATION_NOTIFICATION = 'cancellation_notification',
}

export type MessageKind = `${BookingMessageKind}`;

const toAccount = ['notification', 'modification_notification', 'cancellation_notification'] as const;
type NotificationKind = (typeof toAccount)[number];

/** Whether a message is for the account: that a booking was made, or that a person moved or cancelled one by its link. */
export function goesToAccount(kind: MessageKind): kind is NotificationKind {
  return toAccount.some((known) => known === kind);
}

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
type ChoosableKind = Exclude<ChangeMessageKind, 'awaiting_confirmation' | `${string}_notification`>;

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
 * Selects the messages that a change of a booking sends. Where the request chooses nothing, the person gets a message by
 * the channel by which the account verifies bookings, and the account gets one by each channel of its settings (spec,
 * Create booking parameters).
 *
 * @param before the booking before a modification, which by default sends messages only if the booking has moved
 * @param isByLink whether the person made the change by the link of the booking. The account then gets a notification
 */
export function selectMessages(
  booking: Booking,
  choice: MessageChoice,
  account: Settings,
  before?: Booking,
  isByLink = false,
): SelectedMessage[] {
  const isModified = before !== undefined && before.state === booking.state;
  const isNews = !isModified || (isOngoing(booking.state) && hasMoved(before, booking));
  const kinds: readonly ChangeMessageKind[] = isModified ? ['modification'] : kindsForState(booking.state);
  const selected = isByLink ? kindsByLink(kinds, before !== undefined) : kinds;
  return selected.flatMap((kind) =>
    [MessageChannel.EMAIL, MessageChannel.SMS]
      .filter((channel) => chosen(choice, kind, channel) ?? (isNews && isDefault(kind, channel, account)))
      .map((channel) => ({ kind, channel })),
  );
}

/** Adds the notification of the account about a change that the person made, instead of that about a new booking. */
function kindsByLink(kinds: readonly ChangeMessageKind[], isMoved: boolean): readonly ChangeMessageKind[] {
  if (isMoved) return [...kinds.filter((kind) => kind !== 'notification'), 'modification_notification'];
  return kinds.includes('cancellation') ? [...kinds, 'cancellation_notification'] : kinds;
}

function hasMoved(before: Booking, booking: Booking): boolean {
  return differing([...placeAttributes, 'eventId', 'count'], before, booking).length > 0;
}

function chosen(choice: MessageChoice, kind: ChangeMessageKind, channel: MessageChannel): boolean | null | undefined {
  const name = choosableKind(kind);
  return channel === MessageChannel.EMAIL ? choice[`${name}Email`] : choice[`${name}Sms`];
}

function choosableKind(kind: ChangeMessageKind): ChoosableKind {
  if (kind === 'awaiting_confirmation') return 'confirmation';
  return goesToAccount(kind) ? 'notification' : kind;
}

function isDefault(kind: ChangeMessageKind, channel: MessageChannel, account: Settings): boolean {
  if (!goesToAccount(kind)) return toVerificationMethod(account) === channel;
  return channel === MessageChannel.EMAIL ? account.emailNotification : account.smsNotification;
}
