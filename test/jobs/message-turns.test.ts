import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { type NewMessage, queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import { MessageTurns } from '../../src/domain/messaging/delivery/message-turns.actions.js';
import { DeliveryError } from '../../src/domain/messaging/delivery/senders.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { email } from './sendable-messages.js';

const server = await useOwnTestServer();
const flooding = server.accountPerTest();
const other = server.accountPerTest();
const last = server.accountPerTest();
afterEach(() =>
  server.sql(`update message set state = 'unsent', next_attempt_at = null where state in ('queued', 'sending')`),
);

async function queue(
  { credentials }: TestAccount,
  recipients: string[],
  message: NewMessage = email,
): Promise<number[]> {
  const context = await createBackgroundContext(server.database, server.clock, credentials.id);
  return context.db.transaction(async (tx) => {
    const ids: number[] = [];
    for (const recipient of recipients) ids.push((await queueMessage(context, tx, { ...message, recipient })).id);
    return ids;
  });
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);

describe('the messages of several accounts', () => {
  const setUp = (refused: string[] = []) => {
    const sent: string[] = [];
    const send = async ({ to }: { to: string }): Promise<void> => {
      if (refused.includes(to)) throw new DeliveryError('away');
      sent.push(to);
    };
    const context = jobContext(server, { senders: { email: send, sms: send } });
    return { sent, context, job: (name: string) => findJob(context, name) };
  };

  it('are sent in turn, although the jobs of one account come first', async () => {
    const { sent, job } = setUp();
    const ids = await queue(flooding, numbered(30));
    const { run } = job('send-next-email');
    const start = (id = 0) => run({ accountId: flooding.credentials.id, messageId: id }, running);
    for (const id of ids.slice(0, 10)) await start(id);
    await queue(other, ['x', 'y']);
    for (const id of ids.slice(10, 16)) await start(id);
    expect(sent).toEqual([...numbered(10), 'x', '10', 'y', '11', '12', '13']);
  });

  // Several times, because calls move the position of a round in another order each time.
  it.each(numbered(10))('are sent by jobs at the same time, each once (%s)', async () => {
    const { sent, job } = setUp();
    const ids = await queue(flooding, numbered(20));
    await queue(other, ['x']);
    await queue(last, ['y']);
    const { run } = job('send-next-email');
    const jobs = [...ids, 0, 0].map((messageId) => run({ accountId: flooding.credentials.id, messageId }, running));
    await Promise.all(jobs);
    expect(sent.toSorted()).toEqual([...numbered(20), 'x', 'y'].toSorted());
  });

  it('wait for no codes and password links, nor do these for them', async () => {
    const { sent, job } = setUp();
    await queue(flooding, numbered(5));
    await queue(other, ['code'], { ...email, kind: 'verification' });
    await job('send-next-urgent-email').run({ accountId: other.credentials.id, messageId: 0 }, running);
    await job('send-next-urgent-email').run({ accountId: other.credentials.id, messageId: 0 }, running);
    expect(sent).toEqual(['code']);
  });

  it('that are refused are retried by a job of their own, at their time', async () => {
    const { sent, context, job } = setUp(['refused']);
    const [id] = await queue(flooding, ['refused', 'accepted']);
    const { run } = job('send-next-email');
    const start = () => run({ accountId: flooding.credentials.id, messageId: 0 }, running);
    await expect(start()).rejects.toThrow('away');
    await start();
    await start();
    expect(sent).toEqual(['accepted']);
    const at = new Date(server.clock.now().getTime() + 15_000);
    expect(context.enqueued).toEqual([
      {
        name: 'send-next-email',
        key: `send-message:${flooding.credentials.id}:${id}:${at.toISOString()}`,
        data: { accountId: flooding.credentials.id, messageId: id },
        at,
      },
    ]);
  });

  it('of an account that is paused are left out', async () => {
    await queue(flooding, ['a']);
    await queue(other, ['b']);
    await server.sql('update account set paused_at = now() where id = ?', flooding.credentials.id);
    const turns = new MessageTurns(server.database, server.clock, 'email');
    expect(await turns.next()).toMatchObject({ accountId: other.credentials.id });
    expect(await turns.next()).toBeUndefined();
    await server.sql('update account set paused_at = null where id = ?', flooding.credentials.id);
  });
});
