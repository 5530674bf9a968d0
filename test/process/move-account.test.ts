import { pino } from 'pino';
import { Directory } from '../../src/platform/cells/directory.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { CellConnection } from '../../src/process/move/cell-connection.js';
import { Move } from '../../src/process/move/move.js';
import { createTestCells, newAccount } from '../support/cells.js';
import { type CellName, type MovingCells, startMovingCells } from '../support/moving-cells.js';
import { isSampled } from '../support/sample.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startWeb, type Web } from '../support/web.js';

let test: MovingCells;
let directory: Directory;
const webs = new Map<CellName, Web>();

beforeAll(async () => {
  test = await startMovingCells();
  directory = new Directory(test.environmentOf('cell1')['DIRECTORY_URL'] ?? '');
  for (const cell of ['cell1', 'cell2'] as const) {
    const { database } = test.cells[cell];
    webs.set(cell, await startWeb({ database, clock: systemClock, logger: pino({ level: 'silent' }), config: {} }));
  }
});
afterAll(async () => {
  for (const web of webs.values()) await web[Symbol.asyncDispose]();
  await directory?.close();
  await test?.[Symbol.asyncDispose]();
});

let accounts = 0;

/** An account of cell1, as a client of each cell. */
async function openAccount() {
  accounts += 1;
  const subdomain = `moving${accounts}`;
  const [credentials] = await test.run('cell1', 'create', '--subdomain', subdomain, ...newAccount);
  const at = (cell: CellName): TestAccount =>
    new TestAccount(webs.get(cell)?.origin ?? '', credentials as unknown as TestAccount['credentials']);
  const { id: resource_id } = await at('cell1').create('/resources', 'resource', { title: 'Chair', capacity: 2 });
  return { id: Number(credentials?.['id']), subdomain, at, resource_id };
}

type Opened = Awaited<ReturnType<typeof openAccount>>;

const march = (hour: number) => ({ booked_from: `2099-03-10T${hour}:00`, booked_to: `2099-03-10T${hour + 1}:00` });

const book = ({ resource_id }: Opened, account: TestAccount, hour: number, headers: Record<string, string> = {}) =>
  account.post('/bookings', { json: { booking: { resource_id, ...march(hour) } }, headers });

const move = (cell: CellName, subdomain: string, ...more: string[]) =>
  test.run(cell, 'move', '--subdomain', subdomain, ...more);
const refusal = async (cell: CellName, subdomain: string, ...more: string[]) => {
  const { status, error } = await test.attempt(cell, 'move', '--subdomain', subdomain, ...more);
  return status === 0 ? 'accepted' : error;
};

const inCell = <Row extends object>(cell: CellName, statement: string, ...parameters: unknown[]) =>
  test.cells[cell].database.session.execute<Row>(statement, parameters, 'unprepared');

/** Returns the objects that a move creates beside the rows. */
async function remains(cell: CellName): Promise<string[]> {
  const rows = await inCell<{ name: string }>(
    cell,
    `select pubname::text as name from pg_publication union all select subname::text from pg_subscription
     union all select slot_name::text from pg_replication_slots union all select account_id::text from account_move`,
  );
  return rows.map(({ name }) => name);
}

describe('account move', () => {
  it('moves an account with its ids, keys, answers and cursors', async () => {
    const account = await openAccount();
    const { at, id, subdomain } = account;
    const first = await book(account, at('cell1'), 10, { 'idempotency-key': 'first-booking' });
    expect(first.status).toBe(200);
    let cursor = '';
    await until(async () => {
      ({ cursor } = (await at('cell1').get('/changes')).body.changes);
      return cursor !== '';
    });
    const [report] = await move('cell1', subdomain, '--to', 'cell2');
    expect(report).toMatchObject({ id, from: 'cell1', to: 'cell2' });
    expect(report?.['paused']).toBeLessThan(5_000);
    expect([...(await remains('cell1')), ...(await remains('cell2'))]).toEqual([]);
    expect(await directory.find({ id })).toBe('cell2');

    const moved = at('cell2');
    expect((await moved.get('/bookings')).body).toMatchObject([{ booking: { id: first.body.booking.id } }]);
    const repeated = await book(account, moved, 10, { 'idempotency-key': 'first-booking' });
    expect(repeated.body).toEqual(first.body);
    const second = await book(account, moved, 10);
    expect(second.body.booking.id).toBeGreaterThan(first.body.booking.id + 1);
    expect((await book(account, moved, 10)).status).toBe(400);
    await until(async () => {
      const { body } = await moved.get(`/changes?after=${cursor}`);
      return body.changes.items.length === 1 && body.changes.items[0].object_id === second.body.booking.id;
    });
    expect((await book(account, at('cell1'), 12)).status).not.toBe(200);
    const listed = await test.run('cell1', 'list', '--all-cells');
    expect(listed.filter((row) => row['id'] === id)).toMatchObject([{ cell: 'cell2' }]);

    const [cleaned] = await move('cell1', subdomain, '--clean');
    expect(cleaned).toMatchObject({ id, cell: 'cell1' });
    expect(await inCell('cell1', 'select id from account where id = $1', id)).toEqual([]);
    expect(await inCell('cell1', 'select id from booking where account_id = $1', id)).toEqual([]);
    expect((await moved.get('/bookings')).body).toHaveLength(2);
  });

  it('moves an account back, and follows renamed settings', async () => {
    const account = await openAccount();
    await move('cell1', account.subdomain, '--to', 'cell2');
    await account
      .at('cell2')
      .put('/client', { json: { client: { name: 'Renamed', subdomain: `${account.subdomain}b` } } });
    await move('cell1', account.subdomain, '--clean');
    await move('cell2', `${account.subdomain}b`, '--to', 'cell1');
    expect((await book(account, account.at('cell1'), 10)).status).toBe(200);
    expect(await directory.find({ subdomain: `${account.subdomain}b` })).toBe('cell1');
    await move('cell2', `${account.subdomain}b`, '--clean');
  });
});

describe('a move that is refused', () => {
  it('changes nothing', async () => {
    const account = await openAccount();
    const { id, subdomain } = account;
    expect(await refusal('cell1', subdomain, '--to', 'cell1')).toBe(`account ${id} is in cell1 already`);
    expect(await refusal('cell1', subdomain, '--to', 'cell3')).toMatch(
      /^CELL_DATABASE_URLS does not name the cell cell3\n/,
    );
    expect(await refusal('cell1', 'nobody', '--to', 'cell2')).toBe('No account has that subdomain');
    expect(await refusal('cell1', subdomain, '--resume')).toBe(`account ${id} is not being moved from cell1`);
    expect(await refusal('cell1', subdomain, '--abort')).toBe(`account ${id} is not being moved from cell1`);
    expect(await refusal('cell1', subdomain, '--clean')).toBe(`account ${id} was not moved from cell1`);
    expect(await refusal('cell1', subdomain)).toMatch(
      /^exactly one of --to, --resume, --abort and --clean is required\n/,
    );
    expect(await refusal('cell1', subdomain, '--to', 'cell2', '--abort')).toMatch(/^exactly one of/);

    await inCell('cell2', `insert into schema_migration (name, executed_at) values ('9999-later', now())`);
    expect(await refusal('cell1', subdomain, '--to', 'cell2')).toBe('cell1 has another version: it lacks 9999-later');
    await inCell('cell2', `delete from schema_migration where name = '9999-later'`);

    await inCell(
      'cell2',
      `insert into account (created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
       values (now(), now(), $1, 'Other', 'a@example.org', 'Europe/Oslo', 'NO', 'secret')`,
      subdomain.toUpperCase(),
    );
    expect(await refusal('cell1', subdomain, '--to', 'cell2')).toMatch(
      new RegExp(`^account \\d+ of cell2 has the subdomain ${subdomain}$`),
    );
    await inCell('cell2', 'delete from account where lower(subdomain) = $1', subdomain);

    await inCell('cell1', 'insert into account_move (account_id, target) values ($1, $2)', id, 'cell2');
    expect(await refusal('cell1', subdomain, '--to', 'cell2')).toBe(
      `account ${id} is being moved to cell2: use --resume or --abort`,
    );
    await inCell('cell1', 'delete from account_move');
    expect(await remains('cell1')).toEqual([]);
    expect((await book(account, account.at('cell1'), 10)).status).toBe(200);
  });

  it('says which key of encrypted secrets the target lacks', async () => {
    const { id, subdomain } = await openAccount();
    const know = (cell: CellName, fingerprint: string) =>
      inCell(cell, `insert into encryption_key (id, fingerprint) values ('2026', $1)`, fingerprint);
    await know('cell1', 'one');
    await inCell('cell1', `update account set secret = 'sealed:2026:AAAA' where id = $1`, id);
    // Its lock is released before it ends, so that the next move can begin.
    const locks = `select objid from pg_locks where locktype = 'advisory' and classid = 7463006`;
    for (let times = 0; times < 10; times += 1) {
      expect(await refusal('cell1', subdomain, '--to', 'cell2')).toBe(
        `cell2 lacks the key 2026, which encrypted secrets of account ${id}: add it to ENCRYPTION_KEY there, and restart the processes`,
      );
      expect(await inCell('cell1', locks)).toEqual([]);
    }
    await know('cell2', 'other');
    expect(await refusal('cell1', subdomain, '--to', 'cell2')).toBe(
      'cell1 and cell2 have different keys under the name 2026: run "account encrypt-secrets" in cell1 with a key that both have',
    );
    expect([...(await remains('cell1')), ...(await remains('cell2'))]).toEqual([]);
    await inCell('cell2', `update encryption_key set fingerprint = 'one'`);
    expect(await move('cell1', subdomain, '--to', 'cell2')).toMatchObject([{ id, to: 'cell2' }]);
    for (const cell of ['cell1', 'cell2'] as const) await inCell(cell, 'delete from encryption_key');
  });

  it('says what the servers and their roles lack', async () => {
    await using plain = await createTestCells();
    await plain.run('cell1', 'create', '--subdomain', 'plain', ...newAccount);
    expect((await plain.attempt('cell1', 'move', '--subdomain', 'plain', '--to', 'cell2')).error).toMatch(
      /^cell1 has wal_level=\w+: set wal_level=logical and restart its PostgreSQL$/,
    );

    const { subdomain } = await openAccount();
    const urls = new Map<CellName, string>();
    for (const cell of ['cell1', 'cell2'] as const) {
      await inCell(cell, `create role visitor login password 'visitor'`);
      await inCell(cell, 'grant select on all tables in schema public to visitor');
      const url = new URL(test.cells[cell].url);
      Object.assign(url, { username: 'visitor', password: 'visitor' });
      urls.set(cell, url.href);
    }
    const attemptAs = async (...cells: CellName[]) => {
      const environment = test.environmentOf('cell1');
      const addresses = (['cell1', 'cell2'] as const).map(
        (cell) => `${cell}=${cells.includes(cell) ? urls.get(cell) : test.cells[cell].url}`,
      );
      const args = ['move', '--subdomain', subdomain, '--to', 'cell2'];
      return (await runAccountCommand(args, { ...environment, CELL_DATABASE_URLS: addresses.join() })).error;
    };
    expect(await attemptAs('cell1')).toBe(
      'the role visitor of cell1 must be a superuser, or with REPLICATION and allowed to set session_replication_role',
    );
    expect(await attemptAs('cell2')).toBe(
      'the role visitor of cell2 must be a superuser, or in pg_create_subscription and allowed to set session_replication_role',
    );
    expect([...(await remains('cell1')), ...(await remains('cell2'))]).toEqual([]);
  });

  it('says what an earlier move has left', async () => {
    const account = await openAccount();
    const { id, subdomain } = account;
    await move('cell1', subdomain, '--to', 'cell2');
    expect(await refusal('cell1', subdomain, '--to', 'cell2')).toBe(`account ${id} is in cell2`);
    expect(await refusal('cell2', subdomain, '--to', 'cell1')).toBe(
      `cell1 has rows of account ${id} in account: delete what an earlier move left by "account move --clean --cell cell1"`,
    );
    expect(await refusal('cell2', subdomain, '--clean')).toBe(`account ${id} was not moved from cell2`);
    expect((await book(account, account.at('cell2'), 10)).status).toBe(200);
  });
});

/** Steps of a move, by the statement with which each begins. Before it, the move is cut off, as by the end of its process. */
const steps = [
  'insert into account_move',
  'insert into account select',
  'create publication',
  'pg_create_logical_replication_slot',
  'create subscription',
  'from pg_subscription_rel',
  'update account set paused_at = now()',
  'select pg_try_advisory_xact_lock',
  'select pg_logical_emit_message',
  'select setval',
  'hashtextextended',
  'update account set moved_to = $2',
  'update account set (',
  'moveAccount',
  'alter subscription',
  'drop subscription',
  'drop publication',
  'delete from account_move',
];
/** Before this step, no cell but the source can have served the account. */
const activation = steps.indexOf('update account set (');

/** Ends a move before a step. */
class Cut {
  #isOver = false;

  constructor(private readonly step: string) {}

  /** @throws Error from the step on */
  check(statement: string): void {
    this.#isOver ||= statement.includes(this.step);
    if (this.#isOver) throw new Error('cut off');
  }
}

class CutConnection extends CellConnection {
  constructor(
    cell: CellName,
    private readonly cut: Cut,
  ) {
    super(cell, test.cells[cell].url);
  }

  override async execute<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    this.cut.check(sql);
    return super.execute(sql, parameters);
  }

  override async transaction(...statements: readonly (readonly [sql: string, ...parameters: unknown[]])[]) {
    for (const [sql] of statements) this.cut.check(sql);
    return super.transaction(...statements);
  }
}

class CutDirectory extends Directory {
  constructor(
    url: string,
    private readonly cut: Cut,
  ) {
    super(url);
  }

  override async moveAccount(id: number, from: string, to: string): Promise<boolean> {
    this.cut.check('moveAccount');
    return super.moveAccount(id, from, to);
  }
}

async function moveUntil(step: string, account: Opened): Promise<void> {
  const cut = new Cut(step);
  const [source, target] = [new CutConnection('cell1', cut), new CutConnection('cell2', cut)];
  const places = new CutDirectory(test.environmentOf('cell1')['DIRECTORY_URL'] ?? '', cut);
  const moving = new Move(account, source, target, places).begin();
  await expect(moving).rejects.toThrow('cut off');
  for (const one of [source, target, places]) await one.close();
}

/** Books an hour in each cell. Returns the cells that accepted. */
async function bookInBoth(account: Opened, hour: number): Promise<CellName[]> {
  const accepting: CellName[] = [];
  for (const cell of ['cell1', 'cell2'] as const) {
    const { status } = await book(account, account.at(cell), hour);
    if (status === 200) accepting.push(cell);
  }
  return accepting;
}

const hoursIn = async (account: Opened, cell: CellName): Promise<number[]> => {
  const rows = await inCell<{ hour: number }>(
    cell,
    `select extract(hour from booked_from at time zone 'Europe/Oslo')::integer as hour from booking where account_id = $1 order by 1`,
    account.id,
  );
  return rows.map(({ hour }) => hour);
};

/** An abort of a move whose target has served the account is refused, and the move then resumed: that tests both ways. */
const cuts = steps.flatMap((step, index) =>
  (index > activation ? ['--abort'] : ['--resume', '--abort']).map((way) => [step, way] as const),
);

describe('a move that was cut off', () => {
  it.each(cuts.filter((_, index) => isSampled(index, 7, 'move')))('before "%s" ends with %s', async (step, way) => {
    const account = await openAccount();
    const { id, subdomain } = account;
    expect(await bookInBoth(account, 8)).toEqual(['cell1']);
    await moveUntil(step, account);
    const isPaused = steps.indexOf(step) > steps.indexOf('update account set paused_at = now()');
    const isActivated = steps.indexOf(step) > activation;
    const accepting = await bookInBoth(account, 9);
    expect(accepting).toEqual(isActivated ? ['cell2'] : isPaused ? [] : ['cell1']);
    const answer = await refusal('cell1', subdomain, way);
    const isBegun = step !== steps[0];
    if (!isBegun) expect(answer).toBe(`account ${id} is not being moved from cell1`);
    else if (way === '--abort' && isActivated) {
      expect(answer).toBe(`account ${id} is served by cell2 already: resume the move instead`);
      await move('cell1', subdomain, '--resume');
    } else expect(answer).toBe('accepted');
    const home = isBegun && (way === '--resume' || isActivated) ? 'cell2' : 'cell1';
    expect(await bookInBoth(account, 10)).toEqual([home]);
    expect(await hoursIn(account, home)).toEqual([8, ...accepting.map(() => 9), 10]);
    expect(await directory.find({ id })).toBe(home);
    expect([...(await remains('cell1')), ...(await remains('cell2'))]).toEqual([]);
    if (home === 'cell1') expect(await hoursIn(account, 'cell2')).toEqual([]);
    else await move('cell1', subdomain, '--clean');
  });

  it('is not continued while its process is at work', async () => {
    const account = await openAccount();
    const source = new CellConnection('cell1', test.cells.cell1.url);
    await moveUntil('from pg_subscription_rel', account);
    await source.exclusively(account.id, async () => {
      for (const way of ['--resume', '--abort']) {
        expect(await refusal('cell1', account.subdomain, way)).toBe(`another process is moving account ${account.id}`);
      }
    });
    await source.close();
    expect(await refusal('cell2', account.subdomain, '--clean')).toBe(
      `the move of account ${account.id} is not over: resume or abort it first`,
    );
    await move('cell1', account.subdomain, '--abort');
  });

  it('is refused when rows of the copy are missing', async () => {
    const account = await openAccount();
    await bookInBoth(account, 8);
    await moveUntil('hashtextextended', account);
    await inCell('cell2', `delete from api_key where account_id = ${account.id}`).catch(() => {});
    await new CellConnection('cell2', test.cells.cell2.url)
      .transaction(
        ['set local session_replication_role = replica'],
        ['delete from booking where account_id = $1', account.id],
      )
      .catch(() => {});
    expect(await refusal('cell1', account.subdomain, '--resume')).toBe(
      'cell1 and cell2 differ in booking (1 and 0 rows)',
    );
    expect(await bookInBoth(account, 9)).toEqual(['cell1']);
    await move('cell1', account.subdomain, '--abort');
    expect(await hoursIn(account, 'cell1')).toEqual([8, 9]);
  });
});
