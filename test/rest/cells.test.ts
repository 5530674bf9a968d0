import { Readable } from 'node:stream';
import { Directory, type StoredEntry } from '../../src/platform/cells/directory.js';
import { build, version } from '../../src/platform/project-root.js';
import { createTestCells, startCellWeb } from '../support/cells.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { rawRequest } from '../support/raw-request.js';
import { send } from '../support/sign-in.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';

const partnerToken = 'the-token-of-the-partner';
const test = await disposeAfterAll(createTestCells());
const web1 = await disposeAfterAll(startCellWeb(test, 'cell1', { partnerToken }));
const web2 = await disposeAfterAll(startCellWeb(test, 'cell2', { partnerToken }));
const directory = new Directory(test.directoryUrl);
afterAll(() => directory.close());

const entries = async (): Promise<StoredEntry[]> => (await Readable.from(directory.entries()).toArray()).flat();
const entriesOf = async (id: number) =>
  (await entries()).filter((entry) => entry.id === id).map(({ subdomain, cell }) => `${subdomain} ${cell}`);

const client = {
  ...{ name: 'Acme', email: 'acme@example.org' },
  ...{ time_zone: 'Europe/Oslo', country_code: 'NO' },
};
const user = { name: 'Kari', email: 'kari@example.org', password: 'correct horse' };
const open = (origin: string, subdomain: string, more: object = {}) =>
  send(
    `${origin}/partner/clients`,
    { client: { ...client, subdomain, ...more }, user },
    { authorization: `Bearer ${partnerToken}` },
  );

async function accountOf(origin: string, subdomain: string): Promise<TestAccount> {
  const { status, body } = await open(origin, subdomain);
  expect(status).toBe(200);
  return new TestAccount(origin, { ...body.client, secret: '' });
}

const taken = { status: 400, body: { subdomain: ['has already been taken'] } };

describe('the partner API of a cell', () => {
  it('creates accounts with ids of the cell, and enters them in the directory', async () => {
    const { credentials } = await accountOf(web2.origin, 'partner-two');
    expect(credentials.id).toBeGreaterThan(1_000_000);
    expect(await entriesOf(credentials.id)).toEqual(['partner-two cell2']);
  });

  it('refuses a subdomain of another cell, and reserves none for an invalid account', async () => {
    await accountOf(web2.origin, 'only-once');
    expect(await open(web1.origin, 'only-once')).toMatchObject(taken);
    expect(await open(web1.origin, 'invalid', { email: 'x' })).toMatchObject({ status: 400 });
    expect((await entries()).filter(({ subdomain }) => subdomain === 'invalid')).toEqual([]);
  });

  it('refuses an account if the cell has no id left, and reserves no subdomain', async () => {
    const { session } = test.cells.cell2.database;
    const [{ last } = { last: 0 }] = await session.execute<{ last: number }>(
      `select nextval(pg_get_serial_sequence('account', 'id'))::integer as last`,
    );
    await session.execute(`alter table account alter id set maxvalue ${last}`);
    const full = { base: ['cannot be created in the cell cell2: it has no id left'] };
    expect(await open(web2.origin, 'too-many')).toMatchObject({ status: 400, body: full });
    expect((await entries()).filter(({ subdomain }) => subdomain === 'too-many')).toEqual([]);
    await session.execute('alter table account alter id set maxvalue 2000000');
  });

  it('is refused by a cell that drains, and its subdomain is free for others', async () => {
    const { session } = test.cells.cell2.database;
    await session.execute('update cell set weight_before_drain = 100');
    const refused = await open(web2.origin, 'elsewhere');
    expect([refused.status, refused.body]).toEqual([503, { error: 'system error' }]);
    expect((await open(web1.origin, 'elsewhere')).status).toBe(200);
    await session.execute('update cell set weight_before_drain = null');
  });
});

const rename = (account: TestAccount, subdomain: string, more: object = {}) =>
  account.put('/client', { json: { client: { subdomain, ...more } } });

describe('a new subdomain of an account', () => {
  it('replaces the old one in the directory, which another cell can then use', async () => {
    const account = await accountOf(web1.origin, 'before');
    expect((await rename(account, 'after')).status).toBe(200);
    expect(await entriesOf(account.credentials.id)).toEqual(['after cell1']);
    await accountOf(web2.origin, 'before');
    expect(await rename(account, 'before')).toMatchObject(taken);
    expect(await entriesOf(account.credentials.id)).toEqual(['after cell1']);
  });

  it('is released if the change is refused, in the directory or later', async () => {
    const account = await accountOf(web1.origin, 'stays');
    expect((await rename(account, 'not-yet', { email: 'x' })).status).toBe(400);
    const { session } = test.cells.cell1.database;
    await session.execute(`alter table account add constraint no_pluto check (name <> 'Pluto')`);
    expect((await rename(account, 'not-ever', { name: 'Pluto' })).status).toBe(500);
    expect(await entriesOf(account.credentials.id)).toEqual(['stays cell1']);
  });

  it('is the last one of several that are sent at the same time', async () => {
    const account = await accountOf(web1.origin, 'race');
    await Promise.all(['race-a', 'race-b', 'race-c', 'race', 'race-a'].map((name) => rename(account, name)));
    const { subdomain } = (await account.get('/client')).body.client;
    expect(await entriesOf(account.credentials.id)).toEqual([`${subdomain} cell1`]);
  });

  it('can be chosen by one of two cells only', async () => {
    const accounts = [await accountOf(web1.origin, 'rival-1'), await accountOf(web2.origin, 'rival-2')];
    const answers = await Promise.all(accounts.map((account) => rename(account, 'wanted')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await test.attempt('cell1', 'directory', 'check')).status).toBe(0);
  });
});

describe('while the directory is away', () => {
  it('accounts are served, but neither created nor renamed', async () => {
    const account = await accountOf(web1.origin, 'here');
    test.forwarder.isSilent = true;
    test.forwarder.cut();
    expect((await account.get('/client')).status).toBe(200);
    expect((await rename(account, 'there')).status).toBe(503);
    expect((await account.put('/client', { json: { client: { name: 'New' } } })).status).toBe(200);
    expect((await open(web1.origin, 'later')).status).toBe(503);
    test.forwarder.isSilent = false;
    test.forwarder.cut();
    expect((await rename(account, 'there')).status).toBe(200);
    expect(await entriesOf(account.credentials.id)).toEqual(['there cell1']);
  });
});

describe('a process of a cell', () => {
  it('names its cell in the health check and the metrics', async () => {
    const health = await rawRequest(`${web2.origin}/healthz`);
    expect(JSON.parse(health.text)).toEqual({ status: 'ok', version, build, cell: 'cell2' });
    const { text } = await rawRequest(`${web2.origin}/metrics`);
    expect(text).toMatch(/^booking_build_info\{version="[^"]+",cell="cell2"\} 1$/m);
  });

  it('shows the map of the directory to routers, and nobody else', async () => {
    const { credentials } = await accountOf(web2.origin, 'mapped');
    const gone = await accountOf(web1.origin, 'moved-out');
    await directory.moveAccount(gone.credentials.id, 'cell1', 'cell2');
    // The map is read once a second.
    await until(async () => (await rawRequest(`${web1.origin}/cells`)).text.includes('"moved-out":"cell2"'));
    const { status, text, headers } = await rawRequest(`${web1.origin}/cells`);
    const { cells, subdomains, moved } = JSON.parse(text);
    expect([status, cells[1]]).toEqual([
      200,
      { name: 'cell2', firstAccountId: 1_000_001, lastAccountId: 2_000_000, weight: 100, origins: [], version: null },
    ]);
    expect(subdomains).toMatchObject({ mapped: 'cell2', 'moved-out': 'cell2' });
    expect(moved).toEqual({ [gone.credentials.id]: 'cell2' });
    expect(moved).not.toHaveProperty(String(credentials.id));
    const etag = String(headers['etag']);
    expect((await rawRequest(`${web1.origin}/cells`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect((await rawRequest(`${web1.origin}/cells`, { headers: forwarded })).status).toBe(404);
    await directory.moveAccount(gone.credentials.id, 'cell2', 'cell1');
  });
});
