import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  deliverConcurrently,
  deliverWebHookJob,
  maxWebHooksOfAccount,
  type WebHookReference,
} from '../../src/jobs/web-hook.jobs.js';
import { deliverWebHookRequest } from '../../src/jobs/work-requests.js';
import { WakeableTimer } from '../../src/outbox/polling-loop.js';
import { jobContext, running } from '../support/job-context.js';
import { ManualClock } from '../support/manual-clock.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { createAccount } from './change-writer.js';
import { jobStores, TestQueues } from './job-queues.js';

let test: TestDatabase;
const servers: Server[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await test[Symbol.asyncDispose]();
});

const clock = new ManualClock('2026-03-02T07:00:00Z');

/** Starts a receiver of deliveries. `answer` gets the path, which identifies the webhook. */
async function startReceiver(answer: (response: ServerResponse, path: string) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(response, request.url ?? ''));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates a webhook of an account with so many due deliveries. */
async function createWebHook(url: string, deliveries: number, account?: number): Promise<WebHookReference> {
  const accountId = account ?? (await createAccount(test.database));
  const [hook] = await test.database.account(accountId).query<{ id: number }>(
    `insert into web_hook (account_id, created_at, updated_at, target_url, event)
     values ($1, now(), now(), $2, '*') returning id`,
    [`${url}/${accountId}`],
  );
  const webHook = { accountId, webHookId: hook?.id ?? 0 };
  await plan(webHook, deliveries);
  return webHook;
}

async function plan({ accountId, webHookId }: WebHookReference, deliveries: number): Promise<void> {
  await test.database.account(accountId).query(
    `insert into web_hook_delivery
       (account_id, created_at, updated_at, web_hook_id, change_cursor, event, payload, next_attempt_at)
     select $1, $2, $2, $3, gen_random_uuid()::text, 'person.created', '{}', $2 from generate_series(1, $4)`,
    [clock.now(), webHookId, deliveries],
  );
}

const contextWith = (retryBase = 1_000) => {
  const context = jobContext({ database: test.database, clock });
  return { ...context, webHooks: { ...context.webHooks, retryBase } };
};

describe('concurrent deliveries', () => {
  type Attempt = () => Promise<void>;
  const deliverAll = (due: Attempt[], timer = new WakeableTimer(), isStopping = () => false) =>
    deliverConcurrently(
      async () => due.shift(),
      (attempt) => attempt(),
      { ...running, isStopping },
      timer,
    );

  it('are all that are due, five at a time', async () => {
    let [current, most, done] = [0, 0, 0];
    const attempt: Attempt = async () => {
      most = Math.max(most, ++current);
      await until(() => most >= 5);
      current -= 1;
      done += 1;
    };
    await deliverAll(Array.from({ length: 23 }, () => attempt));
    expect([done, most]).toEqual([23, 5]);
  });

  it('begin at once with one that becomes due while a slow response is awaited', async () => {
    const order: string[] = [];
    const timer = new WakeableTimer();
    const due: Attempt[] = [];
    due.push(async () => {
      due.push(async () => void order.push('later one'));
      timer.wake();
      await until(() => order.length > 0);
      order.push('slow one');
    });
    await deliverAll(due, timer);
    expect(order).toEqual(['later one', 'slow one']);
  });

  it('wait for those in progress when one throws, and then fail', async () => {
    let ended = false;
    const due: Attempt[] = [
      () => Promise.reject(new Error('the database is away')),
      async () => {
        await nextTurn();
        ended = true;
      },
    ];
    await expect(deliverAll(due)).rejects.toThrow('the database is away');
    expect(ended).toBe(true);
  });
});

describe('the job that delivers to a webhook', () => {
  it('enqueues one job for the retries that are due at about the same time', async () => {
    const at = (milliseconds: number) => new Date(Date.UTC(2026, 2, 2, 7) + milliseconds);
    const keyAt = (milliseconds: number) => deliverWebHookRequest(1, 7, at(milliseconds)).key;
    expect([1, 250, 251].map(keyAt)).toEqual([
      'deliver-web-hook:1:7:2026-03-02T07:00:00.250Z',
      'deliver-web-hook:1:7:2026-03-02T07:00:00.250Z',
      'deliver-web-hook:1:7:2026-03-02T07:00:00.500Z',
    ]);
    const delays = [1, 1, 2];
    const url = await startReceiver((response) => {
      response.writeHead(503, { 'Retry-After': String(delays.shift()) }).end();
    });
    const webHook = await createWebHook(url, 3);
    const context = contextWith(0);
    await deliverWebHookJob(context).run(webHook, running);
    const { accountId, webHookId } = webHook;
    expect(context.enqueued.map(({ at: time }) => time?.getTime()).sort()).toEqual(
      [1_000, 1_000, 2_000].map((delay) => at(delay).getTime()),
    );
    expect(context.enqueued).toContainEqual({
      name: 'deliver-web-hook',
      key: `deliver-web-hook:${accountId}:${webHookId}:2026-03-02T07:00:01.000Z`,
      data: webHook,
      at: at(1_000),
    });
  });

  it('leaves the rest to the next job when its worker stops or its time is over', async () => {
    const url = await startReceiver((response) => response.end());
    const webHook = await createWebHook(url, 1);
    const context = contextWith();
    const { run, afterSuccess } = deliverWebHookJob(context);
    await run(webHook, { ...running, isStopping: () => true });
    expect(context.enqueued).toEqual([]);
    await afterSuccess?.(webHook);
    expect(context.enqueued).toEqual([deliverWebHookRequest(webHook.accountId, webHook.webHookId)]);
  });

  it('enqueues nothing when nothing is left', async () => {
    let delivered = 0;
    const url = await startReceiver((response) => {
      delivered += 1;
      response.end();
    });
    const webHook = await createWebHook(url, 1);
    const context = contextWith();
    const { run, afterSuccess } = deliverWebHookJob(context);
    await run(webHook, running);
    await afterSuccess?.(webHook);
    expect([delivered, context.enqueued]).toEqual([1, []]);
  });

  it('runs once per process: a second run waits for the first', async () => {
    const answers: ServerResponse[] = [];
    const url = await startReceiver((response) => void answers.push(response));
    const webHook = await createWebHook(url, 1);
    const context = contextWith();
    const { run } = deliverWebHookJob(context);
    const order: string[] = [];
    const first = run(webHook, running).then(() => order.push('first'));
    await until(() => answers.length === 1);
    const second = run(webHook, running).then(() => order.push('second'));
    await plan(webHook, 1);
    context.plannedDeliveries.emit(`${webHook.accountId}:${webHook.webHookId}`);
    await until(() => answers.length === 2);
    await nextTurn();
    expect(order).toEqual([]);
    for (const answer of answers) answer.end();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });
});

describe.each(jobStores)('deliveries that hang, with the jobs on %s,', (_, open) => {
  const queues = TestQueues.use(open);

  it('hold up no other account: theirs arrive while all places of the account wait for an answer', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => createAccount(test.database)));
    const hanging: ServerResponse[] = [];
    const arrived: string[] = [];
    let [begun, ended, most] = [0, 0, 0];
    let isAnswering = false;
    const url = await startReceiver((response, path) => {
      arrived.push(path);
      begun += 1;
      most = Math.max(most, begun - ended);
      response.once('finish', () => {
        ended += 1;
      });
      if (path !== `/${accounts[0]}` || isAnswering) response.end();
      else hanging.push(response);
    });
    const [first = 0, ...others] = accounts;
    const hooks = await Promise.all(Array.from({ length: 150 }, () => createWebHook(url, 1, first)));
    const ofOthers = await Promise.all(others.map((account) => createWebHook(url, 1, account)));
    const request = ({ accountId, webHookId }: WebHookReference) => deliverWebHookRequest(accountId, webHookId);
    const definition = deliverWebHookJob({
      ...jobContext({ database: test.database, clock }),
      enqueue: (job) => queue.enqueue(job),
    });
    const queue = queues.create(definition);
    await queue.start();
    for (const hook of hooks) await queue.enqueue(request(hook));
    await until(() => begun === maxWebHooksOfAccount);
    for (const hook of ofOthers) await queue.enqueue(request(hook));
    await until(() => others.every((account) => arrived.includes(`/${account}`)));
    expect([begun, hanging.length]).toEqual([maxWebHooksOfAccount + others.length, maxWebHooksOfAccount]);
    isAnswering = true;
    for (const response of hanging) response.end();
    await until(() => ended === hooks.length + others.length);
    expect(most).toBeLessThanOrEqual(maxWebHooksOfAccount + others.length);
  });
});
