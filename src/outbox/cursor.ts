/**
 * A position in an account's change log: right after the change of that era, transaction id and id. Cursors are ordered
 * by era first. An era lasts until the PostgreSQL server stops or the database is restored, because transaction ids may
 * then start again from a smaller number, or be those of lost changes. The columns of the log have the same names.
 */
export interface Cursor {
  era: number;
  transactionId: string;
  id: string;
}

export const startOfLog: Cursor = { era: 1, transactionId: '0', id: '0' };

/** The cursor after every change, also of later eras: the highest values of the columns. */
export const afterAllChanges: Cursor = {
  era: 2_147_483_647,
  transactionId: '18446744073709551615',
  id: '9223372036854775807',
};

/** The first era is left out, so that cursors of versions without eras stay valid. */
const cursorPattern = /^(?:(\d{1,9})\.)?(\d{1,19})-(\d{1,18})$/;

/** Returns the cursor as clients see it: opaque text. */
export function formatCursor({ era, transactionId, id }: Cursor): string {
  return era === startOfLog.era ? `${transactionId}-${id}` : `${era}.${transactionId}-${id}`;
}

/** Parses the text of a cursor. Returns undefined if it is invalid. */
export function parseCursor(text: string): Cursor | undefined {
  const [, era = startOfLog.era, transactionId, id] = cursorPattern.exec(text) ?? [];
  return transactionId !== undefined && id !== undefined ? { era: Number(era), transactionId, id } : undefined;
}

export function isBefore(a: Cursor, b: Cursor): boolean {
  if (a.era !== b.era) return a.era < b.era;
  const [aTransaction, bTransaction] = [BigInt(a.transactionId), BigInt(b.transactionId)];
  return aTransaction < bTransaction || (aTransaction === bTransaction && BigInt(a.id) < BigInt(b.id));
}
