import { rejectIfAny } from '../../attributes.js';
import type { RequestContext } from '../../context.js';
import { liquidTexts, validateLiquid } from '../../liquid-text.rules.js';
import { DeliveryType, MessageTemplateType } from '../templates/message-template.entity.js';
import type { MessageTemplateInput } from '../templates/message-template.input.js';
import { TemplateError } from './liquid.rules.js';
import { localeOf } from './message-values.rules.js';
import { renderMessage } from './rendered-message.rules.js';
import { sampleBooking } from './sample-booking.rules.js';
import type { MessageTemplatePreview } from './template-preview.type.js';
import { templateChannel, templateText } from './template-text.rules.js';

/**
 * Renders the texts of a message template, stored or not, for a sample booking. Reads and writes nothing.
 *
 * @param locale null means the language of the account
 * @throws DomainError INVALID by attribute, if a text cannot be parsed
 */
export function previewTemplate(
  context: RequestContext,
  input: MessageTemplateInput,
  locale: string | null,
): MessageTemplatePreview {
  const template = {
    messageType: input.messageType ?? MessageTemplateType.CONFIRMATION,
    deliveryType: input.deliveryType ?? DeliveryType.EMAIL,
    subject: input.subject ?? null,
    template: input.template ?? '',
  };
  const errors = validateLiquid(input, liquidTexts.messageTemplate);
  if (template.template.trim() === '') errors['template'] = ["can't be blank"];
  rejectIfAny(errors);
  const language = localeOf({ locale }, context.account);
  const details = sampleBooking(language, context.clock.now());
  const nothing = { locale: language, subject: null, body: null, html: null, failure: null };
  try {
    const text = templateText(template, language);
    return { ...nothing, ...renderMessage(context, details, templateChannel(template), text, language) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { ...nothing, failure: error.message };
  }
}
