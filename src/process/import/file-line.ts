import type { NewBookingInput } from '../../domain/booking/booking.input.js';
import type { FieldErrors } from '../../platform/errors.js';

/** A booking as it is in a file. */
export interface FileBooking {
  /** Its id in the other program; empty if it has none. */
  externalId: string;
  /** The id or the title; undefined if the file names none. */
  resource: string | undefined;
  /** As above; null if it is not for a service. */
  service: string | null | undefined;
  input: NewBookingInput;
}

/** A line of a file, or an entry of a calendar: its booking, why it cannot be read, or that it is left out. */
export type FileLine =
  | { place: string; booking: FileBooking }
  | { place: string; errors: FieldErrors }
  | { place: string; isLeftOut: true };

/** A file that is not read at all. Its message is a sentence for the operator. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The maximum of lines of a file, or of entries of a calendar. */
export const maxLines = 100_000;

/** Returns the attributes of a person; undefined if all are empty. */
export function personOf(
  name: string,
  email: string,
  phoneNumber: string,
): NonNullable<NewBookingInput['personAttributes']> | undefined {
  const given = { ...(name && { name }), ...(email && { email }), ...(phoneNumber && { phoneNumber }) };
  return Object.keys(given).length > 0 ? given : undefined;
}
