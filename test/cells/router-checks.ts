import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { CommandResult } from '../../src/process/command.js';
import { withSql } from '../faults/judge/evidence.js';
import type { Attributes } from '../faults/judge/notes.js';
import { type AddressedAccount, type AddressForm, addressForms } from '../support/address-forms.js';
import { cellNames, type MovingCells } from '../support/moving-cells.js';
import { rawRequest } from '../support/raw-request.js';
import { until } from '../support/until.js';
import type { CellProcesses } from './processes.js';
import { type Router, terminatorAddress } from './routers.js';

export const partnerToken = 'the-token-of-the-partner';

/** The cells that the routers lead to. */
interface World {
  test: MovingCells;
  processes: CellProcesses;
}

const query = (url: string, statement: string): Promise<Attributes[]> => withSql(url, (sql) => sql(statement));

/** The checks of one line of the table, by router. */
export const results = new Map<string, Record<string, string>>();
export const problems: string[] = [];

/** Notes whether what was found is what was expected. */
function check(router: Router, name: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  const line = results.get(name) ?? {};
  if (is !== should) problems.push(`${router.name}, ${name}: ${is} instead of ${should}`);
  line[router.name] = is === should ? (line[router.name] ?? 'right') : 'WRONG';
  results.set(name, line);
}

/** A router that reads its files again may close a connection upon which a request is on its way. */
const ownConnection = { connection: 'close' };

/** Requests that state the scheme of the client come from the address of the TLS terminator. */
async function send(router: Router, { method, path, headers = {}, body }: AddressForm) {
  return rawRequest(`${router.origin}${path}`, {
    method,
    headers: { host: 'book.example.org', ...ownConnection, ...headers },
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
  for (const cell of cellNames) await query(world.test.cells[cell].url, 'delete from attempt');
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
  const path = '/dashboard/session';
  const headers = {
    ...{ host: 'book.example.org', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    ...ownConnection,
  };
  const signInPath = `${path}?account=${subdomain}`;
  const body = JSON.stringify({ subdomain, ...administrator });
  const signedIn = await rawRequest(`${router.secureOrigin}${signInPath}`, { method: 'POST', headers, body });
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
  const [named = ''] = cookie.split(';');
  check(router, 'TLS in front: sign-in', [signedIn.status, named.split('=')[0]], [200, '__Host-booking_session']);
  check(router, 'TLS in front: cookie', cookie.includes('Secure'), true);
  const session = await rawRequest(`${router.secureOrigin}${path}`, { headers: { ...headers, cookie: named } });
  check(router, 'TLS in front: session', session.status, 200);
  const pretending = { ...headers, 'x-forwarded-proto': 'https' };
  const plain = await rawRequest(`${router.origin}${signInPath}`, { method: 'POST', headers: pretending, body });
  const [plainCookie = ''] = plain.headers['set-cookie'] ?? [];
  const found = [plain.status, plainCookie.split('=')[0]];
  check(router, 'a client that pretends TLS', found, [200, 'booking_session']);
}

const create = (router: Router, path: string, body: object, headers: Record<string, string>) =>
  send(router, {
    name: '',
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    status: 0,
  });

const countAccounts = ({ test }: World): Promise<number[]> =>
  Promise.all(
    cellNames.map(async (cell) => {
      const [row] = await query(test.cells[cell].url, 'select count(*) as accounts from account');
      return Number(row?.['accounts']);
    }),
  );

/** Creates accounts by the partner API; returns how many each cell has got. */
async function createByWeight(world: World, router: Router, count: number): Promise<number[]> {
  const before = await countAccounts(world);
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
  const after = await countAccounts(world);
  return after.map((number, index) => number - (before[index] ?? 0));
}

/** A router whose map sends every account to the other cell. What that would write, the judge would find. */
async function checkWrongMap(router: Router, world: World, accounts: readonly AddressedAccount[]): Promise<void> {
  for (const name of router.name === 'nginx' ? ['booking-cells.conf'] : ['accounts.map', 'ranges.map']) {
    const file = join(router.folder, name);
    const swapped = readFileSync(file, 'utf8').replace(
      /(?<=[\w)$"] (?:cell_)?)cell([12])(?=;?$)/gm,
      (_, number) => `cell${3 - Number(number)}`,
    );
    writeFileSync(file, swapped);
  }
  await router.reload();
  for (const account of accounts) {
    await sendForms(world, router, account, ({ name }, status) =>
      check(router, 'wrong map: 421', [name, status], [name, 421]),
    );
    const person = { person: { name: 'Kari' } };
    const { status } = await create(router, '/api/v1/people', person, { ...keyOf(account), 'idempotency-key': 'once' });
    check(router, 'wrong map: 421', status, 421);
    check(router, 'wrong map: WebSocket 4421', await overSocket(router, account, `?account=${account.id}`), 4421);
  }
  await router.refresh();
}

/** A directory that has the wrong cell of an account. */
async function checkWrongDirectory(
  world: World,
  router: Router,
  { id, subdomain, ...account }: AddressedAccount,
): Promise<void> {
  const { DIRECTORY_URL: directory = '' } = world.test.environmentOf('cell1');
  await query(directory, `update account set cell = 'cell2', reserved_at = 'epoch' where id = ${id}`);
  await router.refresh();
  check(
    router,
    'wrong directory: 421',
    await statusOf(router, '/api/v1/client', keyOf({ id, subdomain, ...account })),
    421,
  );
  let repaired: CommandResult | undefined;
  await until(async () => {
    repaired = await world.test.attempt('cell1', 'directory', 'check', '--repair');
    return repaired.error === undefined;
  });
  const { status, lines = [] } = repaired ?? {};
  const printed: Attributes[] = lines.map((line) => JSON.parse(line));
  const found = printed.filter((difference) => difference['id'] === id).map(({ problem, state }) => [problem, state]);
  check(router, 'wrong directory: found and repaired', [status, found], [0, [['the account is in cell1', 'repaired']]]);
  await router.refresh();
  check(
    router,
    'wrong directory: served again',
    await statusOf(router, '/api/v1/client', keyOf({ id, subdomain, ...account })),
    200,
  );
}

/**
 * Kills the web processes of a cell while one of them executes a request. The router may not answer that nothing was done,
 * which is what 503 means.
 */
async function checkCutOff({ test, processes }: World, router: Router, account: AddressedAccount): Promise<void> {
  const webs = processes.webs.cell2;
  await withSql(test.cells.cell2.url, async (sql) => {
    await sql('begin');
    await sql('lock table coupon');
    const coupon = { title: 'Cut off', code: `CUT-${router.name}`, value_type: 'amount', value: 10 };
    const cutOff = create(router, '/api/v1/coupons', { coupon }, keyOf(account));
    const waiting = `select from pg_locks where relation = 'coupon'::regclass and not granted`;
    await until(async () => (await sql(waiting)).length > 0);
    for (const web of webs) web.hold();
    check(router, 'cut off while it is executed: 502', (await cutOff).status, 502);
    await sql('rollback');
  });
  await until(() => !webs.some(({ isReady }) => isReady));
}

/** A cell whose web processes `checkCutOff` has killed. */
async function checkDownCell(
  world: World,
  router: Router,
  here: AddressedAccount,
  down: AddressedAccount,
): Promise<void> {
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
  for (const web of world.processes.webs.cell2) web.release();
  await until(async () => (await statusOf(router, '/api/v1/client', keyOf(down))) === 200, 30_000);
}

/** Sends every form of address through a router, and what can go wrong. `results` and `problems` have what was found. */
export async function checkRouter(
  router: Router,
  world: World,
  [one, two]: readonly [AddressedAccount, AddressedAccount],
): Promise<void> {
  await checkForms(world, router, [one, two]);
  const weigh = ['cell', 'set-weight', '--name', 'cell1', '--weight', '300'];
  await until(async () => (await world.test.attempt('cell1', ...weigh)).status === 0);
  await router.refresh();
  check(router, 'partner API: by weight, 3 to 1', await createByWeight(world, router, 40), [30, 10]);
  await checkWrongMap(router, world, [one, two]);
  await checkOuterScheme(router, `p-${router.name}-0`);
  await checkWrongDirectory(world, router, one);
  await checkCutOff(world, router, two);
  await checkDownCell(world, router, one, two);
}
