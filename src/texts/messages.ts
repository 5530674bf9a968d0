import format, { type CompiledMessage } from 'icu-minify/format';
import type en from './en.json';
import { readMessage } from './message-compiler.js';
import type { MessageValues, Value } from './message-values.js';
import { type Reword, rewordMessage } from './trade-words.js';

/** The messages of one language: in ICU MessageFormat, or compiled from it. */
export interface Catalogue {
  readonly [name: string]: CompiledMessage | Catalogue;
}

/** A message of the server in a language. Its values are numbered in the order of the English message. */
export type ServerMessage = string | ((values: Readonly<Record<string, Value>>) => string);

/** A message without values is a text; one with values is a function of them. */
type TextsOf<Part, Path extends string> = {
  readonly [Key in keyof Part & string]: Part[Key] extends string
    ? `${Path}${Key}` extends infer Full extends keyof MessageValues
      ? (values: MessageValues[Full]) => string
      : string
    : TextsOf<Part[Key], `${Path}${Key}.`>;
};

/** The texts of one language, by the sections of its catalogue. */
export type Texts = TextsOf<Omit<typeof en, 'serverErrors'>, ''> & {
  readonly serverErrors: Readonly<Record<string, ServerMessage>>;
};

/**
 * Creates each format once: creating one takes 15 µs, and a list has a text in each row. Their number is bounded by the
 * languages and by what the catalogues ask for.
 */
function createOnce<Args extends unknown[], Format>(create: (...args: Args) => Format): (...args: Args) => Format {
  const created = new Map<string, Format>();
  return (...args) => {
    const key = JSON.stringify(args);
    const format = created.get(key) ?? create(...args);
    created.set(key, format);
    return format;
  };
}

const formatters = {
  getNumberFormat: createOnce(
    (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  ),
  getPluralRules: createOnce(
    (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
  ),
  getDateTimeFormat: createOnce(
    (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  ),
};

/** Returns the compiled message with the words of a trade, which are put in when it is first used. */
function rewordedOnce(compiled: () => CompiledMessage, reword: Reword, path: string): () => CompiledMessage {
  let reworded: CompiledMessage | undefined;
  return () => (reworded ??= rewordMessage(compiled(), (text) => reword(text, path)));
}

/** Returns the messages of a catalogue with those that another has in their place. */
export function replaced(catalogue: Catalogue, others: Catalogue): Catalogue {
  const parts = Object.entries(others).map(([name, other]) => {
    const part = catalogue[name];
    const isSection = typeof other === 'object' && !Array.isArray(other);
    return [name, isSection && typeof part === 'object' && !Array.isArray(part) ? replaced(part, other) : other];
  });
  return { ...catalogue, ...Object.fromEntries(parts) };
}

/**
 * Returns the texts of a catalogue.
 *
 * @param language whose rules of plurals and numbers apply
 * @param reword puts the words of a trade into each text: see `trade-words.ts`
 */
export function toTexts(catalogue: Catalogue, language: string, reword?: Reword): Texts {
  const written = (part: CompiledMessage | Catalogue, path: string): unknown => {
    if (typeof part !== 'string' && !Array.isArray(part)) {
      return Object.fromEntries(
        Object.entries(part).map(([name, inner]) => [name, written(inner, path === '' ? name : `${path}.${name}`)]),
      );
    }
    const message = typeof part === 'string' ? readMessage(part) : part;
    if (typeof message === 'string') return reword ? reword(message, path) : message;
    const compiled = () => (typeof message === 'function' ? message() : message);
    const reworded = reword ? rewordedOnce(compiled, reword, path) : compiled;
    return (values: Record<string, Value>) => String(format(reworded(), language, values, { formatters }));
  };
  return written(catalogue, '') as Texts;
}
