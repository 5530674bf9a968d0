import type { EntityClass } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { FieldNode } from 'graphql';
import type { ObjectType } from '../../outbox/change-records.js';
import { formatCursor, parseCursor } from '../../outbox/cursor.js';
import {
  countHistories,
  countHistory,
  type LogRange,
  readAfter,
  readChange,
  readHistories,
  readHistory,
  resolveCursor,
} from '../../outbox/log-reader.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { invalid, notFound } from '../../platform/errors.js';
import { getRow } from '../attributes.js';
import { isVisibleToClients } from '../change-catalogue.js';
import { isVisitor, type RequestContext } from '../context.js';
import { formatListCursor, parseListCursor } from '../list-cursor.rules.js';
import { type PageRequest, type Slice, toSlice } from '../page.input.js';
import { batchOf } from '../related-list.js';
import { type Change, ChangeConnection, type ChangeFeed, changeOf } from './change-feed.type.js';

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

/** The list of the changes of one object. */
export interface History<Entity extends AccountRecord> {
  /** The name of the field. Cursors contain it. */
  name: string;
  entity: EntityClass<Entity>;
  objectType: ObjectType;
}

/** Returns the changes of one object, oldest first. @throws DomainError NOT_FOUND, INVALID */
export async function listHistory<Entity extends AccountRecord>(
  { db }: RequestContext,
  { name, entity, objectType }: History<Entity>,
  id: number,
  page: PageRequest,
): Promise<ChangeConnection> {
  const { slice, cursorOf } = historySlice(db.accountId, name, page);
  await getRow(db, entity, id);
  return new ChangeConnection(slice, {
    read: async (range) => (await readHistory(db, objectType, id, toLogRange(range))).map(changeOf),
    count: () => countHistory(db, objectType, id),
    cursorOf,
  });
}

/** The histories of the objects of one field of a document. */
interface HistoryBatch {
  changes(range: Slice): DataLoader<number, Change[]>;
  counts: DataLoader<number, number>;
}

/** Returns the changes of one object, oldest first. One statement reads those of all objects of the same tick. */
export function relatedHistory(
  context: RequestContext,
  { name, objectType }: Pick<History<AccountRecord>, 'name' | 'objectType'>,
  id: number,
  page: PageRequest,
  fieldNodes: readonly FieldNode[],
): ChangeConnection {
  if (isVisitor(context)) throw notFound();
  const { slice, cursorOf } = historySlice(context.db.accountId, name, page);
  const batch = batchOf(context, fieldNodes, JSON.stringify(page), () => createHistoryBatch(context, objectType));
  return new ChangeConnection(slice, {
    read: (range) => batch.changes(range).load(id),
    count: () => batch.counts.load(id),
    cursorOf,
  });
}

/** Nothing is cached: a later operation of the same context may follow a change. */
function createHistoryBatch({ db }: RequestContext, objectType: ObjectType): HistoryBatch {
  let changes: DataLoader<number, Change[]> | undefined;
  const createLoader = (range: Slice) =>
    new DataLoader<number, Change[]>(
      async (ids) => {
        const found = await readHistories(db, objectType, [...new Set(ids)], toLogRange(range));
        const ofObjects = Map.groupBy(found, ({ objectId }) => objectId);
        return ids.map((id) => (ofObjects.get(id) ?? []).map(changeOf));
      },
      { cache: false },
    );
  return {
    changes: (range) => {
      changes ??= createLoader(range);
      return changes;
    },
    counts: new DataLoader<number, number>(
      async (ids) => {
        const found = await countHistories(db, objectType, [...new Set(ids)]);
        const counts = new Map(found.map(({ objectId, count }) => [objectId, count]));
        return ids.map((id) => counts.get(id) ?? 0);
      },
      { cache: false },
    ),
  };
}

/** The slice of a history, whose only order is that of the log. The place of a change is its cursor in the log. */
function historySlice(accountId: number, name: string, page: PageRequest) {
  const scope = { accountId, list: name, order: 'log' };
  return {
    slice: toSlice(page, (text) => parseListCursor(text, scope, isLogPlace)),
    cursorOf: ({ cursor }: Pick<Change, 'cursor'>) => formatListCursor(scope, [cursor]),
  };
}

function isLogPlace(place: readonly unknown[]): place is string[] {
  const [cursor] = place;
  return place.length === 1 && typeof cursor === 'string' && parseCursor(cursor) !== undefined;
}

function toLogRange({ after: [cursor] = [], ...range }: Slice): LogRange {
  return { ...range, after: typeof cursor === 'string' ? parseCursor(cursor) : undefined };
}
