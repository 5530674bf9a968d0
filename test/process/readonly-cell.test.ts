import { Readable } from 'node:stream';
import pg from 'pg';
import { addAccount } from '../../src/domain/account/account.actions.js';
import { openCell } from '../../src/platform/cells/cell.js';
import { Directory, type StoredEntry } from '../../src/platform/cells/directory.js';
import { makeReadonly, makeWritable, readReadonlyState } from '../../src/platform/cells/readonly-cell.js';
import { startReceiver } from '../faults/storm/receiver.js';
import { connect } from '../socket/subscriber.js';
import { createTestCells, newAccount, type TestCells } from '../support/cells.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { killAll, ServerProcess, startMain } from './server-process.js';

const partnerToken = 'the-token-of-the-partner';
const webCount = 4;

let test: TestCells;
const webs: ServerProcess[] = [];
let account: TestAccount;

const settings = () => ({
  ...test.environmentOf('cell1'),
  ...{ DEMO: 'off', WEBHOOK_PRIVATE_TARGETS: 'allow', PARTNER_TOKEN: partnerToken },
});
const sql = <Row extends object>(statement: string, ...parameters: unknown[]) =>
  test.cells.cell1.database.session.execute<Row>(statement, parameters, 'unprepared');
const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }>(`select count(*)::integer as count from ${table}`))[0]?.count ?? 0;
/** Counts people and changes at one instant. */
const counts = async (): Promise<[people: number, changes: number]> => {
  const [row] = await sql<{ people: number; changes: number }>(
    'select (select count(*) from person)::integer as people, (select count(*) from change)::integer as changes',
  );
  return [row?.people ?? 0, row?.changes ?? 0];
};
const readonly = (...args: string[]) => test.run('cell1', 'cell', 'readonly', ...args);
const at = (web: number) => new TestAccount(webs[web]?.origin ?? '', account.credentials);
const addPerson = (web: number) => at(web).post('/people', { json: { person: { name: 'Ola' } } });

beforeAll(async () => {
  test = await createTestCells();
  webs.push(...Array.from({ length: webCount }, () => startMain({ ...settings(), ROLE: 'web' })));
  await Promise.all(webs.map((web) => web.ready('Health')));
  const [credentials] = await test.run('cell1', 'create', '--subdomain', 'acme', ...newAccount);
  account = new TestAccount(webs[0]?.origin ?? '', credentials as unknown as TestAccount['credentials']);
});
const clients: pg.Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await makeWritable(test.cells.cell1.database.session);
});
afterAll(async () => {
  killAll();
  await test?.[Symbol.asyncDispose]();
});

/** The subdomains that the directory has. */
async function subdomains(): Promise<string[]> {
  const directory = new Directory(test.directoryUrl);
  const parts: StoredEntry[][] = await Readable.from(directory.entries()).toArray();
  await directory.close();
  return parts
    .flat()
    .map(({ subdomain }) => subdomain)
    .toSorted();
}

/** Starts an account command in a process of its own. */
const startCommand = (...args: string[]): ServerProcess =>
  new ServerProcess(process.execPath, ['dist/src/process/cli.js', ...args], settings());

/** Begins a transaction that has written to the account. */
async function openWriter(): Promise<pg.Client> {
  const client = new pg.Client(test.cells.cell1.url);
  clients.push(client);
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into resource (account_id, created_at, updated_at, title) values (${account.credentials.id}, now(), now(), 'Room')`,
  );
  return client;
}

describe('account cell readonly', () => {
  it('lets every process refuse writes and answer reads, without a restart', async () => {
    const { id } = await account.create('/resources', 'resource', { title: 'Chair' });
    expect(await readonly()).toEqual([{ cell: 'cell1', readonly: false, since: null }]);
    const [switched] = await readonly('on');
    expect(switched).toEqual({
      ...{ cell: 'cell1', readonly: true },
      ...{ since: expect.any(String), drained: expect.any(Number) },
    });
    for (let web = 0; web < webCount; web += 1) {
      const refused = await addPerson(web);
      expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
        503,
        { error: 'system error' },
        '5',
      ]);
      expect((await at(web).get(`/resources/${id}`)).body).toMatchObject({ resource: { title: 'Chair' } });
    }
    expect(await readonly()).toEqual([{ cell: 'cell1', readonly: true, since: switched?.['since'] }]);
    // Repeated, it stays read-only for as long.
    expect(await readonly('on')).toMatchObject([{ since: switched?.['since'] }]);
    expect(await readonly('off')).toEqual([{ cell: 'cell1', readonly: false, since: null }]);
    for (let web = 0; web < webCount; web += 1) expect((await addPerson(web)).status).toBe(200);
  });

  it('refuses on every surface', async () => {
    await readonly('on');
    const mutation = 'mutation { createPerson(input: {name: "Ola"}) { id } }';
    const errors = [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }];
    expect(await account.graphql(mutation)).toMatchObject({ errors });
    const socket = connect(account.origin, { parameter: account.credentials.api_key });
    expect(await socket.ask(mutation)).toMatchObject({ errors });
    await socket.end();
    const visitor = new HtmlVisitor({ origin: account.origin, subdomain: 'acme' });
    expect((await visitor.open('/')).status).toBe(200);
    const opened = await fetch(`${account.origin}/partner/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${partnerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        client: {
          ...{ name: 'New', subdomain: 'new', email: 'a@example.org' },
          ...{ time_zone: 'Europe/Oslo', country_code: 'NO' },
        },
        user: { name: 'Kari', email: 'kari@example.org', password: 'correct horse' },
      }),
    });
    expect(opened.status).toBe(503);
    const created = await test.attempt('cell1', 'create', '--subdomain', 'other', ...newAccount);
    expect(created).toEqual({ status: 1, lines: [], error: 'cell cell1 is read-only' });
    // Neither has reserved its subdomain.
    expect(await subdomains()).toEqual(['acme']);
    const suspended = await test.attempt('cell1', 'suspend', '--subdomain', 'acme');
    expect(suspended).toMatchObject({ status: 1, error: 'cell cell1 is read-only' });
  });

  it('gives back the subdomain of a sign-up that had begun before', async () => {
    const { database } = test.cells.cell1;
    const cell = await openCell(database.session, { cell: 'cell1', directoryUrl: test.directoryUrl });
    const late = cell?.create('late', async (id) => {
      expect(await subdomains()).toEqual(['acme', 'late']);
      await readonly('on');
      const owner = { name: 'Late', email: 'a@example.org', timeZone: 'Europe/Oslo', countryCode: 'NO' };
      return addAccount(database, database.session, { id, subdomain: 'late', ...owner }, new Date());
    });
    await expect(late).rejects.toThrow('cell cell1 is read-only');
    await cell?.directory.close();
    expect(await subdomains()).toEqual(['acme']);
  });

  it('leaves no gap for writers, and nothing half done', async () => {
    let isOver = false;
    const statuses = new Set<number>();
    const refusals = Array.from({ length: 8 }, () => 0);
    const acknowledged = refusals.map(async (_, writer) => {
      let done = 0;
      while (!isOver) {
        const { status } = await addPerson(writer % webCount);
        statuses.add(status);
        if (status === 200) done += 1;
        else refusals[writer] = (refusals[writer] ?? 0) + 1;
      }
      return done;
    });
    const [people, changes] = await counts();
    let known = people;
    for (let turn = 0; turn < 5; turn += 1) {
      await until(async () => (await count('person')) > known);
      await readonly('on');
      const before = await counts();
      const refused = [...refusals];
      // The first may have been refused before the count.
      await until(() => refusals.every((number, writer) => number >= (refused[writer] ?? 0) + 2));
      expect(await counts()).toEqual(before);
      [known] = before;
      await readonly('off');
    }
    isOver = true;
    const done = (await Promise.all(acknowledged)).reduce((sum, one) => sum + one, 0);
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 503]);
    // Writers had begun before the first count.
    const [allPeople, allChanges] = await counts();
    expect(allPeople - people).toBeLessThanOrEqual(done);
    expect(allChanges - changes).toBe(allPeople - people);
  });

  it('plans what it would do, and changes nothing', async () => {
    const writer = await openWriter();
    const free = { cell: 'cell1', readonly: false, since: null };
    expect(await readonly('on', '--dry-run')).toEqual([{ plan: 'refuse writes', ...free, writers: 1 }]);
    expect(await readonly('off', '--dry-run')).toEqual([{ plan: 'nothing to do', ...free }]);
    await writer.query('rollback');
    expect((await addPerson(0)).status).toBe(200);
    await readonly('on');
    expect(await readonly('off', '--dry-run')).toMatchObject([{ plan: 'accept writes', readonly: true }]);
    expect((await addPerson(0)).status).toBe(503);
  });

  it('waits for what was under way, and goes on after it was killed', async () => {
    const writer = await openWriter();
    const command = startCommand('cell', 'readonly', 'on');
    await until(async () => (await readonly())[0]?.['readonly'] === true);
    await command.end('SIGKILL');
    expect((await addPerson(0)).status).toBe(503);
    const again = readonly('on');
    expect((await addPerson(1)).status).toBe(503);
    await writer.query('commit');
    expect(await again).toMatchObject([{ readonly: true }]);
    expect((await at(2).get('/resources')).body).toContainEqual({
      resource: expect.objectContaining({ title: 'Room' }),
    });
  });

  it('gives up if a transaction stays open, and the cell is then as it was before', async () => {
    const { session } = test.cells.cell1.database;
    const writer = await openWriter();
    expect(await makeReadonly(session, 50)).toBe(undefined);
    expect(await readReadonlyState(session)).toEqual({ since: null, writers: 1 });
    expect((await addPerson(0)).status).toBe(200);
    await writer.query('rollback');
    const since = await makeReadonly(session, 5_000);
    expect(since).toBeInstanceOf(Date);
    expect(await readReadonlyState(session)).toEqual({ since, writers: 0 });
  });

  it('lets workers hold still', async () => {
    await using receiver = await startReceiver();
    await account.create('/web_hooks', 'web_hook', { target_url: receiver.address, event: 'person.created' });
    await addPerson(0);
    await readonly('on');
    const workers = Array.from({ length: 2 }, () => startMain({ ...settings(), ROLE: 'worker', LOG_LEVEL: 'warn' }));
    await Promise.all(workers.map((worker) => worker.ready()));
    const searches = () => count(`agenda_jobs where name = 'resume-stuck-work' and last_finished_at is not null`);
    await until(async () => (await searches()) > 0);
    expect(receiver.deliveries).toEqual([]);
    expect(await count('web_hook_delivery')).toBe(0);
    // They do not even try.
    expect(workers.flatMap(({ lines }) => lines.filter((line) => line.includes('read-only')))).toEqual([]);
    await readonly('off');
    await until(() => receiver.deliveries.length > 0);
    for (const worker of workers) await worker.end();
  });

  it('needs a cell', async () => {
    expect(await test.attempt('cell1', 'cell', 'readonly', 'on', '--cell', 'cell3')).toMatchObject({
      status: 1,
      error: expect.stringMatching(/^CELL_DATABASE_URLS does not name the cell cell3\n/),
    });
    expect(await test.run('cell1', 'cell', 'readonly', '--cell', 'cell2')).toMatchObject([{ cell: 'cell2' }]);
  });
});
