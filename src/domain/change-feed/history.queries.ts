import type { EntityClass } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { FieldNode } from 'graphql';
import { Field, InputType } from 'type-graphql';
import { parseCursor } from '../../outbox/cursor.js';
import { countHistories, type HistoryFilter, type HistoryRange, readHistories } from '../../outbox/history-reader.js';
import type { ObjectType } from '../../outbox/recorded-change.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { describeEnum } from '../../platform/described-enum.js';
import { invalid, notFound } from '../../platform/errors.js';
import { isVisitor, type RequestContext } from '../context.js';
import { visibleChanges } from '../entities.js';
import { InstantRange, type PageRequest, type Slice, toSlice, validRange } from '../records/list.input.js';
import { formatListCursor, parseListCursor } from '../records/list.js';
import { batchOf } from '../records/related-records.js';
import { type Change, ChangeConnection, showChanges } from './change-feed.type.js';

export enum HistoryOrder {
  COMMITTED = 'committed',
  COMMITTED_DESC = 'committed_desc',
}
describeEnum(
  HistoryOrder,
  'HistoryOrder',
  'The order of the changes of an object: that in which they were committed, or the reverse.',
  {
    COMMITTED: 'Oldest first.',
    COMMITTED_DESC: 'Newest first.',
  },
);

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class ChangeFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Returns the changes with these names, such as `booking.cancelled`. Default: all.',
  })
  name?: string[] | null;

  @Field(() => InstantRange, { nullable: true, description: 'Returns the changes that were made in this period.' })
  changedAt?: InstantRange | null;
}

/** @throws DomainError INVALID on `name`, and on `to` of `changedAt` if it is not after `from` */
function historyFilterOf({ name, changedAt }: ChangeFilter): HistoryFilter {
  if (name?.some((each) => !visibleChanges.includes(each))) {
    throw invalid({ name: ['is not included in the list', `must be one of ${visibleChanges.join(', ')}`] });
  }
  return { names: name ?? undefined, ...validRange('changedAt', changedAt) };
}

/** The list of the changes of one object. */
export interface History {
  /** The name of the field. Cursors contain it. */
  name: string;
  objectType: ObjectType;
}

/** The conditions, the order and the part of a history that a field selects. */
interface HistoryRequest {
  filter: ChangeFilter;
  order: HistoryOrder;
  page: PageRequest;
}

/** Returns the changes of one object. @throws DomainError NOT_FOUND, INVALID */
export async function listHistory(
  context: RequestContext,
  { entity, ...history }: History & { entity: EntityClass<AccountRecord> },
  id: number,
  request: HistoryRequest,
): Promise<ChangeConnection> {
  const batch = createHistoryBatch(context, history, request);
  const connection = connectionOf(context, history, id, request, batch);
  await context.db.get(entity, id);
  return connection;
}

/** Returns the changes of one object. One statement reads those of all objects of the same tick. */
export function relatedHistory(
  context: RequestContext,
  history: History,
  id: number,
  request: HistoryRequest,
  fieldNodes: readonly FieldNode[],
): ChangeConnection {
  if (isVisitor(context)) throw notFound();
  const create = (): HistoryBatch => createHistoryBatch(context, history, request);
  const batch = batchOf(context, fieldNodes, JSON.stringify(request), create);
  return connectionOf(context, history, id, request, batch);
}

/** The order of a history is that of the log. The key value of a change is its cursor in the log. */
function connectionOf(
  { db }: RequestContext,
  { name }: History,
  id: number,
  { order, page }: HistoryRequest,
  batch: HistoryBatch,
): ChangeConnection {
  const scope = { accountId: db.accountId, list: name, order };
  const slice = toSlice(page, (text) => parseListCursor(text, scope, isLogCursor));
  return new ChangeConnection(slice, {
    read: (part) => batch.changes(part).load(id),
    count: () => batch.counts.load(id),
    cursorOf: ({ cursor }: Pick<Change, 'cursor'>) => formatListCursor(scope, [cursor]),
  });
}

function isLogCursor(values: readonly unknown[]): values is string[] {
  const [cursor] = values;
  return values.length === 1 && typeof cursor === 'string' && parseCursor(cursor) !== undefined;
}

/** The histories of the objects of one field of a document. */
interface HistoryBatch {
  changes(slice: Slice): DataLoader<number, Change[]>;
  counts: DataLoader<number, number>;
}

/** Nothing is cached: a later operation of the same context may follow a change. @throws DomainError INVALID */
function createHistoryBatch(
  { db }: RequestContext,
  { objectType }: History,
  { filter, order }: HistoryRequest,
): HistoryBatch {
  const wanted = historyFilterOf(filter);
  let changes: DataLoader<number, Change[]> | undefined;
  const createLoader = (slice: Slice) =>
    new DataLoader<number, Change[]>(
      async (ids) => {
        const range = toHistoryRange(slice, order);
        const found = await readHistories(db, objectType, [...new Set(ids)], wanted, range);
        const ofObjects = Map.groupBy(await showChanges(db, found), ({ objectId }) => objectId);
        return ids.map((id) => ofObjects.get(id) ?? []);
      },
      { cache: false },
    );
  return {
    changes: (slice) => {
      changes ??= createLoader(slice);
      return changes;
    },
    counts: new DataLoader<number, number>(
      async (ids) => {
        const found = await countHistories(db, objectType, [...new Set(ids)], wanted);
        const counts = new Map(found.map(({ objectId, count }) => [objectId, count]));
        return ids.map((id) => counts.get(id) ?? 0);
      },
      { cache: false },
    ),
  };
}

function toHistoryRange({ after: [cursor] = [], ...slice }: Slice, order: HistoryOrder): HistoryRange {
  return {
    ...slice,
    newestFirst: order === HistoryOrder.COMMITTED_DESC,
    after: typeof cursor === 'string' ? parseCursor(cursor) : undefined,
  };
}
