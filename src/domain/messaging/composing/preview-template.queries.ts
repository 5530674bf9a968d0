import { rejectIfAny } from '../../../platform/errors.js';
import type { Language } from '../../../platform/language.js';
import { TemplateError } from '../../../platform/liquid/engine.js';
import type { RequestContext } from '../../context.js';
import { liquidTexts, validateLiquid } from '../../text/liquid-text.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import type { MessageText } from './built-in-texts.rules.js';
import { messageText } from './message-texts.rules.js';
import { messageLanguage, type TemplateDetails } from './message-values.rules.js';
import { renderMessage } from './rendered-message.rules.js';
import { sampleBooking, sampleOffer } from './sample-booking.rules.js';
import type { TemplatePreviewInput } from './template-preview.input.js';
import type { MessageTemplatePreview, MessageTextInput } from './template-preview.type.js';
import { templateChannel, templateText } from './template-text.rules.js';

/**
 * Renders the texts of a message template, stored or not, for a sample booking. Reads and writes nothing.
 *
 * @param locale null means the language of the account
 * @throws DomainError INVALID by attribute, if a text cannot be parsed
 */
export function previewTemplate(
  context: RequestContext,
  input: TemplatePreviewInput,
  locale: string | null,
): MessageTemplatePreview {
  const template = { ...input, subject: input.subject ?? null };
  const errors = validateLiquid(input, liquidTexts.messageTemplate);
  if (template.template.trim() === '') errors['template'] = ["can't be blank"];
  rejectIfAny(errors);
  const language = messageLanguage({ locale }, context.account);
  const details = sampleBooking(language, context.clock.now());
  return previewText(context, details, templateChannel(template), templateText(template, language), language);
}

/**
 * Renders a text of the account or of a service for a sample booking, stored or not. Reads and writes nothing.
 *
 * @param input without texts, those that the account sends
 * @param locale null means the language of the account
 * @throws DomainError INVALID by attribute, if a text cannot be parsed
 */
export function previewMessageText(
  context: RequestContext,
  input: MessageTextInput,
  locale: string | null,
): MessageTemplatePreview {
  rejectIfAny(validateLiquid(input, ['subject', 'body']));
  const { kind, channel = MessageChannel.EMAIL } = input;
  const language = messageLanguage({ locale }, context.account);
  const current = messageText({ kind, channel }, null, context.account, language);
  const text = { subject: input.subject?.trim() || current.subject, body: input.body?.trim() || current.body };
  const now = context.clock.now();
  const details = sampleBooking(language, now);
  const sample = kind === 'waitlist_offer' ? sampleOffer(details, now, context.account.waitlistHoldMinutes) : details;
  return previewText(context, sample, channel, text, language);
}

function previewText(
  context: RequestContext,
  details: TemplateDetails,
  channel: MessageChannel,
  text: MessageText,
  language: Language,
): MessageTemplatePreview {
  const nothing = { locale: language, subject: null, body: null, html: null, failure: null };
  try {
    return { ...nothing, ...renderMessage(context, details, channel, text, language) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { ...nothing, failure: error.message };
  }
}
