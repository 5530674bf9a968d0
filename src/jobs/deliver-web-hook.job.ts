import type { RecordedChange } from '../outbox/recorded-change.js';
import { WakeableTimer } from '../outbox/wakeable-timer.js';
import { AccountPlaces } from './account-places.js';
import type { JobDefinition, JobQueue, JobRequest, RunningJob } from './job-queue.js';

export interface WebHookReference {
  accountId: number;
  webHookId: number;
}

/** Attempts a delivery that this process has claimed. Returns the time of the retry, if there is one. */
export type DeliveryAttempt = () => Promise<Date | undefined>;

/** Claims the next delivery of a webhook that is due. Returns undefined if none is due, or other processes have them. */
type ClaimDelivery = () => Promise<DeliveryAttempt | undefined>;

export interface DeliverWebHookHandlers {
  /** Stores the deliveries that a change causes. Returns the webhooks with pending ones for which nobody in this process listens. */
  planDeliveries(change: RecordedChange): Promise<WebHookReference[]>;
  openDeliveries(webHook: WebHookReference): Promise<{ claim: ClaimDelivery }>;
  /** Calls `listener` when this process has planned a delivery of the webhook, until the returned function is called. */
  onPlanned(webHook: WebHookReference, listener: () => void): () => void;
  /** Finds the next pending delivery. `at` is undefined if it is due now. */
  findNextDelivery(webHook: WebHookReference): Promise<{ at: Date | undefined } | undefined>;
}

/** In milliseconds. Retries are rounded up to this, so that one job makes those due at about the same time. */
const retryGranularity = 250;

export function deliverWebHookRequest({ accountId, webHookId }: WebHookReference, at?: Date): JobRequest {
  const when = at && new Date(Math.ceil(at.getTime() / retryGranularity) * retryGranularity);
  return {
    name: 'deliver-web-hook',
    key: `deliver-web-hook:${accountId}:${webHookId}:${when?.toISOString() ?? 'now'}`,
    data: { accountId, webHookId },
    ...(when && { at: when }),
  };
}

/** Stores the deliveries that a change causes and enqueues the jobs that make them. Idempotent. */
export async function enqueueDeliveries(
  change: RecordedChange,
  queue: Pick<JobQueue, 'enqueue'>,
  { planDeliveries }: Pick<DeliverWebHookHandlers, 'planDeliveries'>,
): Promise<void> {
  const webHooks = await planDeliveries(change);
  await Promise.all(webHooks.map((webHook) => queue.enqueue(deliverWebHookRequest(webHook))));
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
export function deliverWebHookJob(
  { openDeliveries, onPlanned, findNextDelivery }: Omit<DeliverWebHookHandlers, 'planDeliveries'>,
  enqueue: JobQueue['enqueue'],
): JobDefinition<WebHookReference> {
  const places = new AccountPlaces(maxWebHooksOfAccount);
  const inProgress = new Map<string, Promise<void>>();
  const putOff = new Set<string>();
  const deliverAll = async (webHook: WebHookReference, job: RunningJob): Promise<void> => {
    const { claim } = await openDeliveries(webHook);
    const deliver = async (attempt: DeliveryAttempt): Promise<void> => {
      const retryAt = await attempt();
      if (retryAt) await enqueue(deliverWebHookRequest(webHook, retryAt));
    };
    const timer = new WakeableTimer();
    const stopListening = onPlanned(webHook, () => timer.wake());
    await deliverConcurrently(claim, deliver, job, timer).finally(stopListening);
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
      if (putOff.delete(idOf(webHook))) {
        // As long as it waits, more deliveries need no more jobs.
        const stopListening = onPlanned(webHook, () => {});
        return places.whenFree(webHook.accountId, () => {
          stopListening();
          // If the job store is away, `resume-stuck-work` enqueues it.
          void enqueue(deliverWebHookRequest(webHook)).catch(() => {});
        });
      }
      const next = await findNextDelivery(webHook);
      if (next) await enqueue(deliverWebHookRequest(webHook, next.at));
    },
  };
}

const idOf = ({ accountId, webHookId }: WebHookReference): string => `${accountId}:${webHookId}`;

/** Makes deliveries until none is due, `maxDuration` is over or one fails. @throws the first failure */
async function deliverConcurrently(
  claim: ClaimDelivery,
  deliver: (attempt: DeliveryAttempt) => Promise<void>,
  job: RunningJob,
  timer: WakeableTimer,
): Promise<void> {
  const endsAt = performance.now() + maxDuration;
  const inProgress = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    while (performance.now() < endsAt && !job.isStopping() && failures.length === 0) {
      const attempt = inProgress.size < maxConcurrentDeliveries ? await claim() : undefined;
      if (attempt) {
        const delivering: Promise<void> = deliver(attempt)
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
