import { deliverWebHookJob } from '../../src/jobs/deliver-web-hook.job.js';
import type { JobRequest } from '../../src/jobs/job-queue.js';
import { webHookHandlers } from '../../src/process/web-hooks.js';
import { ManualClock } from '../support/manual-clock.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { createAccount } from './change-writer.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => test[Symbol.asyncDispose]());

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

const settings = { webhookPrivateTargets: true, webhookRetryBase: 200 };

describe('a delivery whose worker was killed', () => {
  it('can be claimed again after 15 seconds, and a job is enqueued for that time', async () => {
    const clock = new ManualClock('2026-03-02T07:00:00Z');
    const handlers = webHookHandlers(settings, test.database, clock);
    const webHook = await webHookWithDelivery(clock);
    const claim = async () => (await handlers.openDeliveries(webHook)).claim();
    expect(await handlers.findNextDelivery(webHook)).toEqual({ at: undefined });
    expect(await claim()).toBeDefined();
    expect(await claim()).toBeUndefined();

    const enqueued: JobRequest[] = [];
    const job = deliverWebHookJob(handlers, async (request) => void enqueued.push(request));
    await job.run(webHook, { touch: async () => {}, isStopping: () => false });
    await job.afterSuccess?.(webHook);
    expect(enqueued.map(({ at }) => at)).toEqual([new Date('2026-03-02T07:00:15Z')]);

    clock.advance(0.25);
    expect(await claim()).toBeDefined();
  });

  it('has a job whose lock expires after 15 seconds', () => {
    const handlers = webHookHandlers(settings, test.database, new ManualClock('2026-03-02T07:00:00Z'));
    expect(deliverWebHookJob(handlers, async () => {}).lockSeconds).toBe(15);
  });
});
