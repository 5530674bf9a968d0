import type { Wording } from '../../../platform/language.js';
import { textsIn } from '../../../texts/texts.js';
import { goesToAccount, type MessageKind } from '../../booking/messages/message-choice.rules.js';
import { BookingState } from '../../booking-states.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { bookerName, personName } from './person-name.rules.js';
import { datesText, seriesText, whatOfAll } from './series-texts.rules.js';

/** The Liquid templates of a message. */
export interface MessageText {
  /** Emails only. */
  subject: string;
  body: string;
  /** The kind of a message whose body is built in: its email is HTML, too. */
  builtIn?: MessageKind;
}

const whatOfOne = '{{ booking.event.title | default: booking.service.title }}';
const client = '{{ booking.client.name }}';
const code = '{{ booking.verification_code }}';
const verificationLink = '{% if booking.verification_link != "" %} {{ booking.verification_link }}{% endif %}';
const link = '{{ booking.link }}';
const offerLink = '{% if booking.waitlist_link != "" %} {{ booking.waitlist_link }}{% endif %}';
const count = '{% if booking.count > 1 %} ({{ booking.count }}){% endif %}';
const ifUnconfirmed = `{% if booking.state == '${BookingState.AWAITING_CONFIRMATION}' %}`;
const endIf = '{% endif %}';

/** The Liquid of the times in a text. */
interface Times {
  when: string;
  until: string;
}

const plainTimes: Times = {
  when: '{{ booking.booked_from | i18n_date }}',
  until: '{{ booking.expires_at | i18n_date }}',
};

/** With the name of the zone, because a person may read an email elsewhere. An SMS has no room for it. */
const zonedTimes: Times = {
  when: `${plainTimes.when} {{ booking.booked_from | i18n_zone }}`,
  until: `${plainTimes.until} {{ booking.expires_at | i18n_zone }}`,
};

/** The kinds of messages that say what is due at the appointment, and what the package has left. */
const withDue: readonly MessageKind[] = ['confirmation', 'reminder'];

/**
 * Returns the Liquid of what is due at the appointment, with something before it. Empty if nothing is, and for other kinds. The
 * bookings of a visit share an order; the dates of a series have one each, so its list says nothing.
 */
function dueText(kind: MessageKind, language: Wording, before: string, isList = false): string {
  if (!withDue.includes(kind)) return '';
  const due = textsIn(language).messages.booking.dueLater({ amount: '{{ booking.due_later }}' });
  const isOfVisit = isList ? 'series.title and ' : '';
  return `{% if ${isOfVisit}booking.due_later %}${before}${due}{% endif %}`;
}

/** Returns the Liquid of the balance of the package that pays for a booking. The dates of a series take several units, so its list says nothing. */
function packageText(kind: MessageKind, language: Wording): string {
  if (!withDue.includes(kind)) return '';
  const { punctuation, messages } = textsIn(language);
  const value = messages.booking.packageUsed({
    ...{ used: '{{ booking.package.used }}', units: '{{ booking.package.units }}' },
  });
  const text = punctuation.labelled({ label: '{{ booking.package.title }}', value });
  return `{% if booking.package %} ${text}{% endif %}`;
}

const greetingIn = (language: Wording): string => textsIn(language).messages.booking.greeting({ name: personName });

/**
 * Messages without the link to the booking: a verification and an offer of the waitlist go to an address that nobody has
 * verified yet, and have links of their own.
 */
const withoutLink: readonly MessageKind[] = ['verification', 'waitlist_offer'];

/**
 * Returns the template for a message if neither service nor account has one: a sentence with the link to the booking for
 * SMS, and the same with greeting and signature for emails.
 *
 * @param isSeries whether it is about several dates of a series, which it lists
 */
export function builtInText(
  kind: MessageKind,
  channel: MessageChannel,
  language: Wording,
  isSeries = false,
): MessageText {
  const times = channel === MessageChannel.EMAIL && !goesToAccount(kind) ? zonedTimes : plainTimes;
  const ofSeries = isSeries ? seriesText(kind, language) : undefined;
  if (ofSeries) return builtInSeriesText(kind, channel, language, ofSeries);
  const { punctuation, messages } = textsIn(language);
  const { yourBooking, texts } = messages.booking;
  const what = isSeries ? whatOfAll : whatOfOne;
  const subject = texts[kind].subject({ what });
  const names = { what, client, booker: bookerName(language) };
  const conditions = { ifUnconfirmed, endIf };
  const due = dueText(kind, language, ' ') + packageText(kind, language);
  const sentence = `${texts[kind].sentence({
    ...names,
    ...times,
    ...conditions,
    code,
    count,
    verificationLink,
    offerLink,
  })}${due}`;
  const hasLink = !withoutLink.includes(kind) && !goesToAccount(kind);
  if (channel === MessageChannel.SMS) return { subject, body: hasLink ? sentence + ifLinked(` ${link}`) : sentence };
  const linked = hasLink ? ifLinked(`${punctuation.labelled({ label: yourBooking, value: link })}\n\n`) : '';
  const [start, end] = goesToAccount(kind) ? ['', ''] : [`${greetingIn(language)}\n\n`, `\n\n${linked}${client}`];
  return { subject, body: `${start}${sentence}${end}\n` };
}

function builtInSeriesText(
  kind: MessageKind,
  channel: MessageChannel,
  language: Wording,
  { subject, sentence }: { subject: string; sentence: string },
): MessageText {
  const dates = datesText(kind, channel, language);
  if (channel === MessageChannel.SMS) {
    const hasLink = !goesToAccount(kind) && kind !== 'cancellation';
    return {
      subject,
      body: `${sentence} ${dates}${dueText(kind, language, ' ', true)}${hasLink ? ifLinked(` ${link}`) : ''}`,
    };
  }
  if (goesToAccount(kind)) return { subject, body: `${sentence}\n\n${dates}` };
  return {
    subject,
    body: `${greetingIn(language)}\n\n${sentence}\n\n${dates}${dueText(kind, language, '\n', true)}\n${client}\n`,
  };
}

/** The link is empty if the account has no public site or the address of this server is unknown. */
function ifLinked(text: string): string {
  return `{% if booking.link != "" %}${text}{% endif %}`;
}
