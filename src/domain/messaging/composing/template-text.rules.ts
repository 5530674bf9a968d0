import { MessageChannel } from '../delivery/message.entity.js';
import { DeliveryType, type MessageTemplate, MessageTemplateType } from '../templates/message-template.entity.js';
import { builtInText, type Locale, type MessageText } from './built-in-texts.rules.js';

export function templateChannel({ deliveryType }: Pick<MessageTemplate, 'deliveryType'>): MessageChannel {
  return deliveryType === DeliveryType.EMAIL ? MessageChannel.EMAIL : MessageChannel.SMS;
}

/** Returns the texts of a message template, with a default subject if it has none. */
export function templateText(
  { messageType, subject, template }: Pick<MessageTemplate, 'messageType' | 'subject' | 'template'>,
  locale: Locale,
): MessageText {
  return { subject: subject ?? defaultSubject(messageType, locale), body: template };
}

function defaultSubject(type: MessageTemplateType, locale: Locale): string {
  switch (type) {
    case MessageTemplateType.CONFIRMATION:
    case MessageTemplateType.REMINDER:
      return builtInText(type, MessageChannel.EMAIL, locale).subject;
    case MessageTemplateType.FOLLOW_UP:
      return '{{ booking.client.name }}';
  }
}
