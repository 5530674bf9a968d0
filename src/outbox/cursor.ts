/**
 * A place in an account's log: right after the change of that era, transaction id and id. Places are ordered by era
 * first. An era ends when the PostgreSQL server stops, as its transaction ids may start again from a smaller number.
 */
export interface Position {
  era: number;
  transactionId: string;
  id: string;
}

export const startOfLog: Position = { era: 1, transactionId: '0', id: '0' };

/** The first era has no mark, so that cursors of the time before there were eras stay valid. */
const cursorForm = /^(?:(\d{1,9})\.)?(\d{1,19})-(\d{1,18})$/;

/** A place as clients know it: opaque text. */
export function cursorOf({ era, transactionId, id }: Position): string {
  return era === startOfLog.era ? `${transactionId}-${id}` : `${era}.${transactionId}-${id}`;
}

/** The place that a cursor names, or undefined when it is none. */
export function positionOf(cursor: string): Position | undefined {
  const [, era = startOfLog.era, transactionId, id] = cursorForm.exec(cursor) ?? [];
  return transactionId !== undefined && id !== undefined ? { era: Number(era), transactionId, id } : undefined;
}

export function isBefore(a: Position, b: Position): boolean {
  if (a.era !== b.era) return a.era < b.era;
  const [aTransaction, bTransaction] = [BigInt(a.transactionId), BigInt(b.transactionId)];
  return aTransaction < bTransaction || (aTransaction === bTransaction && BigInt(a.id) < BigInt(b.id));
}
