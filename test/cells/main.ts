import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { killAll } from '../process/server-process.js';
import { type AddressedAccount, type AddressForm, addressForms } from '../support/address-forms.js';
import { rawRequest } from '../support/raw-request.js';
import { until } from '../support/until.js';
import { type Router, requirePrograms, startHaproxy, startNginx } from './routers.js';
import { startTerminator, terminatorAddress } from './tls-terminator.js';
import { cellNames, makeRouterFolder, partnerToken, startWorld, type World } from './world.js';

/** The checks of one line of the table, by router. */
const results = new Map<string, Record<string, string>>();
const problems: string[] = [];

/** Notes whether what was found is what was expected. */
function check(router: Router, name: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  const line = results.get(name) ?? {};
  if (is !== should) problems.push(`${router.name}, ${name}: ${is} instead of ${should}`);
  line[router.name] = is === should ? (line[router.name] ?? 'right') : 'WRONG';
  results.set(name, line);
}

/** Requests that state the scheme of the client come from the address of the TLS terminator. */
async function send(router: Router, { method, path, headers = {}, body }: AddressForm) {
  return rawRequest(`${router.origin}${path}`, {
    method,
    headers: { host: 'book.example.org', ...headers },
    ...(body !== undefined && { body }),
    ...(headers['x-forwarded-proto'] !== undefined && { localAddress: terminatorAddress }),
  });
}

const statusOf = async (router: Router, path: string, headers: Record<string, string> = {}): Promise<number> =>
  (await send(router, { name: '', method: 'GET', path, headers, status: 0 })).status;

const keyOf = ({ apiKey }: AddressedAccount) => ({ authorization: `Bearer ${apiKey}`, 'user-agent': 'cells' });

/** Answers a query over a WebSocket of the real client; the close codes before it, if there were any. */
async function overSocket(
  router: Router,
  { apiKey }: AddressedAccount,
  account: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const client = createClient({
    url: `${router.origin.replace('http', 'ws')}/graphql${account}`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers: { host: 'book.example.org', ...headers } });
      }
    },
    ...(headers['authorization'] === undefined && { connectionParams: { authorization: apiKey } }),
    retryAttempts: 0,
  });
  try {
    for await (const { data } of client.iterate<{ account: { id: number } }>({ query: '{ account { id } }' })) {
      return data?.account.id;
    }
    return 'no answer';
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : String(error);
  } finally {
    await client.dispose();
  }
}

/** Sends every form of address of an account, after the limits of its sign-ins were reset. */
async function sendForms(
  world: World,
  router: Router,
  account: AddressedAccount,
  note: (form: AddressForm, status: number) => void,
): Promise<void> {
  for (const cell of cellNames) await world.sql(cell, 'delete from attempt');
  for (const form of addressForms(account)) note(form, (await send(router, form)).status);
}

async function checkForms(world: World, router: Router, accounts: readonly AddressedAccount[]): Promise<void> {
  for (const account of accounts) {
    await sendForms(world, router, account, (form, status) => check(router, form.name, status, form.status));
    const { id } = account;
    check(router, 'key, WebSocket', await overSocket(router, account, '', keyOf(account)), id);
    check(router, 'parameter, WebSocket by id', await overSocket(router, account, `?account=${id}`), id);
    check(
      router,
      'parameter, WebSocket by subdomain',
      await overSocket(router, account, `?account=${account.subdomain}`),
      id,
    );
  }
  check(router, 'unknown subdomain: 404', await statusOf(router, '/sites/nobody/client'), 404);
  check(
    router,
    'unknown id: 401',
    await statusOf(router, '/api/v1/client', keyOf({ id: 9, subdomain: '', apiKey: `bk_999999_${'x'.repeat(43)}` })),
    401,
  );
  for (const path of ['/', '/docs', '/dashboard', '/healthz', '/readyz', '/embed.js']) {
    check(router, 'no account: any cell', await statusOf(router, path), 200);
  }
}

const administrator = { email: 'p@example.org', password: 'correct horse' };

/** A user signs in through what terminates TLS in front of the router, and without it as if it were there. */
async function checkOuterScheme(router: Router, subdomain: string): Promise<void> {
  await using terminator = await startTerminator(router.folder, router.origin);
  const path = '/dashboard/session';
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const signInPath = `${path}?account=${subdomain}`;
  const body = JSON.stringify({ subdomain, ...administrator });
  const signedIn = await terminator.send('POST', signInPath, headers, body);
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
  const [named = ''] = cookie.split(';');
  check(router, 'TLS in front: sign-in', [signedIn.status, named.split('=')[0]], [200, '__Host-booking_session']);
  check(router, 'TLS in front: cookie', cookie.includes('Secure'), true);
  const session = await terminator.send('GET', path, { cookie: named });
  check(router, 'TLS in front: session', session.status, 200);
  const pretending = { host: 'book.example.org', ...headers, 'x-forwarded-proto': 'https' };
  const plain = await rawRequest(`${router.origin}${signInPath}`, { method: 'POST', headers: pretending, body });
  const [plainCookie = ''] = plain.headers['set-cookie'] ?? [];
  const found = [plain.status, plainCookie.split('=')[0]];
  check(router, 'a client that pretends TLS', found, [200, 'booking_session']);
}

const tables = ['account', 'account_user', 'api_key', 'change', 'message', 'booking', 'person', 'idempotency_key'];
const contentsOf = (world: World) =>
  Promise.all(
    cellNames.map((cell) =>
      world.sql(cell, `select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join()}`),
    ),
  );

const create = (router: Router, path: string, body: object, headers: Record<string, string>) =>
  send(router, {
    name: '',
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    status: 0,
  });

/** Creates accounts by the partner API; returns how many each cell has got. */
async function createByWeight(world: World, router: Router, count: number): Promise<number[]> {
  const before = await Promise.all(
    cellNames.map((cell) => world.sql<{ n: string }>(cell, 'select count(*) as n from account')),
  );
  for (let index = 0; index < count; index += 1) {
    const client = {
      subdomain: `p-${router.name}-${index}`,
      name: 'P',
      email: 'p@example.org',
      time_zone: 'Europe/Oslo',
      country_code: 'NO',
    };
    const user = { name: 'P', ...administrator };
    const { status } = await create(
      router,
      '/partner/clients',
      { client, user },
      { authorization: `Bearer ${partnerToken}` },
    );
    check(router, 'partner API: creates', status, 200);
  }
  const after = await Promise.all(
    cellNames.map((cell) => world.sql<{ n: string }>(cell, 'select count(*) as n from account')),
  );
  return after.map(([row], index) => Number(row?.n) - Number(before[index]?.[0]?.n));
}

const writeMap = (world: World, { name, folder }: Pick<Router, 'name' | 'folder'>) =>
  world.run('cell1', 'directory', 'map', '--format', name, '--output', folder);

/** A router whose map sends every account to the other cell. */
async function checkWrongMap(world: World, router: Router, accounts: readonly AddressedAccount[]): Promise<void> {
  for (const name of router.name === 'nginx' ? ['booking-cells.conf'] : ['accounts.map', 'ranges.map']) {
    const file = join(router.folder, name);
    const swapped = readFileSync(file, 'utf8').replace(
      /(?<=[\w)$"] (?:cell_)?)cell([12])(?=;?$)/gm,
      (_, number) => `cell${3 - Number(number)}`,
    );
    writeFileSync(file, swapped);
  }
  await router.reload();
  const before = await contentsOf(world);
  for (const account of accounts) {
    await sendForms(world, router, account, ({ name }, status) =>
      check(router, 'wrong map: 421', [name, status], [name, 421]),
    );
    const person = { person: { name: 'Kari' } };
    const { status } = await create(router, '/api/v1/people', person, { ...keyOf(account), 'idempotency-key': 'once' });
    check(router, 'wrong map: 421', status, 421);
    check(router, 'wrong map: WebSocket 4421', await overSocket(router, account, `?account=${account.id}`), 4421);
  }
  check(router, 'wrong map: nothing written', await contentsOf(world), before);
  await writeMap(world, router);
  await router.reload();
}

/** A directory that has the wrong cell of an account. */
async function checkWrongDirectory(
  world: World,
  router: Router,
  { id, subdomain, ...account }: AddressedAccount,
): Promise<void> {
  await world.sql('directory', `update account set cell = 'cell2', reserved_at = 'epoch' where id = ${id}`);
  await writeMap(world, router);
  await router.reload();
  check(
    router,
    'wrong directory: 421',
    await statusOf(router, '/api/v1/client', keyOf({ id, subdomain, ...account })),
    421,
  );
  const { status, printed } = await world.run('cell1', 'directory', 'check', '--repair');
  const found = printed.filter((difference) => difference['id'] === id).map(({ problem, state }) => [problem, state]);
  check(router, 'wrong directory: found and repaired', [status, found], [0, [['the account is in cell1', 'repaired']]]);
  await writeMap(world, router);
  await router.reload();
  check(
    router,
    'wrong directory: served again',
    await statusOf(router, '/api/v1/client', keyOf({ id, subdomain, ...account })),
    200,
  );
}

/** A cell whose web processes are dead. */
async function checkDownCell(
  world: World,
  router: Router,
  here: AddressedAccount,
  down: AddressedAccount,
): Promise<void> {
  await world.killWeb('cell2');
  const answer = await send(router, {
    name: '',
    method: 'GET',
    path: '/api/v1/client',
    headers: keyOf(down),
    status: 0,
  });
  check(router, 'cell down: its accounts 503', answer.status, 503);
  await sendForms(world, router, down, (_, status) => check(router, 'cell down: its accounts 503', status, 503));
  for (let times = 0; times < 3; times += 1) {
    await sendForms(world, router, here, ({ name, status: expected }, status) =>
      check(router, 'cell down: others untouched', [name, status], [name, expected]),
    );
    check(router, 'cell down: no account', await statusOf(router, '/docs'), 200);
  }
  await world.startWeb('cell2');
  await until(async () => (await statusOf(router, '/api/v1/client', keyOf(down))) === 200, 30_000);
}

/**
 * Runs two cells behind nginx and HAProxy by the configurations of the guide "Operate at scale", sends every form of address
 * through them, and what can go wrong. Prints a table, and exits with 1 if anything is not as it should be.
 */
requirePrograms('nginx', 'haproxy');
const folders: string[] = [];
try {
  await using world = await startWorld();
  const [one, two] = [await world.account('cell1', 'one'), await world.account('cell2', 'two')];
  for (const [name, start] of [
    ['nginx', startNginx],
    ['haproxy', startHaproxy],
  ] as const) {
    const folder = await makeRouterFolder(name);
    folders.push(folder);
    await chmod(folder, 0o755);
    await writeMap(world, { name, folder });
    const router = await start(folder);
    try {
      await checkForms(world, router, [one, two]);
      await world.run('cell1', 'cell', 'set-weight', '--name', 'cell1', '--weight', '300');
      await writeMap(world, router);
      await router.reload();
      check(router, 'partner API: by weight, 3 to 1', await createByWeight(world, router, 40), [30, 10]);
      await checkWrongMap(world, router, [one, two]);
      await checkOuterScheme(router, `p-${name}-0`);
      await checkWrongDirectory(world, router, one);
      await checkDownCell(world, router, one, two);
    } finally {
      await router.stop();
    }
  }
  console.table(Object.fromEntries(results));
  for (const problem of problems.slice(0, 50)) console.log(`WRONG: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  killAll();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
