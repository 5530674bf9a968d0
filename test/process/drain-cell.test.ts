import pg from 'pg';
import { pino } from 'pino';
import { databaseModel } from '../../src/domain/entities.js';
import { readGuides } from '../../src/http/documentation/guides.js';
import { openCell } from '../../src/platform/cells/cell.js';
import { Directory } from '../../src/platform/cells/directory.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { CellConnection } from '../../src/process/move/cell-connection.js';
import { newAccount } from '../support/cells.js';
import { type MovingCells, startMovingCells } from '../support/moving-cells.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startWeb, type Web } from '../support/web.js';
import { killAll, ServerProcess } from './server-process.js';

const names = ['cell1', 'cell2', 'cell3'] as const;
type CellName = (typeof names)[number];

let test: MovingCells;
let directory: Directory;
/** A third cell, on the server of the second. */
let third: { url: string; database: Database };
const webs = new Map<CellName, Web>();

const databaseOf = (cell: CellName): Database => (cell === 'cell3' ? third.database : test.cells[cell].database);
const inCell = <Row extends object>(cell: CellName, statement: string, ...parameters: unknown[]) =>
  databaseOf(cell).session.execute<Row>(statement, parameters, 'unprepared');

/** The settings of a command, which needs no cell of its own. */
const environment = () => {
  const { DIRECTORY_URL = '', DATABASE_URL = '', CELL_DATABASE_URLS = '' } = test.environmentOf('cell1');
  return { DIRECTORY_URL, DATABASE_URL, CELL_DATABASE_URLS: `${CELL_DATABASE_URLS},cell3=${third.url}` };
};
/** Runs a command. Returns its exit status, the printed objects and the error. */
const attempt = async (...args: string[]) => {
  const { status, lines, error } = await runAccountCommand(args, environment());
  const printed: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
  return { status, printed, error };
};
const drain = (...more: string[]) => attempt('cell', 'drain', '--cell', 'cell1', ...more);
const startDrain = (...more: string[]): ServerProcess =>
  new ServerProcess(
    process.execPath,
    ['dist/src/process/cli.js', 'cell', 'drain', '--cell', 'cell1', ...more],
    environment(),
  );

beforeAll(async () => {
  test = await startMovingCells();
  const { DIRECTORY_URL = '' } = test.environmentOf('cell1');
  directory = new Directory(DIRECTORY_URL);
  await inCell('cell2', 'create database cell3');
  const url = Object.assign(new URL(test.cells.cell2.url), { pathname: '/cell3' }).href;
  third = { url, database: await Database.connect(url, databaseModel, 5) };
  await migrate(third.database);
  await runAccountCommand(['cell', 'create', '--name', 'cell3', '--first', '2000001', '--last', '3000000'], {
    ...{ DATABASE_URL: url, DIRECTORY_URL },
  });
  third.database.cell = await openCell(third.database.session, { cell: 'cell3', directoryUrl: DIRECTORY_URL });
  for (const name of names) {
    const logger = pino({ level: 'silent' });
    webs.set(name, await startWeb({ database: databaseOf(name), clock: systemClock, logger, config: {} }));
  }
});
const blockers: pg.Client[] = [];
afterEach(async () => {
  killAll();
  for (const blocker of blockers.splice(0)) await blocker.end();
  await drain('--stop');
});
afterAll(async () => {
  for (const web of webs.values()) await web[Symbol.asyncDispose]();
  await third?.database.close();
  await directory?.close();
  await test?.[Symbol.asyncDispose]();
});

let opened = 0;

/** Opens accounts of cell1. */
async function openAccounts(count: number) {
  const accounts = [];
  for (let number = 0; number < count; number += 1) {
    opened += 1;
    const subdomain = `drained${opened}`;
    const [credentials] = await test.run('cell1', 'create', '--subdomain', subdomain, ...newAccount);
    const at = (cell: CellName): TestAccount =>
      new TestAccount(webs.get(cell)?.origin ?? '', credentials as unknown as TestAccount['credentials']);
    const { id: resource_id } = await at('cell1').create('/resources', 'resource', { title: 'Chair', capacity: 2 });
    accounts.push({ id: Number(credentials?.['id']), subdomain, at, resource_id });
  }
  return accounts;
}
type Opened = Awaited<ReturnType<typeof openAccounts>>[number];

const book = ({ resource_id }: Opened, client: TestAccount, hour: number) => {
  const at = (hours: number): string => new Date(Date.UTC(2099, 0, 1, hours)).toISOString().slice(0, 16);
  return client.post('/bookings', {
    json: { booking: { resource_id, booked_from: at(hour), booked_to: at(hour + 1) } },
  });
};

const servedBy = async (cell: CellName): Promise<number[]> =>
  (await inCell<{ id: number }>(cell, 'select id from account where moved_to is null order by id')).map(({ id }) => id);
const openMoves = () =>
  inCell<{ id: number; begun: string }>('cell1', 'select account_id as id, begun_at::text as begun from account_move');
const weights = async () => (await directory.cells()).map(({ weight }) => weight);

const problemsOf = (printed: readonly Record<string, unknown>[]) => printed.flatMap(({ problem }) => problem ?? []);

/** Returns the objects that moves create beside the rows. */
async function remains(): Promise<string[]> {
  const found = names.map((cell) =>
    inCell<{ name: string }>(
      cell,
      `select pubname::text as name from pg_publication union all select slot_name::text from pg_replication_slots
       union all select subname::text from pg_subscription join pg_database on pg_database.oid = subdbid
         where datname = current_database()
       union all select account_id::text from account_move`,
    ),
  );
  return (await Promise.all(found)).flat().map(({ name }) => name);
}

/** Lets an account not move to another cell: each has one of the same subdomain. */
async function blockInTargets({ subdomain }: Opened): Promise<void> {
  for (const cell of ['cell2', 'cell3'] as const) {
    await inCell(
      cell,
      `insert into account (created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
       values (now(), now(), $1, 'Other', 'a@example.org', 'Europe/Oslo', 'NO', 'secret')`,
      subdomain,
    );
  }
}

async function unblock({ subdomain }: Opened): Promise<void> {
  for (const cell of ['cell2', 'cell3'] as const)
    await inCell(cell, 'delete from account where subdomain = $1', subdomain);
}

/** Lets no replication slot be created until it ends. */
async function openTransaction(): Promise<pg.Client> {
  const blocker = new pg.Client(test.cells.cell1.url);
  blockers.push(blocker);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select pg_current_xact_id()');
  return blocker;
}

/** A client that books one hour after the other, wherever the account is. */
function startBooking(account: Opened) {
  const acknowledged: number[] = [];
  let isOver = false;
  const work = async () => {
    let turn = 0;
    for (let hour = 0; !isOver; ) {
      const cell = names[turn % names.length] ?? 'cell1';
      const { status, body } = await book(account, account.at(cell), hour);
      if (status === 200) {
        acknowledged.push(body.booking.id);
        hour += 1;
      } else if (status !== 503) turn += 1;
    }
    return acknowledged;
  };
  const working = work();
  return {
    acknowledged,
    end: () => {
      isOver = true;
      return working;
    },
  };
}

/** Returns the commands of the guide, each with the attributes of the lines that it shows. */
function shownCommands(): { args: string[]; attributes: string[] }[] {
  const { markdown = '' } = readGuides().find(({ name }) => name === 'scale') ?? {};
  const [, section = ''] = markdown.split('## Drain and rebalance cells');
  const pairs = section.matchAll(/```\nnpm run -s account -- (.*)\n```\n[\s\S]*?```\n([\s\S]*?)```/g);
  return [...pairs].map(([, command = '', lines = '']) => ({
    args: command.split(' '),
    attributes: attributesOf(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ),
  }));
}

/** Returns the names of the attributes of objects, and of the objects in them. */
const attributesOf = (objects: readonly object[]): string[] =>
  [...new Set(objects.flatMap((object) => JSON.stringify(object).match(/"\w+"(?=:)/g) ?? []))].toSorted();

describe('account cell drain', () => {
  it('plans what it would do, and changes nothing', async () => {
    const accounts = await openAccounts(3);
    for (let hour = 0; hour < 20; hour += 1)
      await book(accounts[1] as Opened, (accounts[1] as Opened).at('cell1'), hour);
    const { status, printed } = await drain('--dry-run');
    expect(status).toBe(0);
    expect(printed).toHaveLength(6);
    expect(printed[0]).toEqual({
      ...{ account: accounts[1]?.id, subdomain: accounts[1]?.subdomain, from: 'cell1', to: 'cell2' },
      ...{ bytes: expect.any(Number), load: expect.any(Number) },
    });
    expect(printed.slice(1, 3)).toEqual([
      expect.objectContaining({ to: 'cell3' }),
      expect.objectContaining({ to: 'cell3' }),
    ]);
    expect(Number(printed[0]?.['bytes'])).toBeGreaterThan(Number(printed[1]?.['bytes']));
    expect(printed.slice(3)).toMatchObject([
      { cell: 'cell1', accounts: 3, percent: 100, after: { accounts: 0, percent: 0 } },
      { cell: 'cell2', accounts: 0, percent: 0, after: { accounts: 1 } },
      { cell: 'cell3', accounts: 0, percent: 0, after: { accounts: 2 } },
    ]);
    expect([await servedBy('cell1'), await weights(), await remains()]).toEqual([
      accounts.map(({ id }) => id),
      [100, 100, 100],
      [],
    ]);
    expect(await openAccounts(1)).toHaveLength(1);
  });

  it('empties the cell while clients book, and lets it get no new accounts', async () => {
    await openAccounts(1);
    const accounts = await openAccounts(2);
    const clients = accounts.map(startBooking);
    await until(() => clients.every(({ acknowledged }) => acknowledged.length > 2));
    const draining = drain();
    await until(async () => (await openMoves()).length > 0);
    const refused = await test.attempt('cell1', 'create', '--subdomain', 'late', ...newAccount);
    expect(refused).toEqual({ status: 1, lines: [], error: 'cell cell1 is being drained' });
    expect(await directory.find({ subdomain: 'late' })).toBe(undefined);
    const mostAtOnce = (async () => {
      let most = 0;
      for (let isOver = false; !isOver; ) {
        most = Math.max(most, (await openMoves()).length);
        isOver = (await servedBy('cell1')).length === 0;
      }
      return most;
    })();
    const { status, printed } = await draining;
    expect(status).toBe(0);
    const moved = printed.slice(0, -1);
    expect(moved.filter(({ rows, paused }) => Number(rows) > 0 && Number(paused) > 0)).toHaveLength(moved.length);
    expect(printed.at(-1)).toEqual({ cell: 'cell1', moved: 7, left: 0 });
    expect(await mostAtOnce).toBe(2);
    expect([await servedBy('cell1'), await remains(), await weights()]).toEqual([[], [], [0, 100, 100]]);
    for (const [index, account] of accounts.entries()) {
      const client = clients[index];
      const before = client?.acknowledged.length ?? 0;
      await until(() => (client?.acknowledged.length ?? 0) > before);
      const acknowledged = await client?.end();
      const home = await directory.find({ id: account.id });
      expect(['cell2', 'cell3']).toContain(home);
      const stored = await inCell<{ id: number }>(
        home as CellName,
        'select id from booking where account_id = $1 order by id',
        account.id,
      );
      expect(stored.map(({ id }) => id)).toEqual(acknowledged?.toSorted((a, b) => a - b));
    }
    // Repeated, it finds nothing to do.
    expect(await drain()).toEqual({ status: 0, printed: [{ cell: 'cell1', moved: 0, left: 0 }], error: undefined });
    expect((await drain('--stop')).printed).toEqual([{ cell: 'cell1', weight: 100 }]);
    expect(await weights()).toEqual([100, 100, 100]);
    await test.run('cell1', 'create', '--subdomain', 'late', ...newAccount);
  });

  it('prints what the guide shows', async () => {
    const [account] = await openAccounts(2);
    const shown = shownCommands();
    expect(shown).toHaveLength(2);
    for (const { args, attributes } of shown) {
      const isRehearsal = args.includes('--dry-run');
      if (!isRehearsal) await blockInTargets(account as Opened);
      expect(attributesOf((await attempt(...args)).printed)).toEqual(attributes);
    }
    await unblock(account as Opened);
    expect((await drain()).status).toBe(0);
    await drain('--stop');
  });

  it('goes on after it was killed, and refuses a second command meanwhile', async () => {
    const accounts = await openAccounts(3);
    const first = startDrain('--to', 'cell2');
    await until(async () => (await openMoves()).length > 0);
    for (const second of [drain(), drain('--stop'), attempt('cell', 'rebalance')]) {
      expect(await second).toMatchObject({
        status: 1,
        error: expect.stringMatching(
          /^another command is moving accounts: "cell drain --cell cell1" from 127\.0\.0\.1, since 20\d\d-/,
        ),
      });
    }
    await first.end('SIGKILL');
    const open = await openMoves();
    expect(open).not.toEqual([]);
    const { status, printed } = await drain('--to', 'cell3', '--at-once', '3', '--clean');
    expect([status, printed.at(-1)]).toMatchObject([0, { cell: 'cell1', left: 0 }]);
    expect([await servedBy('cell1'), await remains()]).toEqual([[], []]);
    const cleaned = printed.slice(0, -1).map(({ account }) => account);
    expect(cleaned).toEqual(expect.arrayContaining(open.map(({ id }) => id)));
    expect(await inCell('cell1', 'select id from account where id = any ($1)', cleaned)).toEqual([]);
    // An open move leads to where it was begun to.
    for (const { id } of open) expect(await directory.find({ id })).toBe('cell2');
    for (const account of accounts) {
      const home = (await directory.find({ id: account.id })) as CellName;
      expect((await book(account, account.at(home), 1)).status).toBe(200);
    }
  });

  it('goes on by itself after the servers of both cells were killed', async () => {
    await openAccounts(2);
    const draining = drain('--to', 'cell2');
    for (const cell of ['cell1', 'cell2'] as const) {
      await until(async () => (await openMoves()).length > 0);
      await test.cells[cell].kill();
    }
    const { status, printed } = await draining;
    expect(problemsOf(printed)).toEqual([]);
    expect([status, printed.at(-1)]).toEqual([0, { cell: 'cell1', moved: 2, left: 0 }]);
    expect([await servedBy('cell1'), await remains()]).toEqual([[], []]);
  });

  it('waits for an account that is being created, and moves it, too', async () => {
    const creating = new pg.Client(test.cells.cell1.url);
    blockers.push(creating);
    await creating.connect();
    await creating.query('begin');
    const { rows } = await creating.query(
      `insert into account (created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
       values (now(), now(), 'just-now', 'New', 'a@example.org', 'Europe/Oslo', 'NO', 'secret') returning id`,
    );
    await directory.reserve({ id: rows[0].id, subdomain: 'just-now', cell: 'cell1' });
    const draining = drain('--to', 'cell2');
    const waiting = `select from pg_locks where locktype = 'advisory' and classid = 7463008 and not granted`;
    await until(async () => (await inCell('cell1', waiting)).length > 0);
    await creating.query('commit');
    const { status, printed } = await draining;
    expect([status, printed.at(-1)]).toEqual([0, { cell: 'cell1', moved: 1, left: 0 }]);
    expect(await directory.find({ id: rows[0].id })).toBe('cell2');
  });

  it('leaves an account to another process that moves it', async () => {
    const [account] = await openAccounts(1);
    const other = new CellConnection('cell1', test.cells.cell1.url);
    await other.exclusively(account?.id ?? 0, async () => {
      const { status, printed } = await drain('--patience', '0.02');
      expect([status, problemsOf(printed)]).toEqual([1, [`another process is moving account ${account?.id}`]]);
    });
    await other.close();
    expect((await drain()).status).toBe(0);
  });

  it('names an account that cannot move, and moves the others', async () => {
    const [blocked, other] = await openAccounts(2);
    await blockInTargets(blocked as Opened);
    const problem = expect.stringMatching(
      new RegExp(`^account \\d+ of cell2 has the subdomain ${blocked?.subdomain}$`),
    );
    const planned = await drain('--to', 'cell2', '--dry-run');
    expect(planned.status).toBe(1);
    expect(planned.printed).toContainEqual(expect.objectContaining({ account: blocked?.id, problem }));
    const { status, printed } = await drain('--to', 'cell2');
    expect([status, printed.at(-1)]).toEqual([1, { cell: 'cell1', moved: 1, left: 1 }]);
    expect(printed).toContainEqual(expect.objectContaining({ account: blocked?.id, problem }));
    expect(await directory.find({ id: other?.id ?? 0 })).toBe('cell2');
    expect((await book(blocked as Opened, (blocked as Opened).at('cell1'), 1)).status).toBe(200);
    await unblock(blocked as Opened);
    expect((await drain('--to', 'cell2')).status).toBe(0);
  });

  it('begins a move anew that makes no progress', async () => {
    const [account] = await openAccounts(1);
    const blocker = await openTransaction();
    const draining = drain('--to', 'cell2', '--patience', '0.05');
    await until(async () => (await openMoves()).length > 0);
    const [begun] = await openMoves();
    await until(async () => (await openMoves()).some((open) => open.begun !== begun?.begun));
    await blocker.query('rollback');
    const { status, printed } = await draining;
    expect([status, printed.at(-1)]).toEqual([0, { cell: 'cell1', moved: 1, left: 0 }]);
    expect(await directory.find({ id: account?.id ?? 0 })).toBe('cell2');
  });

  it('gives up a move that makes no progress again, and names it', async () => {
    const [account] = await openAccounts(1);
    await openTransaction();
    const { status, printed } = await drain('--to', 'cell2', '--patience', '0.05');
    expect(status).toBe(1);
    expect(printed).toEqual([
      expect.objectContaining({ account: account?.id, problem: 'no progress for 0.05 minutes' }),
      { cell: 'cell1', moved: 0, left: 1 },
    ]);
    expect(await remains()).toEqual([]);
    expect((await book(account as Opened, (account as Opened).at('cell1'), 1)).status).toBe(200);
    await blockers.pop()?.end();
    expect((await drain('--to', 'cell2')).status).toBe(0);
  });

  it.each([
    [['--cell', 'cell1', '--to', 'cell1'], '--to takes other cells than --cell'],
    [['--cell', 'cell1', '--to', 'cell9'], 'the directory has no cell cell9'],
    [['--cell', 'cell9'], 'the directory has no cell cell9'],
    [[], '--cell takes the name of a cell'],
    [['--cell', 'cell1', '--at-once', '0'], '--at-once takes a number from 1 to 20'],
    [['--cell', 'cell1', '--patience', 'x'], '--patience takes minutes'],
  ])('refuses %j', async (args, error) => {
    const refused = await attempt('cell', 'drain', ...args);
    expect([refused.status, refused.error?.split('\n')[0]]).toEqual([1, error]);
  });

  it('gives nothing to cells that get no new accounts, unless they are named', async () => {
    await inCell('cell3', 'update cell set weight_before_drain = 100');
    await attempt('cell', 'set-weight', '--name', 'cell2', '--weight', '0');
    expect((await drain()).error).toBe('no other cell gets new accounts: name cells with --to');
    expect((await drain('--to', 'cell3')).error).toBe('cell3 is being drained');
    await inCell('cell3', 'update cell set weight_before_drain = null, readonly_at = now()');
    expect((await drain('--to', 'cell3')).error).toBe('cell3 is read-only');
    await inCell('cell3', 'update cell set readonly_at = null');
    await attempt('cell', 'set-weight', '--name', 'cell2', '--weight', '100');
    expect(await weights()).toEqual([100, 100, 100]);
  });
});

describe('account cell rebalance', () => {
  it('moves accounts from the fullest cell to the emptiest, at most as many as it may', async () => {
    const rebalance = (...more: string[]) => attempt('cell', 'rebalance', ...more);
    const counts = () => Promise.all((['cell1', 'cell2'] as const).map(async (name) => (await servedBy(name)).length));
    expect((await attempt('cell', 'drain', '--cell', 'cell2', '--to', 'cell3')).status).toBe(0);
    await attempt('cell', 'drain', '--cell', 'cell2', '--stop');
    // It takes no part.
    await attempt('cell', 'set-weight', '--name', 'cell3', '--weight', '0');
    await openAccounts(4);
    const planned = await rebalance('--dry-run');
    expect(planned).toMatchObject({
      status: 0,
      printed: [
        { from: 'cell1', to: 'cell2' },
        { from: 'cell1', to: 'cell2' },
        { cell: 'cell1', accounts: 4, percent: 100, after: { accounts: 2 } },
        { cell: 'cell2', accounts: 0, percent: 0, after: { accounts: 2 } },
      ],
    });
    expect(await counts()).toEqual([4, 0]);
    for (const [limit, moved] of [
      ['1', 1],
      ['9', 1],
      ['9', 0],
    ] as const) {
      const { status, printed } = await rebalance('--limit', limit);
      expect([status, printed.at(-1)]).toEqual([0, { moved, left: 0 }]);
    }
    expect([await counts(), await remains()]).toEqual([[2, 2], []]);
    expect((await rebalance('--limit', '0')).error).toMatch(/^--limit takes a number from 1 to 100000\n/);
  });
});
