import type { AccountInput, MessageTextInput, ServiceInput } from '../../../graphql/schema.types.js';

type TextName = Extract<keyof AccountInput | keyof ServiceInput, `mail${string}` | `sms${string}`>;
type Kind = MessageTextInput['kind'];

/** A message about bookings whose text an account or a service may replace. */
export interface AutomaticMessage {
  /** The last part of its address. */
  slug: string;
  kind: Kind;
  channel: 'EMAIL' | 'SMS';
  /** The attribute with the subject of an email. */
  subject?: TextName;
  /** The attribute with the text. */
  body: TextName;
}

type Occasion =
  | 'Verification'
  | 'AwaitingConfirmation'
  | 'Confirmation'
  | 'Modification'
  | 'Cancellation'
  | 'WaitlistOffer';

const kinds: Record<Occasion, Kind> = {
  Verification: 'VERIFICATION',
  AwaitingConfirmation: 'AWAITING_CONFIRMATION',
  Confirmation: 'CONFIRMATION',
  Modification: 'MODIFICATION',
  Cancellation: 'CANCELLATION',
  WaitlistOffer: 'WAITLIST_OFFER',
};

const slugOf = (kind: Kind, channel: string): string => `${kind}-${channel}`.toLowerCase().replaceAll('_', '-');

const email = (occasion: Occasion): AutomaticMessage => {
  const kind = kinds[occasion];
  return { slug: slugOf(kind, 'email'), kind, channel: 'EMAIL', body: `mail${occasion}` };
};

const sms = (occasion: Occasion): AutomaticMessage => {
  const kind = kinds[occasion];
  return { slug: slugOf(kind, 'sms'), kind, channel: 'SMS', body: `sms${occasion}` };
};

const reminder: AutomaticMessage = {
  slug: slugOf('REMINDER', 'sms'),
  kind: 'REMINDER',
  channel: 'SMS',
  body: 'smsReminder',
};

const both = (occasion: Exclude<Occasion, 'AwaitingConfirmation'>): AutomaticMessage[] => [
  { ...email(occasion), subject: `mail${occasion}Subject` },
  sms(occasion),
];

/** Those of an account, in the order in which people get them. */
export const automaticMessages: readonly AutomaticMessage[] = [
  ...both('Verification'),
  ...both('Confirmation'),
  ...both('Modification'),
  reminder,
  ...both('Cancellation'),
  ...both('WaitlistOffer'),
];

/** Those of a service, whose emails have the subjects of the account, in the same order. */
export const serviceMessages: readonly AutomaticMessage[] = [
  ...[email('Verification'), sms('Verification')],
  ...[email('AwaitingConfirmation'), sms('AwaitingConfirmation')],
  ...[email('Confirmation'), sms('Confirmation')],
  ...[email('Modification'), sms('Modification')],
  reminder,
  ...[email('Cancellation'), sms('Cancellation')],
  ...[email('WaitlistOffer'), sms('WaitlistOffer')],
];
