import type { EntityClass } from '@mikro-orm/core';
import { cursorOf, positionOf } from '../../outbox/cursor.js';
import { countHistory, placeOf, readAfter, readChange, readHistory } from '../../outbox/log-reader.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { invalid, notFound } from '../../platform/errors.js';
import { findRow } from '../attributes.js';
import type { PageRequest } from '../connection.js';
import type { RequestContext } from '../context.js';
import { isTold } from './change-feed.rules.js';
import { type Change, ChangeConnection, type ChangeFeed, changeOf } from './change-feed.type.js';

const largestPart = 100;

/**
 * What happened after a cursor, in the order of the log.
 *
 * @param after a cursor, `latest` for where the log ends now, or nothing for all that is kept
 * @param limit how many changes are looked at; fewer may be given, as some are nobody's business
 * @throws DomainError INVALID on `after` for a cursor that is none or too old, and on `limit`
 */
export async function listChanges(
  { db }: RequestContext,
  after: string | null | undefined,
  limit: number,
): Promise<ChangeFeed> {
  if (limit < 1 || limit > largestPart) throw invalid({ limit: [`must be between 1 and ${largestPart}`] });
  const place = await placeOf(db, after);
  const { changes } = await readAfter(db, place, limit);
  return {
    items: changes.filter(isTold).map(changeOf),
    cursor: cursorOf(changes.at(-1) ?? place),
    hasMore: changes.length === limit,
  };
}

/** The change that has a cursor. @throws DomainError NOT_FOUND, also for one that is not kept any more */
export async function getChange({ db }: RequestContext, cursor: string): Promise<Change> {
  const place = positionOf(cursor);
  const change = place && (await readChange(db, place));
  if (!change || !isTold(change)) throw notFound();
  return changeOf(change);
}

/** Who changed an object when, oldest first: its part of the log. @throws DomainError NOT_FOUND */
export async function listHistory<Entity extends AccountRecord>(
  { db }: RequestContext,
  entity: EntityClass<Entity>,
  objectType: string,
  id: number,
  page: PageRequest,
): Promise<ChangeConnection> {
  await findRow(db, entity, id);
  return new ChangeConnection(
    page,
    async (part) => (await readHistory(db, objectType, id, part)).map(changeOf),
    () => countHistory(db, objectType, id),
  );
}
