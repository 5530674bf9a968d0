import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { MessageChannel } from '../../src/domain/messaging/delivery/message.entity.js';
import { sendMessage } from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { type NewMessage, queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import { setMessageQuota } from '../../src/domain/messaging/delivery/message-quota.actions.js';
import { DeliveryError, type Send } from '../../src/domain/messaging/delivery/senders.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { useOwnTestServer } from '../support/test-server.js';
import { email, sms } from './sendable-messages.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const messagesPerDay = { email: 2, sms: 1 };

let sent: string[] = [];
const send: Send = async ({ to }) => void sent.push(to);
beforeEach(() => {
  sent = [];
});

const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

async function queue(recipient: string, message: NewMessage = email): Promise<number> {
  const own = await context();
  return own.db.transaction(async (tx) => (await queueMessage(own, tx, { ...message, recipient })).id);
}

const deliver = async (id: number, by = send) =>
  sendMessage(await context(), id, { email: by, sms: by }, messagesPerDay);

/** Queues messages and sends them, one after the other. */
async function sendAll(recipients: string[], message?: NewMessage): Promise<number[]> {
  const ids: number[] = [];
  for (const recipient of recipients) ids.push(await queue(recipient, message));
  for (const id of ids) await deliver(id);
  return ids;
}

/** Runs the job that releases messages. Returns the jobs that it has enqueued. */
async function release(): Promise<{ name: string; id: unknown }[]> {
  const jobs = jobContext(server, { messagesPerDay });
  await findJob(jobs, 'release-messages').run({}, running);
  return jobs.enqueued.map(({ name, data }) => ({ name, id: 'messageId' in data ? data.messageId : undefined }));
}

const shown = async (id: number) =>
  (await account.graphql(`{ message(id: ${id}) { state attemptCount heldUntil } }`)).data.message;
const held = { state: 'QUEUED', attemptCount: 0, heldUntil: '2026-03-03T01:00:00+01:00' };
const resend = (id: number) => account.graphql(`mutation { resendMessage(id: ${id}) { state } }`);
const tomorrow = '2026-03-03T00:00:30Z';

describe('the messages of a day', () => {
  it('are sent up to the quota of their channel; the others wait, oldest first', async () => {
    const ids = await sendAll(['a', 'b', 'c', 'd', 'e']);
    await sendAll(['1', '2'], sms);
    expect(sent).toEqual(['a', 'b', '1']);
    expect(await shown(ids[2] ?? 0)).toEqual(held);
    expect(await release()).toEqual([]);

    server.clock.set(tomorrow);
    const [third, fourth, fifth] = ids.slice(2);
    const released = await release();
    expect(released.slice(0, 2)).toEqual([third, fourth].map((id) => ({ name: 'send-next-email', id })));
    expect(released.slice(2).map(({ name }) => name)).toEqual(['send-next-sms']);
    expect(await release()).toEqual([]);
    // A newer message does not overtake those that wait, and those that were released have been counted.
    const newest = await queue('f');
    for (const id of [newest, fourth, third]) expect(await deliver(id ?? 0)).toBe(id === newest ? 'held' : 'sent');
    expect(sent).toEqual(['a', 'b', '1', 'd', 'c']);

    server.clock.set('2026-03-04T00:00:30Z');
    expect(await release()).toEqual([fifth, newest].map((id) => ({ name: 'send-next-email', id })));
  });

  it('are counted once by all workers together', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => queue(String(index))));
    const outcomes = await Promise.all(ids.map((id) => deliver(id)));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(8);
  });

  it('do not include codes and password links, which have a quota of their own', async () => {
    await sendAll(['a', 'b', 'c']);
    await sendAll(['code 1', 'code 2', 'code 3'], { ...email, kind: 'verification' });
    expect(sent).toEqual(['a', 'b', 'code 1', 'code 2']);
  });

  it('include a message once however often it is attempted, and again when it is resent', async () => {
    const id = await queue('a');
    const failing: Send = async () => {
      throw new DeliveryError('away');
    };
    for (let count = 0; count < 3; count += 1) await expect(deliver(id, failing)).rejects.toThrow('away');
    expect(await deliver(id)).toBe('sent');
    expect(await deliver(await queue('b'))).toBe('sent');
    await resend(id);
    expect(await deliver(id)).toBe('held');
    expect((await resend(id)).errors?.[0].extensions.fields).toEqual({
      state: ['waits until the account may send more messages'],
    });
  });

  it('are held no longer after the operator has raised the quota of the account', async () => {
    const [, , third] = await sendAll(['a', 'b', 'c']);
    await setMessageQuota(await context(), MessageChannel.EMAIL, 3);
    expect(await release()).toEqual([{ name: 'send-next-email', id: third }]);
    await deliver(third ?? 0);
    await sendAll(['d']);
    expect(sent).toEqual(['a', 'b', 'c']);
  });
});

describe('account set-message-quota', () => {
  const run = (...options: string[]) =>
    runAccountCommand(['set-message-quota', '--subdomain', account.subdomain, ...options], {
      DATABASE_URL: server.databaseUrl,
    });

  it('sets the quota of an account and removes it', async () => {
    const line = (perDay: number | null) => [
      JSON.stringify({ subdomain: account.subdomain, channel: 'sms', per_day: perDay }),
    ];
    expect(await run('--channel', 'sms', '--per-day', '0')).toMatchObject({ status: 0, lines: line(0) });
    await sendAll(['1'], sms);
    expect(await run('--channel', 'sms')).toMatchObject({ status: 0, lines: line(null) });
    expect(sent).toEqual([]);
  });

  it.each([
    [['--channel', 'post'], '--channel must be email or sms'],
    [['--channel', 'sms', '--per-day', '-1'], ''],
    [['--channel', 'sms', '--per-day', 'x'], '--per-day must be a number from 0 to 100000000'],
  ])('refuses %j', async (options, reason) => {
    const { status, error } = await run(...options);
    expect([status, error]).toEqual([1, expect.stringContaining(reason)]);
  });
});
