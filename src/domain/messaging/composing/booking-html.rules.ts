import type { Wording } from '../../../platform/language.js';
import { formatLocalized, type Locale, localeOf, zoneName } from '../../../platform/time/localized.js';
import { textsIn } from '../../../texts/texts.js';
import type { BookedOption } from '../../booking/booking.entity.js';
import { bookingLink, canCancelByLink, canMoveByLink } from '../../booking/link/booking-link.rules.js';
import { goesToAccount, type MessageKind } from '../../booking/messages/message-choice.rules.js';
import { formatMoney, toAmount, toDecimal } from '../../money.rules.js';
import { type HtmlContent, messageHtml } from '../delivery/message-html.rules.js';
import {
  type MessageContext,
  personValues,
  priceOf,
  type SeriesDate,
  type TemplateDetails,
  verificationLink,
  waitlistLink,
} from './message-values.rules.js';
import { shownName } from './person-name.rules.js';
import { maxDates } from './series-values.rules.js';

type Button = NonNullable<HtmlContent['buttons']>[number];

/**
 * Returns the HTML of a built-in email about a booking: its text, what is booked, and buttons to what its link allows now.
 * The line with that link and the signature are left out of the text, because a button and the head have them. The dates of
 * a series stay in the text, each with its own links instead of its address. A visit has one button, to its page.
 */
export function bookingHtml(
  context: MessageContext,
  details: TemplateDetails,
  kind: MessageKind,
  { subject, body }: { subject: string; body: string },
  language: Wording,
): string {
  const { series, service, booking } = details;
  const linksOf = (one: SeriesDate): Button[] => linksTo(context, one, service, kind, language);
  // The page of a visit has the links to each of its bookings.
  const ofSeries = series?.subjects ? linksOf(booking).slice(0, 1) : [];
  const buttons =
    series && kind !== 'verification' ? ofSeries : (ownButtons(context, details, kind, language) ?? linksOf(booking));
  const links = new Map(
    series?.bookings.slice(0, maxDates).map((date) => {
      const ofDate = linksOf(date);
      return [ofDate[0]?.href ?? '', ofDate];
    }),
  );
  const { labelled } = textsIn(language).punctuation;
  const isRepeated = (text: string): boolean =>
    text.trim() === context.account.name ||
    buttons.some(({ href }) => text.endsWith(labelled({ label: '', value: href })));
  const withoutAddress = (text: string): string =>
    buttons.reduce((rest, { href }) => (rest.endsWith(` ${href}`) ? rest.slice(0, -href.length - 1) : rest), text);
  const paragraphs = body
    .split('\n\n')
    .filter((text) => !isRepeated(text))
    .map((text) => withoutAddress(text.trimEnd()));
  const facts = series ? [] : factsOf(context, details, kind, language);
  const customer = goesToAccount(kind) || kind === 'verification' ? undefined : language;
  const content = { subject, body: paragraphs.join('\n\n'), language, customer };
  return messageHtml(context, { ...content, facts, buttons, links });
}

function factsOf(
  { account, zone }: MessageContext,
  { booking, person, service, event, resource }: TemplateDetails,
  kind: MessageKind,
  language: Wording,
): NonNullable<HtmlContent['facts']> {
  const { booking: texts, search } = textsIn(language);
  const locale = localeOf(language, account.countryCode);
  const start = booking.bookedFrom.getTime();
  const price = priceOf(booking, service);
  const what = event?.title ?? service?.title;
  const own = person && personValues(person, booking);
  const withRate = (amount: string, rate: string | null | undefined): string =>
    rate ? texts.includedTax({ amount, rate }) : amount;
  const facts: [string, string | null | undefined][] = [
    [
      goesToAccount(kind) ? search.kinds.booking : texts.summary,
      what && booking.count > 1 ? `${what} (${booking.count})` : what,
    ],
    [texts.time, `${formatLocalized(start, locale, zone)} ${zoneName(start, locale, zone)}`],
    [texts.who, resource?.title],
    [texts.name, shownName(booking.bookedForName, own?.name ?? null, goesToAccount(kind), language)],
    [texts.price, price && withRate(formatMoney(price, account.currency, locale), service?.taxName)],
    [texts.options, booking.options?.map((option) => optionText(option, account.currency, locale)).join(', ')],
    [texts.where, account.address],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** An option with its price, such as `2 × Wash (200 kr)`. One without a price is free. */
function optionText({ title, quantity, price }: BookedOption, currency: string | null, locale: Locale): string {
  const name = quantity > 1 ? `${quantity} × ${title}` : title;
  const amount = toAmount(price) * BigInt(quantity);
  return amount === 0n ? name : `${name} (${formatMoney(toDecimal(amount), currency, locale)})`;
}

/** Kinds of messages with a link to the booking, while it is not over. */
const withLink: readonly MessageKind[] = ['awaiting_confirmation', 'confirmation', 'modification', 'reminder'];

/** Returns the button of a message whose link is not that of the booking; undefined for other messages. */
function ownButtons(
  { account, address, siteDomain }: MessageContext,
  { booking, waitlistToken }: TemplateDetails,
  kind: MessageKind,
  language: Wording,
): Button[] | undefined {
  const { booking: texts, verification } = textsIn(language);
  const button = (label: string, href: string): Button[] => (href === '' ? [] : [{ label, href }]);
  if (kind === 'verification') return button(verification.submit, verificationLink(address, account, booking));
  if (kind !== 'waitlist_offer') return undefined;
  return button(texts.take, waitlistLink(address, account, waitlistToken, { siteDomain }));
}

/** Returns links to what the person can do with a booking now, its page first; none if its link does not work. */
function linksTo(
  { account, address, siteDomain, zone, clock }: MessageContext,
  booking: SeriesDate,
  service: TemplateDetails['service'],
  kind: MessageKind,
  language: Wording,
): Button[] {
  const { booking: texts } = textsIn(language);
  const now = clock.now();
  const link = goesToAccount(kind) ? '' : bookingLink(address, account, booking, { siteDomain, now });
  if (link === '') return [];
  const own = { label: texts.ownBooking, href: link };
  if (!withLink.includes(kind)) return [own];
  const changeable = { ...booking, serviceId: service?.id ?? null };
  return [
    own,
    ...(canMoveByLink(account, changeable, zone, now) ? [{ label: texts.move, href: `${link}/move` }] : []),
    ...(canCancelByLink(account, changeable, zone, now) ? [{ label: texts.cancel, href: `${link}/cancel` }] : []),
  ];
}
