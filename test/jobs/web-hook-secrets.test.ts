import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { databaseModel } from '../../src/domain/entities.js';
import { claimDelivery, deliver } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { Encryption, isSealed } from '../../src/platform/encryption.js';
import { jobContext } from '../support/job-context.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { createWebHook, listDeliveries, type ReceivedDelivery, WebHookReceivers } from './web-hook-receiver.js';

const server = await useOwnTestServer();
const receivers = new WebHookReceivers();
afterAll(() => receivers.stop());
afterEach(() => expect(receivers.takeDifferences()).toEqual([]));

const encryptionWith = (id: string) => new Encryption([{ id, bytes: randomBytes(32) }], databaseModel.sealedColumns);
const encryption = encryptionWith('2026');
beforeEach(() => {
  server.database.encryption = encryption;
});

/** Attempts what is due to a webhook, in turn. */
async function work({ credentials: { id } }: TestAccount, webHookId: number): Promise<void> {
  const { webHooks } = jobContext(server);
  const context = await createBackgroundContext(server.database, server.clock, id);
  for (;;) {
    const delivery = await claimDelivery(context, webHookId);
    if (!delivery) return;
    await deliver({ ...context, db: server.database.account(id) }, delivery, webHooks);
  }
}

async function openWebHook(status: (index: number) => number = () => 200) {
  const account = await server.account();
  const { received, address } = await receivers.start((response, index) => response.writeHead(status(index)).end());
  const { id } = await createWebHook(account, `http://${address}/`);
  const secret = async () => (await account.get(`/web_hooks/${id}/secret`)).body.web_hook_secret.secret;
  const rotate = (overlap_hours?: number) =>
    account.put(`/web_hooks/${id}/rotate_secret`, { json: overlap_hours === undefined ? {} : { overlap_hours } });
  /** Sends a test event and returns the last delivery that arrived. */
  const send = async (): Promise<ReceivedDelivery> => {
    expect((await account.post(`/web_hooks/${id}/test`)).status).toBe(200);
    await work(account, id);
    const last = received.at(-1);
    if (!last) throw new Error('nothing was received');
    return last;
  };
  return { account, id, received, secret, rotate, send };
}

/** Whether a receiver with a secret accepts a delivery. Its time is that of the server's clock. */
function isVerified({ text, headers }: ReceivedDelivery, webhook: Webhook): boolean {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  const expected = webhook.sign(id ?? '', new Date(Number(timestamp) * 1_000), text);
  return given?.split(' ').includes(expected) === true;
}

const raw = (secret: string) => new Webhook(secret, { format: 'raw' });
const digestOf = (secret: string, { text }: ReceivedDelivery) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

describe('the secret of a webhook', () => {
  it('is its own, is stored encrypted, and is in no answer, change or log but those that show it', async () => {
    const { account, id, secret, send } = await openWebHook();
    const own = await secret();
    expect(own).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = await server.sql<{ secret: string }>(
      'select secret from web_hook where id = ? and account_id = ?',
      ...[id, account.credentials.id],
    );
    expect(isSealed(row?.secret ?? '')).toBe(true);
    const { body } = await account.get(`/web_hooks/${id}`);
    const changes = await server.sql('select * from change where account_id = ?', account.credentials.id);
    expect(JSON.stringify([body, changes])).not.toMatch(/whsec_|sealed:/);
    const { data } = await account.graphql('query ($id: Int!) { webHook(id: $id) { secret } }', { id });
    expect(data.webHook.secret).toBe(own);
    const delivery = await send();
    expect(isVerified(delivery, new Webhook(own))).toBe(true);
    expect(delivery.headers['x-service-signature']).toBe(digestOf(account.credentials.secret, delivery));
  });

  it('is created by GraphQL and returned with it; staff cannot read or rotate it', async () => {
    const account = await server.account();
    const { data } = await account.graphql(
      'mutation { createWebHook(input: { targetUrl: "https://example.org/", event: "*" }) { id secret } }',
    );
    expect(data.createWebHook.secret).toMatch(/^whsec_/);
    const staff = await server.withRole(account, 'staff');
    for (const [method, path] of [
      ['get', 'secret'],
      ['put', 'rotate_secret'],
      ['post', 'test'],
      ['post', 'replay?since=2026-03-01'],
    ] as const) {
      expect((await staff[method](`/web_hooks/${data.createWebHook.id}/${path}`)).status).toBe(403);
    }
    expect((await staff.get('/client/secret')).status).toBe(403);
    expect((await (await server.withRole(account, 'manager')).put('/client/rotate_secret')).status).toBe(403);
  });

  it('and its successor both sign until the overlap ends, then the new one alone', async () => {
    const { secret, rotate, send } = await openWebHook();
    const old = new Webhook(await secret());
    expect((await rotate(2)).body.web_hook.former_secret_until).toBe('2026-03-02T10:00:00+01:00');
    const current = new Webhook(await secret());
    const during = await send();
    expect([old, current].map((each) => isVerified(during, each))).toEqual([true, true]);
    server.clock.advance(121);
    const after = await send();
    expect([old, current].map((each) => isVerified(after, each))).toEqual([false, true]);
  });

  it('is rotated once within an overlap, or ends at once', async () => {
    const { account, secret, rotate, send } = await openWebHook();
    for (const [overlap, message] of [
      [-1, 'must be greater than or equal to 0'],
      [25, 'must be less than or equal to 24'],
    ] as const) {
      expect(await rotate(overlap)).toMatchObject({ status: 400, body: { overlap_hours: [message] } });
    }
    const secrets = [await secret()];
    expect((await rotate()).status).toBe(200);
    secrets.push(await secret());
    expect((await rotate(1)).body).toEqual({
      overlap_hours: [
        'is invalid',
        expect.stringMatching(/^must be 0 until .+Z, when the overlap of the last rotation ends$/),
      ],
    });
    expect((await rotate(0)).status).toBe(200);
    secrets.push(await secret());
    expect(new Set(secrets).size).toBe(3);
    const delivery = await send();
    expect(secrets.map((each) => isVerified(delivery, new Webhook(each)))).toEqual([false, false, true]);
    const events = await server.sql<{ details: object }>(
      `select details from security_event where account_id = ? and kind = 'web_hook.secret_rotated' order by id`,
      account.credentials.id,
    );
    expect(events.map(({ details }) => details)).toMatchObject([{ overlapHours: 24 }, { overlapHours: 0 }]);
    expect(JSON.stringify(events)).not.toContain('whsec_');
  });

  it('signs a retry if it is valid when the retry is made', async () => {
    const { account, id, secret, rotate, send, received } = await openWebHook((index) => (index === 0 ? 500 : 200));
    const first = await send();
    const old = new Webhook(await secret());
    expect(isVerified(first, old)).toBe(true);
    await rotate(0);
    server.clock.advance(5);
    await work(account, id);
    const second = received.at(-1) ?? first;
    expect(received).toHaveLength(2);
    expect(second.text).toBe(first.text);
    expect([isVerified(second, old), isVerified(second, new Webhook(await secret()))]).toEqual([false, true]);
  });

  it('is missing for a webhook of an earlier version, until it is rotated', async () => {
    const { account, id, secret, rotate, send } = await openWebHook();
    await server.sql('update web_hook set secret = null where account_id = ?', account.credentials.id);
    expect(await secret()).toBeNull();
    const before = await send();
    expect(String(before.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect(isVerified(before, raw(account.credentials.secret))).toBe(true);
    expect((await rotate()).body.web_hook).toMatchObject({ id, former_secret_until: null });
    const after = await send();
    expect(isVerified(after, raw(account.credentials.secret))).toBe(true);
    expect(isVerified(after, new Webhook(await secret()))).toBe(true);
  });

  it('that cannot be decrypted fails the attempt with a reason, without a request, and not the receiver', async () => {
    const { account, id, send, received } = await openWebHook();
    await send();
    expect((await account.post(`/web_hooks/${id}/test`)).status).toBe(200);
    // Links are derived from another secret, which is encrypted with the same key.
    await server.sql(`update account set link_secret = 'plain' where id = ?`, account.credentials.id);
    server.database.encryption = encryptionWith('2026');
    await expect(work(account, id)).rejects.toThrow(
      /^the key 2026 of ENCRYPTION_KEY is not the one that has encrypted/,
    );
    expect(received).toHaveLength(1);
    const [{ attempts, state }] = await listDeliveries(account);
    expect([state, attempts]).toEqual([
      'PENDING',
      [{ status: null, answer: null, failure: 'the secret could not be decrypted' }],
    ]);
  });
});

it('the secret of an account is rotated in the same way; its links and codes stay', async () => {
  const { account, send } = await openWebHook();
  const old = account.credentials.secret;
  const read = async () => (await account.get('/client/secret')).body.client_secret;
  expect(await read()).toEqual({ secret: old, former_secret_until: null });
  const [{ link_secret: links } = { link_secret: '' }] = await server.sql<{ link_secret: string }>(
    'select link_secret from account where id = ?',
    account.credentials.id,
  );
  const { body } = await account.put('/client/rotate_secret', { json: { overlap_hours: 1 } });
  expect(body).toEqual({ client_secret: { former_secret_until: expect.any(String) } });
  const { secret: current } = await read();
  expect(current).toMatch(/^[0-9a-f]{64}$/);
  const during = await send();
  expect([old, current].map((each) => isVerified(during, raw(each)))).toEqual([true, true]);
  // One signature has room for one secret.
  expect(during.headers['x-service-signature']).toBe(digestOf(old, during));
  server.clock.advance(61);
  const after = await send();
  expect([old, current].map((each) => isVerified(after, raw(each)))).toEqual([false, true]);
  expect(after.headers['x-service-signature']).toBe(digestOf(current, after));
  expect(await server.sql('select link_secret from account where id = ?', account.credentials.id)).toEqual([
    { link_secret: links },
  ]);
  const { data } = await account.graphql('mutation { rotateAccountSecret(overlapHours: 0) { secret } }');
  expect(data.rotateAccountSecret.secret).not.toBe(current);
  expect(
    await server.sql(
      `select details from security_event where account_id = ? and kind = 'account.secret_rotated' order by id`,
      account.credentials.id,
    ),
  ).toEqual([{ details: { overlapHours: 1 } }, { details: { overlapHours: 0 } }]);
});

describe('a test event', () => {
  it('is delivered like others, whatever the webhook subscribes to, and says that it is a test', async () => {
    const { account, id, send } = await openWebHook();
    await account.put(`/web_hooks/${id}`, { json: { web_hook: { event: 'booking.created' } } });
    const { payload } = await send();
    expect(payload).toMatchObject({
      ...{ event: 'web_hook.test', test: true, object: 'web_hook', id },
      data: { object: 'web_hook', id, web_hook: { id, event: 'booking.created', active: true } },
      performed_by: { kind: 'api_key', name: 'api' },
    });
    expect(await listDeliveries(account)).toMatchObject([
      {
        event: 'web_hook.test',
        state: 'DELIVERED',
        idempotencyId: payload.idempotency_id,
        attempts: [{ status: 200 }],
      },
    ]);
  });

  it('is refused for a webhook that is switched off, and while ten are pending', async () => {
    const { account, id } = await openWebHook();
    const test = () => account.post(`/web_hooks/${id}/test`);
    const results = [];
    for (let sent = 0; sent < 11; sent += 1) results.push((await test()).status);
    expect(results).toEqual([...Array(10).fill(200), 400]);
    await account.put(`/web_hooks/${id}`, { json: { web_hook: { active: false } } });
    expect(await test()).toMatchObject({ status: 400, body: { active: ['must be true'] } });
    expect((await account.post('/web_hooks/999999/test')).status).toBe(404);
  });
});
