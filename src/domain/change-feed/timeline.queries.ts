import { readChangesAt } from '../../outbox/history-reader.js';
import type { KeyValue } from '../../platform/database/key-order.js';
import { hasPermission } from '../account/permissions.rules.js';
import { Booking } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { Message } from '../messaging/delivery/message.entity.js';
import { type PageRequest, type Slice, toSlice } from '../records/list.input.js';
import { formatListCursor, parseListCursor } from '../records/list.js';
import { WebHookDelivery } from '../web-hook/web-hook-delivery.entity.js';
import { type Change, showChanges } from './change-feed.type.js';
import { type TimelineEntry, TimelineEntryConnection, timelineSources } from './timeline.type.js';

/** Changes and messages of a booking that its timeline has. */
export const maxOfSource = 500;

/**
 * SQL: the entries of a timeline by `at`, `source` and `id`, with the position in the log if they are changes. Expects the
 * booking as `$2`, and whether deliveries belong to it as `$3`.
 *
 * Deliveries are found by the cursors of their changes, each by the index `web_hook_delivery_once`, so that deliveries need
 * no index by object. Each is a subquery with a limit: PostgreSQL may turn a join into one that reads all deliveries first.
 *
 * Messages are placed by the log, because their own times are on the clock of the account, which may be that of a sandbox.
 */
const entries = `
  changed as materialized (
    select era, transaction_id, id, created_at from change
    where account_id = $1 and object_type = 'booking' and object_id = $2
    order by account_id desc, object_type desc, object_id desc, era desc, transaction_id desc, id desc
    limit ${maxOfSource}),
  written as materialized (
    select id, created_at from message where account_id = $1 and booking_id = $2
    order by account_id desc, booking_id desc, id desc limit ${maxOfSource}),
  entry (at, source, id, era, transaction_id) as (
    select created_at, 0, id, era, transaction_id from changed
    union all
    select coalesce((
        select first.created_at from change first
        where first.account_id = $1 and first.object_type = 'message' and first.object_id = written.id
        order by first.account_id, first.object_type, first.object_id, first.era, first.transaction_id, first.id limit 1),
      written.created_at), 1, written.id, null, null
    from written
    union all
    select found.created_at, 2, found.id, null, null
    from web_hook hook cross join changed cross join lateral (
      select delivery.created_at, delivery.id from web_hook_delivery delivery
      where delivery.account_id = $1 and delivery.web_hook_id = hook.id and delivery.change_cursor =
        case when changed.era = 1 then '' else changed.era || '.' end || changed.transaction_id || '-' || changed.id
      order by delivery.account_id, delivery.web_hook_id, delivery.change_cursor limit 1) as found
    where hook.account_id = $1 and $3::boolean)`;

/** The place of an entry, as PostgreSQL returns it. Numbers of 64 bits are texts. */
interface Row {
  at: Date;
  /** The index in `timelineSources`. */
  source: number;
  id: string;
  era: number | null;
  transactionId: string | null;
}

/**
 * Returns the timeline of a booking, newest first: its last changes and messages, and if the actor may read deliveries, those
 * of the changes. A page takes at most four statements.
 *
 * @throws DomainError NOT_FOUND, INVALID on `first`, `after`, `page` or `perPage`
 */
export async function listTimeline(
  context: RequestContext,
  bookingId: number,
  page: PageRequest,
): Promise<TimelineEntryConnection> {
  const { db, actor } = context;
  const scope = { accountId: db.accountId, list: 'bookingTimeline', order: String(bookingId) };
  const slice = toSlice(page, (text) => parseListCursor(text, scope, arePlace));
  const parameters = [bookingId, hasPermission(actor, 'webhooks')];
  const connection = new TimelineEntryConnection(slice, {
    read: (part) => readEntries(context, parameters, part),
    count: () => countEntries(context, parameters),
    cursorOf: ({ at, source, id }) => formatListCursor(scope, [at.getTime(), timelineSources.indexOf(source), id]),
  });
  await db.get(Booking, bookingId);
  return connection;
}

/** The first millisecond of the year 10000. */
const endOfTime = 253_402_300_800_000;

function arePlace(values: readonly unknown[]): values is KeyValue[] {
  const [at, source, id] = values;
  const isTime = Number.isInteger(at) && Number(at) >= 0 && Number(at) < endOfTime;
  const isSource = typeof source === 'number' && timelineSources[source] !== undefined;
  return values.length === 3 && isTime && isSource && typeof id === 'string' && /^\d{1,18}$/.test(id);
}

async function countEntries({ db }: RequestContext, parameters: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with ${entries} select count(*)::integer as count from entry`,
    parameters,
  );
  return row?.count ?? 0;
}

async function readEntries(
  context: RequestContext,
  parameters: readonly unknown[],
  { limit, offset = 0, after: [at = null, source = null, id = null] = [] }: Slice,
): Promise<TimelineEntry[]> {
  const rows = await context.db.query<Row>(
    `with ${entries} select at, source, id::text as id, era, transaction_id::text as "transactionId" from entry
     where $4::timestamptz is null or (at, source, id) < ($4::timestamptz, $5::integer, $6::bigint)
     order by at desc, source desc, entry.id desc limit $7 offset $8`,
    [...parameters, at === null ? null : new Date(at), source, id, limit ?? null, offset],
  );
  const changes = readChangesOf(context, rows);
  const found = await Promise.all(rows.map((row) => toEntry(context, row, changes)));
  return found.filter((entry) => entry !== undefined);
}

/** Returns the changes by their ids in the log. */
async function readChangesOf({ db }: RequestContext, rows: readonly Row[]): Promise<ReadonlyMap<string, Change>> {
  const cursors = rows.flatMap(({ id, era, transactionId }) =>
    era === null || transactionId === null ? [] : [{ era, transactionId, id }],
  );
  const changes = cursors.length > 0 ? await readChangesAt(db, cursors) : [];
  const shown = await showChanges(db, changes);
  return new Map(shown.map((change, index) => [changes[index]?.id ?? '', change]));
}

/** Returns undefined if the object was deleted since its place was read. One statement reads all objects of a type. */
async function toEntry(
  { db }: RequestContext,
  { at, source: index, id }: Row,
  changes: Promise<ReadonlyMap<string, Change>>,
): Promise<TimelineEntry | undefined> {
  const source = timelineSources[index];
  if (source === undefined) return undefined;
  const none = { change: null, message: null, delivery: null };
  switch (source) {
    case 'change': {
      const change = (await changes).get(id);
      return change && { at, source, id, ...none, change };
    }
    case 'message': {
      const message = await db.load(Message, Number(id));
      return message && { at, source, id, ...none, message };
    }
    case 'delivery': {
      const delivery = await db.load(WebHookDelivery, Number(id));
      return delivery && { at, source, id, ...none, delivery };
    }
  }
}
