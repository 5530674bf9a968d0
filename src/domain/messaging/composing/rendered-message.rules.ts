import { toStorable } from '../../../platform/database/storable.js';
import type { Language } from '../../../platform/language.js';
import { createRenderer } from '../../liquid-renderer.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import type { NewMessage } from '../delivery/message-outbox.actions.js';
import type { MessageText } from './built-in-texts.rules.js';
import { htmlToText, isHtml } from './html-text.rules.js';
import { type MessageContext, messageValues, type TemplateDetails } from './message-values.rules.js';

/**
 * Renders the templates of a message. The subject is shown in lists and logged, so it is rendered without the
 * verification code and the links.
 *
 * @throws TemplateError
 */
export function renderMessage(
  context: MessageContext,
  details: TemplateDetails,
  channel: MessageChannel,
  { subject, body }: MessageText,
  language: Language,
): Pick<NewMessage, 'subject' | 'body' | 'html'> {
  const render = createRenderer(language, context.zone);
  const values = messageValues(context, details, language);
  if (channel === MessageChannel.SMS) return { body: toStorable(render(body, values)) };
  const secrets = { verification_code: null, verification_link: null, link: null, waitlist_link: null };
  const shown = { ...values, booking: { ...values.booking, ...secrets } };
  const line = toStorable(render(subject, shown).replace(/\s+/g, ' ').trim().slice(0, 255));
  if (!isHtml(body)) return { subject: line, body: toStorable(render(body, values)) };
  const html = toStorable(createRenderer(language, context.zone, true)(body, values));
  return { subject: line, body: toStorable(htmlToText(html)), html };
}
