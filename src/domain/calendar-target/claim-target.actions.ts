import type { RequestContext } from '../context.js';

type Background = Pick<RequestContext, 'db' | 'serverClock'>;

/** In milliseconds. A process that was killed while it wrote delays the next write by no more. */
const claimDuration = 30_000;
/** In milliseconds. How long a calendar waits whose account writes into as many others as it may. */
const turnPause = 5_000;
/** Calendars of an account that are written at a time by all processes, so that slow servers of one delay no other account. */
const maxWritesOfAccount = 4;

/** A calendar that only this process writes until the claim expires. */
export interface ClaimedTarget {
  id: number;
  resourceId: number;
  /** The address of the server. */
  url: string;
  username: string | null;
  secretPassword: string | null;
  /** The address of the calendar; null if what was written is to be removed. */
  target: string | null;
  plansEntriesSince: Date | null;
  intervalMinutes: number;
  writeFailures: number;
  writingUntil: Date;
}

/** SQL: whether a calendar may be written at the time `$3`. */
const isWritable = `active and kind = 'caldav' and coalesce(write_after, '-infinity') <= $3
  and (plans_entries_since is not null or exists (
    select from calendar_source_entry entry where entry.account_id = $1 and entry.calendar_source_id = $2
      and entry.state = 'pending' and entry.next_attempt_at <= $3))`;

/**
 * Claims a calendar to write its due entries, so that no other process writes them until then. The database decides it, and
 * that an account does not write into too many at a time.
 */
export async function claimTarget({ db, serverClock }: Background, id: number): Promise<ClaimedTarget | undefined> {
  const now = serverClock.now();
  const [claimed] = await db.query<ClaimedTarget>(
    `update calendar_source set writing_until = $4
     where account_id = $1 and id = $2 and ${isWritable} and coalesce(writing_until, '-infinity') <= $3
       and (select count(*) from calendar_source writing
            where writing.account_id = $1 and writing.writing_until > $3) < $5
     returning id, resource_id as "resourceId", url, username, secret_password as "secretPassword", target,
       plans_entries_since as "plansEntriesSince", interval_minutes as "intervalMinutes",
       write_failures as "writeFailures", writing_until as "writingUntil"`,
    [id, now, new Date(now.getTime() + claimDuration), maxWritesOfAccount],
  );
  return claimed;
}

/** Lets other processes write the calendar. */
export async function releaseTarget({ db }: Background, { id, writingUntil }: ClaimedTarget): Promise<void> {
  await db.query(
    'update calendar_source set writing_until = null where account_id = $1 and id = $2 and writing_until = $3',
    [id, writingUntil],
  );
}

/**
 * Returns when the calendar can be claimed next; undefined if nothing is to be written. One that is due, but whose account
 * writes as many as it may, gets a later turn.
 */
export async function findNextWrite({ db, serverClock }: Background, id: number): Promise<Date | undefined> {
  const now = serverClock.now();
  const [row] = await db.query<{ at: Date | null; isClaimed: boolean }>(
    `select greatest(least(plans_entries_since, (
         select next_attempt_at from calendar_source_entry entry
         where entry.account_id = $1 and entry.calendar_source_id = $2 and entry.state = 'pending'
         order by next_attempt_at, id limit 1)), write_after) as at, writing_until > $3 as "isClaimed"
     from calendar_source where account_id = $1 and id = $2 and active and kind = 'caldav'
       and (plans_entries_since is not null or exists (
         select from calendar_source_entry entry
         where entry.account_id = $1 and entry.calendar_source_id = $2 and entry.state = 'pending'))`,
    [id, now],
  );
  if (!row?.at) return undefined;
  return row.at > now ? row.at : new Date(now.getTime() + turnPause);
}

/** An entry that is due, as it was when it was claimed with its calendar. */
export interface DueEntry {
  id: number;
  bookingId: number | null;
  eventId: number | null;
  endsAt: Date;
  version: number;
  attemptCount: number;
  href: string | null;
  etag: string | null;
  digest: string | null;
}

/** Renews the claim of a calendar and returns its next due entry; undefined if there is none, or the claim has expired. */
export async function nextDueEntry(
  { db, serverClock }: Background,
  target: ClaimedTarget,
): Promise<DueEntry | undefined> {
  const now = serverClock.now();
  const until = new Date(now.getTime() + claimDuration);
  const [entry] = await db.query<DueEntry>(
    `with held as (
       update calendar_source set writing_until = $5
       where account_id = $1 and id = $2 and writing_until = $3 and active returning id
     )
     select entry.id, booking_id as "bookingId", event_id as "eventId", ends_at as "endsAt", version,
       attempt_count as "attemptCount", href, etag, digest
     from calendar_source_entry entry
     where account_id = $1 and calendar_source_id = (select id from held) and state = 'pending' and next_attempt_at <= $4
     order by next_attempt_at, id limit 1`,
    [target.id, target.writingUntil, now, until],
  );
  target.writingUntil = until;
  return entry;
}
