import type { CompiledMessage } from 'icu-minify/format';
import { type Language, languageOf, type Wording } from '../platform/language.js';

/** The trades of businesses: the values of `Trade` of the schema, in lower case. */
export const trades = ['salon', 'clinic', 'studio', 'rental', 'other'] as const;
export type TradeName = (typeof trades)[number];

export const isTrade = (name: unknown): name is TradeName => trades.some((trade) => trade === name);

/** Returns the trade of a wording. */
export function tradeOf(wording: Wording): TradeName {
  const last = wording.slice(wording.lastIndexOf('-') + 1);
  return isTrade(last) ? last : 'other';
}

interface Columns {
  resource?: 1 | 2 | 3;
  service?: 1 | 2;
  booking?: 1 | 2;
  event?: 1 | 2 | 3;
}

/** The words of a trade: columns of the tables below. */
const columns: Readonly<Record<Exclude<TradeName, 'other'>, Columns>> = {
  salon: { resource: 1, booking: 1, event: 1 },
  clinic: { resource: 1, service: 1, booking: 1, event: 2 },
  studio: { resource: 2, service: 2, event: 3 },
  rental: { resource: 3, booking: 2 },
};

/** A form that is the same as in the catalogue keeps its word, also within a longer one. */
type ResourceForm = readonly [resource: string, teamMember: string, room: string, unit: string];
type ServiceForm = readonly [service: string, treatment: string, schoolClass: string];
type BookingForm = readonly [booking: string, appointment: string, reservation: string];
type EventForm = readonly [event: string, ofSalon: string, ofClinic: string, ofStudio: string];

interface Words {
  resource: readonly ResourceForm[];
  service: readonly ServiceForm[];
  booking: readonly BookingForm[];
  event: readonly EventForm[];
}

/**
 * The forms of a word in the catalogues, each with those of trades in its place. Most words have the gender of the one that they
 * replace, so that the sentence around them stays; where that is not so, a form is the word with what changes beside it. In lower
 * case, apart from German nouns: a capital at the beginning of a form is kept. An appointment has another gender than a booking
 * in German and French, which changes most sentences: their texts are whole, in `variants`.
 */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    resource: [
      ['resource', 'team member', 'room', 'unit'],
      ['resources', 'team members', 'rooms', 'units'],
    ],
    service: [
      ['service', 'treatment', 'class'],
      ['services', 'treatments', 'classes'],
      ['payment service', 'payment service', 'payment service'],
    ],
    booking: [
      ['booking', 'appointment', 'reservation'],
      ['bookings', 'appointments', 'reservations'],
      ['a booking', 'an appointment', 'a reservation'],
      ['booking of', 'appointment for', 'reservation of'],
      ['booking of the visit', 'appointment of the visit', 'reservation of the visit'],
      ['your bookings of', 'your appointments for', 'your reservations of'],
      ['new bookings of', 'new appointments for', 'new reservations of'],
      ['booking the series', 'booking the series', 'booking the series'],
      ['a booking of', 'an appointment for', 'a reservation of'],
      ['booking page', 'booking page', 'booking page'],
      ['booking server', 'booking server', 'booking server'],
    ],
    event: [
      ['event', 'workshop', 'class', 'session'],
      ['events', 'workshops', 'classes', 'sessions'],
      ['an event', 'a workshop', 'a class', 'a session'],
      ['a booking of an event', 'a place in a workshop', 'a place in a class', 'a booking of a session'],
      ['bookings of events', 'places in workshops', 'places in classes', 'bookings of sessions'],
    ],
  },
  nb: {
    resource: [
      ['ressurs', 'medarbeider', 'sal', 'enhet'],
      ['ressursen', 'medarbeideren', 'salen', 'enheten'],
      ['ressursens', 'medarbeiderens', 'salens', 'enhetens'],
      ['ressurser', 'medarbeidere', 'saler', 'enheter'],
      ['ressursene', 'medarbeiderne', 'salene', 'enhetene'],
    ],
    service: [
      ['tjeneste', 'behandling', 'kurstype'],
      ['tjenesten', 'behandlingen', 'kurstypen'],
      ['tjenestens', 'behandlingens', 'kurstypens'],
      ['tjenester', 'behandlinger', 'kurstyper'],
      ['tjenestene', 'behandlingene', 'kurstypene'],
    ],
    booking: [
      ['bestilling', 'avtale', 'reservasjon'],
      ['bestillingen', 'avtalen', 'reservasjonen'],
      ['bestillingens', 'avtalens', 'reservasjonens'],
      ['bestillinger', 'avtaler', 'reservasjoner'],
      ['bestillingene', 'avtalene', 'reservasjonene'],
      ['bestilling av', 'avtale om', 'reservasjon av'],
      ['bestillingen av', 'avtalen om', 'reservasjonen av'],
      ['bestillingen din av', 'avtalen din om', 'reservasjonen din av'],
      ['bestillinger av', 'avtaler om', 'reservasjoner av'],
      ['bestillingene av', 'avtalene om', 'reservasjonene av'],
      ['bestillingene dine av', 'avtalene dine om', 'reservasjonene dine av'],
    ],
    event: [
      ['arrangement', 'kurs', 'kurs', 'kurs'],
      ['arrangementet', 'kurset', 'kurset', 'kurset'],
      ['arrangementer', 'kurs', 'kurs', 'kurs'],
      ['arrangementene', 'kursene', 'kursene', 'kursene'],
      ['bestillinger av arrangementer', 'plasser på kurs', 'plasser på kurs', 'bestillinger av kurs'],
    ],
  },
  da: {
    resource: [
      ['ressource', 'medarbejder', 'sal', 'enhed'],
      ['ressourcen', 'medarbejderen', 'salen', 'enheden'],
      ['ressourcens', 'medarbejderens', 'salens', 'enhedens'],
      ['ressourcer', 'medarbejdere', 'sale', 'enheder'],
      ['ressourcerne', 'medarbejderne', 'salene', 'enhederne'],
    ],
    service: [
      ['ydelse', 'behandling', 'holdtype'],
      ['ydelsen', 'behandlingen', 'holdtypen'],
      ['ydelsens', 'behandlingens', 'holdtypens'],
      ['ydelser', 'behandlinger', 'holdtyper'],
      ['ydelserne', 'behandlingerne', 'holdtyperne'],
    ],
    booking: [
      ['booking', 'aftale', 'reservation'],
      ['bookingen', 'aftalen', 'reservationen'],
      ['bookingens', 'aftalens', 'reservationens'],
      ['bookinger', 'aftaler', 'reservationer'],
      ['bookingerne', 'aftalerne', 'reservationerne'],
      ['booking af', 'aftale om', 'reservation af'],
      ['bookingen af', 'aftalen om', 'reservationen af'],
      ['bookinger af', 'aftaler om', 'reservationer af'],
    ],
    event: [
      ['arrangement', 'kursus', 'hold', 'hold'],
      ['arrangementet', 'kurset', 'holdet', 'holdet'],
      ['arrangementets', 'kursets', 'holdets', 'holdets'],
      ['arrangementer', 'kurser', 'hold', 'hold'],
      ['arrangementerne', 'kurserne', 'holdene', 'holdene'],
      ['bookinger af arrangementer', 'pladser på kurser', 'pladser på hold', 'bookinger af hold'],
    ],
  },
  sv: {
    resource: [
      ['resurs', 'medarbetare', 'sal', 'enhet'],
      ['resursen', 'medarbetaren', 'salen', 'enheten'],
      ['resursens', 'medarbetarens', 'salens', 'enhetens'],
      ['resurser', 'medarbetare', 'salar', 'enheter'],
      ['resurserna', 'medarbetarna', 'salarna', 'enheterna'],
    ],
    service: [
      ['tjänst', 'behandling', 'klass'],
      ['tjänsten', 'behandlingen', 'holdtypen'],
      ['tjänstens', 'behandlingens', 'holdtypens'],
      ['tjänster', 'behandlingar', 'klasser'],
      ['tjänsterna', 'behandlingarna', 'klasserna'],
    ],
    booking: [
      ['bokning', 'tidsbokning', 'bokning'],
      ['bokningen', 'tidsbokningen', 'bokningen'],
      ['bokningens', 'tidsbokningens', 'bokningens'],
      ['bokningar', 'tidsbokningar', 'bokningar'],
      ['bokningarna', 'tidsbokningarna', 'bokningarna'],
    ],
    event: [
      ['evenemang', 'evenemang', 'gruppbesök', 'pass'],
      ['evenemanget', 'evenemanget', 'gruppbesöket', 'passet'],
      ['evenemangets', 'evenemangets', 'gruppbesökets', 'passets'],
      ['evenemangen', 'evenemangen', 'gruppbesöken', 'passen'],
      ['kommande tillfällen', 'kommande tillfällen', 'kommande gruppbesök', 'kommande pass'],
      ['alla tillfällen', 'alla tillfällen', 'alla gruppbesök', 'alla pass'],
      ['inga tillfällen från', 'inga tillfällen från', 'inga gruppbesök från', 'inga pass från'],
      ['bokningar av evenemang', 'platser i evenemang', 'platser i gruppbesök', 'bokningar av pass'],
    ],
  },
  de: {
    resource: [
      ['Ressource', 'Fachkraft', 'Raum', 'Einheit'],
      ['Ressourcen', 'Fachkräfte', 'Räume', 'Einheiten'],
      ['bei zwei Ressourcen', 'bei zwei Fachkräften', 'bei zwei Räumen', 'bei zwei Einheiten'],
      ['aus eigenen Ressourcen', 'aus eigenen Fachkräften', 'aus eigenen Räumen', 'aus eigenen Einheiten'],
      ['Ressourcen erforderlich', 'Fachkräften erforderlich', 'Räumen erforderlich', 'Einheiten erforderlich'],
      ...inFront(['die', 'der'], ['neue', 'neuer'], ['jede', 'jeder'], ['beliebige', 'beliebiger'], ['keine', 'kein']),
      ...inFront(['eine andere', 'ein anderer'], ['eine freie', 'ein freier'], ['eine', 'einen']),
      ...inFront(['eine neue', 'einen neuen'], ['andere', 'anderen'], ['von der', 'vom'], ['zur', 'zum']),
      ...inFront(
        ['seine eigene', 'seinen eigenen'],
        ['diese', 'diesen'],
        ['ihre', 'ihren'],
        ['belegen die', 'belegen den'],
      ),
      ...inFront(['dürfen die', 'dürfen den'], ['zu einer anderen', 'zu einem anderen']),
      ['der Ressource', 'der Fachkraft', 'des Raums', 'der Einheit'],
      ['die Ressource löschen', 'die Fachkraft löschen', 'den Raum löschen', 'die Einheit löschen'],
      [
        'die Ressource, die dieser Benutzer ist. Er kann für sie',
        'die Fachkraft, die dieser Benutzer ist. Er kann für sie',
        'der Raum, der dieser Benutzer ist. Er kann für ihn',
        'die Einheit, die dieser Benutzer ist. Er kann für sie',
      ],
      [
        'die Ressource des ersten Bedarfs ist die',
        'die Fachkraft des ersten Bedarfs ist die',
        'der Raum des ersten Bedarfs ist der',
        'die Einheit des ersten Bedarfs ist die',
      ],
      ['Leer: die erste freie', 'Leer: die erste freie', 'Leer: der erste freie', 'Leer: die erste freie'],
    ],
    service: [
      ['Leistung', 'Behandlung', 'Kursart'],
      ['Leistungen', 'Behandlungen', 'Kursarten'],
    ],
    booking: [
      ['Buchung', 'Buchung', 'Reservierung'],
      ['Buchungen', 'Buchungen', 'Reservierungen'],
    ],
    event: [
      ['Veranstaltung', 'Veranstaltung', 'Kursstunde', 'Kursstunde'],
      ['Veranstaltungen', 'Veranstaltungen', 'Kursstunden', 'Kursstunden'],
    ],
  },
  fr: {
    resource: [
      ['ressource', 'personne de l’équipe', 'salle', 'unité'],
      ['ressources', 'personnes de l’équipe', 'salles', 'unités'],
      ['la ressource', 'la personne de l’équipe', 'la salle', 'l’unité'],
      ['sa ressource', 'sa personne de l’équipe', 'sa salle', 'son unité'],
      ['de ressources', 'de personnes de l’équipe', 'de salles', 'd’unités'],
    ],
    service: [
      ['prestation', 'consultation', 'activité'],
      ['prestations', 'consultations', 'activités'],
      ['la prestation', 'la consultation', 'l’activité'],
      ['de prestation', 'de consultation', 'd’activité'],
      ['de prestations', 'de consultations', 'd’activités'],
    ],
    booking: [],
    event: [
      ['événement', 'atelier', 'atelier', 'cours'],
      ['événements', 'ateliers', 'ateliers', 'cours'],
      ['l’événement', 'l’atelier', 'l’atelier', 'le cours'],
      ['de l’événement', 'de l’atelier', 'de l’atelier', 'du cours'],
      ['à l’événement', 'à l’atelier', 'à l’atelier', 'au cours'],
      ['d’événement', 'd’atelier', 'd’atelier', 'de cours'],
      ['d’événements', 'd’ateliers', 'd’ateliers', 'de cours'],
      ['nouvel événement', 'nouvel atelier', 'nouvel atelier', 'nouveau cours'],
      ['cet événement', 'cet atelier', 'cet atelier', 'ce cours'],
    ],
  },
};

/** German words in front of “Ressource”, with those in front of “Raum”, which has another gender. */
function inFront(...pairs: readonly (readonly [feminine: string, masculine: string])[]): ResourceForm[] {
  return pairs.map(([feminine, masculine]) => [
    `${feminine} Ressource`,
    `${feminine} Fachkraft`,
    `${masculine} Raum`,
    `${feminine} Einheit`,
  ]);
}

/** Returns the variant with whole texts for a trade, such as `de-appointment`; undefined if words suffice. */
export const variantFor = (language: Language, trade: TradeName): 'de-appointment' | 'fr-appointment' | undefined =>
  (language === 'de' || language === 'fr') && trade !== 'other' && columns[trade].booking === 1
    ? `${language}-appointment`
    : undefined;

/** Returns the names of the variants of a wording. The messages of each replace those of the ones before. */
export function variantsOf(wording: Wording): string[] {
  const isInformal = wording.startsWith('de-du');
  const ofTrade = variantFor(languageOf(wording), tradeOf(wording));
  return [
    ...(ofTrade === undefined ? [] : [ofTrade]),
    ...(isInformal ? ['de-du'] : []),
    ...(isInformal && ofTrade !== undefined ? ['de-du-appointment'] : []),
  ];
}

/** Puts the words of a trade into a text of a catalogue, which has the path. */
export type Reword = (text: string, path: string) => string;

/** Texts whose “events” are those of webhooks and calendars. */
const ofOtherEvents =
  /^(?:setup\.(?:webHooks\.|common\.events$)|messages\.pausedWebHook|business\.payments\.addressHint|serverErrors\.(?:has # pending test events|the user has no calendar))/;

/** Texts about booking as such, about the bookings of an event, which are no appointments, and about orders, which Norwegian customers also call “bestilling”. */
const ofOtherBookings =
  /^(?:setup\.parts\.booking$|events\.|shop\.(?!showAgain)|messages\.(?:order\.(?!feeCharged)|document\.))/;

/** Returns the function that puts the words of a trade into a text of a language; undefined for a trade with the words of the catalogues. */
export function rewordFor(language: Language, trade: TradeName): Reword | undefined {
  if (trade === 'other') return undefined;
  const key = `${language} ${trade}`;
  const known = rewords.get(key) ?? createReword(language, columns[trade]);
  rewords.set(key, known);
  return known;
}

const rewords = new Map<string, Reword>();

/** Returns the forms of a word with those of a trade in their place: none if the trade has the word of the catalogue. */
const pairsOf = (forms: readonly (readonly string[])[], column = 0): (readonly [form: string, word: string])[] =>
  column === 0 ? [] : forms.map((form) => [form[0] ?? '', form[column] ?? '']);

function createReword(language: Language, trade: Columns): Reword {
  const of = words[language];
  const always = [...pairsOf(of.resource, trade.resource), ...pairsOf(of.service, trade.service)];
  const bookings = pairsOf(of.booking, trade.booking);
  const events = pairsOf(of.event, trade.event);
  const all = replacing([...always, ...bookings, ...events]);
  const withoutEvents = replacing([...always, ...bookings]);
  const withoutBookings = replacing([...always, ...events]);
  return (text, path) => {
    if (ofOtherEvents.test(path)) return withoutEvents(text);
    return ofOtherBookings.test(path) ? withoutBookings(text) : all(text);
  };
}

function replacing(pairs: readonly (readonly [form: string, word: string])[]): (text: string) => string {
  if (pairs.length === 0) return (text) => text;
  const replacements = new Map(pairs.map(([form, word]) => [form.toLowerCase(), word]));
  const longestFirst = [...replacements.keys()].toSorted((one, other) => other.length - one.length);
  // Not within a compound such as “SMS-tjenesten”, which names something else, nor in code such as “booking.created”.
  const expression = new RegExp(`(?<![\\p{L}-])(?:${longestFirst.join('|')})(?![\\p{L}-]|[.][\\p{L}*])`, 'giu');
  return (text) =>
    text.replaceAll(expression, (form) => likeBeginningOf(form, replacements.get(form.toLowerCase()) ?? form));
}

/** Begins a word with a capital if the one that it replaces did. */
function likeBeginningOf(form: string, word: string): string {
  const first = form.charAt(0);
  return first === first.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Puts the words of a trade into the literal texts of a compiled message, and leaves the names of its values as they are. */
export function rewordMessage(message: CompiledMessage, reword: (text: string) => string): CompiledMessage {
  return typeof message === 'string' ? reword(message) : message.map((part) => rewordPart(part, reword));
}

type Part = Exclude<CompiledMessage, string>[number];

/** In the compiled form, a value is an array of its name, its type and, for a select or a plural, the branches by their keys. */
function rewordPart(part: Part, reword: (text: string) => string): Part {
  if (typeof part === 'string') return reword(part);
  if (!Array.isArray(part)) return part;
  const [name, type, branches] = part;
  if (!isChoice(type) || typeof branches !== 'object' || branches === null) return part;
  const reworded = Object.entries(branches).map(([key, branch]) => [key, rewordBranch(branch, reword)]);
  return [name, type, Object.fromEntries(reworded)];
}

const isChoice = (type: unknown): boolean => type === 1 || type === 2 || type === 3;

function rewordBranch(branch: unknown, reword: (text: string) => string): unknown {
  if (typeof branch === 'string') return reword(branch);
  return Array.isArray(branch) ? rewordMessage(branch, reword) : branch;
}
