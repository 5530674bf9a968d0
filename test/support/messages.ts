import { messageHandlers } from '../../src/process/messaging.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { type SmsGateway, startSmsGateway } from './sms-gateway.js';
import type { TestServer } from './test-server.js';

type Settings = Parameters<typeof messageHandlers>[0];

const defaults: Settings = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: 'https://book.example.org',
  siteDomain: undefined,
  smtpUrl: undefined,
  smsGatewayUrl: undefined,
  testEnvironment: false,
};

interface Waiting {
  accountId: number;
  id: number;
}

/** Composes and sends all pending messages, one after the other, with the handlers of the jobs. */
export async function deliverMessages(server: TestServer, settings: Partial<Settings> = {}): Promise<void> {
  const handlers = messageHandlers({ ...defaults, ...settings }, server.database, server.clock);
  const requests = await waiting(server, 'message_request where composed_at is null');
  for (const { accountId, id } of requests) await handlers.composeMessages(accountId, id);
  const messages = await waiting(server, `message where state = 'queued'`);
  for (const { accountId, id } of messages) await handlers.sendMessage(accountId, id);
}

function waiting(server: TestServer, rows: string, ...parameters: unknown[]): Promise<Waiting[]> {
  return server.sql<Waiting>(`select account_id as "accountId", id from ${rows} order by id`, ...parameters);
}

/** Plans the messages of templates for all bookings and sends those that are due. Each is sent twice, as jobs may run twice. */
export async function sendTemplates(server: TestServer): Promise<void> {
  const handlers = messageHandlers(defaults, server.database, server.clock);
  const bookings = await waiting(server, 'booking where adds_messages');
  for (const { accountId, id } of bookings) await handlers.planTemplates(accountId, id);
  const due = await waiting(server, 'planned_message where due_at <= ?', server.clock.now());
  await Promise.all([...due, ...due].map(({ accountId, id }) => handlers.sendTemplate(accountId, id)));
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
