import type { Senders } from '../domain/messaging/delivery/message-delivery.actions.js';
import { createMailer, createSmsGateway } from '../domain/messaging/delivery/senders.js';
import { changeReader } from '../graphql/operations.js';
import { startWorker } from '../jobs/worker.js';
import { publicAddress } from '../platform/addresses.js';
import { DatabaseClock, readDatabaseTime } from '../platform/database/database-clock.js';
import type { Clock } from '../platform/time/clock.js';
import type { Component, Dependencies } from './component.js';
import type { Config } from './config.js';

/**
 * Starts the worker of all accounts. Waits while its MongoDB is unavailable.
 *
 * @param clock the clock of the work that jobs do, by default that of the database, by which they are stored and run
 */
export async function startJobs(dependencies: Dependencies, clock?: Clock): Promise<Component> {
  const { config, database, signal, logger, metrics, abort } = dependencies;
  const jobClock = await DatabaseClock.start(() => readDatabaseTime(database));
  const { stop } = await startWorker({
    database,
    signal,
    clock: clock ?? jobClock,
    jobClock,
    logger,
    links: { address: publicAddress(config), siteDomain: config.siteDomain, mail: config.mail },
    senders: createSenders(config),
    webHooks: {
      show: changeReader(),
      retryBase: config.webhookRetryBase,
      allowPrivate: config.webhookPrivateTargets,
      reportAttempt: ({ seconds, ...attempt }) => {
        metrics.delivery(attempt.outcome, seconds);
        database.usage.add(attempt.account, 'deliveries');
        const line = { ...attempt, ms: Math.round(seconds * 1_000) };
        if (attempt.outcome !== 'delivered') logger.warn(line, 'attempt of a webhook delivery failed');
      },
    },
    retentionDays: config.retentionDays,
    messagesPerDay: config.messagesPerDay,
    ...(config.mongoUrl && { mongoUrl: config.mongoUrl }),
    retryOptions: { onRetry: (err) => logger.warn({ err }, 'waiting for the job store'), signal: abort },
    reportJob: (job) => metrics.job(job),
    reportBlocked: (seconds) => metrics.relayBlocked(seconds),
  });
  return { lines: ['Worker         running'], stop: () => stop().finally(() => jobClock.stop()) };
}

/** Returns no senders in a test environment: messages are stored but not sent. */
export function createSenders({
  testEnvironment,
  smtpUrl,
  smsGatewayUrl,
}: Pick<Config, 'testEnvironment' | 'smtpUrl' | 'smsGatewayUrl'>): Senders {
  if (testEnvironment) return {};
  return {
    ...(smtpUrl && { email: createMailer(smtpUrl) }),
    ...(smsGatewayUrl && { sms: createSmsGateway(smsGatewayUrl) }),
  };
}
