import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, ownWordingFor, wordingFor } from '../../../src/platform/language.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { textsIn } from '../../../src/texts/texts.js';
import { rewordMessage, type TradeName, trades, words } from '../../../src/texts/trade-words.js';

const { messagesOf } = await import(join(projectRoot, 'src/texts/catalogues.mjs'));

const textsFor = (language: Language, trade: TradeName) => textsIn(ownWordingFor(language, { trade }));

/** Returns the texts of a part by their paths, with the values of messages by a number. */
function sentencesOf(part: unknown, path = ''): [path: string, text: string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, String(part(new Proxy({}, { get: () => 2 })))]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) => sentencesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** Texts about the words of webhooks, calendars and orders, and those of an event about its bookings. */
const others =
  /^(?:home|events|shop|messages\.(?:order|document|pausedWebHook)|setup\.(?:webHooks|common\.events|parts\.booking)|business\.payments\.addressHint)\b|calendar that holds|pending test events/;

/** The words of the catalogues that trades have others for. */
const catalogueWords: Readonly<Record<'resource' | 'booking' | 'event', Readonly<Record<Language, RegExp>>>> = {
  resource: {
    ...{ en: /resources?/u, de: /Ressourcen?/u, fr: /ressources?/u },
    ...{ nb: /ressurs\p{L}*/u, da: /ressource\p{L}*/u, sv: /resurs\p{L}*/u },
  },
  booking: {
    ...{ en: /bookings?(?! page| server| the series)/u, de: /Buchung(?:en)?/u },
    fr: /(?<!(?:page|règles|serveur|numéro) de )réservations?/u,
    ...{ nb: /bestilling(?:e\p{L}*)?/u, da: /booking(?:e\p{L}*)?/u, sv: /bokning(?:en|ens|ar|arna)?/u },
  },
  event: {
    ...{ en: /events?/u, de: /Veranstaltung(?:en)?/u, fr: /événements?/u },
    ...{ nb: /arrangement\p{L}*/u, da: /arrangement\p{L}*/u, sv: /evenemang\p{L}*|(?:kommande|alla) tillfällen/u },
  },
};

/** The words of catalogues that a trade keeps: they are its own. */
const kept: Readonly<Record<keyof typeof catalogueWords, readonly string[]>> = {
  resource: ['other'],
  booking: ['other', 'studio', 'fr rental', 'sv rental'],
  event: ['other', 'rental', 'de salon', 'sv salon'],
};

it.each(
  Object.entries(catalogueWords).flatMap(([kind, ofLanguages]) =>
    languages.flatMap((language) => trades.map((trade) => [kind, language, trade, ofLanguages[language]] as const)),
  ),
)(
  'the word of the catalogues for a %s is that of a trade, or replaced in all texts: %s, %s',
  (kind, language, trade, word) => {
    const expression = new RegExp(`(?<![\\p{L}-])(?:${word.source})(?![\\p{L}-]|[.][\\p{L}*])`, 'iu');
    const found = sentencesOf(textsFor(language, trade)).filter(
      ([path, text]) => !others.test(path) && expression.test(text),
    );
    const ofKind: readonly string[] = Object.entries(kept).find(([name]) => name === kind)?.[1] ?? [];
    if (ofKind.includes(trade) || ofKind.includes(`${language} ${trade}`)) expect(found).not.toEqual([]);
    else expect(found).toEqual([]);
  },
);

it.each(languages)('each form of a word stands in a text: %s', (language) => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(projectRoot, 'src/texts', `${file}.json`), 'utf8'));
  const variants = language === 'de' || language === 'fr' ? [read(`variants/${language}-appointment`)] : [];
  const texts = [read(language), ...variants]
    .flatMap((catalogue): [string, string][] => messagesOf(catalogue))
    .map(([, text]) => text.toLowerCase());
  const unused = Object.values(words[language])
    .flat()
    .filter(([form]) => !texts.some((text) => new RegExp(`(?<![\\p{L}-])${form}(?![\\p{L}-])`, 'iu').test(text)));
  expect(unused).toEqual([]);
});

it.each([
  ['en', 'salon', 'New team member', 'Services'],
  ['en', 'clinic', 'New team member', 'Treatments'],
  ['en', 'studio', 'New room', 'Classes'],
  ['en', 'rental', 'New unit', 'Services'],
  ['en', 'other', 'New resource', 'Services'],
  ['de', 'studio', 'Neuer Raum', 'Kursarten'],
  ['nb', 'salon', 'Ny medarbeider', 'Tjenester'],
  ['da', 'clinic', 'Ny medarbejder', 'Behandlinger'],
  ['sv', 'rental', 'Ny enhet', 'Tjänster'],
  ['fr', 'clinic', 'Nouvelle personne de l’équipe', 'Consultations'],
] as const)('the words of the trade are those of its language: %s, %s', (language, trade, create, services) => {
  const { nouns, parts } = textsFor(language, trade).setup;
  expect([nouns.resource.create, parts.services]).toEqual([create, services]);
});

it.each([
  ['en', 'salon', 'An appointment', 'Your appointment is confirmed', 'New workshop', 'A workshop'],
  ['en', 'clinic', 'An appointment', 'Your appointment is confirmed', 'New class', 'A class'],
  ['en', 'studio', 'A booking', 'Your booking is confirmed', 'New session', 'A session'],
  ['en', 'rental', 'A reservation', 'Your reservation is confirmed', 'New event', 'An event'],
  ['de', 'salon', 'Ein Termin', 'Ihr Termin ist bestätigt', 'Neue Veranstaltung', 'Eine Veranstaltung'],
  ['de', 'clinic', 'Ein Termin', 'Ihr Termin ist bestätigt', 'Neue Kursstunde', 'Eine Kursstunde'],
  ['de', 'rental', 'Eine Reservierung', 'Ihre Reservierung ist bestätigt', 'Neue Veranstaltung', 'Eine Veranstaltung'],
  ['fr', 'salon', 'Un rendez-vous', 'Votre rendez-vous est confirmé', 'Nouvel atelier', 'Un atelier'],
  ['fr', 'studio', 'Une réservation', 'Votre réservation est confirmée', 'Nouveau cours', 'Un cours'],
  ['nb', 'clinic', 'En avtale', 'Avtalen din er bekreftet', 'Nytt kurs', 'Et kurs'],
  ['nb', 'rental', 'En reservasjon', 'Reservasjonen din er bekreftet', 'Nytt arrangement', 'Et arrangement'],
  ['da', 'salon', 'En aftale', 'Din aftale er bekræftet', 'Nyt kursus', 'Et kursus'],
  ['da', 'studio', 'En booking', 'Din booking er bekræftet', 'Nyt hold', 'Et hold'],
  ['sv', 'clinic', 'En tidsbokning', 'Din tidsbokning är bekräftad', 'Nytt gruppbesök', 'Ett gruppbesök'],
  ['sv', 'studio', 'En bokning', 'Din bokning är bekräftad', 'Nytt pass', 'Ett pass'],
] as const)(
  'bookings and events have the words of the trade: %s, %s',
  (language, trade, booking, confirmed, create, event) => {
    const { bookings, setup, booking: page } = textsFor(language, trade);
    expect([
      ...[bookings.inTheWay.kinds.BOOKING, page.states.confirmed],
      ...[setup.nouns.event.create, bookings.inTheWay.kinds.EVENT],
    ]).toEqual([booking, confirmed, create, event]);
  },
);

it.each([
  ['en', 'Your appointment for Cut is confirmed'],
  ['nb', 'Avtalen om Cut er bekreftet'],
  ['da', 'Din aftale om Cut er bekræftet'],
  ['sv', 'Din tidsbokning av Cut är bekräftad'],
  ['de', 'Ihr Termin ist bestätigt: Cut'],
  ['fr', 'Votre rendez-vous est confirmé\u00a0: Cut'],
] as const)('what an appointment is for follows the word of the trade: %s', (language, subject) => {
  expect(textsFor(language, 'salon').messages.booking.texts.confirmation.subject({ what: 'Cut' })).toBe(subject);
});

it('German has its form of address with the words of a trade', () => {
  const confirmed = (informalGerman: boolean, trade: TradeName | null) =>
    textsIn(wordingFor('de', { informalGerman, trade })).booking.states.confirmed;
  expect([confirmed(true, 'clinic'), confirmed(true, 'rental'), confirmed(true, null)]).toEqual([
    ...['Dein Termin ist bestätigt', 'Deine Reservierung ist bestätigt', 'Deine Buchung ist bestätigt'],
  ]);
});

it('what changes beside a word changes with it', () => {
  const { nouns, move, needs } = textsFor('de', 'studio').setup;
  expect(nouns.resource).toEqual({
    ...{ create: 'Neuer Raum', record: 'Der Raum' },
    ...{ remove: 'Den Raum löschen', removed: 'Der Raum ist gelöscht.' },
  });
  expect(move.lead).toContain('zu einem anderen Raum passen');
  expect(needs.none).toBe('Kein Bedarf: Eine Buchung belegt einen Raum.');
  expect(textsFor('fr', 'rental').setup.catalog.noResources).toBe('Pas encore d’unités.');
  expect(textsFor('fr', 'studio').setup.events.leftOut).toBe('Il n’y a pas de cours à ces dates\u00a0:');
});

it('words that mean something else stay: of webhooks, code, compounds, and of the service of a payment', () => {
  const { setup, shop } = textsFor('en', 'studio');
  expect([setup.webHooks.event, setup.common.events]).toEqual(['Event', 'Events']);
  expect(textsFor('en', 'salon').setup.fields.eventsHint).toBe('Such as booking.created, booking.* or *');
  expect(textsFor('de', 'salon').setup.parts.bookingPage).toBe('Buchungsseite');
  expect(shop.unavailable).toMatch(/^The payment service /);
});

it('values keep their words, and branches of plurals and selects get those of the trade', () => {
  const reword = (text: string) => text.replaceAll('resource', 'room');
  const message = [
    ['resource'] as [string],
    ' is a resource',
    ['count', 2, { one: 'resource', other: [0, ' resources'] }] as never,
  ];
  expect(rewordMessage(message, reword)).toEqual([
    ['resource'],
    ' is a room',
    ['count', 2, { one: 'room', other: [0, ' rooms'] }],
  ]);
});
