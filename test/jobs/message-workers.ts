import { createMailer, createSmsGateway } from '../../src/domain/messaging/delivery/senders.js';
import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { jobSettings } from '../support/job-context.js';
import { type Receivers, startReceivers } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { silent } from './change-writer.js';

export const kari = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };

export interface StoredMessage {
  kind: string;
  channel: string;
  state: string;
  recipient: string;
  subject: string | null;
  failure: string | null;
}

/** A server with two workers that compose and send messages, and the receivers of these. */
export class MessageWorkers implements AsyncDisposable {
  private constructor(
    readonly server: TestServer,
    readonly receivers: Receivers,
    readonly signal: ChangeSignal,
    readonly workers: readonly { stop(): Promise<void> }[],
  ) {}

  static async start(): Promise<MessageWorkers> {
    const server = await startTestServer();
    const receivers = await startReceivers();
    const signal = new ChangeSignal(server.databaseUrl, silent);
    await signal.start();
    const senders = { email: createMailer(receivers.mail.url), sms: createSmsGateway(receivers.gateway.url) };
    const start = () => startWorker({ ...jobSettings(server, { senders }), signal, logger: silent });
    return new MessageWorkers(server, receivers, signal, [await start(), await start()]);
  }

  /** Waits until all requested messages of a booking are composed and sent, and returns them. */
  async messagesOf({ id }: { id: number }): Promise<StoredMessage[]> {
    const { server } = this;
    await until(async () => {
      const [open] = await server.sql<{ count: number }>(
        `select (select count(*) from message_request where booking_id = ? and composed_at is null)
              + (select count(*) from message where booking_id = ? and state in ('queued', 'sending')) as count`,
        id,
        id,
      );
      return Number(open?.count) === 0;
    });
    return server.sql<StoredMessage>(
      'select kind, channel, state, recipient, subject, failure from message where booking_id = ? order by id',
      id,
    );
  }

  /** Waits like `messagesOf`, and returns lines such as `confirmation by sms: sent`. */
  async sentMessages(booking: { id: number }): Promise<string[]> {
    return (await this.messagesOf(booking)).map(({ kind, channel, state }) => `${kind} by ${channel}: ${state}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.workers) await worker.stop();
    await this.signal.stop();
    await this.receivers[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}
