import { recordChange } from '../../outbox/change-log.js';
import { DavError } from '../../platform/caldav/dav-error.js';
import type { DavServer } from '../../platform/caldav/dav-request.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type Download, download } from '../../platform/outbound/download.js';
import { OutboundError } from '../../platform/outbound/guarded-request.js';
import { LimitError, type StepBudget } from '../../platform/step-budget.js';
import { ServerBusy } from '../../platform/turns.js';
import { changedBy, type RequestContext } from '../context.js';
import { isEntryUid } from '../entry-uid.rules.js';
import { type BusyTimes, calendarBudget, readBusyTimes, UnreadableCalendar } from './busy-times.rules.js';
import { davServerOf } from './caldav-server.js';
import { type CalendarKind, CalendarSource, secretUrlColumn } from './calendar-source.entity.js';
import { type BusyWindow, busyWindow, pauseAfter, retryAfterOf } from './calendar-source.rules.js';
import { readCalDav } from './read-caldav.actions.js';
import { digestsOfOwn, type FoundEntries, noteChangedThere } from './written-entries.js';

/** In milliseconds, for all requests. */
const downloadTimeout = 10_000;
/** In milliseconds, beside the requests. It reads 5 s at most, so it has waited 55 s for other work. */
const busyTimeout = 60_000;
/** In milliseconds. When a calendar is read again for which the server was too busy. */
const busyPause = 60_000;
const maxBytes = 10_000_000;
/** Entries of one calendar in the window. */
const maxEntries = 50_000;
/** In milliseconds. A process that was killed while it read delays the next read by no more. */
const claimDuration = 90_000;
/** In milliseconds. How long a calendar waits whose account reads as many others as it may. */
const turnPause = 5_000;
/** Calendars of an account that are read at a time by all processes, so that slow servers of one delay no other account. */
const maxReadsOfAccount = 4;

interface ReadOptions {
  /** Whether calendars may be at private and loopback addresses. */
  allowPrivate: boolean;
  /** In milliseconds, 10,000 by default. */
  timeout?: number;
  /** In milliseconds, 60,000 by default: how long the read may wait for other work of this process. */
  patience?: number;
}

/** The attributes of a calendar that one process reads. */
export interface ClaimedSource {
  id: number;
  kind: `${CalendarKind}`;
  url: string;
  secretUrl: string;
  username: string | null;
  secretPassword: string | null;
  calendars: string[];
  target: string | null;
  intervalMinutes: number;
  etag: string | null;
  lastModified: string | null;
  coveredUntil: Date | null;
  failureCount: number;
}

const claimedColumns = `id, kind, url, secret_url as "secretUrl", username, secret_password as "secretPassword", calendars, target,
  interval_minutes as "intervalMinutes", etag,
  last_modified as "lastModified", covered_until as "coveredUntil", failure_count as "failureCount"`;

/**
 * Claims a calendar for one read, so that no other process reads it until then. The database decides it, and that an
 * account has not too many reads at a time.
 *
 * @param dueAt a calendar that is due later is not claimed
 */
export async function claimSource(
  { db, serverClock }: RequestContext,
  id: number,
  dueAt: Date = serverClock.now(),
): Promise<ClaimedSource | undefined> {
  const now = serverClock.now();
  const [claimed] = await db.query<ClaimedSource>(
    `update calendar_source set reading_until = $4
     where account_id = $1 and id = $2 and active and next_read_at <= $5 and coalesce(reading_until, '-infinity') <= $3
       and exists (select from resource where account_id = $1 and id = calendar_source.resource_id and active)
       and (select count(*) from calendar_source reading
            where reading.account_id = $1 and reading.reading_until > $3) < $6
     returning ${claimedColumns}`,
    [id, now, new Date(now.getTime() + claimDuration), dueAt, maxReadsOfAccount],
  );
  return claimed;
}

/**
 * Returns when the calendar can be claimed next; undefined if it is not to be read. One that is due, but whose account reads
 * as many as it may, gets a later turn.
 */
export async function findNextRead({ db, serverClock }: RequestContext, id: number): Promise<Date | undefined> {
  const now = serverClock.now();
  const [row] = await db.query<{ at: Date }>(
    `update calendar_source
     set next_read_at = case when greatest(next_read_at, reading_until) <= $3 then $4 else next_read_at end
     where account_id = $1 and id = $2 and active
       and exists (select from resource where account_id = $1 and id = calendar_source.resource_id and active)
     returning greatest(next_read_at, reading_until) as at`,
    [id, now, new Date(now.getTime() + turnPause)],
  );
  return row?.at;
}

interface ReadTimes {
  kind: 'read';
  found: BusyTimes;
  window: BusyWindow;
  etag: string | null;
  lastModified: string | null;
  /** Undefined if no calendar was read into which bookings are written. */
  written?: FoundEntries | undefined;
}

/** The result of a read: busy times, no change, an error, or that this server was too busy to finish it. */
type Reading =
  | ReadTimes
  | { kind: 'unchanged' }
  | { kind: 'busy' }
  | { kind: 'failed'; error: string; pause: number | undefined };

/**
 * Reads a claimed calendar and stores its busy times. After a failure the times of the last read stay, and the error is
 * stored. Holds neither a transaction nor a connection while it waits for the server.
 */
export async function readClaimedSource(
  context: RequestContext,
  claimed: ClaimedSource,
  options: ReadOptions,
): Promise<void> {
  const reading = await readCalendar(context, claimed, options);
  await context.db.transaction(async (tx) => storeReading(context, tx, claimed, reading));
}

async function readCalendar(
  context: RequestContext,
  claimed: ClaimedSource,
  { allowPrivate, timeout = downloadTimeout, patience = busyTimeout }: ReadOptions,
): Promise<Reading> {
  const window = busyWindow(context);
  const budget = calendarBudget(timeout + patience);
  // The stored times must reach to the end of the window, although the file has not changed.
  const isCovered = claimed.coveredUntil !== null && claimed.coveredUntil >= window.needed;
  try {
    switch (claimed.kind) {
      case 'ics': {
        const { etag, lastModified } = claimed;
        const headers = {
          accept: 'text/calendar, */*;q=0.1',
          'user-agent': 'booking-server',
          ...(isCovered && etag !== null && { 'if-none-match': etag }),
          ...(isCovered && lastModified !== null && { 'if-modified-since': lastModified }),
        };
        const url = context.db.open(secretUrlColumn, claimed.secretUrl);
        const answer = await download(url, { headers, timeout, maxBytes, allowPrivate });
        return await readingOf(context, window, answer, budget);
      }
      case 'caldav': {
        const server = davServerOf(context.db, claimed, { timeout, allowPrivate });
        return await readServer(context, claimed, window, { server, isCovered, budget });
      }
    }
  } catch (error) {
    if (error instanceof OutboundError || error instanceof UnreadableCalendar) return failure(error.message);
    if (error instanceof DavError) {
      return failure(error.message, retryAfterOf(error.retryAfter, context.serverClock.now()));
    }
    if (error instanceof LimitError) return failure(tooLong);
    if (error instanceof ServerBusy) return { kind: 'busy' };
    throw error;
  }
}

async function readingOf(
  context: RequestContext,
  window: BusyWindow,
  answer: Download,
  budget: StepBudget,
): Promise<Reading> {
  const { status, body, etag, lastModified, retryAfter } = answer;
  if (status === 304) return { kind: 'unchanged' };
  if (status !== 200) return failure(reasonOf(status), retryAfterOf(retryAfter, context.serverClock.now()));
  const found = await readFile(context, window, body, budget);
  return { kind: 'read', found, window, etag: stored(etag), lastModified: stored(lastModified) };
}

/** Reads the calendars of a CalDAV server. Their common version is stored like that of a file. */
async function readServer(
  context: RequestContext,
  { calendars: chosen, target, etag, username }: ClaimedSource,
  window: BusyWindow,
  { server, isCovered, budget }: { server: DavServer; isCovered: boolean; budget: StepBudget },
): Promise<Reading> {
  const { from, to } = window;
  const at = context.serverClock.now();
  const read = { chosen, target, version: isCovered ? etag : null, from, to, maxBytes, maxEntries, budget };
  const files = await readCalDav(server, read);
  if (files === undefined) return { kind: 'unchanged' };
  const found = await readFile(context, window, Buffer.from(files.file), budget, username);
  const digests = files.ofTarget && (await digestsOfOwn(context.account, files.ofTarget, budget));
  const written = digests && { at, from, to, digests };
  return { kind: 'read', found, window, etag: files.version, lastModified: null, written };
}

/** @param username at a CalDAV server, where it is an email address in most cases */
function readFile(
  { account }: RequestContext,
  { from, to }: BusyWindow,
  file: Uint8Array,
  budget: StepBudget,
  username?: string | null,
): Promise<BusyTimes> {
  return readBusyTimes(file, {
    zone: account.timeZone,
    ...{ from, to },
    owner: [account.email, ...(username ? [username] : [])],
    isOwnUid: (uid) => isEntryUid(account, uid),
    maxEntries,
    budget,
  });
}

const failure = (error: string, pause?: number): Reading => ({ kind: 'failed', error, pause });

const maxHeaderLength = 255;
const stored = (header: string | undefined): string | null =>
  header !== undefined && header.length <= maxHeaderLength ? header : null;

function reasonOf(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return `the address is no longer valid, or needs a password (status ${status})`;
    case 404:
    case 410:
      return `there is no calendar at the address (status ${status})`;
    case 429:
      return 'the server was asked too often (status 429)';
    default:
      return `it answered with status ${status}`;
  }
}

async function storeReading(
  context: RequestContext,
  tx: AccountTransaction,
  claimed: ClaimedSource,
  reading: Reading,
): Promise<void> {
  const { id, failureCount } = claimed;
  const source = await tx.findLocked(CalendarSource, id);
  // It was paused, or has another address since: what was read is not wanted.
  if (!source?.active || !isAsClaimed(source, claimed)) {
    if (source) source.readingUntil = null;
    return;
  }
  const now = context.serverClock.now();
  const { error: before } = source;
  source.readingUntil = null;
  // Nothing is known of the calendar, so its failures stay as they were.
  if (reading.kind === 'busy') {
    source.nextReadAt = new Date(now.getTime() + busyPause);
    source.error = tooBusy;
    if (source.error !== before) await recordChange(tx, 'calendar_source.synced', source, changedBy(context));
    return;
  }
  const hasFailed = reading.kind === 'failed';
  const failures = hasFailed ? failureCount + 1 : 0;
  const pause = pauseAfter(source.intervalMinutes, failures, hasFailed ? reading.pause : undefined);
  source.nextReadAt = new Date(now.getTime() + pause);
  source.failureCount = failures;
  // The warning about a file stays as long as the file.
  if (reading.kind !== 'unchanged' || failureCount > 0 || before === tooBusy) {
    source.error = errorOf(reading)?.slice(0, maxErrorLength) ?? null;
  }
  if (!hasFailed) source.syncedAt = now;
  const hasChanged = reading.kind === 'read' && (await replaceBusyTimes(tx, source, reading.found.periods));
  if (reading.kind === 'read') {
    const { etag, lastModified, window, written } = reading;
    if (written && source.target === claimed.target) await noteChangedThere(tx, id, written);
    Object.assign(source, { etag, lastModified, coveredUntil: window.to });
  }
  // The rest is not logged: a calendar is read every few minutes, and most reads change nothing.
  if (hasChanged || source.error !== before) {
    await recordChange(tx, 'calendar_source.synced', source, changedBy(context));
  }
}

const maxErrorLength = 255;

const tooLong = 'the calendar takes too long to read: it has too many entries or long series';
const tooBusy = 'this server was too busy to read it, and tries again in a minute';

/** Returns whether a calendar is still to be read from where it was. */
function isAsClaimed(source: CalendarSource, claimed: ClaimedSource): boolean {
  return (
    source.secretUrl === claimed.secretUrl &&
    source.username === claimed.username &&
    source.secretPassword === claimed.secretPassword &&
    source.calendars.join('\n') === claimed.calendars.join('\n')
  );
}

/** Returns what is wrong; the entries that were read count nevertheless. Undefined if a file is the same as before. */
function errorOf(reading: Exclude<Reading, { kind: 'busy' }>): string | undefined {
  switch (reading.kind) {
    case 'read':
      return reading.found.warning;
    case 'unchanged':
      return undefined;
    case 'failed':
      return reading.error;
  }
}

/** Writes the difference between the stored times of a calendar and those that were read. @returns whether there is one */
async function replaceBusyTimes(
  tx: AccountTransaction,
  { id, resourceId }: CalendarSource,
  periods: BusyTimes['periods'],
): Promise<boolean> {
  const [changed] = await tx.query<{ count: number }>(
    `with wanted as (
       select * from unnest($4::timestamptz[], $5::timestamptz[]) as wanted (starts_at, ends_at)
     ), removed as (
       delete from external_busy busy where account_id = $1 and source_id = $2 and not exists (
         select from wanted where wanted.starts_at = busy.starts_at and wanted.ends_at = busy.ends_at)
       returning 1
     ), added as (
       insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at)
       select $1, $2, $3, starts_at, ends_at from wanted where not exists (
         select from external_busy busy where busy.account_id = $1 and busy.source_id = $2
           and busy.starts_at = wanted.starts_at and busy.ends_at = wanted.ends_at)
       returning 1
     )
     select (select count(*) from removed)::integer + (select count(*) from added)::integer as count`,
    [id, resourceId, periods.map(({ start }) => start), periods.map(({ end }) => end)],
  );
  return (changed?.count ?? 0) > 0;
}
