/** Text that is handed over for delivery, by mail or SMS. */
export interface OutgoingMessage {
  /** The same for every try, so that whoever passes a message on can tell that he has it already. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string | null;
  text: string;
  /** The same in HTML, of an email that has it. */
  html: string | null;
  /** An iCalendar file that goes with an email. */
  calendar: string | null;
}

/** @throws DeliveryError when it was not taken, or not in time */
export type Send = (message: OutgoingMessage) => Promise<void>;

/** Why a message was not taken: words that may be shown, without addresses, keys or what was in it. */
export class DeliveryError extends Error {}

/** For how long whoever takes a message may be silent at first, in milliseconds. */
export const patience = 10_000;

/** The code of a failed connection, such as `ECONNREFUSED`, wherever the library has put it. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return failureCode(error.cause);
}
