import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf, problemsOfMessage } from './catalogues.mjs';

/** The messages that customers read. Those of messages to users and to the account are not. */
const readByCustomers =
  /^(?:booking|basket|shop|myBookings|verification)\.|^messages\.(?!timeOff\.|invitation\.|pausedWebHook\.|.*notification\.)/;

/** The messages about bookings that a trade names otherwise. Booking as such stays, and the bookings of an event: they are no appointments. */
const aboutBookings = /^(?!events\.|home\.|setup\.parts\.booking$)/;

const formal = /\b(?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)\b/;
const germanBooking = /(?<![\p{L}-])Buchung(?:en)?(?![\p{L}-])/u;
const frenchBooking = /(?<!(?:page|règles|serveur|numéro) de |[\p{L}-])réservations?(?![\p{L}-])/iu;

/** Messages that agree with the word for a booking and do not have it: pronouns in German, and also participles in French. */
const germanAgreement = /^(?:booking\.(?:awaitingConfirmation|changeableUntil)|setup\.fields\.paymentRequired)$/;
const frenchAgreement =
  /^(?:booking\.(?:awaitingConfirmation|cancelNo|changeableUntil|linkInMessage|notChangeable|visit)|myBookings\.states\.(?:confirmed|declined|cancelled|deleted)|timeOff\.stay|bookings\.(?:states\.(?:CONFIRMED|CANCELLED|DECLINED|DELETED|VERIFICATION_EXPIRED|COMPLETED)|keep|entryStates\.(?:WRITTEN|REMOVED|FAILED))|people\.past|figures\.(?:confirmed|cancelled|declined|expired|all)|setup\.(?:(?:fields|account)\.notOver|calendars\.(?:notWritten|noneWritten|written|failed|changedThere)|move\.(?:moved|wouldMove)))$/;

/**
 * The catalogues in `variants`, with the words of their language that they replace, the messages that they do it in, and words
 * of their own that no message of the language has. One with a `base` replaces messages of this other variant.
 */
const forms = {
  'de-du': {
    ...{ language: 'de', replaced: formal, messages: readByCustomers },
    own: /\b(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(?:e[mnrs]?)?|[Ee]uch|[Ee]u(?:er|re[mnrs]?))\b/,
  },
  'de-appointment': { language: 'de', replaced: germanBooking, agreeing: germanAgreement, messages: aboutBookings },
  'de-du-appointment': {
    language: 'de',
    base: 'de-du',
    replaced: germanBooking,
    agreeing: germanAgreement,
    messages: readByCustomers,
  },
  'fr-appointment': { language: 'fr', replaced: frenchBooking, agreeing: frenchAgreement, messages: aboutBookings },
};

/** Returns the variants by their names, such as `de-du`. */
export function readVariants(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, 'variants', `${name}.json`), 'utf8'));
  return Object.fromEntries(Object.keys(forms).map((name) => [name, read(name)]));
}

/** Returns what is wrong with variants: a message that has no counterpart or needs none, or one that mixes the words. */
export function problemsOfVariants(catalogues, variants) {
  return Object.entries(variants).flatMap(([name, variant]) => {
    const { language, base = language, replaced, agreeing, messages: read, own } = forms[name];
    const messages = new Map(messagesOf(base === language ? catalogues[language] : variants[base]));
    const counterparts = new Map(messagesOf(variant));
    const isNeeded = (path, message) => read.test(path) && (replaced.test(message) || agreeing?.test(path) === true);
    const lacking = [...messages]
      .filter(([path, message]) => isNeeded(path, message) && !counterparts.has(path))
      .map(([path]) => `${name}.json: ${path} is missing`);
    const mixed = [...messages]
      .filter(([path, message]) => !path.startsWith('serverErrors.') && own?.test(message))
      .map(([path]) => `${base}.json: ${path} has a word of ${name}.json`);
    const found = [...counterparts].flatMap(([path, message]) => [
      ...problemsOfMessage(language, path, message, messages, `${base}.json`),
      ...(message === messages.get(path) ? [`${path} is the same in ${base}.json`] : []),
      ...(replaced.test(message) ? [`${path} has a word of ${base}.json`] : []),
      // A form of address also changes greetings.
      ...(own === undefined && messages.has(path) && !isNeeded(path, messages.get(path))
        ? [`${path} is not needed`]
        : []),
      ...(base !== language && formal.test(message) ? [`${path} has a word of ${language}.json`] : []),
      ...(read.test(path) ? [] : [`${path} is not read in these words`]),
    ]);
    return [...lacking, ...mixed, ...found.map((problem) => `${name}.json: ${problem}`)];
  });
}
