import { claimDelivery, findNextAttempt } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { deliverWebHookJob } from '../../src/jobs/web-hook.jobs.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { jobContext, running } from '../support/job-context.js';
import { ManualClock } from '../support/manual-clock.js';
import { createTestDatabase } from '../support/test-database.js';
import { createAccount } from './change-writer.js';

const test = await disposeAfterAll(createTestDatabase());

/** Creates a webhook with one due delivery. */
async function webHookWithDelivery(clock: ManualClock) {
  const accountId = await createAccount(test.database);
  const { em } = test.database.orm;
  const [hook] = await em.fork().execute<{ id: number }[]>(
    `insert into web_hook (account_id, created_at, updated_at, target_url, event)
     values (?, now(), now(), 'http://127.0.0.1:9/', '*') returning id`,
    [accountId],
  );
  const webHook = { accountId, webHookId: hook?.id ?? 0 };
  await em.fork().execute(
    `insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, next_attempt_at)
     values (?, ?, ?, ?, '0-1', 'person.created', ?)`,
    [accountId, clock.now(), clock.now(), webHook.webHookId, clock.now()],
  );
  return webHook;
}

describe('a delivery whose worker was killed', () => {
  it('can be claimed again after 15 seconds, and a job is enqueued for that time', async () => {
    const clock = new ManualClock('2026-03-02T07:00:00Z');
    const webHook = await webHookWithDelivery(clock);
    const { accountId, webHookId } = webHook;
    const db = test.database.account(accountId);
    const claim = () => claimDelivery({ db, serverClock: clock }, webHookId);
    expect(await findNextAttempt(db, webHookId)).toEqual(clock.now());
    expect(await claim()).toBeDefined();
    expect(await claim()).toBeUndefined();

    const context = jobContext({ database: test.database, clock });
    const job = deliverWebHookJob(context);
    await job.run(webHook, running);
    await job.afterSuccess?.(webHook);
    expect(context.enqueued.map(({ at }) => at)).toEqual([new Date('2026-03-02T07:00:15Z')]);

    clock.advance(0.25);
    expect(await claim()).toBeDefined();
  });

  it('has a job whose lock expires after 15 seconds', () => {
    const context = jobContext({ database: test.database, clock: new ManualClock('2026-03-02T07:00:00Z') });
    expect(deliverWebHookJob(context).lockSeconds).toBe(15);
  });
});
