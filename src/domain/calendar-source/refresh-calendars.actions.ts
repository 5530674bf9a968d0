import { setTimeout as pass } from 'node:timers/promises';
import { recordChange } from '../../outbox/change-log.js';
import { changedBy, type RequestContext } from '../context.js';
import { CalendarSource } from './calendar-source.entity.js';
import type { WantedPlace } from './calendar-source.rules.js';
import { claimSource, readClaimedSource } from './read-calendar-source.actions.js';

/** In milliseconds. Bounds the requests that somebody can make this server send. */
const leastPause = 10_000;

/** Reads a calendar, whenever it is due. @returns the calendar after that @throws DomainError NOT_FOUND */
export async function readNow(context: RequestContext, id: number): Promise<CalendarSource> {
  const { db, serverClock, allowsPrivateTargets: allowPrivate = false } = context;
  const { syncedAt } = await db.get(CalendarSource, id);
  // A transaction, such as that of an idempotency key, must not wait for another server.
  if (db.isInTransaction) {
    await requestRead(context, id);
  } else if (syncedAt === null || serverClock.now().getTime() - syncedAt.getTime() >= leastPause) {
    const claimed = await claimSource(context, id, endOfTime);
    if (claimed) await readClaimedSource(context, claimed, { allowPrivate });
  }
  db.forget();
  return db.get(CalendarSource, id);
}

/** Makes a calendar due. Its change causes the job that reads it. */
function requestRead(context: RequestContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const source = await tx.getLocked(CalendarSource, id);
    if (!source.active) return;
    source.nextReadAt = context.serverClock.now();
    await recordChange(tx, 'calendar_source.modified', source, changedBy(context));
  });
}

const endOfTime = new Date('9999-12-31T00:00:00Z');

/** In milliseconds. How long a visitor waits. */
const patience = 2_000;
/** Calendars that are read for one visitor. */
const maxRefreshed = 5;

/**
 * Reads the calendars of the resources that a visitor wants to book, if a read is due, and waits for 2 seconds at most: a
 * read that takes longer goes on. Does nothing in a transaction, which would wait, too. Without such calendars it needs no
 * statement.
 */
export async function refreshCalendars(context: RequestContext, { resourceId, serviceId }: WantedPlace): Promise<void> {
  const { account, db, serverClock, allowsPrivateTargets: allowPrivate = false } = context;
  if (!account.readsCalendars || db.isInTransaction) return;
  // The resource of a booking serves one of the needs of its service.
  const ofAllNeeds = account.hasNeeds && typeof serviceId === 'number';
  const due = await db.query<{ id: number }>(
    `select id from calendar_source source
     where account_id = $1 and active and next_read_at <= $2 and coalesce(reading_until, '-infinity') <= $2
       and (resource_id = $3 or $3::integer is null and exists (
         select from provider where provider.account_id = $1 and provider.service_id = $4
           and provider.resource_id = source.resource_id and provider.active))
     order by next_read_at limit ${maxRefreshed}`,
    [serverClock.now(), ofAllNeeds ? null : (resourceId ?? null), serviceId ?? null],
  );
  if (due.length === 0) return;
  const read = async ({ id }: { id: number }): Promise<void> => {
    const claimed = await claimSource(context, id);
    if (claimed) await readClaimedSource(context, claimed, { allowPrivate });
  };
  const ended = new AbortController();
  // A read that fails is repeated by a job: the visitor books by what was read before.
  const reads = Promise.allSettled(due.map(read)).finally(() => ended.abort());
  await Promise.race([reads, pass(patience, undefined, { signal: ended.signal }).catch(() => {})]);
}
