import {
  requestCountDays,
  requestLogDays,
  trimApiKeyRequests,
  trimApiRequests,
} from '../domain/account/api-key-use.js';
import { findFailedJobKeys } from '../domain/failed-job/failed-job.queries.js';
import { findErasingAccounts } from '../domain/person/idle-people.queries.js';
import { eraseIdlePeople } from '../domain/person-data/erase-idle-people.actions.js';
import { trimHistory } from '../domain/trim-history.actions.js';
import { trimVisitorSessions } from '../domain/visitor/trim-visitor-sessions.actions.js';
import { closedEntryDays, trimWaitlist } from '../domain/waitlist/trim-waitlist.actions.js';
import { findStuckWork } from '../domain/work.queries.js';
import { trimChangeLog } from '../outbox/trim-change-log.js';
import { responseRetention, trimStoredResponses } from '../platform/database/idempotency-store.js';
import type { Clock } from '../platform/time/clock.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { requestOf } from './work-requests.js';

const batchSize = 100;

/**
 * Enqueues the jobs of stuck work again. A job may be lost, because the job store can be another database than the one
 * that has the work. A job that is merely late still exists under its key, so enqueueing it changes nothing.
 */
export const resumeStuckWorkJob = ({ database, clock, enqueue, toServerTime }: JobContext): JobDefinition => ({
  name: 'resume-stuck-work',
  formerNames: ['take-up-overdue', 'compact-booking-counts'],
  lockSeconds: 40,
  maxAttempts: 3,
  every: '1 minute',
  run: async (_, job) => {
    const stuck = await findStuckWork(database, clock);
    while (stuck.length > 0) {
      const jobs = await Promise.all(
        stuck.splice(0, batchSize).map(async (work) => {
          const request = requestOf(work);
          // The job of a sandbox was given up under the key with which it was stored.
          return { accountId: work.accountId, request, key: (await toServerTime(request)).key };
        }),
      );
      const givenUp = await findFailedJobKeys(database, jobs);
      for (const { request, key } of jobs) if (!givenUp.has(key)) await enqueue(request);
      await job.touch();
    }
  },
});

type Dependencies = Pick<JobContext, 'database' | 'clock'>;

const day = 24 * 60 * 60 * 1_000;

const ago = (clock: Clock, milliseconds: number): Date => new Date(clock.now().getTime() - milliseconds);

/** Deletes the request counts of API keys that are too old for the figures, and old requests. */
export const trimApiKeyRequestsJob = ({ database, clock }: Dependencies): JobDefinition => ({
  name: 'trim-api-key-requests',
  lockSeconds: 10,
  maxAttempts: 3,
  every: '1 day',
  run: async (_, job) => {
    await trimApiKeyRequests(database, ago(clock, requestCountDays * day), () => job.touch());
    await trimApiRequests(database, ago(clock, requestLogDays * day), () => job.touch());
  },
});

/** Deletes changes from the change log that are older than 30 days, or than their account keeps them. */
export const trimChangeLogJob = ({ database, clock }: Dependencies): JobDefinition => ({
  name: 'trim-change-log',
  lockSeconds: 10,
  maxAttempts: 3,
  every: '1 hour',
  run: async (_, job) => {
    await trimChangeLog(database, clock.now(), () => job.touch());
  },
});

/** Deletes old messages, deliveries, failed jobs and entries of the security log, and erases people without bookings. */
export const trimHistoryJob = (context: JobContext): JobDefinition => ({
  name: 'trim-history',
  lockSeconds: 40,
  maxAttempts: 3,
  every: '1 day',
  run: async (_, job) => {
    const unfinishedJobs = await findUnfinishedJobs(context);
    const { database, clock, retentionDays: days = 90 } = context;
    const onBatch = () => job.touch();
    await trimHistory(database, { days, unfinishedJobs, onBatch });
    const failures: unknown[] = [];
    for (const { id, before } of await findErasingAccounts(database, clock.now())) {
      const erase = async () => eraseIdlePeople(await contextOf(context, id), before, onBatch);
      await erase().catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'people of some accounts were not erased');
  },
});

/** Returns the keys of the jobs of stuck work, by account, as they are stored when such a job is given up. */
async function findUnfinishedJobs({ database, clock, toServerTime }: JobContext): Promise<Map<number, string[]>> {
  const keys = new Map<number, string[]>();
  for (const work of await findStuckWork(database, clock)) {
    const { key } = await toServerTime(requestOf(work));
    keys.set(work.accountId, [...(keys.get(work.accountId) ?? []), key]);
  }
  return keys;
}

/** Deletes the responses of idempotency keys that have expired. */
export const trimStoredResponsesJob = ({ database, clock }: Dependencies): JobDefinition => ({
  name: 'trim-stored-responses',
  formerNames: ['trim-answers'],
  lockSeconds: 10,
  maxAttempts: 3,
  every: '1 hour',
  run: (_, job) => trimStoredResponses(database, ago(clock, responseRetention), () => job.touch()),
});

/** Deletes waitlist entries that were closed a while ago, because they contain contact data of people. */
export const trimWaitlistJob = ({ database, clock }: Dependencies): JobDefinition => ({
  name: 'trim-waitlist',
  lockSeconds: 10,
  maxAttempts: 3,
  every: '1 day',
  run: (_, job) => trimWaitlist(database, ago(clock, closedEntryDays * day), () => job.touch()),
});

/** Deletes codes and sessions of visitors that have expired. */
export const trimVisitorSessionsJob = ({ database, clock }: Dependencies): JobDefinition => ({
  name: 'trim-visitor-sessions',
  lockSeconds: 10,
  maxAttempts: 3,
  every: '1 hour',
  run: (_, job) => trimVisitorSessions(database, clock.now(), () => job.touch()),
});
