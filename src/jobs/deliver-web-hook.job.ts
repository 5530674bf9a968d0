import { setTimeout as pass } from 'node:timers/promises';
import type { RecordedChange } from '../outbox/change-log.js';
import type { JobDefinition, JobQueue, JobRequest, RunningJob } from './job-queue.js';

export interface WebHookReference {
  accountId: number;
  webHookId: number;
}

/** Tries one delivery that is this process's to try, and gives when to try it again. */
export type Try = () => Promise<Date | undefined>;

export interface DeliverWebHookTools {
  /** Notes what webhooks are to be told of a change, and gives those that are still to be told. */
  planDeliveries(change: RecordedChange): Promise<WebHookReference[]>;
  /** Gives what a webhook is to be told, one after the other, each to this process alone; undefined when nothing is due. */
  openReceiver(webHook: WebHookReference): Promise<{ claim(): Promise<Try | undefined> }>;
  /** When the next of its deliveries is due, without a time if one is due now; undefined if none is pending. */
  findNextDelivery(webHook: WebHookReference): Promise<{ at: Date | undefined } | undefined>;
}

/** To the next quarter of a second: what is due at about the same time is tried by one job. */
const occasionEvery = 250;

/** A request to tell a webhook what is due: another for the same time adds nothing. */
export function wakeWebHook({ accountId, webHookId }: WebHookReference, at?: Date): JobRequest {
  const when = at && new Date(Math.ceil(at.getTime() / occasionEvery) * occasionEvery);
  return {
    name: 'deliver-web-hook',
    key: `deliver-web-hook:${accountId}:${webHookId}:${when?.toISOString() ?? 'now'}`,
    data: { accountId, webHookId },
    ...(when && { at: when }),
  };
}

/** What follows from a change for webhooks. Safe to repeat. */
export async function announceToWebHooks(
  change: RecordedChange,
  queue: Pick<JobQueue, 'enqueue'>,
  { planDeliveries }: Pick<DeliverWebHookTools, 'planDeliveries'>,
): Promise<void> {
  const webHooks = await planDeliveries(change);
  await Promise.all(webHooks.map((webHook) => queue.enqueue(wakeWebHook(webHook))));
}

/** How many deliveries are under way to one webhook at a time, and to how many webhooks in one process. */
const mostAtOne = 5;
const mostWebHooks = 100;
/** In milliseconds: then others have a turn. */
const longestTurn = 20_000;
/**
 * The job of a killed worker runs again after so long. Short, as no other tells its webhook meanwhile; so a turn, which
 * with its last try takes up to 30 seconds, must renew its lock.
 */
const lockSeconds = 15;
/** In milliseconds: two may be missed before the lock expires. */
const heartbeatEvery = 5_000;
/** In milliseconds, between two looks for more while some are under way. */
const lookEvery = 100;

/**
 * Tells one webhook all that is due (spec, Events: Delivery). The deliveries are in the database and the job only wakes
 * whoever sends them: a receiver that takes its 10 seconds keeps one place of a worker busy, whatever it is still to be told.
 */
export function deliverWebHookJob(
  { openReceiver, findNextDelivery }: Pick<DeliverWebHookTools, 'openReceiver' | 'findNextDelivery'>,
  enqueue: JobQueue['enqueue'],
): JobDefinition<WebHookReference> {
  const underWay = new Map<string, Promise<void>>();
  const tell = async (webHook: WebHookReference, job: RunningJob): Promise<void> => {
    const { claim } = await openReceiver(webHook);
    const retry = async (attempt: Try): Promise<void> => {
      const again = await attempt();
      if (again) await enqueue(wakeWebHook(webHook, again));
    };
    await takeTurn(claim, retry, job);
  };
  return {
    name: 'deliver-web-hook',
    lockSeconds,
    tries: 5,
    concurrency: mostWebHooks,
    run: async (webHook, job) => {
      const name = `${webHook.accountId}:${webHook.webHookId}`;
      const telling = underWay.get(name) ?? tell(webHook, job).finally(() => underWay.delete(name));
      underWay.set(name, telling);
      // A beat that is missed for lack of a connection is made up for by the next.
      const heartbeat = setInterval(() => void job.touch().catch(() => {}), heartbeatEvery);
      await telling.finally(() => clearInterval(heartbeat));
    },
    // A delivery that was added while this job ended found the job's key taken and made no job. Nor is there a job for
    // a delivery that a killed worker had claimed: it is due when that claim expires.
    settle: async (webHook) => {
      const next = await findNextDelivery(webHook);
      if (next) await enqueue(wakeWebHook(webHook, next.at));
    },
  };
}

/** Works off what is claimed, a few at a time, until there is no more or the turn is over. @throws the first failure */
async function takeTurn(
  claim: () => Promise<Try | undefined>,
  work: (attempt: Try) => Promise<void>,
  job: RunningJob,
): Promise<void> {
  const endsAt = performance.now() + longestTurn;
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  while (performance.now() < endsAt && !job.isStopping() && failures.length === 0) {
    const attempt = underWay.size < mostAtOne ? await claim() : undefined;
    if (attempt) {
      const working: Promise<void> = work(attempt)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(working));
      underWay.add(working);
    } else if (underWay.size > 0) {
      await Promise.race([...underWay, pass(lookEvery)]);
    } else break;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}
