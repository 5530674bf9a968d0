import { ServerError } from '../graphql/server-error.js';
import { toMessages } from '../rest/client.js';

/** Why an item of a call with many items was refused. */
interface ItemError {
  message: string;
  /** Messages by attribute, under the index of the item. */
  fields: Readonly<Record<string, unknown>> | null;
}

/** Returns the reason as sentences. */
export function reasonOf({ message, fields }: ItemError): string {
  const [ofItem] = Object.values(fields ?? {});
  const messages = typeof ofItem === 'object' && ofItem !== null ? toMessages(ofItem) : {};
  return new ServerError('BAD_USER_INPUT', message, messages).sentences().join(' ');
}
