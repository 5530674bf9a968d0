import { isStale } from '../graphql/server-error.js';
import type { StoredRecord } from './record-source.js';

/** The number of attempts to send a change while others change the record in what the form does not show. */
const maxAttempts = 5;

interface ShownUpdate<Saved> {
  /** The version that the user saw. */
  version: string;
  /** Sends the change, for a record of that version. */
  send: (version: string) => Promise<Saved>;
  /** Reads the record as it is now. */
  read: () => Promise<StoredRecord>;
  /** Whether the form would show the current record otherwise than the one that the user saw. */
  isShownChanged: (current: StoredRecord) => boolean;
}

/**
 * Changes a record as the user saw it. If somebody else has changed only what the form does not show, sends the change again
 * with the new version.
 *
 * @returns what `send` returned; otherwise, if the change was not sent, the current record
 * @throws ServerError
 */
export async function updateShown<Saved>({
  version,
  send,
  read,
  isShownChanged,
}: ShownUpdate<Saved>): Promise<{ saved: Saved } | { theirs: StoredRecord }> {
  let current = version;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { saved: await send(current) };
    } catch (error) {
      if (!isStale(error)) throw error;
      const theirs = await read();
      if (isShownChanged(theirs) || attempt === maxAttempts) return { theirs };
      current = theirs.version;
    }
  }
}
