import { deleteObject, getObject, type ObjectResponse, putObject } from '../../platform/caldav/calendar-object.js';
import { DavError } from '../../platform/caldav/dav-error.js';
import type { DavServer } from '../../platform/caldav/dav-request.js';
import { OutboundError } from '../../platform/outbound/guarded-request.js';
import { calendarAccount, formatStoredEntry } from '../calendar/calendar.rules.js';
import { readStaffEntry } from '../calendar/calendar-entry.queries.js';
import { davServerOf } from '../calendar-source/caldav-server.js';
import { pauseAfter, retryAfterOf } from '../calendar-source/calendar-source.rules.js';
import { digestOf } from '../calendar-source/written-entries.js';
import type { RequestContext } from '../context.js';
import { entryUid } from '../entry-uid.rules.js';
import { isSuccess, nextAttemptAt } from '../web-hook/web-hook-delivery.rules.js';
import { concernsCalendar, nextStep, type Step, usableEtag, writeFailureOf } from './calendar-object.rules.js';
import type { ClaimedTarget, DueEntry } from './claim-target.actions.js';

export interface EntryWriteOptions {
  /** The delay before the first retry of an entry, in milliseconds. */
  retryBase: number;
  /** Whether servers may have private addresses. */
  allowPrivate: boolean;
  /** In milliseconds, for all requests of one attempt, 10,000 by default. Less than the claim of the calendar lasts. */
  timeout?: number;
}

/** The end of an attempt. */
type Outcome =
  | { kind: 'written'; etag: string | null }
  | { kind: 'removed' }
  /** Nothing of the entry is there, and nothing needs to be. */
  | { kind: 'forgotten' }
  /** Another attempt can be made at once, with what is known now. */
  | { kind: 'again'; href: string | null; etag: string | null; isChangedThere: boolean }
  | { kind: 'failed'; status: number | null; error: string; retryAfter?: string | undefined };

/**
 * Makes one attempt at an entry of a claimed calendar: reads the present state of its booking, and writes it or removes the
 * entry. So several changes need one request, and a repeated attempt does no harm. Neither a transaction nor a connection is
 * held while it waits for the server.
 *
 * @returns whether the other entries of the calendar can be attempted now
 */
export async function writeEntry(
  context: RequestContext,
  target: ClaimedTarget,
  due: DueEntry,
  options: EntryWriteOptions,
): Promise<boolean> {
  const { db, account, clock } = context;
  const object = due.bookingId === null ? eventOf(due) : { kind: 'booking' as const, id: due.bookingId };
  const now = clock.now();
  const entry = await readStaffEntry({ db, account }, object, target.resourceId, now);
  const step = nextStep(target, due, entry, entryUid(account, object.kind, object.id), now);
  const outcome = await take(context, target, due, step, options);
  return outcome === undefined ? false : end(context, target, due, outcome, options);
}

function eventOf({ id, eventId }: DueEntry) {
  if (eventId === null) throw new Error(`entry ${id} has neither a booking nor an event`);
  return { kind: 'event' as const, id: eventId };
}

/** @returns undefined if another process has claimed the calendar */
async function take(
  context: RequestContext,
  target: ClaimedTarget,
  due: DueEntry,
  step: Step,
  options: EntryWriteOptions,
): Promise<Outcome | undefined> {
  if (step.kind === 'forget') return { kind: 'forgotten' };
  if (step.kind === 'leave') return { kind: 'again', href: null, etag: null, isChangedThere: false };
  const { allowPrivate, timeout = 10_000 } = options;
  const calDav = davServerOf(context.db, target, { allowPrivate, timeout });
  if (step.kind === 'remove') return attempt(() => remove(calDav, step));
  const body = formatStoredEntry(calendarAccount(context), step.entry, context.clock.now());
  const sent = { href: step.href, digest: digestOf(body) };
  if (!(await noteSending(context, target, due, sent))) return undefined;
  return attempt(() => write(calDav, due, { ...sent, body }));
}

async function attempt(make: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof DavError)) throw error;
    return { kind: 'failed', status: null, error: error.message };
  }
}

/**
 * Stores where and what is sent before it is sent. If this process dies between the request and its result, the entry is
 * known to be there, and is recognised as the one that was sent.
 */
async function noteSending(
  { db }: RequestContext,
  target: ClaimedTarget,
  { id }: DueEntry,
  { href, digest }: { href: string; digest: string },
): Promise<boolean> {
  const noted = await db.query(
    `update calendar_source_entry set href = $3, digest = $4
     where account_id = $1 and id = $2 and ${isHeld('$5', '$6')} returning id`,
    [id, href, digest, target.id, target.writingUntil],
  );
  return noted.length > 0;
}

/** SQL: whether this process still has the claim of the calendar. */
const isHeld = (source: string, until: string): string =>
  `exists (select from calendar_source where account_id = $1 and id = ${source} and writing_until = ${until})`;

async function remove(calDav: DavServer, { href, leaves }: { href: string; leaves: boolean }): Promise<Outcome> {
  const { status, retryAfter } = await deleteObject(calDav, href);
  const isGone = isSuccess(status) || status === 404 || status === 410;
  // Another user may not be allowed to remove it from the calendar that was written before.
  const isGivenUp = leaves && status >= 400 && status < 500 && ![401, 408, 423, 429].includes(status);
  if (!isGone && !isGivenUp) return { kind: 'failed', status, error: writeFailureOf(status), retryAfter };
  return leaves ? { kind: 'again', href: null, etag: null, isChangedThere: false } : { kind: 'removed' };
}

async function write(
  calDav: DavServer,
  { etag, digest: sentBefore }: DueEntry,
  { href, digest, body }: { href: string; digest: string; body: string },
): Promise<Outcome> {
  const response = await putObject(calDav, href, { body, etag });
  const { status, retryAfter } = response;
  if (isSuccess(status)) return { kind: 'written', etag: response.etag && usableEtag(response.etag) };
  if (status === 412) return compare(await getObject(calDav, href), [sentBefore, digest], href);
  // It was deleted there, for a server that does not say so by 412.
  if (etag !== null && (status === 404 || status === 410)) {
    return { kind: 'again', href, etag: null, isChangedThere: true };
  }
  if (status === 409 && response.body.includes('no-uid-conflict')) return { kind: 'failed', status: 412, error: moved };
  return { kind: 'failed', status, error: writeFailureOf(status), retryAfter };
}

const moved = 'another entry of the calendar has its UID (status 409)';

/** The calendar has another version than the one that is known: one that was sent before, or a change made there. */
function compare(found: ObjectResponse, sent: readonly (string | null)[], href: string): Outcome {
  const { status, body, retryAfter } = found;
  if (status === 404 || status === 410) return { kind: 'again', href, etag: null, isChangedThere: true };
  if (status !== 200) return { kind: 'failed', status, error: writeFailureOf(status), retryAfter };
  return { kind: 'again', href, etag: usableEtag(found.etag), isChangedThere: !sent.includes(digestOf(body)) };
}

/** Stores how an attempt ended, unless another process has claimed the calendar. */
async function end(
  context: RequestContext,
  target: ClaimedTarget,
  due: DueEntry,
  outcome: Outcome,
  options: EntryWriteOptions,
): Promise<boolean> {
  const { attemptCount } = due;
  switch (outcome.kind) {
    case 'written':
      return succeed(context, target, due, { state: 'written', href: 'href', etag: outcome.etag });
    case 'removed':
      return succeed(context, target, due, { state: 'removed', href: 'null', etag: null });
    case 'forgotten':
      return drop(context, target, due);
    case 'again':
      if (attemptCount + 1 < maxRounds) return goOn(context, target, due, outcome);
      return fail(context, target, due, { kind: 'failed', status: 412, error: writeFailureOf(412) }, options);
    case 'failed':
      return fail(context, target, due, outcome, options);
  }
}

/** More would mean that somebody changes the entry as fast as it is written. */
const maxRounds = 5;

interface Success {
  state: 'written' | 'removed';
  /** SQL of the address there. */
  href: 'href' | 'null';
  etag: string | null;
}

/** A change during the attempt has raised the version: then it is due again. */
async function succeed(
  { db, serverClock }: RequestContext,
  target: ClaimedTarget,
  { id, version }: DueEntry,
  { state, href, etag }: Success,
): Promise<boolean> {
  await db.query(
    `with entry as (
       update calendar_source_entry set href = ${href}, etag = $3, error = null, updated_at = $4,
         written_at = case when $5 = 'written' then $4::timestamptz else written_at end,
         state = case when version = $6 then $5 else state end,
         next_attempt_at = case when version = $6 then null else next_attempt_at end,
         attempt_count = case when version = $6 then attempt_count + 1 else attempt_count end
       where account_id = $1 and id = $2 and ${isHeld('$7', '$8')}
     )
     update calendar_source set write_failures = 0, write_error = null, write_after = null
     where account_id = $1 and id = $7 and writing_until = $8 and (write_failures > 0 or write_error is not null)`,
    [id, etag, serverClock.now(), state, version, target.id, target.writingUntil],
  );
  target.writeFailures = 0;
  return true;
}

async function drop({ db }: RequestContext, target: ClaimedTarget, { id, version }: DueEntry): Promise<boolean> {
  await db.query(
    `delete from calendar_source_entry
     where account_id = $1 and id = $2 and version = $3 and ${isHeld('$4', '$5')}`,
    [id, version, target.id, target.writingUntil],
  );
  return true;
}

async function goOn(
  { db, serverClock }: RequestContext,
  target: ClaimedTarget,
  { id }: DueEntry,
  { href, etag, isChangedThere }: Extract<Outcome, { kind: 'again' }>,
): Promise<boolean> {
  await db.query(
    `update calendar_source_entry set href = $3, etag = $4, attempt_count = attempt_count + 1, updated_at = $5,
       changed_there_at = case when $6 then $5::timestamptz else changed_there_at end
     where account_id = $1 and id = $2 and ${isHeld('$7', '$8')}`,
    [id, href, etag, serverClock.now(), isChangedThere, target.id, target.writingUntil],
  );
  return true;
}

/**
 * An entry that the server refuses is retried like a delivery to a webhook. If the server does not answer, or refuses the
 * whole calendar, all of its entries wait for a pause that doubles with each failure, and none is given up.
 */
async function fail(
  { db, serverClock }: RequestContext,
  target: ClaimedTarget,
  { id, version, attemptCount }: DueEntry,
  { status, error, retryAfter }: Extract<Outcome, { kind: 'failed' }>,
  { retryBase }: EntryWriteOptions,
): Promise<boolean> {
  const now = serverClock.now();
  if (!concernsCalendar(status)) {
    const retryAt = nextAttemptAt({ attemptCount: attemptCount + 1, retryAfter }, now, retryBase, Math.random());
    await db.query(
      `update calendar_source_entry set attempt_count = attempt_count + 1, error = $3, updated_at = $4,
         state = case when version = $5 and $6::timestamptz is null then 'failed' else state end,
         next_attempt_at = case when version = $5 then $6 else next_attempt_at end
       where account_id = $1 and id = $2 and ${isHeld('$7', '$8')}`,
      [id, error, now, version, retryAt ?? null, target.id, target.writingUntil],
    );
    return true;
  }
  const failures = target.writeFailures + 1;
  const pause = pauseAfter(target.intervalMinutes, failures, retryAfterOf(retryAfter, now));
  await db.query(
    `with entry as (
       update calendar_source_entry set attempt_count = attempt_count + 1, error = $3, updated_at = $4
       where account_id = $1 and id = $2 and ${isHeld('$5', '$6')}
     )
     update calendar_source set write_failures = $7, write_error = $3, write_after = $8
     where account_id = $1 and id = $5 and writing_until = $6`,
    [id, error, now, target.id, target.writingUntil, failures, new Date(now.getTime() + pause)],
  );
  return false;
}
