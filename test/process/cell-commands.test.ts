import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { openCell } from '../../src/platform/cells/cell.js';
import { Directory, type StoredEntry } from '../../src/platform/cells/directory.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { createTestCells, newAccount, type TestCells } from '../support/cells.js';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.js';
import { startMain } from './server-process.js';

let test: TestCells;
let directory: Directory;
let sql: pg.Client;

beforeEach(async () => {
  test = await createTestCells();
  directory = new Directory(test.directoryUrl);
  sql = new pg.Client(test.directoryUrl);
  await sql.connect();
});
afterEach(async () => {
  await sql.end();
  await directory.close();
  await test[Symbol.asyncDispose]();
});

const create = (cell: 'cell1' | 'cell2', subdomain: string, ...more: string[]) =>
  test.run(cell, 'create', '--subdomain', subdomain, ...newAccount, ...more);
async function entries(): Promise<string[]> {
  const parts: StoredEntry[][] = await Readable.from(directory.entries()).toArray();
  return parts.flat().map(({ id, subdomain, cell }) => `${id} ${subdomain} ${cell}`);
}
const inCell = (cell: 'cell1' | 'cell2', statement: string) =>
  test.cells[cell].database.session.execute<Record<string, unknown>>(statement, [], 'unprepared');
/** Makes all entries older than commands take. */
const age = () => sql.query(`update account set reserved_at = now() - interval '1 hour'`);
const check = async (...more: string[]) => {
  const { status, lines } = await test.attempt('cell1', 'directory', 'check', ...more);
  return { status, found: lines.map((line) => JSON.parse(line)) };
};

describe('account cell create', () => {
  it('gives each cell a range of ids, which its accounts get', async () => {
    expect(await test.run('cell1', 'cell', 'list')).toEqual([
      { name: 'cell1', first: 1, last: 1_000_000, weight: 100, origins: [], version: null },
      { name: 'cell2', first: 1_000_001, last: 2_000_000, weight: 100, origins: [], version: null },
    ]);
    expect(await create('cell1', 'one')).toMatchObject([{ id: 1, api_key: expect.stringMatching(/^bk_1_/) }]);
    expect(await create('cell2', 'two')).toMatchObject([{ id: 1_000_001 }]);
    expect(await entries()).toEqual(['1 one cell1', '1000001 two cell2']);
  });

  it('can be repeated, and changes weight and origins', async () => {
    await create('cell2', 'two');
    const again = ['cell', 'create', '--name', 'cell2', '--first', '1000001', '--last', '2000000'];
    await test.run('cell2', ...again, '--weight', '5', '--origin', 'http://10.0.0.2:3000');
    expect((await test.run('cell2', 'cell', 'list'))[1]).toMatchObject({
      weight: 5,
      origins: ['http://10.0.0.2:3000'],
    });
    expect(await create('cell2', 'three')).toMatchObject([{ id: 1_000_002 }]);
  });

  it('enters the accounts of a server that becomes a cell, and continues after their ids', async () => {
    await using own = await createTestDatabase();
    const environment = { DATABASE_URL: own.url, DIRECTORY_URL: test.directoryUrl };
    const run = (...args: string[]) => runAccountCommand(args, environment);
    await own.database.session.execute(`select setval(pg_get_serial_sequence('account', 'id'), 2000000)`);
    await create('cell1', 'taken');
    for (const subdomain of ['old', 'taken']) await run('create', '--subdomain', subdomain, ...newAccount);
    const found = ['cell', 'create', '--name', 'cell3', '--first', '2000001', '--last', '2000003'];
    expect(await run(...found)).toMatchObject({
      status: 1,
      lines: [
        expect.stringContaining('"first":2000001'),
        expect.stringContaining('{"id":2000002,"subdomain":"taken","problem":"another account has the subdomain'),
      ],
    });
    expect(await entries()).toContain('2000001 old cell3');
    const asCell = (...args: string[]) => runAccountCommand(args, { ...environment, CELL: 'cell3' });
    expect(await asCell('create', '--subdomain', 'new', ...newAccount)).toMatchObject({
      lines: [expect.stringContaining('"id":2000003,')],
    });
    expect(await asCell('create', '--subdomain', 'newer', ...newAccount)).toMatchObject({
      status: 1,
      error: expect.stringContaining('it has no id left'),
    });
  });

  it('refuses ranges that overlap, other ranges of the same cell, and accounts outside', async () => {
    const attempt = (cell: 'cell1' | 'cell2', name: string, first: string, last: string) =>
      test.attempt(cell, 'cell', 'create', '--name', name, '--first', first, '--last', last);
    await using other = await createTestDatabase();
    const elsewhere = (first: string, last: string) =>
      runAccountCommand(['cell', 'create', '--name', 'cell3', '--first', first, '--last', last], {
        ...{ DATABASE_URL: other.url, DIRECTORY_URL: test.directoryUrl },
      });
    const error = (text: string) => ({ status: 1, error: expect.stringContaining(text) });
    expect(await elsewhere('2000000', '3000000')).toMatchObject(error('--first overlaps the range of another cell'));
    expect(await attempt('cell2', 'cell2', '1000001', '3000000')).toMatchObject(
      error('--first is not that of the cell in the directory'),
    );
    expect(await attempt('cell2', 'cell3', '3000001', '4000000')).toMatchObject(
      error('the database is that of the cell cell2'),
    );
    await other.database.session.execute(`select setval(pg_get_serial_sequence('account', 'id'), 41)`);
    await runAccountCommand(['create', '--subdomain', 'x', ...newAccount], { DATABASE_URL: other.url });
    expect(await elsewhere('3000000', '4000000')).toMatchObject(
      error('--first and --last must include the account 42'),
    );
    for (const [first, last] of [
      ['0', '5'],
      ['1', '1000000000'],
      ['x', '5'],
      ['9', '8'],
    ]) {
      expect((await attempt('cell1', 'cell1', first ?? '', last ?? '')).status).toBe(1);
    }
  });

  it('refuses the database of a cell as the directory', async () => {
    const { url } = test.cells.cell1;
    expect(
      await runAccountCommand(['cell', 'create', '--name', 'cell1', '--first', '1', '--last', '9'], {
        ...{ DATABASE_URL: url, DIRECTORY_URL: url },
      }),
    ).toMatchObject({ status: 1, error: expect.stringContaining('DIRECTORY_URL is the database of a cell') });
  });

  it('changes weights and origins', async () => {
    expect(await test.run('cell1', 'cell', 'set-weight', '--name', 'cell2', '--weight', '0')).toMatchObject([
      { name: 'cell2', weight: 0 },
    ]);
    expect(
      await test.run(
        'cell1',
        'cell',
        'set-origins',
        '--name',
        'cell2',
        '--origin',
        'http://a:1',
        '--origin',
        'http://b:1',
      ),
    ).toMatchObject([{ origins: ['http://a:1', 'http://b:1'], weight: 0 }]);
    const refused = (...args: string[]) => test.attempt('cell1', 'cell', ...args);
    for (const args of [
      ['set-weight', '--name', 'cell2', '--weight', '1001'],
      ['set-weight', '--name', 'cell9', '--weight', '1'],
      ['set-origins', '--name', 'cell2', '--origin', 'a:1/x'],
    ]) {
      expect((await refused(...args)).status).toBe(1);
    }
  });
});

describe('the database of a cell', () => {
  it('refuses an account outside of the range, unless it is moved in', async () => {
    const [{ id } = {}] = await create('cell1', 'one');
    const copyOf = (copied: number) =>
      `insert into account select (jsonb_populate_record(row, '{"id": ${copied}, "subdomain": "x${copied}"}')).* from account row where id = ${id}`;
    await expect(inCell('cell1', copyOf(1_000_001))).rejects.toThrow(
      'account 1000001 is outside of the range 1 to 1000000',
    );
    await inCell('cell1', 'delete from api_key');
    await expect(inCell('cell1', `update account set id = 1000001 where id = ${id}`)).rejects.toThrow(
      'outside of the range',
    );
    for (const [id, setting] of [
      // As the worker of a subscription.
      [1_000_001, 'set local session_replication_role = replica'],
      [1_000_002, `select set_config('booking.moved_account', '1000002', true)`],
    ] as const) {
      await test.cells.cell1.database.session.transaction(async (tx) => {
        await tx.execute(setting);
        await tx.execute(copyOf(id));
      });
    }
    await expect(inCell('cell1', copyOf(1_000_003))).rejects.toThrow('account 1000003 is outside of the range');
    expect(await inCell('cell1', 'select id from account order by id')).toEqual([
      { id: 1 },
      { id: 1_000_001 },
      { id: 1_000_002 },
    ]);
  });

  it('is opened only by processes of that cell', async () => {
    const { session } = test.cells.cell1.database;
    const open = (cell: string | undefined) => openCell(session, { cell, directoryUrl: test.directoryUrl });
    await expect(open('cell2')).rejects.toThrow('the database is that of the cell cell1, but CELL is cell2');
    await expect(open(undefined)).rejects.toThrow('the database is that of the cell cell1, but CELL is not set');
    expect(await test.attempt('cell1', 'list', '--cell', 'cell1')).toMatchObject({ status: 0 });
    const wrong = { ...test.environmentOf('cell1'), CELL: 'cell2' };
    expect(await runAccountCommand(['list'], wrong)).toMatchObject({
      status: 1,
      error: expect.stringContaining('CELL is'),
    });
    const server = startMain({ ...wrong, LOG_LEVEL: 'silent' });
    expect([await server.exited, server.errors]).toEqual([
      1,
      ['Cannot start: the database is that of the cell cell1, but CELL is cell2'],
    ]);
    await using none = await createTestDatabase();
    await expect(openCell(none.database.session, { cell: 'cell1', directoryUrl: 'x' })).rejects.toThrow('is no cell');
    expect(await openCell(none.database.session, { cell: undefined, directoryUrl: undefined })).toBeUndefined();
  });
});

describe('account commands', () => {
  it('use the database of the cell that --cell names', async () => {
    expect(await create('cell1', 'two', '--cell', 'cell2')).toMatchObject([{ id: 1_000_001 }]);
    expect(await test.run('cell1', 'suspend', '--subdomain', 'two', '--cell', 'cell2')).toMatchObject([
      { suspended: true },
    ]);
    expect(await test.attempt('cell1', 'list', '--cell', 'cell9')).toMatchObject({
      status: 1,
      error: expect.stringContaining('CELL_DATABASE_URLS does not name the cell cell9'),
    });
  });

  it('list the accounts of all cells, each where it is', async () => {
    await create('cell2', 'two');
    const [{ id } = {}] = await create('cell1', 'one');
    await create('cell1', 'gone');
    await inCell('cell1', `update account set moved_to = 'cell2' where subdomain = 'gone'`);
    expect(await test.run('cell2', 'list', '--all-cells')).toEqual([
      expect.objectContaining({ id, subdomain: 'one', cell: 'cell1' }),
      expect.objectContaining({ subdomain: 'two', cell: 'cell2' }),
    ]);
  });

  it('keep subdomains unique over all cells, ignoring case, also at the same time', async () => {
    const attempts = ['same', 'same', 'same', 'same'].map((subdomain, index) =>
      test.attempt(index % 2 ? 'cell1' : 'cell2', 'create', '--subdomain', subdomain, ...newAccount),
    );
    const results = await Promise.all(attempts);
    expect(results.map(({ status }) => status).toSorted()).toEqual([0, 1, 1, 1]);
    expect(results.find(({ status }) => status === 1)?.error).toBe('--subdomain has already been taken');
    expect(await entries()).toHaveLength(1);
    await expect(directory.reserve({ id: 7, subdomain: 'SAME', cell: 'cell1' })).rejects.toThrow('invalid');
    expect(await check()).toEqual({ status: 0, found: [] });
  });

  it('release the subdomain if the account is refused', async () => {
    await inCell('cell1', `alter table account add constraint no_mars check (name <> 'Mars')`);
    const mars = newAccount.map((value) => (value === 'Acme' ? 'Mars' : value));
    expect(await test.attempt('cell1', 'create', '--subdomain', 'x', ...newAccount, '--country', 'XX')).toMatchObject({
      status: 1,
    });
    expect(await entries()).toEqual([]);
    expect(await test.attempt('cell1', 'create', '--subdomain', 'mars', ...mars)).toMatchObject({ status: 1 });
    // The outcome of another error than a refusal may be unknown, so the entry stays until it is repaired.
    expect(await entries()).toHaveLength(1);
  });
});

describe('account directory check', () => {
  it('reads cells that are not migrated yet', async () => {
    await inCell('cell2', 'alter table cell drop readonly_at');
    expect(await check()).toEqual({ status: 0, found: [] });
  });

  it('adds the entry of an account that the directory lacks', async () => {
    await create('cell2', 'two');
    await sql.query('delete from account');
    const missing = {
      id: 1_000_001,
      subdomain: 'two',
      cell: 'cell2',
      problem: 'the directory does not have the account',
    };
    expect(await check()).toEqual({ status: 1, found: [{ ...missing, state: 'open' }] });
    expect(await check('--repair')).toEqual({ status: 0, found: [{ ...missing, state: 'repaired' }] });
    expect(await entries()).toEqual(['1000001 two cell2']);
  });

  it('repairs what a crash between two databases leaves, once no command can be at work', async () => {
    await create('cell1', 'one');
    await directory.reserve({ id: 2, subdomain: 'never-created', cell: 'cell1' });
    await directory.reserve({ id: 1, subdomain: 'never-renamed', cell: 'cell1' });
    const left = [
      { id: 1, subdomain: 'never-renamed', cell: 'cell1', problem: 'the subdomain is one' },
      { id: 2, subdomain: 'never-created', cell: 'cell1', problem: 'no cell has the account' },
    ];
    const inState = (state: string) => left.map((difference) => ({ ...difference, state }));
    expect(await check('--repair')).toEqual({ status: 0, found: inState('working') });
    await age();
    expect(await check()).toEqual({ status: 1, found: inState('open') });
    expect(await check('--repair')).toEqual({ status: 0, found: inState('repaired') });
    expect(await check()).toEqual({ status: 0, found: [] });
    expect(await create('cell2', 'never-created')).toMatchObject([{ id: 1_000_001 }]);
  });

  it('finds a directory that disagrees with the cells, and never chooses between two cells', async () => {
    const ids = [];
    for (const subdomain of ['wrong-cell', 'two-cells', 'moved', 'lost'])
      ids.push((await create('cell1', subdomain))[0]?.['id']);
    const copy = `insert into account select (jsonb_populate_record(null::account, $1::jsonb)).*`;
    const [row] = await inCell('cell1', `select to_jsonb(account) as row from account where subdomain = 'two-cells'`);
    await test.cells.cell2.database.session.transaction(async (tx) => {
      await tx.execute('set local session_replication_role = replica');
      await tx.execute(copy, [JSON.stringify(row?.['row'])]);
    });
    await inCell('cell1', `update account set moved_to = 'cell2' where subdomain in ('moved', 'lost')`);
    await directory.moveAccount(Number(ids[0]), 'cell1', 'cell2');
    await directory.moveAccount(Number(ids[3]), 'cell1', 'cell2');
    await sql.query(`update cell set last_account_id = 1500000 where name = 'cell2'`);
    await age();
    const expected = [
      { cell: 'cell2', problem: 'its database has the range 1000001 to 2000000', state: 'open' },
      { cell: 'cell2', id: 1, subdomain: 'wrong-cell', problem: 'the account is in cell1', state: 'repaired' },
      { cell: 'cell1', id: 2, subdomain: 'two-cells', problem: 'the account is in cell1 and cell2', state: 'open' },
      { cell: 'cell1', id: 3, subdomain: 'moved', problem: 'the account was moved from cell1', state: 'open' },
      { cell: 'cell2', id: 4, subdomain: 'lost', problem: 'the account was moved from cell1', state: 'open' },
    ];
    expect(await check('--repair')).toEqual({ status: 1, found: expected });
    expect((await check()).found).toEqual(expected.filter(({ state }) => state === 'open'));
  });

  it('fills a new directory', async () => {
    await create('cell1', 'one');
    await using empty = await createEmptyDatabase();
    const environment = { ...test.environmentOf('cell1'), DIRECTORY_URL: empty.url };
    await runAccountCommand(['cell', 'create', '--name', 'cell1', '--first', '1', '--last', '1000000'], environment);
    const { lines } = await runAccountCommand(['directory', 'check'], environment);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { cell: 'cell2', problem: 'the directory does not have the cell', state: 'open' },
    ]);
  });

  it('needs the directory and the databases of the cells', async () => {
    expect(await runAccountCommand(['directory', 'check'], {})).toMatchObject({
      status: 1,
      error: expect.stringContaining('DIRECTORY_URL is required'),
    });
    expect(await runAccountCommand(['directory', 'check'], { DIRECTORY_URL: test.directoryUrl })).toMatchObject({
      error: expect.stringContaining('CELL_DATABASE_URLS is required'),
    });
  });
});

describe('account directory map', () => {
  it('writes the files of a router, and prints which have changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'booking-map-'));
    await create('cell1', 'one');
    const map = (format: string) => test.run('cell2', 'directory', 'map', '--format', format, '--output', folder);
    const file = join(folder, 'accounts.map');
    expect(await map('haproxy')).toContainEqual({ file, changed: true });
    expect(await map('haproxy')).toContainEqual({ file, changed: false });
    await create('cell2', 'two');
    expect(await map('haproxy')).toContainEqual({ file, changed: true });
    expect(readFileSync(file, 'utf8')).toBe(`# map ${await directory.mapVersion()}\none cell1\ntwo cell2\n`);
    await map('json');
    expect(JSON.parse(readFileSync(join(folder, 'cells.json'), 'utf8'))).toMatchObject({
      subdomains: { one: 'cell1' },
    });
    const missing = join(folder, 'missing');
    expect(await test.attempt('cell1', 'directory', 'map', '--format', 'nginx', '--output', missing)).toMatchObject({
      status: 1,
      error: expect.stringContaining(`--output must be a folder that exists: there is none at ${missing}`),
    });
    expect(await test.attempt('cell1', 'directory', 'map', '--format', 'envoy')).toMatchObject({
      status: 1,
      error: expect.stringContaining('--format must be nginx, haproxy, json'),
    });
    await rm(folder, { recursive: true });
  });
});
