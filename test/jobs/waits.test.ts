import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import type { SendingChannels } from '../../src/domain/context.js';
import { MessageState } from '../../src/domain/messaging/delivery/message.entity.js';
import { sendMessage } from '../../src/domain/messaging/delivery/message-delivery.actions.js';
import { queueMessage } from '../../src/domain/messaging/delivery/message-queue.actions.js';
import { MessageWait, waitOf } from '../../src/domain/messaging/delivery/message-wait.js';
import { DeliveryError, type Send } from '../../src/domain/messaging/delivery/senders.js';
import { claimDelivery } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { executedStatements } from '../support/plans.js';
import { useOwnTestServer } from '../support/test-server.js';
import { email } from './sendable-messages.js';
import { createWebHook } from './web-hook-receiver.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const context = () => createBackgroundContext(server.database, server.clock, account.credentials.id);

describe('a delivery to a webhook', () => {
  let webHookId: number;
  beforeEach(async () => {
    webHookId = (await createWebHook(account, 'http://127.0.0.1:9/')).id;
    // Two of one object, and one of another.
    await server.sql(
      `insert into web_hook_delivery
         (account_id, created_at, updated_at, web_hook_id, change_cursor, event, object_id, next_attempt_at)
       select ?, at, at, ?, 'filled-' || number, 'person.created', least(number, 2), at
       from generate_series(1, 3) as number cross join (select ?::timestamptz as at) given`,
      ...[account.credentials.id, webHookId, server.clock.now()],
    );
  });

  const waits = async () => {
    const { data } = await account.graphql('{ webHookDeliveries { nodes { waitsFor } } }');
    return data.webHookDeliveries.nodes.map(({ waitsFor }: { waitsFor: string | null }) => waitsFor).reverse();
  };

  it('waits for a worker, or for the first attempt of an earlier one', async () => {
    expect(await waits()).toEqual(['WORKER', 'WORKER', 'EARLIER_DELIVERY']);
  });

  it('is claimed only if it waits for a worker', async () => {
    for (let left = 2; left >= 0; left -= 1) {
      expect((await waits()).filter((wait: string) => wait === 'WORKER')).toHaveLength(left);
      expect((await claimDelivery(await context(), webHookId)) !== undefined).toBe(left > 0);
    }
    expect(await waits()).toEqual(['NEXT_ATTEMPT', 'NEXT_ATTEMPT', 'EARLIER_DELIVERY']);
    await server.sql(`update web_hook_delivery set attempt_count = 1 where object_id = 2 and next_attempt_at > ?`, [
      server.clock.now(),
    ]);
    expect(await waits()).toEqual(['NEXT_ATTEMPT', 'NEXT_ATTEMPT', 'WORKER']);
  });

  it.each([
    ['WEB_HOOK_INACTIVE', 'update web_hook set active = false where account_id = ?'],
    ['ACCOUNT_PAUSED', 'update account set paused_at = now() where id = ?'],
  ])('waits for its webhook and account: %s', async (wait, statement) => {
    await server.sql(statement, account.credentials.id);
    expect(await waits()).toEqual([wait, wait, wait]);
    expect(await claimDelivery(await context(), webHookId)).toBeUndefined();
  });

  it('waits for nothing once it has ended', async () => {
    await server.sql(
      `update web_hook_delivery set state = 'failed', next_attempt_at = null where web_hook_id = ? and account_id = ?`,
      ...[webHookId, account.credentials.id],
    );
    expect(await waits()).toEqual([null, null, null]);
  });

  it('takes one statement for a page', async () => {
    const statements = await executedStatements(server.database, waits);
    expect(statements.filter(({ text }) => text.includes('as wait'))).toHaveLength(1);
  });
});

describe('a message', () => {
  const now = new Date('2026-03-02T07:00:00Z');
  const later = new Date('2026-03-02T07:00:15Z');
  const queued = { ...email, state: MessageState.QUEUED, heldUntil: null, nextAttemptAt: now };
  const working = { pausedAt: null, sandbox: false };

  it.each<[MessageWait | null, object, object, SendingChannels?]>([
    [MessageWait.WORKER, {}, {}],
    [MessageWait.WORKER, { nextAttemptAt: null }, {}],
    [MessageWait.NEXT_ATTEMPT, { nextAttemptAt: later }, {}],
    [MessageWait.NEXT_ATTEMPT, { state: MessageState.SENDING, nextAttemptAt: later }, {}],
    [MessageWait.QUOTA, { heldUntil: later }, {}],
    [MessageWait.ACCOUNT_PAUSED, { heldUntil: later }, { pausedAt: now }],
    [MessageWait.NO_SERVER, {}, { sandbox: true }],
    [MessageWait.NO_SERVER, {}, {}, { email: false, sms: true }],
    [null, { state: MessageState.SENT, nextAttemptAt: null }, {}],
    [null, { state: MessageState.FAILED, nextAttemptAt: null }, { pausedAt: now }],
  ])('waits for %s: %j, %j, %j', async (wait, message, ofAccount, sends = { email: true, sms: true }) => {
    const own = await context();
    const given = { ...own, account: { ...own.account, ...working, ...ofAccount }, clock: { now: () => now }, sends };
    expect(waitOf({ ...queued, ...message }, given)).toBe(wait);
  });

  it('has its attempts, with the time of the next one', async () => {
    const own = await context();
    const id = (await own.db.transaction((tx) => queueMessage(own, tx, email))).id;
    const refuse: Send = async () => {
      throw new DeliveryError('away');
    };
    await expect(sendMessage(own, id, { email: refuse })).rejects.toThrow('away');
    const shown = async () => {
      const { data } = await account.graphql(
        `{ message(id: ${id}) { waitsFor nextAttemptAt attempts { at failure nextAttemptAt } } }`,
      );
      return data.message;
    };
    const first = { at: '2026-03-02T08:00:00+01:00', failure: 'away', nextAttemptAt: '2026-03-02T08:00:15+01:00' };
    expect(await shown()).toMatchObject({ nextAttemptAt: first.nextAttemptAt, attempts: [first] });
    server.clock.set('2026-03-02T07:00:15Z');
    await sendMessage(own, id, { email: async () => {} });
    const second = { at: first.nextAttemptAt, failure: null, nextAttemptAt: null };
    expect(await shown()).toEqual({ waitsFor: null, nextAttemptAt: null, attempts: [first, second] });
  });
});
