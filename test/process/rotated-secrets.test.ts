import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { databaseModel } from '../../src/domain/entities.js';
import { Encryption } from '../../src/platform/encryption.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { killAll, type ServerProcess, startMain } from './server-process.js';

const key = Buffer.alloc(32, 7);

let test: TestDatabase;
let webs: ServerProcess[];
beforeAll(async () => {
  test = await createTestDatabase();
  const settings = {
    DATABASE_URL: test.url,
    DEMO: 'off',
    WEBHOOK_PRIVATE_TARGETS: 'allow',
    WEBHOOK_RETRY_BASE_MS: '50',
    ENCRYPTION_KEY: `2026:${key.toString('base64')}`,
  };
  const web = () => startMain({ ...settings, ROLE: 'web' }).ready('Metrics');
  const worker = () => startMain({ ...settings, ROLE: 'worker' }).ready();
  const [first, second] = await Promise.all([web(), web(), worker(), worker()]);
  webs = [first, second];
  test.database.encryption = new Encryption([{ id: '2026', bytes: key }], databaseModel.sealedColumns);
});
afterAll(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});

/** A receiver as its owner writes it: it has one secret, and refuses what it cannot verify by the library. */
async function startReceiver(verifier: Webhook) {
  const receiver = { verifier, refused: 0, events: new Map<string, number>() };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    try {
      receiver.verifier.verify(text, request.headers as Record<string, string>);
      const { data, idempotency_id: id } = JSON.parse(text);
      receiver.events.set(id, data.id);
      response.writeHead(204).end();
    } catch {
      receiver.refused += 1;
      response.writeHead(401).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { receiver, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

it('receivers that replace their secrets under load, behind two web processes and two workers, lose nothing', async () => {
  const credentials = await createAccount(test.database, systemClock, { ...acme, subdomain: 'rotating' });
  const [account, beside] = webs.map(({ origin }) => new TestAccount(origin, credentials));
  if (!account || !beside) throw new Error('two web processes');
  const raw = (secret: string) => new Webhook(secret, { format: 'raw' });
  const own = await startReceiver(raw(credentials.secret));
  const shared = await startReceiver(raw(credentials.secret));
  const hook = await account.create('/web_hooks', 'web_hook', { target_url: own.url, event: 'person.created' });
  await account.create('/web_hooks', 'web_hook', { target_url: shared.url, event: 'person.created' });
  const readSecret = async () => (await account.get(`/web_hooks/${hook.id}/secret`)).body.web_hook_secret.secret;
  own.receiver.verifier = new Webhook(await readSecret());

  const created = new Set<number>();
  let isOver = false;
  const load = [account, beside, account, beside].map(async (client) => {
    while (!isOver) created.add((await client.create('/people', 'person', { name: 'Kari' })).id);
  });
  const enough = async (more: number) => {
    const target = created.size + more;
    await until(() => created.size >= target);
  };
  await enough(60);
  // Both are rotated at other processes than those that the receivers read their new secrets from.
  expect((await beside.put(`/web_hooks/${hook.id}/rotate_secret`)).status).toBe(200);
  expect((await beside.put('/client/rotate_secret', { json: { overlap_hours: 24 } })).status).toBe(200);
  await enough(60);
  // The receivers change only now, with deliveries under way.
  own.receiver.verifier = new Webhook(await readSecret());
  shared.receiver.verifier = raw((await account.get('/client/secret')).body.client_secret.secret);
  await enough(60);
  expect([own.receiver.refused, shared.receiver.refused]).toEqual([0, 0]);

  // A leak: the old secret ends at once. What the receiver refuses until it has the new one is retried.
  expect((await beside.put(`/web_hooks/${hook.id}/rotate_secret`, { json: { overlap_hours: 0 } })).status).toBe(200);
  await until(() => own.receiver.refused > 0);
  own.receiver.verifier = new Webhook(await readSecret());
  await enough(60);
  isOver = true;
  await Promise.all(load);
  for (const { receiver, stop } of [own, shared]) {
    await until(() => receiver.events.size >= created.size);
    await pass(100);
    expect(receiver.events.size).toBe(created.size);
    expect(new Set(receiver.events.values())).toEqual(created);
    stop();
  }
  expect(shared.receiver.refused).toBe(0);
}, 120_000);
