import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DeliveryAttempt, deliverWebHookJob, deliverWebHookRequest } from '../../src/jobs/deliver-web-hook.job.js';
import type { JobRequest } from '../../src/jobs/job-queue.js';
import { until } from '../support/until.js';

const webHook = { accountId: 1, webHookId: 7 };
const now = deliverWebHookRequest(webHook);
const job = { touch: async () => {}, isStopping: () => false };

/** Creates a job with these due deliveries, and records what it enqueues. */
function jobOf(due: DeliveryAttempt[]) {
  const enqueued: JobRequest[] = [];
  const definition = deliverWebHookJob(
    {
      openDeliveries: async () => ({ claim: async () => due.shift() }),
      findNextDelivery: async () => (due.length > 0 ? { at: undefined } : undefined),
    },
    async (request) => void enqueued.push(request),
  );
  return { ...definition, enqueued };
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
    const due: DeliveryAttempt[] = [];
    const order: string[] = [];
    due.push(async () => {
      due.push(async () => void order.push('later one'));
      await until(() => order.length > 0);
      order.push('slow one');
      return undefined;
    });
    await jobOf(due).run(webHook, job);
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
    const { run } = jobOf(due);
    const order: string[] = [];
    const first = run(webHook, job).then(() => order.push('first'));
    await begun.promise;
    due.push(async () => void order.push('delivery'));
    const second = run(webHook, job).then(() => order.push('second'));
    await until(() => order.length > 0);
    await nextTurn();
    end.resolve(undefined);
    await Promise.all([first, second]);
    expect(order).toEqual(['delivery', 'first', 'second']);
  });
});
