import { formatCursor, parseCursor } from '../../outbox/cursor.js';
import { readAfter, readChange, resolveCursor } from '../../outbox/log-reader.js';
import { invalid, notFound } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { isVisibleToClients } from '../entities.js';
import { type Change, type ChangeFeed, changeOf } from './change-feed.type.js';

const maxLimit = 100;

/**
 * Returns the changes after a cursor, in the order of the log.
 *
 * @param after a cursor, `latest` for the end of the log, or nothing for all kept changes
 * @param limit number of changes that are read; the answer may have fewer, because internal ones are left out
 * @throws DomainError INVALID on `after` for a cursor that is invalid or too old, and on `limit`
 */
export async function listChanges(
  { db }: RequestContext,
  after: string | null | undefined,
  limit: number,
): Promise<ChangeFeed> {
  if (limit < 1 || limit > maxLimit) throw invalid({ limit: [`must be between 1 and ${maxLimit}`] });
  const start = await resolveCursor(db, after);
  const { changes } = await readAfter(db, start, limit);
  return {
    items: changes.filter(isVisibleToClients).map(changeOf),
    cursor: formatCursor(changes.at(-1) ?? start),
    hasMore: changes.length === limit,
  };
}

/** Returns the change of a cursor. @throws DomainError NOT_FOUND, also for a change that was deleted from the log */
export async function getChange({ db }: RequestContext, text: string): Promise<Change> {
  const cursor = parseCursor(text);
  const change = cursor && (await readChange(db, cursor));
  if (!change || !isVisibleToClients(change)) throw notFound();
  return changeOf(change);
}
