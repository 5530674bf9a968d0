import type { Wording } from '../../../platform/language.js';
import type { MessageKind } from '../../booking/messages/message-choice.rules.js';
import type { AccountAttributes } from '../../context.js';
import type { Service } from '../../service/service.entity.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { DeliveryType, type MessageTemplate, MessageTemplateType } from '../templates/message-template.entity.js';
import { builtInText, type MessageText } from './built-in-texts.rules.js';
import { isHtml } from './rendered-message.rules.js';
import { datesText, readsSeries } from './series-texts.rules.js';

type TextName<Owner> = Extract<keyof Owner, `mail${string}` | `sms${string}`>;
type ServiceTexts = Partial<Pick<Service, TextName<Service>>>;
type AccountTexts = Partial<Pick<AccountAttributes, TextName<AccountAttributes>>>;
type Names<Owner> = Partial<Record<MessageKind, keyof Owner>>;

const ofService: Record<MessageChannel, Names<ServiceTexts>> = {
  email: {
    verification: 'mailVerification',
    awaiting_confirmation: 'mailAwaitingConfirmation',
    confirmation: 'mailConfirmation',
    modification: 'mailModification',
    cancellation: 'mailCancellation',
    waitlist_offer: 'mailWaitlistOffer',
  },
  sms: {
    verification: 'smsVerification',
    awaiting_confirmation: 'smsAwaitingConfirmation',
    confirmation: 'smsConfirmation',
    modification: 'smsModification',
    cancellation: 'smsCancellation',
    reminder: 'smsReminder',
    waitlist_offer: 'smsWaitlistOffer',
  },
};

const ofAccount: Record<MessageChannel, Names<AccountTexts>> = {
  email: {
    verification: 'mailVerification',
    confirmation: 'mailConfirmation',
    modification: 'mailModification',
    cancellation: 'mailCancellation',
    waitlist_offer: 'mailWaitlistOffer',
  },
  sms: {
    verification: 'smsVerification',
    confirmation: 'smsConfirmation',
    modification: 'smsModification',
    cancellation: 'smsCancellation',
    reminder: 'smsReminder',
    waitlist_offer: 'smsWaitlistOffer',
  },
};

const subjects: Names<AccountTexts> = {
  verification: 'mailVerificationSubject',
  confirmation: 'mailConfirmationSubject',
  modification: 'mailModificationSubject',
  cancellation: 'mailCancellationSubject',
  waitlist_offer: 'mailWaitlistOfferSubject',
};

/**
 * Returns the service's text, else the account's, else the built-in one (contract of messages to people).
 *
 * @param isSeries whether the message is about several dates of a series. A text that does not list them itself gets the
 *   list after it, because it was written for one booking
 */
export function messageText(
  { kind, channel }: { kind: MessageKind; channel: MessageChannel },
  service: ServiceTexts | null,
  account: AccountTexts,
  language: Wording,
  isSeries = false,
): MessageText {
  const builtIn = builtInText(kind, channel, language, isSeries);
  const own = ownText(service, ofService[channel], kind) ?? ownText(account, ofAccount[channel], kind);
  const body = own !== null && isSeries ? withDates(own, kind, channel, language) : own;
  const subject = ownText(account, subjects, kind) ?? builtIn.subject;
  return body === null ? { subject, body: builtIn.body, builtIn: kind } : { subject, body };
}

/** Adds the list of dates to a text that does not read the variable `series`. */
export function withDates(body: string, kind: MessageKind, channel: MessageChannel, language: Wording): string {
  if (readsSeries(body)) return body;
  if (channel === MessageChannel.SMS) return `${body} ${datesText(kind, channel, language)}`;
  if (!isHtml(body)) return `${body}\n\n${datesText(kind, channel, language)}`;
  const dates = datesText(kind, channel, language, true);
  const end = body.search(/<\/body>/i);
  return end < 0 ? body + dates : body.slice(0, end) + dates + body.slice(end);
}

function ownText<Owner extends object>(owner: Owner | null, names: Names<Owner>, kind: MessageKind): string | null {
  const name = names[kind];
  const text = owner && name !== undefined ? owner[name] : null;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

export function templateChannel({ deliveryType }: Pick<MessageTemplate, 'deliveryType'>): MessageChannel {
  return deliveryType === DeliveryType.EMAIL ? MessageChannel.EMAIL : MessageChannel.SMS;
}

/**
 * Returns the texts of a message template, with a default subject if it has none.
 *
 * @param isSeries as of `messageText`; only for a confirmation
 */
export function templateText(
  template: Pick<MessageTemplate, 'messageType' | 'deliveryType' | 'subject' | 'template'>,
  language: Wording,
  isSeries = false,
): MessageText {
  const { messageType, subject, template: own } = template;
  const body = isSeries ? withDates(own, 'confirmation', templateChannel(template), language) : own;
  return { subject: subject ?? defaultSubject(messageType, language, isSeries), body };
}

function defaultSubject(type: MessageTemplateType, language: Wording, isSeries: boolean): string {
  switch (type) {
    case MessageTemplateType.CONFIRMATION:
    case MessageTemplateType.REMINDER:
      return builtInText(type, MessageChannel.EMAIL, language, isSeries).subject;
    case MessageTemplateType.FOLLOW_UP:
      return '{{ booking.client.name }}';
  }
}
