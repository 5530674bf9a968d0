/** A message as it is passed to the mail server or SMS gateway. */
export interface OutgoingMessage {
  /** The same for each attempt, so that mail servers can drop duplicates. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string | null;
  text: string;
  /** The text in HTML, of an email that has it. */
  html: string | null;
  /** An iCalendar file attached to an email. */
  calendar: string | null;
}

/** @throws DeliveryError if the message was not accepted, or not in time */
export type Send = (message: OutgoingMessage) => Promise<void>;

/** A message was not accepted. The reason may be shown: it contains no address, credential or content. */
export class DeliveryError extends Error {}

/** Milliseconds until the mail server or SMS gateway must have responded. */
export const defaultTimeout = 10_000;

/** Finds the code of a connection failure, such as `ECONNREFUSED`, in an error or its causes. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return failureCode(error.cause);
}
