import type { EventEmitter } from 'node:events';
import { createBackgroundContext, type LinkSettings } from '../domain/account/create-context.js';
import type { RequestContext } from '../domain/context.js';
import type { Senders } from '../domain/messaging/delivery/message-delivery.actions.js';
import type { MessagesPerDay } from '../domain/messaging/delivery/message-quota.actions.js';
import type { DeliveryDependencies } from '../domain/web-hook/web-hook-delivery.actions.js';
import type { Actor } from '../outbox/actor.js';
import type { Database } from '../platform/database/database.js';
import { AccountPausedError } from '../platform/database/unavailable.js';
import { DomainError, misdirected } from '../platform/errors.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition, JobQueue, JobRequest, RunningJob } from './job-queue.js';

/** The settings of the server on which jobs depend, and the services that they call. */
export interface JobSettings {
  database: Database;
  /** The clock of the server. `contextOf` returns the clock of an account. */
  clock: Clock;
  links: LinkSettings;
  /** Messages of a channel without a sender are stored but not sent. */
  senders: Senders;
  /** The quota of the messages of each account. None by default. */
  messagesPerDay?: MessagesPerDay;
  /** Given by the caller because a payload is the result of a GraphQL operation, and `graphql` is above `jobs`. */
  webHooks: DeliveryDependencies;
  /** Days for which ended messages, deliveries and failed jobs are kept, 90 by default. */
  retentionDays?: number;
}

/** The settings and services that all jobs of a worker share. */
export interface JobContext extends JobSettings {
  enqueue: JobQueue['enqueue'];
  /** Returns a request as `enqueue` stores it, with another key and time for the job of a sandbox. */
  toServerTime(job: JobRequest): Promise<JobRequest>;
  /** Runs the job of a request at once, as part of another job. */
  run(request: JobRequest, job: RunningJob): Promise<void>;
  /** Emits an event named `<account id>:<webhook id>` when this process has planned a delivery. */
  plannedDeliveries: EventEmitter;
}

export type CreateJob = (context: JobContext) => JobDefinition;

/** Returns the job without an error for accounts that moved to another cell, whose worker does the work, so that it ends. */
export function endingWithAccount(definition: JobDefinition): JobDefinition {
  const run: JobDefinition['run'] = async (data, job) => {
    try {
      await definition.run(data, job);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'MISDIRECTED')) throw error;
    }
  };
  return { ...definition, run };
}

/**
 * Creates the context of an account for a job.
 *
 * @throws DomainError MISDIRECTED if the account is not here, because another cell has it; AccountPausedError if it is paused,
 * ReadonlyCellError if its cell is read-only, so that the job waits before it does anything
 */
export async function contextOf(
  { database, clock, links }: Pick<JobContext, 'database' | 'clock' | 'links'>,
  accountId: number,
  actor?: Actor,
): Promise<RequestContext> {
  const context = await createBackgroundContext(database, clock, accountId, actor, links).catch((error: unknown) => {
    // The rows of an account that has moved are deleted some time after.
    const isAbsent = error instanceof DomainError && error.code === 'NOT_FOUND';
    throw isAbsent ? misdirected() : error;
  });
  if (context.account.pausedAt) throw new AccountPausedError(accountId);
  await database.cell?.requireWritable();
  return context;
}
