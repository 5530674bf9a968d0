import { createHmac } from 'node:crypto';
import type { AccountDatabase } from '../platform/database/account-database.js';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import { RateLimitError } from '../platform/errors.js';
import type { Clock } from '../platform/time/clock.js';

/** How often a code may be sent to one email address or phone number. */
export const codesPerRecipient = { times: 3, minutes: 10 };

/** The account whose attempts are counted, and where. */
interface Counting {
  account: { secret: string };
  db: Pick<AccountDatabase | AccountTransaction, 'query' | 'accountId'>;
  clock: Clock;
}

/** How often something may be tried by one person, from one address and so on. */
export interface Limit {
  /** What is tried, and by what its tries are counted, such as `password:address`. */
  name: string;
  /** Whose tries these are. Only a digest of it is kept. */
  of: string;
  times: number;
  minutes: number;
}

/** In one order for all, so that requests that count the same at once do not wait for each other in a circle. */
function keysOf({ account }: Pick<Counting, 'account'>, limits: readonly Limit[]): Map<string, Limit> {
  const keys = limits.map((limit): [string, Limit] => {
    const digest = createHmac('sha256', account.secret).update(limit.of).digest('hex');
    return [`${limit.name}:${digest}`, limit];
  });
  return new Map(keys.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Counts a try against each limit, before it is known how it ends: what is tried at once by all processes together
 * stays within them. A limit's time runs from its first try.
 *
 * @throws RateLimitError when one of them is passed
 */
export async function countAttempt(counting: Counting, limits: readonly Limit[]): Promise<void> {
  const { db, clock } = counting;
  const now = clock.now();
  const keys = keysOf(counting, limits);
  const tries = [...keys].map(([key, { minutes }]) => ({
    key,
    expires_at: new Date(now.getTime() + minutes * 60_000),
  }));
  const counts = await db.query<{ key: string; count: number; expiresAt: string }>(
    `with wanted as (select * from jsonb_to_recordset($2::jsonb) as wanted (key text, expires_at timestamptz)),
     forgotten as (delete from attempt where (account_id, key) in (
       select account_id, key from attempt
       where account_id = $1 and expires_at < $3 and key not in (select key from wanted)
       limit 100 for update skip locked))
     insert into attempt (account_id, key, count, expires_at)
     select $1, key, 1, expires_at from wanted
     on conflict (account_id, key) do update set
       count = case when attempt.expires_at > $3 then attempt.count + 1 else 1 end,
       expires_at = case when attempt.expires_at > $3 then attempt.expires_at else excluded.expires_at end
     returning key, count, expires_at as "expiresAt"`,
    [JSON.stringify(tries), now],
  );
  const passed = counts.filter(({ key, count }) => count > (keys.get(key)?.times ?? 0));
  if (passed.length === 0) return;
  const seconds = passed.map(({ expiresAt }) => Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1_000));
  throw new RateLimitError(Math.max(1, ...seconds));
}

/**
 * Counts a try against one limit after the other. What a limit refuses does not count against those after it, so a client
 * that has used up its own cannot use up the one that it shares with others.
 *
 * @throws RateLimitError when one of them is passed
 */
export async function countAttemptInTurn(counting: Counting, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) await countAttempt(counting, [limit]);
}

/** Takes a try back that was right, where only wrong ones count. */
export async function forgiveAttempt(counting: Counting, limits: readonly Limit[]): Promise<void> {
  const keys = [...keysOf(counting, limits).keys()];
  await counting.db.query(
    `update attempt set count = count - 1 where account_id = $1 and key in (select jsonb_array_elements_text($2::jsonb))
     and count > 0`,
    [JSON.stringify(keys)],
  );
}

/** Forgets all attempts that were counted against the limits. */
export async function forgetAttempts(counting: Counting, limits: readonly Limit[]): Promise<void> {
  const keys = [...keysOf(counting, limits).keys()];
  await counting.db.query(
    'delete from attempt where account_id = $1 and key in (select jsonb_array_elements_text($2::jsonb))',
    [JSON.stringify(keys)],
  );
}
