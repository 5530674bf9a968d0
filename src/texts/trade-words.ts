import type { CompiledMessage } from 'icu-minify/format';
import type { Language } from '../platform/language.js';

/** The trades of businesses: the values of `Trade` of the schema, in lower case. */
export const trades = ['salon', 'clinic', 'studio', 'rental', 'other'] as const;
export type TradeName = (typeof trades)[number];

export const isTrade = (name: unknown): name is TradeName => trades.some((trade) => trade === name);

interface Columns {
  resource?: 1 | 2 | 3;
  service?: 1 | 2;
}

/** The words of a trade: columns of the table below. */
const columns: Readonly<Record<Exclude<TradeName, 'other'>, Columns>> = {
  salon: { resource: 1 },
  clinic: { resource: 1, service: 1 },
  studio: { resource: 2, service: 2 },
  rental: { resource: 3 },
};

type ResourceForm = readonly [resource: string, teamMember: string, room: string, unit: string];
type ServiceForm = readonly [service: string, treatment: string, schoolClass: string];

/**
 * The forms of a word in the catalogues, each with those of trades in its place. Most words have the gender of the one that they
 * replace, so that the sentence around them stays; where that is not so, a form is the word with what changes beside it. In lower
 * case, apart from German nouns: a capital at the beginning of a form is kept.
 */
const words: Readonly<Record<Language, { resource: readonly ResourceForm[]; service: readonly ServiceForm[] }>> = {
  en: {
    resource: [
      ['resource', 'team member', 'room', 'unit'],
      ['resources', 'team members', 'rooms', 'units'],
    ],
    service: [
      ['service', 'treatment', 'class'],
      ['services', 'treatments', 'classes'],
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
      ['tjeneste', 'behandling', 'klasse'],
      ['tjenesten', 'behandlingen', 'klassen'],
      ['tjenestens', 'behandlingens', 'klassens'],
      ['tjenester', 'behandlinger', 'klasser'],
      ['tjenestene', 'behandlingene', 'klassene'],
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
      ['ydelse', 'behandling', 'klasse'],
      ['ydelsen', 'behandlingen', 'klassen'],
      ['ydelsens', 'behandlingens', 'klassens'],
      ['ydelser', 'behandlinger', 'klasser'],
      ['ydelserne', 'behandlingerne', 'klasserne'],
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
      ['tjänsten', 'behandlingen', 'klassen'],
      ['tjänstens', 'behandlingens', 'klassens'],
      ['tjänster', 'behandlingar', 'klasser'],
      ['tjänsterna', 'behandlingarna', 'klasserna'],
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
        'die Ressource des ersten Bedarfs ist die der Buchung. Leer: die erste',
        'die Fachkraft des ersten Bedarfs ist die der Buchung. Leer: die erste',
        'der Raum des ersten Bedarfs ist der der Buchung. Leer: der erste',
        'die Einheit des ersten Bedarfs ist die der Buchung. Leer: die erste',
      ],
    ],
    service: [
      ['Leistung', 'Behandlung', 'Kursart'],
      ['Leistungen', 'Behandlungen', 'Kursarten'],
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
      ['prestation', 'consultation', 'séance'],
      ['prestations', 'consultations', 'séances'],
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

/** Puts the words of a trade into a text of a catalogue. */
export type Reword = (text: string) => string;

/** Returns the function that puts the words of a trade into a text of a language; undefined for a trade with the words of the catalogues. */
export function rewordFor(language: Language, trade: TradeName): Reword | undefined {
  if (trade === 'other') return undefined;
  const key = `${language} ${trade}`;
  const known = rewords.get(key) ?? createReword(language, columns[trade]);
  rewords.set(key, known);
  return known;
}

const rewords = new Map<string, Reword>();

function createReword(language: Language, { resource, service }: Columns): Reword {
  const { resource: resourceForms, service: serviceForms } = words[language];
  const replacements = new Map(
    [
      ...(resource === undefined ? [] : resourceForms.map((form): [string, string] => [form[0], form[resource]])),
      ...(service === undefined ? [] : serviceForms.map((form): [string, string] => [form[0], form[service]])),
    ].map(([form, word]) => [form.toLowerCase(), word]),
  );
  const longestFirst = [...replacements.keys()].toSorted((one, other) => other.length - one.length);
  // Not within a compound such as “SMS-tjenesten”, which names something else.
  const expression = new RegExp(
    `(?<![\\p{L}-])(?:${longestFirst.join('|').replaceAll('.', '[.]')})(?![\\p{L}-])`,
    'giu',
  );
  return (text) =>
    text.replaceAll(expression, (form) => likeBeginningOf(form, replacements.get(form.toLowerCase()) ?? form));
}

/** Begins a word with a capital if the one that it replaces did. */
function likeBeginningOf(form: string, word: string): string {
  const first = form.charAt(0);
  return first === first.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Puts the words of a trade into the literal texts of a compiled message, and leaves the names of its values as they are. */
export function rewordMessage(message: CompiledMessage, reword: Reword): CompiledMessage {
  return typeof message === 'string' ? reword(message) : message.map((part) => rewordPart(part, reword));
}

type Part = Exclude<CompiledMessage, string>[number];

/** In the compiled form, a value is an array of its name, its type and, for a select or a plural, the branches by their keys. */
function rewordPart(part: Part, reword: Reword): Part {
  if (typeof part === 'string') return reword(part);
  if (!Array.isArray(part)) return part;
  const [name, type, branches] = part;
  if (!isChoice(type) || typeof branches !== 'object' || branches === null) return part;
  const reworded = Object.entries(branches).map(([key, branch]) => [key, rewordBranch(branch, reword)]);
  return [name, type, Object.fromEntries(reworded)];
}

const isChoice = (type: unknown): boolean => type === 1 || type === 2 || type === 3;

function rewordBranch(branch: unknown, reword: Reword): unknown {
  if (typeof branch === 'string') return reword(branch);
  return Array.isArray(branch) ? rewordMessage(branch, reword) : branch;
}
