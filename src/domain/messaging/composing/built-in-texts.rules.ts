import type { Language } from '../../../platform/language.js';
import { goesToAccount, type MessageKind } from '../../booking/messages/message-choice.rules.js';
import { MessageChannel } from '../delivery/message.entity.js';
import { datesText, seriesText } from './series-texts.rules.js';

/** The Liquid templates of a message. */
export interface MessageText {
  /** Emails only. */
  subject: string;
  body: string;
}

/** The texts of one language. */
interface LanguageTexts {
  greeting: string;
  /** Introduces the link to the booking in emails. */
  yourBooking: string;
  texts: Record<MessageKind, { subject: string; sentence: string }>;
}

const what = '{{ booking.event.title | default: booking.service.title }}';
const client = '{{ booking.client.name }}';
const name = '{% if booking.person.name %} {{ booking.person.name }}{% endif %}';
const code = '{{ booking.verification_code }}';
const verificationLink = '{% if booking.verification_link != "" %} {{ booking.verification_link }}{% endif %}';
const link = '{{ booking.link }}';
const offerLink = '{% if booking.waitlist_link != "" %} {{ booking.waitlist_link }}{% endif %}';
const count = '{% if booking.count > 1 %} ({{ booking.count }}){% endif %}';

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

const textsByLanguage: Record<Language, (times: Times) => LanguageTexts> = {
  en: ({ when, until }) => ({
    greeting: `Hello${name},`,
    yourBooking: 'Your booking',
    texts: {
      verification: {
        subject: `Verify your booking of ${what}`,
        sentence: `Your code for ${what} at ${client}, ${when}: ${code}.${verificationLink}`,
      },
      awaiting_confirmation: {
        subject: `Your booking of ${what} awaits confirmation`,
        sentence: `We have received your booking of ${what} at ${client}, ${when}${count}. It awaits confirmation.`,
      },
      confirmation: {
        subject: `Your booking of ${what} is confirmed`,
        sentence: `Your booking of ${what} at ${client}, ${when}${count}, is confirmed.`,
      },
      modification: {
        subject: `Your booking of ${what} has changed`,
        sentence: `Your booking of ${what} at ${client} has changed. It is now ${when}${count}.`,
      },
      decline: {
        subject: `Your booking of ${what} was declined`,
        sentence: `Your booking of ${what} at ${client}, ${when}, was declined.`,
      },
      cancellation: {
        subject: `Your booking of ${what} is cancelled`,
        sentence: `Your booking of ${what} at ${client}, ${when}, is cancelled.`,
      },
      reminder: {
        subject: `Reminder: ${what}`,
        sentence: `Reminder of your booking of ${what} at ${client}, ${when}.`,
      },
      waitlist_offer: {
        subject: `A time has become free: ${what}`,
        sentence: `A time has become free for ${what} at ${client}: ${when}${count}. It is held for you until ${until}.${offerLink}`,
      },
      notification: {
        subject: `New booking of ${what}`,
        sentence: `New booking of ${what}, ${when}${count}:${name}`,
      },
      modification_notification: {
        subject: `Booking of ${what} was moved`,
        sentence: `The booking of ${what} was moved by its link. It is now ${when}${count}:${name}`,
      },
      cancellation_notification: {
        subject: `Booking of ${what} was cancelled`,
        sentence: `The booking of ${what}, ${when}${count}, was cancelled by its link:${name}`,
      },
    },
  }),
  sv: ({ when, until }) => ({
    greeting: `Hej${name},`,
    yourBooking: 'Din bokning',
    texts: {
      verification: {
        subject: `Verifiera din bokning av ${what}`,
        sentence: `Din kod för ${what} hos ${client}, ${when}: ${code}.${verificationLink}`,
      },
      awaiting_confirmation: {
        subject: `Din bokning av ${what} väntar på bekräftelse`,
        sentence: `Vi har tagit emot din bokning av ${what} hos ${client}, ${when}${count}. Den väntar på bekräftelse.`,
      },
      confirmation: {
        subject: `Din bokning av ${what} är bekräftad`,
        sentence: `Din bokning av ${what} hos ${client}, ${when}${count}, är bekräftad.`,
      },
      modification: {
        subject: `Din bokning av ${what} har ändrats`,
        sentence: `Din bokning av ${what} hos ${client} har ändrats. Den är nu ${when}${count}.`,
      },
      decline: {
        subject: `Din bokning av ${what} har avböjts`,
        sentence: `Din bokning av ${what} hos ${client}, ${when}, har avböjts.`,
      },
      cancellation: {
        subject: `Din bokning av ${what} är avbokad`,
        sentence: `Din bokning av ${what} hos ${client}, ${when}, är avbokad.`,
      },
      reminder: {
        subject: `Påminnelse: ${what}`,
        sentence: `Påminnelse om din bokning av ${what} hos ${client}, ${when}.`,
      },
      waitlist_offer: {
        subject: `En tid har blivit ledig: ${what}`,
        sentence: `En tid har blivit ledig för ${what} hos ${client}: ${when}${count}. Den hålls åt dig till ${until}.${offerLink}`,
      },
      notification: {
        subject: `Ny bokning av ${what}`,
        sentence: `Ny bokning av ${what}, ${when}${count}:${name}`,
      },
      modification_notification: {
        subject: `Bokningen av ${what} har flyttats`,
        sentence: `Bokningen av ${what} har flyttats med sin länk. Den är nu ${when}${count}:${name}`,
      },
      cancellation_notification: {
        subject: `Bokningen av ${what} har avbokats`,
        sentence: `Bokningen av ${what}, ${when}${count}, har avbokats med sin länk:${name}`,
      },
    },
  }),
  nb: ({ when, until }) => ({
    greeting: `Hei${name},`,
    yourBooking: 'Din bestilling',
    texts: {
      verification: {
        subject: `Bekreft bestillingen av ${what}`,
        sentence: `Koden din for ${what} hos ${client}, ${when}: ${code}.${verificationLink}`,
      },
      awaiting_confirmation: {
        subject: `Bestillingen av ${what} venter på bekreftelse`,
        sentence: `Vi har mottatt bestillingen din av ${what} hos ${client}, ${when}${count}. Den venter på bekreftelse.`,
      },
      confirmation: {
        subject: `Bestillingen av ${what} er bekreftet`,
        sentence: `Bestillingen din av ${what} hos ${client}, ${when}${count}, er bekreftet.`,
      },
      modification: {
        subject: `Bestillingen av ${what} er endret`,
        sentence: `Bestillingen din av ${what} hos ${client} er endret. Den er nå ${when}${count}.`,
      },
      decline: {
        subject: `Bestillingen av ${what} er avslått`,
        sentence: `Bestillingen din av ${what} hos ${client}, ${when}, er avslått.`,
      },
      cancellation: {
        subject: `Bestillingen av ${what} er avbestilt`,
        sentence: `Bestillingen din av ${what} hos ${client}, ${when}, er avbestilt.`,
      },
      reminder: {
        subject: `Påminnelse: ${what}`,
        sentence: `Påminnelse om bestillingen din av ${what} hos ${client}, ${when}.`,
      },
      waitlist_offer: {
        subject: `En time er blitt ledig: ${what}`,
        sentence: `En time er blitt ledig for ${what} hos ${client}: ${when}${count}. Den holdes av til deg til ${until}.${offerLink}`,
      },
      notification: {
        subject: `Ny bestilling av ${what}`,
        sentence: `Ny bestilling av ${what}, ${when}${count}:${name}`,
      },
      modification_notification: {
        subject: `Bestillingen av ${what} er flyttet`,
        sentence: `Bestillingen av ${what} er flyttet med lenken sin. Den er nå ${when}${count}:${name}`,
      },
      cancellation_notification: {
        subject: `Bestillingen av ${what} er avbestilt`,
        sentence: `Bestillingen av ${what}, ${when}${count}, er avbestilt med lenken sin:${name}`,
      },
    },
  }),
};

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
  language: Language,
  isSeries = false,
): MessageText {
  const times = channel === MessageChannel.EMAIL && !goesToAccount(kind) ? zonedTimes : plainTimes;
  const { greeting, yourBooking, texts } = textsByLanguage[language](times);
  const ofSeries = isSeries ? seriesText(kind, language) : undefined;
  if (ofSeries) return builtInSeriesText(kind, channel, language, ofSeries);
  const { subject, sentence } = texts[kind];
  const hasLink = !withoutLink.includes(kind) && !goesToAccount(kind);
  if (channel === MessageChannel.SMS) return { subject, body: hasLink ? sentence + ifLinked(` ${link}`) : sentence };
  const linked = hasLink ? ifLinked(`${yourBooking}: ${link}\n\n`) : '';
  const [start, end] = goesToAccount(kind) ? ['', ''] : [`${greeting}\n\n`, `\n\n${linked}${client}`];
  return { subject, body: `${start}${sentence}${end}\n` };
}

function builtInSeriesText(
  kind: MessageKind,
  channel: MessageChannel,
  language: Language,
  { subject, sentence }: { subject: string; sentence: string },
): MessageText {
  const dates = datesText(kind, channel, language);
  if (channel === MessageChannel.SMS) {
    const hasLink = !goesToAccount(kind) && kind !== 'cancellation';
    return { subject, body: `${sentence} ${dates}${hasLink ? ifLinked(` ${link}`) : ''}` };
  }
  if (goesToAccount(kind)) return { subject, body: `${sentence}\n\n${dates}` };
  return { subject, body: `${textsByLanguage[language](plainTimes).greeting}\n\n${sentence}\n\n${dates}\n${client}\n` };
}

/** The link is empty if the account has no public site or the address of this server is unknown. */
function ifLinked(text: string): string {
  return `{% if booking.link != "" %}${text}{% endif %}`;
}
