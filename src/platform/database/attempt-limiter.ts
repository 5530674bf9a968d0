import { createHmac } from 'node:crypto';
import { RateLimitError } from '../errors.js';
import type { Clock } from '../time/clock.js';
import type { AccountDatabase } from './account-database.js';
import type { AccountTransaction } from './account-transaction.js';

/** The number of codes that may be sent to one email address or phone number. */
export const codesPerRecipient = { maxAttempts: 3, minutes: 10 };

/** The account whose attempts are counted, and the database that stores the counters. */
interface AttemptContext {
  account: { linkSecret: string };
  db: Pick<AccountDatabase | AccountTransaction, 'query' | 'accountId'>;
  /** The windows are in real time. */
  serverClock: Clock;
}

/** A limit on the attempts of one subject, such as a person or a client address, in a fixed window. */
export interface AttemptLimit {
  /** The operation and the kind of subject, such as `password:address`. */
  name: string;
  /** Only a digest of it is stored. */
  subject: string;
  maxAttempts: number;
  minutes: number;
}

/** Returns the end of the keys under which the attempts of a subject are counted, of 64 characters. */
export function attemptDigest({ linkSecret }: { linkSecret: string }, subject: string): string {
  return createHmac('sha256', linkSecret).update(subject).digest('hex');
}

/** Sorted, so that concurrent requests lock the same counters in the same order and do not deadlock. */
function keysOf(
  { account }: Pick<AttemptContext, 'account'>,
  limits: readonly AttemptLimit[],
): Map<string, AttemptLimit> {
  const keys = limits.map((limit): [string, AttemptLimit] => {
    return [`${limit.name}:${attemptDigest(account, limit.subject)}`, limit];
  });
  return new Map(keys.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Counts an attempt against every limit. Call it before the attempt, so that concurrent attempts in all processes
 * together stay within the limits. A window starts with its first attempt.
 *
 * @throws RateLimitError if a limit is exceeded
 */
export async function countAttempt(context: AttemptContext, limits: readonly AttemptLimit[]): Promise<void> {
  const { db, serverClock } = context;
  const now = serverClock.now();
  const keys = keysOf(context, limits);
  const rows = [...keys].map(([key, { minutes }]) => ({
    key,
    expires_at: new Date(now.getTime() + minutes * 60_000),
  }));
  const counts = await db.query<{ key: string; count: number; expiresAt: Date }>(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as given (key text, expires_at timestamptz)),
     expired as (delete from attempt where (account_id, key) in (
       select account_id, key from attempt
       where account_id = $1 and expires_at < $3 and key not in (select key from given)
       limit 100 for update skip locked))
     insert into attempt (account_id, key, count, expires_at)
     select $1, key, 1, expires_at from given
     on conflict (account_id, key) do update set
       count = case when attempt.expires_at > $3 then attempt.count + 1 else 1 end,
       expires_at = case when attempt.expires_at > $3 then attempt.expires_at else excluded.expires_at end
     returning key, count, expires_at as "expiresAt"`,
    [JSON.stringify(rows), now],
  );
  const exceeded = counts.filter(({ key, count }) => count > (keys.get(key)?.maxAttempts ?? 0));
  if (exceeded.length === 0) return;
  const seconds = exceeded.map(({ expiresAt }) => Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000));
  throw new RateLimitError(Math.max(1, ...seconds));
}

/**
 * Counts an attempt against one limit after the other and stops at the first that is exceeded. Put a client's own limit
 * before a shared one: a client over its own limit then cannot use up the shared limit.
 *
 * @throws RateLimitError if a limit is exceeded
 */
export async function countAttemptSequentially(
  context: AttemptContext,
  limits: readonly AttemptLimit[],
): Promise<void> {
  for (const limit of limits) await countAttempt(context, [limit]);
}

/** Returns when the next attempt is within all limits. Undefined if it is now. Counts nothing. */
export async function readRetryTime(
  context: AttemptContext,
  limits: readonly AttemptLimit[],
): Promise<Date | undefined> {
  const keys = keysOf(context, limits);
  const rows = await context.db.query<{ key: string; count: number; expiresAt: Date }>(
    `select key, count, expires_at as "expiresAt" from attempt
     where account_id = $1 and key in (select jsonb_array_elements_text($2::jsonb)) and expires_at > $3`,
    [JSON.stringify([...keys.keys()]), context.serverClock.now()],
  );
  const reached = rows.filter(({ key, count }) => count >= (keys.get(key)?.maxAttempts ?? 0));
  const times = reached.map(({ expiresAt }) => expiresAt.getTime());
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

/** Takes back an attempt that succeeded, for limits that count only failures. */
export async function decrementAttempts(context: AttemptContext, limits: readonly AttemptLimit[]): Promise<void> {
  const keys = [...keysOf(context, limits).keys()];
  await context.db.query(
    `update attempt set count = count - 1 where account_id = $1 and key in (select jsonb_array_elements_text($2::jsonb))
     and count > 0`,
    [JSON.stringify(keys)],
  );
}

/** Deletes the counters of the limits. */
export async function resetAttempts(context: AttemptContext, limits: readonly AttemptLimit[]): Promise<void> {
  const keys = [...keysOf(context, limits).keys()];
  await context.db.query(
    'delete from attempt where account_id = $1 and key in (select jsonb_array_elements_text($2::jsonb))',
    [JSON.stringify(keys)],
  );
}
