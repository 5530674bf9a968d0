import { createHmac } from 'node:crypto';
import { RateLimitError } from '../errors.js';
import type { RequestContext } from './context.js';

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
function keysOf({ account }: RequestContext, limits: readonly Limit[]): Map<string, Limit> {
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
export async function countAttempt(context: RequestContext, limits: readonly Limit[]): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const keys = keysOf(context, limits);
  const tries = [...keys].map(([key, { minutes }]) => ({
    key,
    expires_at: new Date(now.getTime() + minutes * 60_000),
  }));
  const counts = await db.query<{ key: string; count: number; expiresAt: string }>(
    `with wanted as (select * from jsonb_to_recordset(?::jsonb) as wanted (key text, expires_at timestamptz)),
     forgotten as (delete from attempt where (account_id, key) in (
       select account_id, key from attempt
       where account_id = ? and expires_at < ? and key not in (select key from wanted)
       limit 100 for update skip locked))
     insert into attempt (account_id, key, count, expires_at)
     select ?, key, 1, expires_at from wanted
     on conflict (account_id, key) do update set
       count = case when attempt.expires_at > ? then attempt.count + 1 else 1 end,
       expires_at = case when attempt.expires_at > ? then attempt.expires_at else excluded.expires_at end
     returning key, count, expires_at as "expiresAt"`,
    [JSON.stringify(tries), db.accountId, now, db.accountId, now, now],
  );
  const passed = counts.filter(({ key, count }) => count > (keys.get(key)?.times ?? 0));
  if (passed.length === 0) return;
  const seconds = passed.map(({ expiresAt }) => Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1_000));
  throw new RateLimitError(Math.max(1, ...seconds));
}

/** Takes a try back that was right, where only wrong ones count. */
export async function forgiveAttempt(context: RequestContext, limits: readonly Limit[]): Promise<void> {
  const keys = [...keysOf(context, limits).keys()];
  await context.db.query(
    `update attempt set count = count - 1 where account_id = ? and key in (select jsonb_array_elements_text(?::jsonb))
     and count > 0`,
    [context.db.accountId, JSON.stringify(keys)],
  );
}
