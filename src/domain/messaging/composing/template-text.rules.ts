import type { Language } from '../../../platform/language.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { DeliveryType, type MessageTemplate, MessageTemplateType } from '../templates/message-template.entity.js';
import { builtInText, type MessageText } from './built-in-texts.rules.js';

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
