import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { Directory } from '../../src/platform/cells/directory.js';
import { connect } from '../socket/subscriber.js';
import { addressForms, siteDomain } from '../support/address-forms.js';
import { createTestCells, newAccount, startCellWeb } from '../support/cells.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startForwarder } from '../support/forwarder.js';
import { rawRequest } from '../support/raw-request.js';
import { until } from '../support/until.js';

const test = await disposeAfterAll(createTestCells());
const config = { siteDomain, publicUrl: 'http://book.example.org', trustedHops: 1 };
const [web1, web2] = [
  await disposeAfterAll(startCellWeb(test, 'cell1', config)),
  await disposeAfterAll(startCellWeb(test, 'cell2', config)),
];
const directory = new Directory(test.directoryUrl);
afterAll(() => directory.close());

async function createAccount(cell: 'cell1' | 'cell2', subdomain: string) {
  const [created] = await test.run(cell, 'create', '--subdomain', subdomain, ...newAccount);
  return { id: Number(created?.['id']), subdomain, apiKey: String(created?.['api_key']) };
}

const sql = (cell: 'cell1' | 'cell2', statement: string) =>
  test.cells[cell].database.session.execute<Record<string, unknown>>(statement, [], 'unprepared');

/** Copies the account and its keys to another cell, as a move does. */
async function copyTo(cell: 'cell1' | 'cell2', id: number): Promise<void> {
  const tables = { account: 'id', api_key: 'account_id' };
  for (const [table, column] of Object.entries(tables)) {
    const rows = await sql('cell1', `select to_jsonb(${table}) as row from ${table} where ${column} = ${id}`);
    await test.cells[cell].database.session.transaction(async (tx) => {
      await tx.execute('set local session_replication_role = replica');
      for (const { row } of rows) {
        await tx.execute(
          `insert into ${table} select (jsonb_populate_record(null::${table}, $1::jsonb)).*`,
          [JSON.stringify(row)],
          'unprepared',
        );
      }
    });
  }
}

/** Everything that a request could write, but for the limits of attempts. */
async function contentsOf(cell: 'cell1' | 'cell2') {
  const tables = ['account', 'api_key', 'change', 'message', 'booking', 'idempotency_key', 'person'];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return sql(cell, `select ${counts.join()}`);
}

const here = await createAccount('cell1', 'here');
const forms = addressForms(here);

describe.each(forms)('an address by $name', ({ method, path, headers = {}, body, status }) => {
  const send = (origin: string) =>
    rawRequest(`${origin}${path}`, { method, headers, ...(body !== undefined && { body }) });

  it('is served by the cell of the account', async () => {
    expect((await send(web1.origin)).status).toBe(status);
  });

  it('is refused with 421 by another cell, which writes nothing', async () => {
    const before = await contentsOf('cell2');
    const answer = await send(web2.origin);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([421, undefined]);
    expect(await contentsOf('cell2')).toEqual(before);
  });
});

const description = 'Another cell of this server has the account';
const authorization = `Bearer ${here.apiKey}`;

it('421 has the error shape of its API', async () => {
  const rest = await rawRequest(`${web2.origin}/api/v1/client`, { headers: { authorization, 'user-agent': 'x' } });
  expect(JSON.parse(rest.text)).toEqual({ error: { description } });
  const graphql = await rawRequest(`${web2.origin}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ account { id } }' }),
  });
  expect([graphql.status, JSON.parse(graphql.text)]).toEqual([
    421,
    { errors: [{ message: description, extensions: { code: 'MISDIRECTED' } }] },
  ]);
  const page = await rawRequest(`${web2.origin}/sites/here/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
});

it('an account of no cell stays unknown, and a key without an account of this range', async () => {
  const statusOf = async (path: string, headers = {}) =>
    (await rawRequest(`${web1.origin}${path}`, { headers })).status;
  const key = (id: number) => ({ authorization: `Bearer bk_${id}_${'x'.repeat(43)}`, 'user-agent': 'x' });
  expect(await statusOf('/sites/nobody/client')).toBe(404);
  expect(await statusOf('/api/v1/client', key(999_999))).toBe(401);
  expect(await statusOf('/api/v1/client', { ...key(1), authorization: 'Bearer nonsense' })).toBe(401);
});

it('a sign-in whose address does not name the account is sent there with it', async () => {
  const body = JSON.stringify({ subdomain: 'here', email: 'a@example.org', password: 'wrong password' });
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  for (const path of ['/session', '/dashboard/session', '/dashboard/password']) {
    const { status, headers: answered } = await rawRequest(`${web2.origin}${path}`, { method: 'POST', headers, body });
    expect([status, answered['location']]).toEqual([307, `${path}?account=here`]);
  }
});

describe('an account that was moved', () => {
  it('is refused everywhere by the cell that had it, from the next request on', async () => {
    const moved = await createAccount('cell1', 'moved');
    const keyed = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${moved.apiKey}`,
        'user-agent': 'x',
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ person: { name: 'Kari' } }),
    };
    expect((await rawRequest(`${web1.origin}/api/v1/people`, keyed)).status).toBe(200);
    await sql('cell1', `update account set moved_to = 'cell2' where subdomain = 'moved'`);
    await until(async () => (await rawRequest(`${web1.origin}/api/v1/people`, keyed)).status === 421);
    const before = await contentsOf('cell1');
    for (const { name, method, path, headers = {}, body } of addressForms(moved)) {
      const { status } = await rawRequest(`${web1.origin}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      expect([name, status]).toEqual([name, 421]);
    }
    expect(await contentsOf('cell1')).toEqual(before);
    expect(await test.attempt('cell1', 'suspend', '--subdomain', 'moved')).toMatchObject({ status: 1 });
    expect(await test.attempt('cell1', 'list-keys', '--subdomain', 'moved')).toMatchObject({ status: 1 });
  });

  it('is refused after its rows were deleted, by the directory', async () => {
    const gone = await createAccount('cell1', 'gone');
    await directory.moveAccount(gone.id, 'cell1', 'cell2');
    await sql('cell1', `delete from api_key where account_id = ${gone.id}; delete from account where id = ${gone.id}`);
    for (const { name, method, path, headers = {}, body } of addressForms(gone)) {
      const { status } = await rawRequest(`${web1.origin}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      expect([name, status]).toEqual([name, 421]);
    }
  });
});

describe('while the directory is away', () => {
  it('accounts that are here are served, ids of other ranges refused, and the others 503', async () => {
    const statusOf = async (origin: string, path: string, headers = {}) =>
      (await rawRequest(`${origin}${path}`, { headers })).status;
    test.forwarder.isSilent = true;
    test.forwarder.cut();
    for (const { name, method, path, headers = {}, body, status } of forms) {
      const answer = await rawRequest(`${web1.origin}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      expect([name, answer.status]).toEqual([name, status]);
    }
    expect(await statusOf(web2.origin, '/api/v1/client', { authorization, 'user-agent': 'x' })).toBe(421);
    expect(await statusOf(web2.origin, '/sites/not-asked-before/client')).toBe(503);
    const wrong = { authorization: `Bearer bk_999998_${'x'.repeat(43)}`, 'user-agent': 'x' };
    expect(await statusOf(web1.origin, '/api/v1/client', wrong)).toBe(503);
    test.forwarder.isSilent = false;
    test.forwarder.cut();
    expect(await statusOf(web2.origin, '/sites/not-asked-before/client')).toBe(404);
  });
});

describe('the directory', () => {
  it('is read only for what is not here, and once in five seconds', async () => {
    const finds = jest.spyOn(Directory.prototype, 'find');
    const statusOf = async (path: string, headers = {}) =>
      (await rawRequest(`${web1.origin}${path}`, { headers })).status;
    for (let times = 0; times < 3; times += 1) {
      expect(await statusOf('/api/v1/client', { authorization, 'user-agent': 'x' })).toBe(200);
      expect(await statusOf('/sites/here/client')).toBe(200);
      expect(await statusOf('/sites/never-there/client')).toBe(404);
    }
    expect(finds.mock.calls).toEqual([[{ subdomain: 'never-there' }]]);
    finds.mockRestore();
  });
});

describe('a subscription', () => {
  it('is closed with a code on which clients connect again', async () => {
    const socket = connect(web2.origin, { parameter: here.apiKey });
    expect(await socket.closed).toMatchObject({ code: 4421, reason: 'Misdirected' });
  });

  it('follows its account to the cell to which a router sends it', async () => {
    const roaming = await createAccount('cell1', 'roaming');
    let origin = web1.origin;
    await using router = await startForwarder(() => ({ host: '127.0.0.1', port: Number(new URL(origin).port) }));
    const codes: number[] = [];
    let connections = 0;
    const client = createClient({
      url: `ws://127.0.0.1:${router.port}/graphql?account=${roaming.id}`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: roaming.apiKey },
      retryWait: async () => new Promise((resolve) => setTimeout(resolve, 50)),
      retryAttempts: 50,
      on: {
        connected: () => {
          connections += 1;
        },
        closed: (event) => void codes.push(event instanceof Object && 'code' in event ? Number(event.code) : 0),
      },
    });
    const failures: unknown[] = [];
    client.subscribe(
      { query: 'subscription { bookingChanged { name } }' },
      { next: () => {}, error: (error) => void failures.push(error), complete: () => {} },
    );
    await until(() => connections === 1);
    await copyTo('cell2', roaming.id);
    origin = web2.origin;
    // Nothing changes any more in this cell, but the socket must not stay open.
    await sql('cell1', `update account set moved_to = 'cell2' where id = ${roaming.id}`);
    await until(() => connections === 2);
    expect(codes).toEqual([4421]);
    expect(failures).toEqual([]);
    await client.dispose();
  });
});
