import type { Language } from '../../../platform/language.js';
import { formatLocalized, localeOf, zoneName } from '../../../platform/time/localized.js';
import { textsByLanguage } from '../../../texts/texts.js';
import { bookingLink, canCancelByLink, canMoveByLink } from '../../booking/link/booking-link.rules.js';
import { goesToAccount, type MessageKind } from '../../booking/messages/message-choice.rules.js';
import { formatMoney } from '../../money.rules.js';
import { type HtmlContent, messageHtml } from '../delivery/message-html.rules.js';
import { type MessageContext, type TemplateDetails, verificationLink } from './message-values.rules.js';

/**
 * Returns the HTML of a built-in email about a booking: its text, what is booked, and buttons to what its link allows now.
 * The line with that link and the signature are left out of the text, because a button and the head have them.
 */
export function bookingHtml(
  context: MessageContext,
  details: TemplateDetails,
  kind: MessageKind,
  { subject, body }: { subject: string; body: string },
  language: Language,
): string {
  const buttons = details.series ? [] : buttonsOf(context, details, kind, language);
  const isRepeated = (text: string): boolean =>
    text.trim() === context.account.name || buttons.some(({ href }) => text.endsWith(`: ${href}`));
  const paragraphs = body.split('\n\n').filter((text) => !isRepeated(text));
  const facts = details.series ? [] : factsOf(context, details, language);
  return messageHtml(context, { subject, body: paragraphs.join('\n\n'), language, facts, buttons });
}

function factsOf(
  { account, zone }: MessageContext,
  { booking, person, service, event, resource }: TemplateDetails,
  language: Language,
): NonNullable<HtmlContent['facts']> {
  const texts = textsByLanguage[language].booking;
  const locale = localeOf(language, account.countryCode);
  const start = booking.bookedFrom.getTime();
  const what = event?.title ?? service?.title;
  const facts: [string, string | null | undefined][] = [
    [texts.summary, what && booking.count > 1 ? `${what} (${booking.count})` : what],
    [texts.time, `${formatLocalized(start, locale, zone)} ${zoneName(start, locale, zone)}`],
    [texts.who, resource?.title],
    [texts.name, person?.name],
    [texts.price, service?.price && formatMoney(service.price, account.currency, locale)],
    [texts.where, account.address],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** Kinds of messages with a link to the booking, while it is not over. */
const withLink: readonly MessageKind[] = ['awaiting_confirmation', 'confirmation', 'modification', 'reminder'];

function buttonsOf(
  { account, address, siteDomain, zone, clock }: MessageContext,
  { booking, service }: TemplateDetails,
  kind: MessageKind,
  language: Language,
): { label: string; href: string }[] {
  const { booking: texts, verification } = textsByLanguage[language];
  if (kind === 'verification') {
    const href = verificationLink(address, account, booking);
    return href === '' ? [] : [{ label: verification.submit, href }];
  }
  const now = clock.now();
  const link = goesToAccount(kind) ? '' : bookingLink(address, account, booking, { siteDomain, now });
  if (link === '' || kind === 'waitlist_offer') return [];
  const own = { label: texts.ownBooking, href: link };
  if (!withLink.includes(kind)) return [own];
  const changeable = { ...booking, serviceId: service?.id ?? null };
  return [
    own,
    ...(canMoveByLink(account, changeable, zone, now) ? [{ label: texts.move, href: `${link}/move` }] : []),
    ...(canCancelByLink(account, changeable, zone, now) ? [{ label: texts.cancel, href: `${link}/cancel` }] : []),
  ];
}
