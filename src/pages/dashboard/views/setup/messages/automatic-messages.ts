import type { MessageTextInput } from '../../../graphql/schema.types.js';

type Kind = MessageTextInput['kind'];
type Channel = 'EMAIL' | 'SMS';

/** A message about bookings whose text an account or a service may replace. */
export interface AutomaticMessage {
  /** The last part of its address. */
  slug: string;
  kind: Kind;
  channel: Channel;
  /** The attribute with the subject of an email. */
  subject?: string;
  /** The attribute with the text, such as `mailConfirmation`. */
  body: string;
}

function message(kind: Kind, channel: Channel): AutomaticMessage {
  const occasion = kind.toLowerCase().replaceAll(/(?:^|_)[a-z]/g, (start) => start.slice(-1).toUpperCase());
  const slug = `${kind}-${channel}`.toLowerCase().replaceAll('_', '-');
  return { slug, kind, channel, body: `${channel === 'EMAIL' ? 'mail' : 'sms'}${occasion}` };
}

const reminder = message('REMINDER', 'SMS');
const plain = (kind: Kind): AutomaticMessage[] => [message(kind, 'EMAIL'), message(kind, 'SMS')];
const withSubject = (kind: Kind): AutomaticMessage[] =>
  plain(kind).map((one) => (one.channel === 'EMAIL' ? { ...one, subject: `${one.body}Subject` } : one));

/** Those of an account, in the order in which people get them. */
export const automaticMessages: readonly AutomaticMessage[] = [
  ...(['VERIFICATION', 'CONFIRMATION', 'MODIFICATION'] as const).flatMap(withSubject),
  reminder,
  ...(['CANCELLATION', 'WAITLIST_OFFER'] as const).flatMap(withSubject),
];

/** Those of a service, whose emails have the subjects of the account, in the same order. */
export const serviceMessages: readonly AutomaticMessage[] = [
  ...(['VERIFICATION', 'AWAITING_CONFIRMATION', 'CONFIRMATION', 'MODIFICATION'] as const).flatMap(plain),
  reminder,
  ...(['CANCELLATION', 'WAITLIST_OFFER'] as const).flatMap(plain),
];
