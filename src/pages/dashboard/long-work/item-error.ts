import { type FieldMessages, ServerError } from '../graphql/server-error.js';

/** The reason why an item of a call with many items was refused. */
interface ItemError {
  message: string;
  /** Messages by attribute, under the index of the item. */
  fields: Readonly<Record<string, unknown>> | null;
}

/** Returns the reason as sentences. */
export function reasonOf({ message, fields }: ItemError): string {
  const [ofItem] = Object.values(fields ?? {});
  return new ServerError('BAD_USER_INPUT', message, messagesIn(ofItem)).sentences().join(' ');
}

function messagesIn(value: unknown): FieldMessages {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, messages]: [string, unknown]): [string, string[] | FieldMessages] => [
      name,
      Array.isArray(messages) ? messages.map(String) : messagesIn(messages),
    ]),
  );
}
