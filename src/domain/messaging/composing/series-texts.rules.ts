import type { Wording } from '../../../platform/language.js';
import { textsIn } from '../../../texts/texts.js';
import { goesToAccount, type MessageKind } from '../../booking/messages/message-choice.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { bookerName } from './person-name.rules.js';

/** The kinds of messages that several dates of a series send together, and have a text of their own for. */
const seriesKinds = ['awaiting_confirmation', 'confirmation', 'modification', 'cancellation', 'notification'] as const;

/** The Liquid of the titles of all services of a visit, or of that of a series. */
export const whatOfAll = '{{ series.title | default: booking.event.title | default: booking.service.title }}';
const client = '{{ booking.client.name }}';
const number = '{{ more }}';

/** Returns the built-in text about dates of a series, without the dates; undefined if the kind has none. */
export function seriesText(kind: MessageKind, language: Wording): { subject: string; sentence: string } | undefined {
  const known = seriesKinds.find((one) => one === kind);
  if (!known) return undefined;
  const { subject, sentence } = textsIn(language).messages.series.texts[known];
  const what = whatOfAll;
  return { subject: subject({ what }), sentence: sentence({ what, client, booker: bookerName(language) }) };
}

/** Returns whether a text reads the variable `series`, and so lists the dates itself. */
export function readsSeries(text: string): boolean {
  return /\bseries\.(?:bookings|count|left_out)/.test(text);
}

/** The dates that an SMS lists. */
const datesOfSms = 5;

/** The kinds that tell which dates were left out. */
const announcing: readonly MessageKind[] = ['awaiting_confirmation', 'confirmation', 'notification'];

/**
 * Returns the Liquid that lists the dates of a series, or the bookings of a visit with their titles, in a message of that
 * kind. Emails to the person have the link to each date, or one to the whole visit, unless they are cancelled or not verified.
 */
export function datesText(kind: MessageKind, channel: MessageChannel, language: Wording, isHtml = false): string {
  const { punctuation, messages } = textsIn(language);
  const { more: moreText, leftOut } = messages.series;
  const more = moreText({ number });
  const isSms = channel === MessageChannel.SMS;
  const format = isSms ? inSentences : isHtml ? inHtml : inLines;
  const limit = isSms ? datesOfSms : undefined;
  const next = punctuation.followed({ text: '', next: '' });
  const list = (dates: string, count: string, line: string): string =>
    format({ dates, count, line, more, limit, next });
  const count = '{% if date.count > 1 %} ({{ date.count }}){% endif %}';
  const hasLink = !isSms && !goesToAccount(kind) && kind !== 'cancellation' && kind !== 'verification';
  const link = hasLink ? linkOf(language, isHtml) : '';
  const zone = isSms || goesToAccount(kind) ? '' : ' {{ date.booked_from | i18n_zone }}';
  const title = `{% if date.title %}${punctuation.labelled({ label: '{{ date.title }}', value: '' })}{% endif %}`;
  const dates = list('bookings', 'count', `${title}{{ date.booked_from | i18n_date }}${zone}${count}${link}`);
  const booked = `${dates}${hasLink ? linkOfVisit(language, isHtml) : ''}`;
  if (!announcing.includes(kind)) return booked;
  const reason = punctuation.labelled({ label: '{{ date.booked_from | i18n_date }}', value: '{{ date.reason }}' });
  const refused = list('left_out', 'left_out_count', reason);
  const introduction = isSms ? ` ${leftOut} ` : isHtml ? `<p>${leftOut}</p>\n` : `\n${leftOut}\n`;
  return `${booked}{% if series.left_out_count > 0 %}${introduction}${refused}{% endif %}`;
}

/** The link is empty if the account has no public site or the address of this server is unknown. */
function linkOf(language: Wording, isHtml: boolean): string {
  const shown = isHtml ? '<a href="{{ date.link }}">{{ date.link }}</a>' : '{{ date.link }}';
  const { labelled } = textsIn(language).punctuation;
  return `{% unless series.title %}{% if date.link != "" %}${labelled({ label: '', value: shown })}{% endif %}{% endunless %}`;
}

/** The link to a visit, below its bookings, all of which it opens. Only a visit has a title. */
function linkOfVisit(language: Wording, isHtml: boolean): string {
  const shown = isHtml ? '<a href="{{ booking.link }}">{{ booking.link }}</a>' : '{{ booking.link }}';
  const { punctuation, messages } = textsIn(language);
  const line = punctuation.labelled({ label: messages.booking.yourBooking, value: shown });
  const text = isHtml ? `<p>${line}</p>` : `\n${line}`;
  return `{% if series.title and booking.link != "" %}${text}\n{% endif %}`;
}

interface ListOfDates {
  /** The property of `series` with the dates. */
  dates: string;
  /** The property with their number. */
  count: string;
  /** The Liquid of one `date`. */
  line: string;
  /** The Liquid after them, with the number of those that are not listed as `more`. */
  more: string;
  /** The mark between dates in a sentence. */
  next: string;
  /** The number of dates to list; undefined for all that templates read. */
  limit: number | undefined;
}

/** Assigns the number of dates that are not listed to `more`. */
const countMore = ({ dates, count, limit }: ListOfDates): string =>
  `{% assign listed = series.${dates}.size %}${limit === undefined ? '' : `{% if listed > ${limit} %}{% assign listed = ${limit} %}{% endif %}`}{% assign more = series.${count} | minus: listed %}`;

const loopOver = ({ dates, limit }: ListOfDates): string =>
  `{% for date in series.${dates}${limit === undefined ? '' : ` limit:${limit}`} %}`;

function inLines(list: ListOfDates): string {
  const rest = `{% if more > 0 %}- ${list.more}\n{% endif %}`;
  return `${countMore(list)}${loopOver(list)}- ${list.line}\n{% endfor %}${rest}`;
}

function inHtml(list: ListOfDates): string {
  const rest = `{% if more > 0 %}<li>${list.more}</li>\n{% endif %}`;
  return `<ul>\n${countMore(list)}${loopOver(list)}<li>${list.line}</li>\n{% endfor %}${rest}</ul>\n`;
}

function inSentences(list: ListOfDates): string {
  const rest = `{% if more > 0 %} ${list.more}{% endif %}.`;
  return `${countMore(list)}${loopOver(list)}${list.line}{% unless forloop.last %}${list.next}{% endunless %}{% endfor %}${rest}`;
}
