import {
  claimDelivery,
  deliver,
  findNextAttempt,
  planDeliveries,
} from '../domain/web-hook/web-hook-delivery.actions.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { WakeableTimer } from '../outbox/wakeable-timer.js';
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
 * The places of one process for work that may wait long for a server of its account. Each account has its own number of
 * them, so that one whose servers hang delays no other.
 */
class AccountPlaces {
  readonly #perAccount: number;
  readonly #taken = new Map<number, number>();
  /** By account, what to start when a place is free: first come, first served. */
  readonly #waiting = new Map<number, (() => void)[]>();

  constructor(perAccount: number) {
    this.#perAccount = perAccount;
  }

  /** Takes a place. Returns a function that frees it; undefined if the account has none left. */
  take(accountId: number): (() => void) | undefined {
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= this.#perAccount) return undefined;
    this.#taken.set(accountId, taken + 1);
    return () => this.#free(accountId);
  }

  /** Calls `start` once a place of the account is free, which it must take itself. */
  whenFree(accountId: number, start: () => void): void {
    if ((this.#taken.get(accountId) ?? 0) < this.#perAccount) {
      start();
      return;
    }
    const waiting = this.#waiting.get(accountId) ?? [];
    waiting.push(start);
    this.#waiting.set(accountId, waiting);
  }

  #free(accountId: number): void {
    const taken = (this.#taken.get(accountId) ?? 0) - 1;
    if (taken > 0) this.#taken.set(accountId, taken);
    else this.#taken.delete(accountId);
    const waiting = this.#waiting.get(accountId) ?? [];
    const next = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(accountId);
    next?.();
  }
}

/** Per webhook and process. */
const maxConcurrentDeliveries = 5;
/**
 * Webhooks served at a time by one process, of all accounts and of one. A slow receiver costs a place and a socket, so there
 * are many places; with 100 for all, 100 receivers of one account that hang delayed the deliveries of the others by 33 s.
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
 * In milliseconds, between attempts to claim another delivery while some are in progress. It finds those that another
 * process has planned, and retries; this process wakes the job for its own.
 */
const claimInterval = 5_000;

/**
 * Makes all deliveries of one webhook that are due (spec, Events: Delivery). The deliveries are stored in the database;
 * a job only starts to make them. So a slow receiver occupies one place of a worker, however many deliveries it has.
 *
 * A job whose account has no place left ends, and is enqueued again when one is free. If the process dies before,
 * `resume-stuck-work` finds the deliveries.
 */
export function deliverWebHookJob(context: JobContext): JobDefinition<WebHookReference> {
  const { database, clock, enqueue, plannedDeliveries } = context;
  const places = new AccountPlaces(maxWebHooksOfAccount);
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
    const free = places.take(webHook.accountId);
    if (!free) return void putOff.add(id);
    const delivering = deliverAll(webHook, job).finally(() => {
      inProgress.delete(id);
      free();
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
      // A renewal may fail, such as for lack of a connection: the next one makes up for it.
      const heartbeat = setInterval(() => void job.touch().catch(() => {}), heartbeatInterval);
      await delivering.finally(() => clearInterval(heartbeat));
    },
    // A delivery stored while this job was ending has no job, because the key was taken. Neither has a delivery that a
    // killed worker had claimed: it is due when the claim expires.
    afterSuccess: async (webHook) => {
      const { accountId, webHookId } = webHook;
      if (putOff.delete(idOf(webHook))) {
        // As long as it waits, more deliveries need no more jobs.
        const stopListening = onPlanned(webHook, () => {});
        return places.whenFree(accountId, () => {
          stopListening();
          // If the job store is away, `resume-stuck-work` enqueues it.
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
