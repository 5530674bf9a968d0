import {
  claimDelivery,
  deliver,
  findNextAttempt,
  planDeliveries,
} from '../domain/web-hook/web-hook-delivery.actions.js';
import { WakeableTimer } from '../outbox/polling-loop.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition, RunningJob } from './job-queue.js';
import { deliverWebHookRequest } from './work-requests.js';

export interface WebHookReference {
  accountId: number;
  webHookId: number;
}

const idOf = ({ accountId, webHookId }: WebHookReference): string => `${accountId}:${webHookId}`;

/** Stores the deliveries that a change causes and enqueues the jobs that make them. Idempotent. */
export async function enqueueDeliveries(
  { database, clock, enqueue, plannedDeliveries }: JobContext,
  change: RecordedChange,
): Promise<void> {
  const { accountId } = change;
  const webHookIds = await planDeliveries({ db: database.account(accountId), serverClock: clock }, change);
  // A listening job finds the delivery, at the latest when it has ended.
  const unheard = webHookIds.filter((webHookId) => !plannedDeliveries.emit(idOf({ accountId, webHookId })));
  await Promise.all(unheard.map((webHookId) => enqueue(deliverWebHookRequest(accountId, webHookId))));
}

/**
 * Limits the webhooks of each account that one process serves at a time, so that receivers that hang delay no other
 * account.
 */
class AccountLimit {
  readonly #perAccount: number;
  readonly #running = new Map<number, number>();
  /** Functions to call when work of an account ends, by account: first come, first served. */
  readonly #waiting = new Map<number, (() => void)[]>();

  constructor(perAccount: number) {
    this.#perAccount = perAccount;
  }

  /** Counts work of an account. Returns a function that ends it, or undefined if the account is at its limit. */
  begin(accountId: number): (() => void) | undefined {
    const running = this.#running.get(accountId) ?? 0;
    if (running >= this.#perAccount) return undefined;
    this.#running.set(accountId, running + 1);
    return () => this.#end(accountId);
  }

  /** Calls `start` once the account is below its limit. `start` must then call `begin`. */
  whenBelow(accountId: number, start: () => void): void {
    if ((this.#running.get(accountId) ?? 0) < this.#perAccount) {
      start();
      return;
    }
    const waiting = this.#waiting.get(accountId) ?? [];
    waiting.push(start);
    this.#waiting.set(accountId, waiting);
  }

  #end(accountId: number): void {
    const running = (this.#running.get(accountId) ?? 0) - 1;
    if (running > 0) this.#running.set(accountId, running);
    else this.#running.delete(accountId);
    const waiting = this.#waiting.get(accountId) ?? [];
    const next = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(accountId);
    next?.();
  }
}

/** Per webhook and process. */
const maxConcurrentDeliveries = 5;
/**
 * Webhooks that one process serves at a time, of all accounts and of one. A slow receiver costs only a socket, so the
 * limit is high: with 100 for all, 100 receivers of one account that hang delayed the deliveries of the others by 33 s.
 */
const maxWebHooks = 1_000;
export const maxWebHooksOfAccount = 10;
/** In milliseconds. A job starts no delivery after this, so that other webhooks of its account are served. */
const maxDuration = 20_000;
/**
 * Short, because after a worker was killed no other serves its webhook until the lock expires. A job takes up to 30
 * seconds with its last attempt, so it must renew the lock.
 */
const lockSeconds = 15;
/** In milliseconds: two renewals may fail before the lock expires. */
const heartbeatInterval = 5_000;
/**
 * In milliseconds, between attempts to claim another delivery while some are in progress. They find retries, and
 * deliveries that another process has planned. For those that this process plans, it wakes the job.
 */
const claimInterval = 5_000;

/**
 * Makes all deliveries of one webhook that are due (spec, Events: Delivery). The deliveries are stored in the database;
 * a job only starts to make them. So a slow receiver occupies one job of a worker, however many deliveries it has.
 *
 * A job whose account is at its limit ends, and is enqueued again when the account is below it. If the process dies
 * before, `resume-stuck-work` finds the deliveries.
 */
export function deliverWebHookJob(context: JobContext): JobDefinition<WebHookReference> {
  const { database, clock, enqueue, plannedDeliveries } = context;
  const limit = new AccountLimit(maxWebHooksOfAccount);
  const inProgress = new Map<string, Promise<void>>();
  const putOff = new Set<string>();
  const onPlanned = (webHook: WebHookReference, listener: () => void): (() => void) => {
    plannedDeliveries.on(idOf(webHook), listener);
    return () => void plannedDeliveries.off(idOf(webHook), listener);
  };
  const deliverAll = async (webHook: WebHookReference, job: RunningJob): Promise<void> => {
    const { accountId, webHookId } = webHook;
    const ofAccount = await contextOf(context, accountId);
    const timer = new WakeableTimer();
    const stopListening = onPlanned(webHook, () => timer.wake());
    await deliverConcurrently(
      () => claimDelivery(ofAccount, webHookId),
      async (delivery) => {
        const db = database.account(accountId);
        const retryAt = await deliver({ ...ofAccount, db }, delivery, context.webHooks);
        if (retryAt) await enqueue(deliverWebHookRequest(accountId, webHookId, retryAt));
      },
      job,
      timer,
    ).finally(stopListening);
  };
  const start = (webHook: WebHookReference, job: RunningJob): Promise<void> | undefined => {
    const id = idOf(webHook);
    const end = limit.begin(webHook.accountId);
    if (!end) return void putOff.add(id);
    const delivering = deliverAll(webHook, job).finally(() => {
      inProgress.delete(id);
      end();
    });
    inProgress.set(id, delivering);
    return delivering;
  };
  return {
    name: 'deliver-web-hook',
    lockSeconds,
    maxAttempts: 5,
    concurrency: maxWebHooks,
    run: async (webHook, job) => {
      const delivering = inProgress.get(idOf(webHook)) ?? start(webHook, job);
      if (!delivering) return;
      // A renewal may fail, such as for lack of a connection. The next one then keeps the lock.
      const heartbeat = setInterval(() => void job.touch().catch(() => {}), heartbeatInterval);
      await delivering.finally(() => clearInterval(heartbeat));
    },
    // A delivery stored while this job was ending has no job, because the key was taken. Neither has a delivery that a
    // killed worker had claimed: it is due when the claim expires.
    afterSuccess: async (webHook) => {
      const { accountId, webHookId } = webHook;
      if (putOff.delete(idOf(webHook))) {
        // While it waits, further deliveries of the webhook need no job.
        const stopListening = onPlanned(webHook, () => {});
        return limit.whenBelow(accountId, () => {
          stopListening();
          // The job is enqueued by `resume-stuck-work` if the job store is unavailable.
          void enqueue(deliverWebHookRequest(accountId, webHookId)).catch(() => {});
        });
      }
      const at = await findNextAttempt(database.account(accountId), webHookId);
      if (at) await enqueue(deliverWebHookRequest(accountId, webHookId, at > clock.now() ? at : undefined));
    },
  };
}

/**
 * Claims and makes deliveries until none is due, `maxDuration` is over or one fails.
 *
 * @param timer woken when a delivery may have become due
 * @throws the first failure
 */
export async function deliverConcurrently<Delivery>(
  claim: () => Promise<Delivery | undefined>,
  deliver: (delivery: Delivery) => Promise<void>,
  job: RunningJob,
  timer: WakeableTimer,
): Promise<void> {
  const endsAt = performance.now() + maxDuration;
  const inProgress = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    while (performance.now() < endsAt && !job.isStopping() && failures.length === 0) {
      const claimed = inProgress.size < maxConcurrentDeliveries ? await claim() : undefined;
      if (claimed) {
        const delivering: Promise<void> = deliver(claimed)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => {
            inProgress.delete(delivering);
            timer.wake();
          });
        inProgress.add(delivering);
      } else if (inProgress.size > 0) {
        await timer.sleep(claimInterval);
      } else break;
    }
  } finally {
    await Promise.all(inProgress);
  }
  if (failures.length > 0) throw failures[0];
}
