import { labelledText } from '../punctuation.js';
import { t } from '../texts.js';
import { inWords } from '../words.js';
import { inLanguage } from './server-messages.js';

/** Messages by field; those of an object field are nested. */
export interface FieldMessages {
  [field: string]: string[] | FieldMessages;
}

/** The server refused a request, or could not be reached. The message is a sentence for the user. */
export class ServerError extends Error {
  /**
   * @param code `extensions.code` of GraphQL, `NETWORK` if there was no answer, or `HTTP_<status>`
   * @param fields messages by field in camelCase, for invalid input
   */
  constructor(
    readonly code: string,
    message: string,
    readonly fields: FieldMessages = {},
  ) {
    super(message);
    this.name = 'ServerError';
  }

  /** The messages of one field, joined; undefined if there are none. A dotted path names a nested one. */
  of(field: string): string | undefined {
    let found: string[] | FieldMessages | undefined = this.fields;
    for (const name of field.split('.')) found = Array.isArray(found) ? undefined : found?.[name];
    return Array.isArray(found) ? found.map(inLanguage).join(', ') : undefined;
  }

  /** All messages as sentences, with the names of their fields in words. */
  sentences(): string[] {
    const all = sentencesOf(this.fields);
    return all.length > 0 ? all : [inLanguage(this.message)];
  }
}

/**
 * Sends a request. The messages of its error name fields by the labels that they have in the form, because one form may have
 * several texts that the server calls `body`.
 *
 * @param labels by field; other fields keep their names
 * @throws ServerError
 */
export async function withLabels<Result>(
  labels: Readonly<Record<string, string | undefined>>,
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const base = Object.entries(error.fields).flatMap(([name, messages]) => {
      const label = labels[name];
      if (label === undefined || !Array.isArray(messages)) return sentencesOf({ [name]: messages });
      return [`${t.punctuation.quoted({ text: label })} ${labelledText(messages.map(inLanguage))}.`];
    });
    throw base.length === 0 ? error : new ServerError(error.code, error.message, { base });
  }
}

function sentencesOf(fields: FieldMessages): string[] {
  return Object.entries(fields).flatMap(([name, messages]) => {
    if (!Array.isArray(messages)) return sentencesOf(messages);
    return messages.map((message) =>
      name === 'base'
        ? inLanguage(message)
        : `${inWords(withoutItem(name).replace(/Id$/, ''))} ${inLanguage(message)}.`,
    );
  });
}

/** Returns the attribute of an item of a list, such as `quantity` for `options[0].quantity`. */
const withoutItem = (name: string): string => name.replace(/^.*\]\./, '');

/** Whether the server refused a change because somebody else has changed the record since it was read. */
export function isStale(error: unknown): error is ServerError {
  return error instanceof ServerError && error.code === 'PRECONDITION_FAILED';
}

/** The error for a record that was changed since it was read. */
export function staleError(): ServerError {
  return new ServerError('PRECONDITION_FAILED', t.records.stale);
}

/** Returns the sentences of an error of any kind. */
export function sentencesOfError(error: unknown): string[] {
  if (error instanceof ServerError) return error.sentences();
  return [error instanceof Error ? error.message : String(error)];
}
