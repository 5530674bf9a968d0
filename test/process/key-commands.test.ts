import { runAccountCommand } from '../../src/process/account-command.js';
import { withKey } from '../support/sign-in.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useOwnTestServer();
const account = await server.account({ subdomain: 'acme' });

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
const webhookSecret = 'whsec_c2VjcmV0LWZvci10ZXN0cw';

it('sets, shows and removes the payment provider without printing its keys', async () => {
  const keys = { PAYMENT_SECRET_KEY: secretKey, PAYMENT_WEBHOOK_SECRET: webhookSecret };
  const pay = (command: string, more: string[] = [], environment: Record<string, string> = {}) =>
    runAccountCommand([command, '--subdomain', 'acme', ...more], { DATABASE_URL: server.databaseUrl, ...environment });
  const printed = (provider: object) => ({ status: 0, lines: [JSON.stringify(provider)] });
  const stored = () =>
    server.sql(
      'select secret_key, webhook_secret, active from payment_settings where account_id = ?',
      account.credentials.id,
    );
  expect(await pay('show-payment-provider')).toEqual({ status: 0, lines: [] });
  expect(await pay('set-payment-provider', ['--provider', 'stripe'], keys)).toEqual(
    printed({ provider: 'stripe', active: true }),
  );
  expect(await pay('set-payment-provider', ['--provider', 'stripe', '--inactive'])).toEqual(
    printed({ provider: 'stripe', active: false }),
  );
  expect(await stored()).toEqual([{ secret_key: secretKey, webhook_secret: webhookSecret, active: false }]);
  expect(await pay('show-payment-provider')).toEqual(printed({ provider: 'stripe', active: false }));
  expect(await pay('remove-payment-provider')).toEqual(printed({ provider: 'stripe', active: false }));
  expect(await stored()).toEqual([]);
  expect(await pay('remove-payment-provider')).toMatchObject({ status: 1, error: '--provider is not set' });
  expect(await pay('set-payment-provider', ['--provider', 'stripe'], { PAYMENT_SECRET_KEY: 'a b' })).toMatchObject({
    status: 1,
    error: "PAYMENT_SECRET_KEY is invalid\nPAYMENT_WEBHOOK_SECRET can't be blank",
  });
  expect(await pay('set-payment-provider', ['--provider', 'paypal'], keys)).toMatchObject({
    status: 1,
    error: '--provider is not included in the list, must be stripe or mollie',
  });
});

const run = (command: string, ...more: string[]) =>
  runAccountCommand([command, '--subdomain', 'acme', ...more], { DATABASE_URL: server.databaseUrl });

async function lines(command: string, ...more: string[]) {
  const { status, lines: printed, error } = await run(command, ...more);
  expect([status, error]).toEqual([0, undefined]);
  return printed.map((line) => JSON.parse(line));
}

it('creates a sandbox, whose clock can be advanced', async () => {
  const options = ['--name', 'Tests', '--email', 'a@example.org', '--time-zone', 'Europe/Oslo', '--country', 'NO'];
  const { lines: printed } = await runAccountCommand(['create', '--subdomain', 'sand', '--sandbox', ...options], {
    DATABASE_URL: server.databaseUrl,
  });
  const sandbox = withKey(account, JSON.parse(printed[0] ?? '').api_key);
  expect((await sandbox.get('/client')).body.client).toMatchObject({ subdomain: 'sand', sandbox: true });
  expect((await sandbox.get('/test_clock')).status).toBe(200);
  expect((await account.get('/test_clock')).status).toBe(404);
});

it('creates, lists and revokes keys, and the running server follows', async () => {
  const given = ['--name', 'Shop', '--role', 'manager', '--expires', '2099-01-01'];
  const origins = ['https://app.example.org', 'http://localhost:5173'];
  const [{ api_key, ...key }] = await lines('create-key', ...given, ...origins.flatMap((one) => ['--origin', one]));
  const shown = {
    ...{ id: expect.any(Number), name: 'Shop', role: 'manager', created_at: expect.any(String) },
    ...{ expires_at: '2099-01-01T23:59:59+01:00', last_used_at: null, allowed_origins: origins },
    ...{ permissions: null, allowed_networks: [] },
  };
  expect(key).toEqual(shown);
  expect(await lines('list-keys')).toEqual([
    expect.objectContaining({ name: 'API key', role: 'admin', expires_at: null, allowed_origins: [] }),
    shown,
  ]);
  const status = async () => (await withKey(account, api_key).get('/services')).status;
  expect(await status()).toBe(200);
  // The use is noted a second later.
  const used = 'select from api_key where id = ? and last_used_at is not null';
  await until(async () => (await server.sql(used, key.id)).length === 1);
  expect(await lines('revoke-key', '--id', String(key.id))).toEqual([{ ...shown, last_used_at: expect.any(String) }]);
  await until(async () => (await status()) === 401);
  expect(await lines('list-keys')).toHaveLength(1);
});

it('limits a key to permissions and networks', async () => {
  const limits = ['--permission', 'people', '--network', '127.0.0.1', '--network', '::1'];
  const [{ api_key, id, ...key }] = await lines('create-key', '--name', 'Till', '--role', 'staff', ...limits);
  expect(key).toMatchObject({ permissions: ['read', 'people'], allowed_networks: ['127.0.0.1/32', '::1/128'] });
  const till = withKey(account, api_key);
  expect((await till.get('/services')).status).toBe(200);
  expect((await till.get('/client/users')).status).toBe(403);
  await lines('revoke-key', '--id', String(id));
});

it('is in the security log with the name of the operator', async () => {
  const { id } = account.credentials;
  const last = 'select coalesce(max(id), 0) as id from security_event where account_id = ?';
  const [{ id: before } = { id: 0 }] = await server.sql<{ id: number }>(last, id);
  const link = ['--email', 'ola@example.org', '--role', 'admin'];
  for (const command of ['suspend', 'resume', 'disable-api', 'enable-api', 'clear-networks']) await lines(command);
  for (let turn = 0; turn < 2; turn += 1) await lines('invite', ...link);
  const [{ id: key }] = await lines('create-key', '--name', 'Till', '--role', 'staff');
  await lines('revoke-key', '--id', String(key));
  const events = await server.sql<{ kind: string; by: string }>(
    `select kind, concat_ws(' ', name, interface, client_address, user_id, api_key_id) as by from security_event
     where account_id = ? and id > ? order by id`,
    ...[id, before],
  );
  expect([...new Set(events.map(({ by }) => by))]).toEqual(['operator command ']);
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['account.suspended', 'account.resumed', 'account.api_disabled', 'account.api_enabled'],
    ...['account.networks_changed', 'user.created', 'user.invited', 'api_key.created', 'api_key.revoked'],
  ]);
});

it.each([
  [
    'create-key',
    ['--name', 'x', '--role', 'staff', '--network', 'x'],
    /^--network is invalid, must be networks such as/,
  ],
  ['create-key', ['--name', 'x', '--role', 'staff', '--permission', 'x'], /^--permission must be read, bookings, /],
  ['create-key', ['--name', 'x', '--role', 'owner'], /^--role must be admin, manager or staff\n/],
  ['create-key', ['--role', 'staff'], /^--name is required\n/],
  ['create-key', ['--name', 'x', '--role', 'staff', '--expires', 'soon'], /^--expires is invalid, must be a date such/],
  ['create-key', ['--name', 'x', '--role', 'staff', '--expires', '2001-01-01'], /^--expires must be in the future$/],
  ['create-key', ['--name', 'x', '--role', 'staff', '--origin', 'x'], /^--origin is invalid, must be origins such as/],
  ['revoke-key', ['--id', 'x'], /^--id is invalid$/],
  ['revoke-key', ['--id', '999999'], /^--id does not exist$/],
])('%s %j is rejected', async (command, options, error) => {
  expect(await run(command, ...options)).toEqual({ status: 1, lines: [], error: expect.stringMatching(error) });
});

it('an unknown account and a revocation of the last admin key are rejected', async () => {
  const unknown = await runAccountCommand(['list-keys', '--subdomain', 'nobody'], { DATABASE_URL: server.databaseUrl });
  expect(unknown).toEqual({ status: 1, lines: [], error: 'No account has that subdomain' });
  const [{ id }] = await lines('list-keys');
  const error = '--id is that of the last admin';
  expect(await run('revoke-key', '--id', String(id))).toEqual({ status: 1, lines: [], error });
});

it('rotates the secret of the account, and those of its webhooks', async () => {
  const { id } = await account.create('/web_hooks', 'web_hook', { target_url: 'https://example.org/', event: '*' });
  const [rotated] = await lines('rotate-secret');
  expect(rotated).toEqual({
    ...{ subdomain: 'acme', secret: expect.stringMatching(/^[0-9a-f]{64}$/) },
    former_secret_until: expect.any(String),
  });
  expect((await account.get('/client/secret')).body.client_secret.secret).toBe(rotated.secret);
  const [ofWebHook] = await lines('rotate-secret', '--web-hook', String(id), '--overlap', '0');
  expect(ofWebHook).toMatchObject({ web_hook_id: id, secret: expect.stringMatching(/^whsec_/) });
  expect((await account.get(`/web_hooks/${id}/secret`)).body.web_hook_secret.secret).toBe(ofWebHook.secret);
  expect((await run('rotate-secret')).error).toMatch(/^--overlap is invalid, must be 0 until .+Z, when the overlap/);
  expect((await run('rotate-secret', '--overlap', '25')).error).toBe('--overlap must be less than or equal to 24');
  expect((await run('rotate-secret', '--overlap', 'x')).error).toBe('--overlap is invalid');
  expect((await run('rotate-secret', '--web-hook', '999999')).error).toBe('--web-hook does not exist');
});
