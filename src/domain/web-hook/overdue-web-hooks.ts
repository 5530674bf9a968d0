import type { Database } from '../../platform/database/database.js';
import type { Clock } from '../../platform/time/clock.js';

/** In milliseconds: whoever was to tell them has not. */
const overdueAfter = 30_000;

/** The webhooks of all accounts that were to be told something a while ago. */
export function overdueWebHooks({ orm }: Database, clock: Clock): Promise<{ accountId: number; webHookId: number }[]> {
  return orm.em.fork().execute(
    `select account.id as "accountId", overdue.web_hook_id as "webHookId" from account
     cross join lateral (
       select distinct web_hook_id from web_hook_delivery
       where account_id = account.id and state = 'pending' and next_try_at < ?
     ) overdue`,
    [new Date(clock.now().getTime() - overdueAfter)],
  );
}
