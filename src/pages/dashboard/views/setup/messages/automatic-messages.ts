import type { AccountInput, MessageTextInput } from '../../../graphql/schema.types.js';

type TextName = Extract<keyof AccountInput, `mail${string}` | `sms${string}`>;
type Kind = MessageTextInput['kind'];

/** A message about bookings whose text an account may write. */
export interface AutomaticMessage {
  /** The last part of its address. */
  slug: string;
  kind: Kind;
  channel: 'EMAIL' | 'SMS';
  /** The attribute of the account with the subject of an email. */
  subject?: TextName;
  /** The attribute of the account with the text. */
  body: TextName;
}

type Occasion = 'Verification' | 'Confirmation' | 'Modification' | 'Cancellation' | 'WaitlistOffer';

const kinds: Record<Occasion, Kind> = {
  Verification: 'VERIFICATION',
  Confirmation: 'CONFIRMATION',
  Modification: 'MODIFICATION',
  Cancellation: 'CANCELLATION',
  WaitlistOffer: 'WAITLIST_OFFER',
};

const slugOf = (kind: Kind, channel: string): string => `${kind}-${channel}`.toLowerCase().replaceAll('_', '-');

const both = (occasion: Occasion): AutomaticMessage[] => {
  const kind = kinds[occasion];
  return [
    {
      ...{ slug: slugOf(kind, 'email'), kind, channel: 'EMAIL' },
      ...{ subject: `mail${occasion}Subject`, body: `mail${occasion}` },
    },
    { slug: slugOf(kind, 'sms'), kind, channel: 'SMS', body: `sms${occasion}` },
  ];
};

/** In the order in which people get them. */
export const automaticMessages: readonly AutomaticMessage[] = [
  ...both('Verification'),
  ...both('Confirmation'),
  ...both('Modification'),
  { slug: slugOf('REMINDER', 'sms'), kind: 'REMINDER', channel: 'SMS', body: 'smsReminder' },
  ...both('Cancellation'),
  ...both('WaitlistOffer'),
];
