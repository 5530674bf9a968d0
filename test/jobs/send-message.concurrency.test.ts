import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { MessageChannel } from '../../src/domain/messaging/delivery/message.entity.js';
import { type NewMessage, queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import { createMailer, createSmsGateway } from '../../src/domain/messaging/delivery/senders.js';
import { createJobQueue } from '../../src/jobs/agenda.js';
import { channelConcurrency } from '../../src/jobs/message.jobs.js';
import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { jobSettings } from '../support/job-context.js';
import { type Receivers, startReceivers } from '../support/messages.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { silent } from './change-writer.js';
import { jobStores, type StoredJobs } from './job-queues.js';
import { email, patience, sms } from './sendable-messages.js';

const messages: Record<MessageChannel, NewMessage> = { email, sms };

/** For each channel: makes its server wait before it accepts a message, and counts those that it has read. */
const servers: Record<MessageChannel, { hang(on: Receivers, end: Promise<void>): void; count(on: Receivers): number }> =
  {
    email: {
      hang: ({ mail }, end) => Object.assign(mail, { pause: () => end }),
      count: ({ mail }) => mail.mails.length,
    },
    sms: {
      hang: ({ gateway }, end) => {
        const { answer } = gateway;
        gateway.answer = (response) => void end.then(() => answer(response));
      },
      count: ({ gateway }) => gateway.requests.length,
    },
  };

const channels = Object.values(MessageChannel);

describe.each(jobStores)('a server of messages that hangs, with the jobs on %s,', (_, open) => {
  let server: TestServer;
  let accounts: TestAccount[];
  let stored: StoredJobs;
  let receivers: Receivers;
  let signal: ChangeSignal;
  let worker: { stop(): Promise<void> } | undefined;
  beforeEach(async () => {
    server = await startTestServer();
    accounts = [await server.account(), await server.account()];
    stored = await open(server);
    receivers = await startReceivers();
    signal = new ChangeSignal(server.databaseUrl, silent);
    await signal.start();
  });
  afterEach(async () => {
    await worker?.stop();
    await signal.stop();
    await receivers[Symbol.asyncDispose]();
    await stored.close();
    await server[Symbol.asyncDispose]();
  });

  async function start(): Promise<void> {
    const { mail, gateway } = receivers;
    const senders = { email: createMailer(mail.url, patience), sms: createSmsGateway(gateway.url, patience) };
    worker = await startWorker({
      ...jobSettings(server, { senders }),
      ...{ signal, logger: silent },
      ...(stored.mongoUrl && { mongoUrl: stored.mongoUrl }),
    });
  }

  /** Queues a message of each account in turn. */
  async function queue(channel: MessageChannel, count = 1): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const { credentials } = accounts[number % accounts.length] as TestAccount;
      const context = await createBackgroundContext(server.database, server.clock, credentials.id);
      await context.db.transaction((tx) => queueMessage(context, tx, messages[channel]));
    }
  }

  /**
   * Stores the jobs of all queued messages as a version did that had one job for all channels, and had relayed the
   * changes.
   */
  async function storeFormerJobs(): Promise<void> {
    const { mongoUrl } = stored;
    const former = createJobQueue({
      clock: systemClock,
      database: server.database,
      mongoUrl,
      onGivenUp: async () => {},
      logger: silent,
    });
    const rows = await server.sql<{ accountId: number; messageId: number }>(
      'select account_id as "accountId", id as "messageId" from message order by id',
    );
    for (const data of rows) {
      const key = `send-message:${data.accountId}:${data.messageId}`;
      await former.enqueue({ name: 'send-message', key, data });
    }
    await former.stop();
    await server.sql('delete from change');
  }

  const areSent = async (): Promise<boolean> =>
    (await server.sql(`select from message where state <> 'sent'`)).length === 0;

  it.each(channels)('delays no other channel: %s', async (hanging) => {
    const others = channels.filter((channel) => channel !== hanging);
    const end = Promise.withResolvers<void>();
    servers[hanging].hang(receivers, end.promise);
    await start();
    await queue(hanging, channelConcurrency + 5);
    await until(() => servers[hanging].count(receivers) === channelConcurrency);
    for (const channel of others) await queue(channel);
    await until(() => others.every((channel) => servers[channel].count(receivers) === 1));
    expect(servers[hanging].count(receivers)).toBe(channelConcurrency);
    end.resolve();
    await until(areSent);
    expect(servers[hanging].count(receivers)).toBe(channelConcurrency + 5);
  });

  it.each(channels)('delays no other channel after an upgrade from one job for all: %s', async (hanging) => {
    const others = channels.filter((channel) => channel !== hanging);
    const end = Promise.withResolvers<void>();
    servers[hanging].hang(receivers, end.promise);
    await queue(hanging, channelConcurrency + 5);
    for (const channel of others) await queue(channel);
    await storeFormerJobs();
    expect(await stored.list('send-message')).toHaveLength(channelConcurrency + 5 + others.length);
    await start();
    await until(() => others.every((channel) => servers[channel].count(receivers) === 1));
    end.resolve();
    await until(areSent);
    await until(async () => (await stored.list('send-message')).length === 0);
    expect(servers[hanging].count(receivers)).toBe(channelConcurrency + 5);
  });
});
