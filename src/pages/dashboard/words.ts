import type {
  BookingState,
  BookingStatus,
  MessageState,
  MessageTemplateType,
  OrderState,
} from './graphql/schema.types.js';
import { t } from './texts.js';

/** These have names in all languages: without one for a new value, this does not compile. */
type Named = BookingState | BookingStatus | MessageState | MessageTemplateType | OrderState;
const words: Readonly<Record<Lowercase<Named>, string>> = t.words;

const knownWords: ReadonlyMap<string, string> = new Map(Object.entries(words));
const messageKinds: ReadonlyMap<string, string> = new Map(Object.entries(t.messageKinds));

/** The name of a kind of messages. */
export function messageKindText(kind: string): string {
  return messageKinds.get(kind) ?? inWords(kind);
}

/**
 * The name of a state, a kind, a change or an attribute in the language of the page: `Booked from` for `bookedFrom` and for
 * `booked_from`. A name that the catalogue lacks is in English.
 */
export function inWords(name: string): string {
  const key = name
    .replaceAll('.', '_')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();
  const known = knownWords.get(key);
  if (known !== undefined) return known;
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name as it stands within a sentence: in small letters, except in German, which writes nouns with capital ones. */
export function withinSentence(name: string): string {
  const words = inWords(name);
  const isGerman = typeof document !== 'undefined' && document.documentElement.lang === 'de';
  return isGerman ? words : words.toLowerCase();
}
