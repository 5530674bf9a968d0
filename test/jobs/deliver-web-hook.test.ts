import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type DeliverWebHookHandlers,
  type DeliveryAttempt,
  deliverWebHookJob,
  deliverWebHookRequest,
  maxWebHooksOfAccount,
  type WebHookReference,
} from '../../src/jobs/deliver-web-hook.job.js';
import type { JobRequest } from '../../src/jobs/job-queue.js';
import { until } from '../support/until.js';
import { jobStores, TestQueues } from './job-queues.js';

const webHook = { accountId: 1, webHookId: 7 };
const now = deliverWebHookRequest(webHook);
const job = { touch: async () => {}, isStopping: () => false };

/** Creates a job with these due deliveries, and records what it enqueues. */
function jobOf(due: DeliveryAttempt[]) {
  const enqueued: JobRequest[] = [];
  const planned = new EventEmitter();
  const definition = deliverWebHookJob(
    {
      openDeliveries: async () => ({ claim: async () => due.shift() }),
      onPlanned: (_, listener) => {
        planned.on('delivery', listener);
        return () => void planned.off('delivery', listener);
      },
      findNextDelivery: async () => (due.length > 0 ? { at: undefined } : undefined),
    },
    async (request) => void enqueued.push(request),
  );
  const plan = (attempt: DeliveryAttempt): void => {
    due.push(attempt);
    planned.emit('delivery');
  };
  return { ...definition, enqueued, plan };
}

describe('the job that delivers to a webhook', () => {
  it('attempts all due deliveries, five at a time', async () => {
    let [current, most, done] = [0, 0, 0];
    const attempt: DeliveryAttempt = async () => {
      most = Math.max(most, ++current);
      await until(() => most >= 5);
      current -= 1;
      done += 1;
      return undefined;
    };
    const { run, enqueued } = jobOf(Array.from({ length: 23 }, () => attempt));
    await run(webHook, job);
    expect([done, most, enqueued]).toEqual([23, 5, []]);
  });

  it('attempts a delivery at once that becomes due while it waits for a slow response', async () => {
    const order: string[] = [];
    const slow: DeliveryAttempt = async () => {
      plan(async () => void order.push('later one'));
      await until(() => order.length > 0);
      order.push('slow one');
      return undefined;
    };
    const { run, plan } = jobOf([slow]);
    await run(webHook, job);
    expect(order).toEqual(['later one', 'slow one']);
  });

  it('enqueues one job for the retries that are due at about the same time', async () => {
    const again =
      (milliseconds: number): DeliveryAttempt =>
      async () =>
        new Date(Date.UTC(2026, 2, 2, 7) + milliseconds);
    const { run, enqueued } = jobOf([again(1), again(250), again(251)]);
    await run(webHook, job);
    const request = (at: string) => ({
      name: 'deliver-web-hook',
      key: `deliver-web-hook:1:7:${at}`,
      data: webHook,
      at: new Date(at),
    });
    expect(enqueued).toEqual([
      request('2026-03-02T07:00:00.250Z'),
      request('2026-03-02T07:00:00.250Z'),
      request('2026-03-02T07:00:00.500Z'),
    ]);
  });

  it('waits for the deliveries in progress when one throws, and then fails', async () => {
    let ended = false;
    const { run } = jobOf([
      () => Promise.reject(new Error('the database is away')),
      async () => {
        await nextTurn();
        ended = true;
        return undefined;
      },
    ]);
    await expect(run(webHook, job)).rejects.toThrow('the database is away');
    expect(ended).toBe(true);
  });

  it('leaves the rest to the next job when its worker stops or its time is over', async () => {
    const { run, afterSuccess, enqueued } = jobOf([async () => undefined]);
    await run(webHook, { ...job, isStopping: () => true });
    expect(enqueued).toEqual([]);
    await afterSuccess?.(webHook);
    expect(enqueued).toEqual([now]);
  });

  it('enqueues nothing when nothing is left', async () => {
    const { run, afterSuccess, enqueued } = jobOf([async () => undefined]);
    await run(webHook, job);
    await afterSuccess?.(webHook);
    expect(enqueued).toEqual([]);
  });

  it('runs once per process: a second run waits for the first', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<undefined>();
    const due: DeliveryAttempt[] = [
      () => {
        begun.resolve();
        return end.promise;
      },
    ];
    const { run, plan } = jobOf(due);
    const order: string[] = [];
    const first = run(webHook, job).then(() => order.push('first'));
    await begun.promise;
    plan(async () => void order.push('delivery'));
    const second = run(webHook, job).then(() => order.push('second'));
    await until(() => order.length > 0);
    await nextTurn();
    end.resolve(undefined);
    await Promise.all([first, second]);
    expect(order).toEqual(['delivery', 'first', 'second']);
  });
});

describe.each(jobStores)('deliveries that hang, with the jobs on %s,', (_, open) => {
  const queues = TestQueues.use(open);

  it('hold up no other account: theirs arrive while all places of the account wait for an answer', async () => {
    const accountThatHangs = 1;
    const hooks = Array.from({ length: 150 }, (__, index) => ({ accountId: accountThatHangs, webHookId: index + 1 }));
    const others = [2, 3].map((accountId) => ({ accountId, webHookId: 1 }));
    const answers = Promise.withResolvers<undefined>();
    const [begun, ended] = [new Set<string>(), new Set<string>()];
    let most = 0;
    const idOf = ({ accountId, webHookId }: WebHookReference) => `${accountId}:${webHookId}`;
    const handlers: Omit<DeliverWebHookHandlers, 'planDeliveries'> = {
      openDeliveries: async (hook) => ({
        claim: async () => {
          if (begun.has(idOf(hook))) return undefined;
          begun.add(idOf(hook));
          return async () => {
            most = Math.max(most, begun.size - ended.size);
            if (hook.accountId === accountThatHangs) await answers.promise;
            ended.add(idOf(hook));
            return undefined;
          };
        },
      }),
      onPlanned: () => () => {},
      findNextDelivery: async () => undefined,
    };
    const definition = deliverWebHookJob(handlers, (request) => queue.enqueue(request));
    const queue = queues.create(definition);
    await queue.start();
    for (const hook of hooks) await queue.enqueue(deliverWebHookRequest(hook));
    await until(() => begun.size === maxWebHooksOfAccount);
    for (const hook of others) await queue.enqueue(deliverWebHookRequest(hook));
    await until(() => others.every((hook) => ended.has(idOf(hook))));
    expect([begun.size, ended.size]).toEqual([maxWebHooksOfAccount + others.length, others.length]);
    answers.resolve(undefined);
    await until(() => ended.size === hooks.length + others.length);
    expect(most).toBeLessThanOrEqual(maxWebHooksOfAccount + others.length);
  });
});
