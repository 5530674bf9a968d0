import { isVisibleToClients } from '../../../src/domain/entities.js';
import { subscriptionsTo } from '../../../src/domain/web-hook/web-hook.rules.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { Delivery } from './receiver.js';
import type { Acknowledged } from './writers.js';

/** A webhook and the path of its receiver. */
export interface Hook {
  id: number;
  event: string;
  path: string;
  /** The cursor after which its deliveries start. */
  since: string;
}

export interface LoggedChange {
  cursor: string;
  name: string;
  objectType: string;
  objectId: number;
}

/** SQL for the cursor of a row of the change log. */
const cursorOf = (change: string): string =>
  `case when ${change}.era = 1 then '' else ${change}.era || '.' end || ${change}.transaction_id || '-' || ${change}.id`;

/** Returns all committed changes, in order. */
export function readLog(database: Database, accountId: number): Promise<LoggedChange[]> {
  return query(
    database,
    `select ${cursorOf('change')} as cursor, name, object_type as "objectType", object_id as "objectId"
     from change where account_id = ? order by era, transaction_id, id`,
    accountId,
  );
}

/** Returns the cursors that clients see. */
export const visibleCursors = (log: readonly LoggedChange[]): string[] =>
  log.filter(isVisibleToClients).map(({ cursor }) => cursor);

export function query<Row extends object>({ orm }: Database, sql: string, ...parameters: unknown[]): Promise<Row[]> {
  return orm.em.fork().execute<Row[]>(sql, parameters);
}

/** The writes and the readings of the clients of one account. */
interface Experience {
  done: Acknowledged;
  hooks: readonly Hook[];
  /** The changes, in order. */
  log: readonly LoggedChange[];
  subscriber: { readonly cursors: readonly string[] };
  follower: { readonly cursors: readonly string[] };
  received: readonly Delivery[];
}

/** Returns all contradictions between an account and the experience of its clients. */
export async function problemsOf(
  database: Database,
  accountId: number,
  { done, hooks, log, subscriber, follower, received }: Experience,
): Promise<string[]> {
  const visible = visibleCursors(log);
  return [
    ...done.unanswered,
    ...(await misplacedWrites(database, accountId, done)),
    ...(await wrongHistories(database, accountId)),
    ...(await overbooked(database, accountId)),
    ...(await beyondLimits(database, accountId)),
    ...wrongSequence('subscriber', subscriber.cursors, visible),
    ...wrongSequence('follower', follower.cursors, visible),
    ...(await wrongDeliveries(database, accountId, hooks, log, received)),
  ];
}

/** Returns acknowledged writes that are not stored exactly once, and stored rows that were never acknowledged. */
async function misplacedWrites(database: Database, accountId: number, done: Acknowledged): Promise<string[]> {
  const count = (table: string, column: string) =>
    query<{ key: string; count: number }>(
      database,
      `select ${column} as key, count(*)::integer as count from ${table} where account_id = ? group by 1`,
      accountId,
    );
  const compare = (wanted: ReadonlyMap<string, number>, found: { key: string; count: number }[]): string[] => {
    const counts = new Map(found.map(({ key, count }) => [key, count]));
    const keys = new Set([...wanted.keys(), ...counts.keys()]);
    return [...keys]
      .filter((key) => (wanted.get(key) ?? 0) !== (counts.get(key) ?? 0))
      .map((key) => `${key}: ${counts.get(key) ?? 0} instead of ${wanted.get(key) ?? 0}`);
  };
  const people = (await count('person', 'name')).filter(({ key }) => !key.endsWith('-guest'));
  const cancelled = await query<{ id: number }>(
    database,
    `select id from booking where account_id = ? and state = 'cancelled'`,
    accountId,
  );
  const ids = new Set(cancelled.map(({ id }) => id));
  return [
    ...compare(done.bookings, await count('booking', 'title')),
    ...compare(done.people, people),
    ...[...done.cancelled].filter((id) => !ids.has(id)).map((id) => `booking ${id} is not cancelled`),
    ...[...ids].filter((id) => !done.cancelled.has(id)).map((id) => `booking ${id} is cancelled`),
  ];
}

/** Returns objects whose sequence of changes does not match their state. */
async function wrongHistories(database: Database, accountId: number): Promise<string[]> {
  const histories = await query<{ state: string; changes: string; times: number }>(
    database,
    `select state, changes, count(*)::integer as times from (
       select state, (select string_agg(name, ' ' order by era, transaction_id, change.id) from change
         where change.account_id = booking.account_id and object_type = 'booking' and object_id = booking.id) as changes
       from booking where account_id = ?) as history
     group by 1, 2`,
    accountId,
  );
  const right: Record<string, string> = {
    confirmed: 'booking.created',
    cancelled: 'booking.created booking.cancelled',
    verification_expired: 'booking.created booking.modified',
  };
  return histories
    .filter(({ state, changes }) => right[state] !== changes)
    .map(({ state, changes, times }) => `${times} bookings are ${state} after ${changes}`);
}

/** Returns resources whose peak exceeds their capacity. */
async function overbooked(database: Database, accountId: number): Promise<string[]> {
  const peaks = await query<{ id: number; peak: number; capacity: number }>(
    database,
    `with step as (
       select resource_id, booked_from as at, count as people from booking where account_id = ? and state = 'confirmed'
       union all
       select resource_id, booked_to, -count from booking where account_id = ? and state = 'confirmed'
     ), running as (
       select resource_id, sum(people) over (partition by resource_id order by at, people) as people from step
     )
     select id, max(people)::integer as peak, capacity
     from running join resource on resource.account_id = ? and resource.id = resource_id
     group by id, capacity having max(people) > capacity`,
    accountId,
    accountId,
    accountId,
  );
  return peaks.map(({ id, peak, capacity }) => `${peak} people at resource ${id}, which has room for ${capacity}`);
}

/**
 * Returns the days on which a service, or a person at it, has more bookings than its limits allow. A version that does not
 * know limits stores none, and holds none.
 */
async function beyondLimits(database: Database, accountId: number): Promise<string[]> {
  const excesses = await query<{ day: string; personId: number | null; count: number }>(
    database,
    `select (booked_from at time zone 'Europe/Oslo')::date::text as day, person_id as "personId", count(*)::integer as count
     from booking join service using (account_id) where account_id = ? and state = 'confirmed' and service.id = service_id
     group by grouping sets ((1, 2, service.id), (1, service.id)), max_daily_bookings, max_daily_per_person
     having count(*) > case when person_id is null then max_daily_bookings else max_daily_per_person end`,
    accountId,
  );
  return excesses.map(({ day, personId, count }) => `${count} bookings of ${personId ?? 'the service'} on ${day}`);
}

/** Returns how the sequence that a reader received differs from the log. */
function wrongSequence(who: string, given: readonly string[], log: readonly string[]): string[] {
  const twice = given.length - new Set(given).size;
  const missing = log.filter((cursor) => !given.includes(cursor)).length;
  const place = log.findIndex((cursor, index) => given[index] !== cursor);
  if (place < 0 && given.length === log.length) return [];
  return [`${who}: ${given.length} of ${log.length}, ${missing} missing, ${twice} twice, different from ${place} on`];
}

/** Returns unexpected and missing deliveries of webhooks. */
async function wrongDeliveries(
  database: Database,
  accountId: number,
  hooks: readonly Hook[],
  log: readonly LoggedChange[],
  received: readonly Delivery[],
): Promise<string[]> {
  const planned = await query<{ webHookId: number; cursor: string; idempotencyId: string; state: string }>(
    database,
    `select web_hook_id as "webHookId", change_cursor as cursor, idempotency_id as "idempotencyId", state
     from web_hook_delivery where account_id = ?`,
    accountId,
  );
  const changes = new Map(log.map((change) => [change.cursor, change]));
  return hooks.flatMap(({ id, event, path, since }) => {
    const wanted = toldTo(event, log.slice(log.findIndex(({ cursor }) => cursor === since) + 1));
    const own = planned.filter(({ webHookId }) => webHookId === id);
    const cursors = new Set(own.map(({ cursor }) => cursor));
    const delivered = received.filter((delivery) => delivery.path === path);
    const ids = new Set(delivered.map(({ idempotencyId }) => idempotencyId));
    const byId = new Map(own.map((delivery) => [delivery.idempotencyId, delivery]));
    const matches = ({ idempotencyId, event: name, objectId }: Delivery): boolean => {
      const change = changes.get(byId.get(idempotencyId)?.cursor ?? '');
      return change?.name === name && change.objectId === objectId;
    };
    return [
      ...wanted.filter(({ cursor }) => !cursors.has(cursor)).map(({ cursor }) => `${path}: ${cursor} was not planned`),
      ...(cursors.size === wanted.length ? [] : [`${path}: ${cursors.size} planned instead of ${wanted.length}`]),
      ...own
        .filter((delivery) => !ids.has(delivery.idempotencyId))
        .map(({ cursor }) => `${path}: ${cursor} never came`),
      ...own.filter(({ state }) => state !== 'delivered').map(({ cursor, state }) => `${path}: ${cursor} is ${state}`),
      ...delivered
        .filter((delivery) => !matches(delivery))
        .map(({ idempotencyId }) => `${path}: ${idempotencyId} is of no change`),
    ];
  });
}

/**
 * Returns first attempts of deliveries of one object that came in another order than its changes.
 *
 * @param log the changes, in order
 */
export async function wrongOrder(
  database: Database,
  accountId: number,
  hooks: readonly Hook[],
  log: readonly LoggedChange[],
  received: readonly Delivery[],
): Promise<string[]> {
  const planned = await query<{ cursor: string; idempotencyId: string }>(
    database,
    'select change_cursor as cursor, idempotency_id as "idempotencyId" from web_hook_delivery where account_id = ?',
    accountId,
  );
  const positions = new Map(log.map(({ cursor }, index) => [cursor, index]));
  const byId = new Map(planned.map(({ cursor, idempotencyId }) => [idempotencyId, positions.get(cursor) ?? -1]));
  return hooks.flatMap(({ path }) => {
    const last = new Map<string, number>();
    const seen = new Set<string>();
    return received.flatMap((delivery) => {
      const { idempotencyId, event, objectId } = delivery;
      if (delivery.path !== path || seen.has(idempotencyId)) return [];
      seen.add(idempotencyId);
      const object = `${event.split('.')[0]} ${objectId}`;
      const position = byId.get(idempotencyId) ?? -1;
      const isLate = position < (last.get(object) ?? -1);
      last.set(object, Math.max(position, last.get(object) ?? -1));
      return isLate ? [`${path}: ${event} of ${objectId} came after a later change`] : [];
    });
  });
}

const toldTo = (event: string, log: readonly LoggedChange[]): LoggedChange[] =>
  log.filter(({ name }) => subscriptionsTo(name).includes(event));

/** Returns the median of the milliseconds from a change to the end of its delivery. */
export async function medianDelay(database: Database, accountId: number): Promise<number> {
  const [row] = await query<{ median: number | null }>(
    database,
    `select round(1000 * percentile_cont(0.5) within group (
       order by extract(epoch from delivery.updated_at - change.created_at)))::integer as median
     from web_hook_delivery delivery
     join change on change.account_id = delivery.account_id
       and ${cursorOf('change')} = delivery.change_cursor
     where delivery.account_id = ?`,
    accountId,
  );
  return row?.median ?? 0;
}
