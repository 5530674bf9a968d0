import type { Language } from '../../../platform/language.js';
import type { MessageKind } from '../../booking/messages/message-choice.rules.js';
import type { AccountAttributes } from '../../context.js';
import type { Service } from '../../service/service.entity.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { DeliveryType, type MessageTemplate, MessageTemplateType } from '../templates/message-template.entity.js';
import { builtInText, type MessageText } from './built-in-texts.rules.js';

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

/** Returns the service's text, else the account's, else the built-in one (contract of messages to people). */
export function messageText(
  { kind, channel }: { kind: MessageKind; channel: MessageChannel },
  service: ServiceTexts | null,
  account: AccountTexts,
  language: Language,
): MessageText {
  const builtIn = builtInText(kind, channel, language);
  const own = ownText(service, ofService[channel], kind) ?? ownText(account, ofAccount[channel], kind);
  return { subject: ownText(account, subjects, kind) ?? builtIn.subject, body: own ?? builtIn.body };
}

function ownText<Owner extends object>(owner: Owner | null, names: Names<Owner>, kind: MessageKind): string | null {
  const name = names[kind];
  const text = owner && name !== undefined ? owner[name] : null;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

export function templateChannel({ deliveryType }: Pick<MessageTemplate, 'deliveryType'>): MessageChannel {
  return deliveryType === DeliveryType.EMAIL ? MessageChannel.EMAIL : MessageChannel.SMS;
}

/** Returns the texts of a message template, with a default subject if it has none. */
export function templateText(
  { messageType, subject, template }: Pick<MessageTemplate, 'messageType' | 'subject' | 'template'>,
  language: Language,
): MessageText {
  return { subject: subject ?? defaultSubject(messageType, language), body: template };
}

function defaultSubject(type: MessageTemplateType, language: Language): string {
  switch (type) {
    case MessageTemplateType.CONFIRMATION:
    case MessageTemplateType.REMINDER:
      return builtInText(type, MessageChannel.EMAIL, language).subject;
    case MessageTemplateType.FOLLOW_UP:
      return '{{ booking.client.name }}';
  }
}
