import { compile } from 'html-to-text';
import type { Wording } from '../../../platform/language.js';
import { TemplateError, templateBudget } from '../../../platform/liquid/engine.js';
import { toStorable, trimEnd } from '../../../platform/text.js';
import { localeOf } from '../../../platform/time/localized.js';
import { withBoundCode } from '../../account/site-address.rules.js';
import { createRenderer } from '../../text/liquid-text.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import type { NewMessage } from '../delivery/message-queue.actions.js';
import { bookingHtml } from './booking-html.rules.js';
import type { MessageText } from './built-in-texts.rules.js';
import { type MessageContext, messageValues, type TemplateDetails } from './message-values.rules.js';

const tag =
  /<\/?(?:!doctype|html|head|style|body|table|tr|td|th|p|div|span|br|hr|h[1-6]|ul|ol|li|a|b|i|u|strong|em|small|center|font|img|blockquote)\b[^<>]*>/i;

/** Returns whether a template contains an HTML tag. */
export function isHtml(template: string): boolean {
  return tag.test(template);
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }));

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 100, maxBaseElements: 1, maxInputLength: 500_000 },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...headings,
  ],
});

/** Converts HTML to plain text, with the address of each link after it. */
export function htmlToText(html: string): string {
  const lines = convert(html)
    .split('\n')
    .map((line) => trimEnd(line, ' \t'));
  return `${lines.join('\n').trim()}\n`;
}

/**
 * Renders the templates of a message. The subject is shown in lists and logged, so it is rendered without the
 * verification code and the links.
 *
 * @throws TemplateError whose message names the text: `subject`, `body` or `HTML body`
 */
export async function renderMessage(
  context: MessageContext,
  details: TemplateDetails,
  channel: MessageChannel,
  { subject, body, builtIn }: MessageText,
  language: Wording,
): Promise<Pick<NewMessage, 'subject' | 'body' | 'html'>> {
  const locale = localeOf(language, context.account.countryCode);
  const render = createRenderer(locale, context.zone);
  const budget = templateBudget();
  const values = messageValues(context, details, language);
  if (channel === MessageChannel.SMS) {
    const text = await named('body', render(body, values, budget));
    const { verificationCode } = details.booking;
    const isCode = verificationCode !== null && text.includes(verificationCode);
    return { body: toStorable(isCode ? withBoundCode(text, verificationCode, context.account, context) : text) };
  }
  const secrets = { verification_code: null, verification_link: null, link: null, waitlist_link: null };
  const { series } = values;
  const bookings = series?.bookings.map((date) => ({ ...date, link: null }));
  const shown = {
    ...values,
    booking: { ...values.booking, ...secrets },
    series: series && { ...series, bookings },
  };
  const rendered = await named('subject', render(subject, shown, budget));
  const line = toStorable(rendered.replace(/\s+/g, ' ').trim().slice(0, 255));
  if (!isHtml(body)) {
    const plain = { subject: line, body: toStorable(await named('body', render(body, values, budget))) };
    if (builtIn === undefined) return plain;
    return { ...plain, html: toStorable(bookingHtml(context, details, builtIn, plain, language)) };
  }
  const renderHtml = createRenderer(locale, context.zone, true);
  const html = toStorable(await named('HTML body', renderHtml(body, values, budget).then(withFewTags)));
  return { subject: line, body: toStorable(htmlToText(html)), html };
}

/** Converting so many tags to text takes 9 ms in one turn. A list of 200 dates in a table has 1,600. */
export const maxTags = 3_000;

function withFewTags(html: string): string {
  if (html.split('<', maxTags + 2).length > maxTags + 1) throw new TemplateError(`makes more than ${maxTags} tags`);
  return html;
}

/** Waits for a text of a message. If it cannot be rendered, the error names it. @throws TemplateError */
async function named(text: string, rendering: Promise<string>): Promise<string> {
  try {
    return await rendering;
  } catch (error) {
    throw error instanceof TemplateError ? new TemplateError(`${text}: ${error.message}`) : error;
  }
}
