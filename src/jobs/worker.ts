import type { Logger } from 'pino';
import { Relay } from '../outbox/relay.js';
import type { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import { type Waiting, waitFor } from '../platform/wait-for.js';
import { createJobQueue, JobStoreAwayError } from './agenda.js';
import { compactBookingCountsJob } from './compact-booking-counts.job.js';
import { type ComposeMessagesTools, composeMessagesJob } from './compose-messages.job.js';
import { type CreateOccurrencesTools, createOccurrencesJob } from './create-occurrences.job.js';
import { announceToWebHooks, type DeliverWebHookTools, deliverWebHookJob } from './deliver-web-hook.job.js';
import { type ExpireHoldTools, expireHoldJob } from './expire-hold.job.js';
import { type GivenUpJob, type JobDefinition, type JobQueue, type JobReport, relayConsumer } from './job-queue.js';
import { type TakeUpOverdueTools, takeUpOverdueJob } from './resume-stuck-work.job.js';
import { routeChange } from './route-change.js';
import { type SendMessageTools, sendMessageJob } from './send-message.job.js';
import { type SendReminderTools, sendReminderJob } from './send-reminder.job.js';
import { applyTemplateJob, planMessages, type SendTemplateTools, sendTemplateJob } from './send-template.job.js';
import { type TrimAnswersTools, trimAnswersJob } from './trim-answers.job.js';
import { type TrimChangeLogTools, trimChangeLogJob } from './trim-change-log.job.js';

export interface WorkerOptions
  extends ComposeMessagesTools,
    CreateOccurrencesTools,
    DeliverWebHookTools,
    ExpireHoldTools,
    SendMessageTools,
    SendReminderTools,
    SendTemplateTools,
    TakeUpOverdueTools,
    TrimAnswersTools,
    TrimChangeLogTools {
  database: Database;
  /** Started and stopped by its owner. */
  signal: ChangeSignal;
  /** Where jobs are kept; in the database unless given. */
  mongoUrl?: string;
  /** How to wait for a job store that is away. Without it, `startWorker` throws. */
  waiting?: Omit<Waiting, 'isAway'>;
  /** Keeps what was given up where its account sees it. */
  keepFailed(job: GivenUpJob): Promise<void>;
  /** Told of every run of a job. */
  reportJob?(report: JobReport): void;
  logger: Logger;
}

/** Makes jobs of changes and runs them, until it is stopped: then what is in hand is finished, and no more begun. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { database, signal, mongoUrl, waiting, keepFailed, reportJob, logger } = options;
  const definitions: JobDefinition[] = [
    applyTemplateJob(options, (job) => queue.enqueue(job)),
    compactBookingCountsJob(options),
    composeMessagesJob(options),
    createOccurrencesJob(options),
    deliverWebHookJob(options, (job) => queue.enqueue(job)),
    expireHoldJob(options),
    sendMessageJob(options),
    sendReminderJob(options),
    sendTemplateJob(options),
    takeUpOverdueJob(options, (job) => queue.enqueue(job)),
    trimAnswersJob(options),
    trimChangeLogJob(options),
  ];
  const queue: JobQueue = createJobQueue({
    definitions,
    database,
    mongoUrl,
    keepFailed,
    report: reportJob,
    logger,
  });
  const relay = new Relay({
    database,
    signal,
    logger,
    consumer: relayConsumer,
    // To store a job durably takes a moment, in which others can be stored; none depends on another.
    accountConcurrency: 5,
    handle: async (change) => {
      await routeChange(change, queue);
      await announceToWebHooks(change, queue, options);
      await planMessages(change, queue, options);
    },
  });
  try {
    const isAway = (error: unknown) => error instanceof JobStoreAwayError;
    await (waiting ? waitFor(() => queue.start(), { ...waiting, isAway }) : queue.start());
  } catch (error) {
    await queue.stop();
    throw error;
  }
  relay.start();
  return {
    stop: async () => {
      await relay.stop();
      await queue.stop();
    },
  };
}
