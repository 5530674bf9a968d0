import type { KeyValue } from '../../platform/database/key-order.js';

/** The list that a cursor is for. A cursor is invalid in another one. */
export interface CursorScope {
  accountId: number;
  /** The name of the list, such as `bookings` or `Person.bookings`. */
  list: string;
  /** The name of the order. */
  order: string;
}

/** More than the longest text that a list is ordered by, each character of it escaped. */
const maxCursorLength = 4_000;

/** Returns the cursor of a row as clients see it: opaque text. */
export function formatListCursor({ accountId, list, order }: CursorScope, values: readonly KeyValue[]): string {
  return Buffer.from(JSON.stringify([accountId, list, order, ...values])).toString('base64url');
}

/** Whether values from a client are key values of a list. */
type AreKeyValues = (values: readonly unknown[]) => values is KeyValue[];

/** Parses a cursor that a client sent. Returns undefined if it is malformed or of another list, order or account. */
export function parseListCursor(text: string, scope: CursorScope, areKeyValues: AreKeyValues): KeyValue[] | undefined {
  const content = decode(text);
  if (!Array.isArray(content)) return undefined;
  const [accountId, list, orderName, ...values] = content;
  const isOfScope = accountId === scope.accountId && list === scope.list && orderName === scope.order;
  return isOfScope && areKeyValues(values) ? values : undefined;
}

function decode(text: string): unknown {
  if (text.length > maxCursorLength) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Node ignores characters that do not belong to base64url.
  if (bytes.toString('base64url') !== text) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
