/** A place in an account's log, ordered by (transaction id, id). A change is a place: that after itself. */
export interface Position {
  transactionId: string;
  id: string;
}

export const startOfLog: Position = { transactionId: '0', id: '0' };

const cursorForm = /^(\d{1,19})-(\d{1,18})$/;

/** A place as clients know it: opaque text. */
export function cursorOf({ transactionId, id }: Position): string {
  return `${transactionId}-${id}`;
}

/** The place that a cursor names, or undefined when it is none. */
export function positionOf(cursor: string): Position | undefined {
  const [, transactionId, id] = cursorForm.exec(cursor) ?? [];
  return transactionId !== undefined && id !== undefined ? { transactionId, id } : undefined;
}

export function isBefore(a: Position, b: Position): boolean {
  const [aTransaction, bTransaction] = [BigInt(a.transactionId), BigInt(b.transactionId)];
  return aTransaction < bTransaction || (aTransaction === bTransaction && BigInt(a.id) < BigInt(b.id));
}
