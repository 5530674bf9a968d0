import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { claimDelivery, deliver } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import type { WebHookReference } from '../../src/jobs/web-hook.jobs.js';
import { jobContext } from '../support/job-context.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { createWebHook, WebHookReceivers } from './web-hook-receiver.js';

const server = await useTestServer();
const receivers = new WebHookReceivers();
afterAll(() => receivers.stop());

/** Refuses connections. */
const deadAddress = 'http://127.0.0.1:9/hooks?key=secret';

async function openWebHook(settings: Record<string, unknown> = {}) {
  const account = await server.account();
  if (Object.keys(settings).length > 0) await server.configure(account, settings);
  const { id } = await createWebHook(account, deadAddress, 'person.*');
  return { account, webHook: { accountId: account.credentials.id, webHookId: id } };
}

/** Stores due deliveries that have one attempt left, or all. */
async function storeDeliveries({ accountId, webHookId }: WebHookReference, count: number, attemptsMade = 5) {
  const now = server.clock.now();
  await server.sql(
    `insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, payload,
       attempt_count, next_attempt_at)
     select ?, ?, ?, ?, gen_random_uuid()::text, 'person.created', '{}', ?, ? from generate_series(1, ?)`,
    ...[accountId, now, now, webHookId, attemptsMade, now, count],
  );
}

/** Attempts what is due, by so many workers at once. */
async function work({ accountId, webHookId }: WebHookReference, workers = 1) {
  const { webHooks } = jobContext(server);
  const claimAndAttempt = async () => {
    const context = await createBackgroundContext(server.database, server.clock, accountId);
    const claim = () => claimDelivery(context, webHookId);
    for (let delivery = await claim(); delivery; delivery = await claim()) {
      await deliver({ ...context, db: server.database.account(accountId) }, delivery, webHooks);
    }
  };
  await Promise.all(Array.from({ length: workers }, claimAndAttempt));
}

async function fail(webHook: WebHookReference, count: number, workers = 1) {
  await storeDeliveries(webHook, count);
  await work(webHook, workers);
}

const days = (count: number) => server.clock.advance(count * 24 * 60);

const read = async (account: TestAccount, { webHookId }: WebHookReference) =>
  (await account.get(`/web_hooks/${webHookId}`)).body.web_hook;

const messagesOf = ({ accountId }: WebHookReference) =>
  server.sql<{ recipient: string; subject: string; body: string; kind: string }>(
    'select recipient, subject, body, kind from message where account_id = ?',
    accountId,
  );

const countersOf = async ({ webHookId }: WebHookReference) => {
  const [row] = await server.sql<{ count: number; isFailing: boolean }>(
    'select failure_count as count, failing_since is not null as "isFailing" from web_hook where id = ?',
    webHookId,
  );
  return row;
};

describe('a webhook whose deliveries fail', () => {
  it('is paused once, by whichever of four workers has the last failure, with one email', async () => {
    const { account, webHook } = await openWebHook();
    const since = server.clock.now().toISOString();
    await fail(webHook, 10, 4);
    days(3);
    await fail(webHook, 9, 4);
    days(3);
    expect([(await read(account, webHook)).active, await messagesOf(webHook)]).toEqual([true, []]);
    await fail(webHook, 30, 4);

    const paused = await read(account, webHook);
    expect(paused).toMatchObject({
      active: false,
      paused_reason: `20 deliveries in a row have failed since ${since}, the last because the connection was refused`,
    });
    const messages = await messagesOf(webHook);
    expect(messages).toEqual([
      {
        kind: 'web_hook_paused',
        recipient: 'acme@example.org',
        subject: 'Your webhook to http://127.0.0.1:9 is paused',
        body: expect.stringMatching(
          /All 20 deliveries since \w+day, .+ have failed\. .+: the connection was refused\./,
        ),
      },
    ]);
    expect(JSON.stringify([messages, paused.paused_reason])).not.toContain('secret');
    const changes = await server.sql(
      `select actor, snapshot ->> 'active' as active from change where account_id = ? and name = 'web_hook.modified'`,
      webHook.accountId,
    );
    expect(changes).toEqual([{ actor: { kind: 'background' }, active: 'false' }]);
    const pending = await server.sql(
      `select from web_hook_delivery where web_hook_id = ? and state = 'pending'`,
      webHook.webHookId,
    );
    expect(pending).toEqual([]);
  });

  it.each([
    ['sv', 'Din webhook till http://127.0.0.1:9 är pausad', 'anslutningen nekades'],
    ['nb', 'Webhooken din til http://127.0.0.1:9 er satt på pause', 'forbindelsen ble avvist'],
  ])('is announced in the language of the account: %s', async (locale, subject, cause) => {
    const { webHook } = await openWebHook({ locale });
    await fail(webHook, 19);
    days(5);
    await fail(webHook, 1);
    expect(await messagesOf(webHook)).toMatchObject([{ subject, body: expect.stringContaining(cause) }]);
  });

  it.each([
    ['20 fail within less than 5 days', 40, 4.99, 1],
    ['fewer than 20 fail', 10, 30, 9],
  ])('is not paused when %s', async (_, first, pause, then) => {
    const { account, webHook } = await openWebHook();
    await fail(webHook, first);
    days(pause);
    await fail(webHook, then);
    expect(await read(account, webHook)).toMatchObject({ active: true, paused_reason: null });
    expect(await messagesOf(webHook)).toEqual([]);
  });

  it('is not paused by attempts after which another follows', async () => {
    const { webHook } = await openWebHook();
    await storeDeliveries(webHook, 3, 0);
    await work(webHook);
    expect(await countersOf(webHook)).toEqual({ count: 0, isFailing: false });
  });

  it('is not blamed for a payload that could not be created', async () => {
    const { webHook } = await openWebHook();
    await storeDeliveries(webHook, 1);
    await server.sql('update web_hook_delivery set payload = null where web_hook_id = ?', webHook.webHookId);
    const context = await createBackgroundContext(server.database, server.clock, webHook.accountId);
    const delivering = await claimDelivery(context, webHook.webHookId);
    if (!delivering) throw new Error('no delivery is due');
    const show = () => Promise.reject(new Error('no payload'));
    const dependencies = { show, retryBase: 1_000, allowPrivate: true, reportAttempt: () => {} };
    await expect(deliver(context, delivering, dependencies)).rejects.toThrow('no payload');
    const [delivery] = await server.sql(
      `select state, attempts -> 0 ->> 'failure' as failure from web_hook_delivery where web_hook_id = ?`,
      webHook.webHookId,
    );
    expect(delivery).toEqual({ state: 'failed', failure: 'the payload could not be created' });
    expect(await countersOf(webHook)).toEqual({ count: 0, isFailing: false });
  });

  it('starts anew after a success', async () => {
    const { account, webHook } = await openWebHook();
    const { address } = await receivers.start();
    await fail(webHook, 19);
    await server.sql('update web_hook set target_url = ? where id = ?', `http://${address}/`, webHook.webHookId);
    await storeDeliveries(webHook, 1);
    await work(webHook);
    receivers.takeDifferences();
    expect(await countersOf(webHook)).toEqual({ count: 0, isFailing: false });
    await server.sql('update web_hook set target_url = ? where id = ?', deadAddress, webHook.webHookId);
    days(6);
    await fail(webHook, 19);
    expect((await read(account, webHook)).active).toBe(true);
  });

  it('starts anew with another address', async () => {
    const { account, webHook } = await openWebHook();
    await fail(webHook, 19);
    const change = { json: { web_hook: { target_url: 'http://127.0.0.1:9/other' } } };
    await account.put(`/web_hooks/${webHook.webHookId}`, change);
    expect(await countersOf(webHook)).toEqual({ count: 0, isFailing: false });
  });

  it('is switched on again without the reason, and can be paused again', async () => {
    const { account, webHook } = await openWebHook();
    const pause = async () => {
      await fail(webHook, 19);
      days(6);
      await fail(webHook, 1);
      expect(await read(account, webHook)).toMatchObject({ active: false, paused_reason: expect.any(String) });
    };
    await pause();
    const { body } = await account.put(`/web_hooks/${webHook.webHookId}`, { json: { web_hook: { active: true } } });
    expect(body.web_hook).toMatchObject({ active: true, paused_reason: null });
    expect(await countersOf(webHook)).toEqual({ count: 0, isFailing: false });
    await fail(webHook, 1);
    expect((await read(account, webHook)).active).toBe(true);
    await work(webHook);
    await fail(webHook, 18);
    days(6);
    await fail(webHook, 1);
    expect([(await read(account, webHook)).active, (await messagesOf(webHook)).length]).toEqual([false, 2]);
  });
});
