import { planTemplates } from '../../src/domain/messaging/composing/planned-messages.actions.js';
import { messageWorkOf } from '../../src/domain/work.rules.js';
import { contextOf, type JobContext } from '../../src/jobs/job-context.js';
import { sendingJobOf } from '../../src/jobs/work-requests.js';
import { publicAddress } from '../../src/platform/addresses.js';
import { createSenders } from '../../src/process/background-jobs.js';
import type { Config } from '../../src/process/config.js';
import { findJob, jobContext, running } from './job-context.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { type SmsGateway, startSmsGateway } from './sms-gateway.js';
import type { TestServer } from './test-server.js';

type Settings = Pick<
  Config,
  'host' | 'port' | 'publicUrl' | 'siteDomain' | 'mail' | 'smtpUrl' | 'smsGatewayUrl' | 'testEnvironment'
>;

const defaults: Settings = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: 'https://book.example.org',
  siteDomain: undefined,
  mail: {},
  smtpUrl: undefined,
  smsGatewayUrl: undefined,
  testEnvironment: false,
};

/** The context of jobs on a server with these settings. */
export function messageContext(server: TestServer, settings: Partial<Settings> = {}): JobContext {
  const all = { ...defaults, ...settings };
  const links = { address: publicAddress(all), siteDomain: all.siteDomain, mail: all.mail };
  return jobContext(server, { links, senders: createSenders(all) });
}

interface Waiting {
  accountId: number;
  id: number;
}

/** Composes and sends all pending messages, one after the other, by their jobs. */
export async function deliverMessages(server: TestServer, settings: Partial<Settings> = {}): Promise<void> {
  const context = messageContext(server, settings);
  const requests = await waiting<Waiting>(server, 'id from message_request where composed_at is null');
  const compose = findJob(context, 'compose-messages');
  for (const { accountId, id } of requests) await compose.run({ accountId, requestId: id }, running);
  const messages = await waiting<Waiting & { channel: 'email' | 'sms'; kind: string }>(
    server,
    `id, channel, kind from message where state = 'queued'`,
  );
  for (const { accountId, id, channel, kind } of messages) {
    await findJob(context, sendingJobOf(messageWorkOf(kind, channel))).run({ accountId, messageId: id }, running);
  }
}

function waiting<Row extends Waiting>(server: TestServer, rows: string, ...parameters: unknown[]): Promise<Row[]> {
  return server.sql<Row>(`select account_id as "accountId", ${rows} order by id`, ...parameters);
}

/** Plans the messages of templates for all bookings and sends those that are due. Each is sent twice, as jobs may run twice. */
export async function sendTemplates(server: TestServer): Promise<void> {
  const context = messageContext(server);
  const bookings = await waiting<Waiting>(server, 'id from booking where adds_messages');
  for (const { accountId, id } of bookings) await planTemplates(await contextOf(context, accountId), id);
  const due = await waiting<Waiting>(server, 'id from planned_message where due_at <= ?', server.clock.now());
  const { run } = findJob(context, 'send-template');
  await Promise.all([...due, ...due].map(({ accountId, id }) => run({ accountId, plannedId: id }, running)));
}

/** The mail server and SMS gateway that receive a test's messages. */
export interface Receivers extends AsyncDisposable {
  mail: MailServer;
  gateway: SmsGateway;
  /** Drops the received messages. */
  clear(): void;
}

export async function startReceivers(): Promise<Receivers> {
  const [mail, gateway] = await Promise.all([startMailServer(), startSmsGateway()]);
  return {
    mail,
    gateway,
    clear: () => {
      mail.mails.length = 0;
      gateway.requests.length = 0;
    },
    [Symbol.asyncDispose]: async () => {
      await mail[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
    },
  };
}
