import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { listRunningProcesses } from '../../src/platform/database/running-versions.js';
import { version } from '../../src/platform/project-root.js';
import { createTestCells, newAccount, type TestCells } from '../support/cells.js';
import { createLaterVersion, type LaterVersion } from '../support/later-version.js';
import { until } from '../support/until.js';
import { killAll, type ServerProcess, startMain } from './server-process.js';

type CellName = 'cell1' | 'cell2';
const names: readonly CellName[] = ['cell1', 'cell2'];
const laterVersion = '99.0.0';
const expand = { '9997-expand': { statement: 'create table later (id integer primary key)' } };

let test: TestCells;
let later: LaterVersion;
const servers = new Map<CellName, ServerProcess>();
const ports = new Map<CellName, string>();

/** Restarts the processes of a cell when a command asks for it, as an orchestrator does. */
let orchestrator: Server;
/** Called for each restart. The command waits for it. */
let onRestart: (cell: CellName) => Promise<void>;
const restarted: string[] = [];

const settings = (cell: CellName) => ({
  ...test.environmentOf(cell),
  ...{ DEMO: 'off', ROLE: 'all', LOG_LEVEL: 'warn', PORT: ports.get(cell) ?? '0' },
});
const sql = <Row extends object>(cell: CellName, statement: string) =>
  test.cells[cell].database.session.execute<Row>(statement, [], 'unprepared');

/** Replaces the process of a cell by one of the later version. */
async function replace(cell: CellName, program = later): Promise<void> {
  await servers.get(cell)?.end();
  servers.set(cell, await program.start(settings(cell)).ready());
}

/** Starts the command in a later version, without the time in which processes settle. */
function startUpgrade(program: LaterVersion, ...more: string[]): ServerProcess {
  const { port } = Object.assign({ port: 0 }, orchestrator.address());
  const request = `fetch('http://127.0.0.1:${port}/' + process.env.CELL + '/' + process.env.VERSION)`;
  const restart = `"${process.execPath}" -e "${request}.then(({ ok }) => process.exit(ok ? 0 : 3))"`;
  const options = ['--canary', 'cell2', '--restart', restart, '--settle', '0', ...more];
  return program.start(test.environmentOf('cell1'), 'cell', 'upgrade', ...options);
}

async function resultOf(command: ServerProcess) {
  const status = await command.exited;
  return { status, lines: command.lines.map((line) => JSON.parse(line)), errors: command.errors };
}
const upgrade = (...more: string[]) => resultOf(startUpgrade(later, ...more));

/** Returns why this version refuses to upgrade cells. */
const refusalOf = async (...args: string[]) => (await test.attempt('cell1', 'cell', 'upgrade', ...args)).error;

/** Returns which processes a cell has, and whether it is migrated. */
async function stateOf(cell: CellName) {
  const processes = await listRunningProcesses(test.cells[cell].database.session);
  const [row] = await sql<{ isMigrated: boolean }>(cell, `select to_regclass('later') is not null as "isMigrated"`);
  return { versions: processes.map((process) => process.version), isMigrated: row?.isMigrated };
}
const old = { versions: [version], isMigrated: false };
const done = { versions: [laterVersion], isMigrated: true };

beforeAll(async () => {
  test = await createTestCells();
  later = await createLaterVersion(laterVersion, expand);
  orchestrator = createServer(async ({ url = '' }, response) => {
    restarted.push(url);
    const cell = names.find((name) => url.startsWith(`/${name}/`));
    const isDone =
      cell &&
      (await onRestart(cell).then(
        () => true,
        () => false,
      ));
    response.writeHead(isDone ? 200 : 500).end();
  }).listen(0, '127.0.0.1');
  await once(orchestrator, 'listening');
  for (const cell of names) {
    const server = await startMain(settings(cell)).ready();
    servers.set(cell, server);
    ports.set(cell, new URL(server.origin).port);
    await test.run(cell, 'cell', 'set-origins', '--name', cell, '--origin', server.origin);
  }
  await test.run('cell2', 'create', '--subdomain', 'acme', ...newAccount);
});
beforeEach(() => {
  restarted.length = 0;
  onRestart = replace;
});
afterAll(async () => {
  killAll();
  orchestrator?.close();
  await later?.[Symbol.asyncDispose]();
  await test?.[Symbol.asyncDispose]();
});

/** The tests are steps of one upgrade. */
describe('account cell upgrade', () => {
  it('plans what it would do, and changes nothing', async () => {
    const planned = { plan: 'upgrade', version: laterVersion, migrations: ['9997-expand'], problems: [] };
    const processes = [{ version, role: 'all', count: 1 }];
    expect(await upgrade('--dry-run')).toEqual({
      ...{ status: 0, errors: [] },
      lines: ['cell2', 'cell1'].map((cell) => ({ cell, ...planned, processes })),
    });
    expect(restarted).toEqual([]);
    for (const cell of names) expect(await stateOf(cell)).toEqual(old);
  });

  it('needs cells that it can upgrade', async () => {
    expect(await refusalOf('--cells', 'cell1', '--canary', 'cell2')).toMatch(/^--canary must be one of the cells\n/);
    expect(await refusalOf('--settle', 'x')).toMatch(/^--settle takes seconds from 0 to 99999\n/);
    expect(await refusalOf('--cells', 'cell3')).toMatch(/^CELL_DATABASE_URLS does not name the cell cell3\n/);
    await sql('cell2', `insert into account_move (account_id, target) values (1000001, 'cell1')`);
    expect(await refusalOf()).toBe('cell2: account 1000001 moves to cell1; end the move first');
    await sql('cell2', 'delete from account_move');
  });

  it('leaves all other cells as they are if the restart of the canary fails', async () => {
    onRestart = () => Promise.reject(new Error('no image'));
    expect(await upgrade()).toMatchObject({
      status: 1,
      lines: [
        { cell: 'cell2', state: 'stopped', problem: 'its restart ended with 3' },
        { cell: 'cell1', state: 'not begun' },
      ],
    });
    // The old processes can go on beside the migration.
    expect(await stateOf('cell2')).toEqual({ ...old, isMigrated: true });
    expect(await stateOf('cell1')).toEqual(old);
  });

  it('leaves all other cells as they are if jobs of the canary fail', async () => {
    onRestart = async (cell) => {
      await replace(cell);
      await sql(
        cell,
        `insert into failed_job (account_id, created_at, updated_at, name, key, data, failure, attempt_count, failed_at)
         select id, now(), now(), 'send-messages', 'x', '{}', 'it failed', 10, now() + interval '1 hour' from account`,
      );
    };
    const { status, lines } = await upgrade();
    expect([status, lines]).toEqual([
      1,
      [
        { cell: 'cell2', state: 'stopped', problem: 'jobs failed: send-messages (1)' },
        { cell: 'cell1', state: 'not begun' },
      ],
    ]);
    expect(restarted).toEqual(['/cell2/99.0.0']);
    expect(await stateOf('cell2')).toEqual(done);
    expect(await stateOf('cell1')).toEqual(old);
    await sql('cell2', 'delete from failed_job');
  });

  it('is resumed after it was killed, and skips the cells that are done', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    onRestart = (cell) => {
      if (cell === 'cell1') reach();
      return released;
    };
    const command = startUpgrade(later);
    await reached;
    expect(await refusalOf('--cells', 'cell1')).toBe('cell1: another process upgrades it');
    const killed = command.end('SIGKILL');
    // The restart goes on.
    release();
    await killed;
    expect(await stateOf('cell1')).toEqual({ ...old, isMigrated: true });
    onRestart = replace;
    restarted.length = 0;
    await until(async () => {
      const { status, lines } = await upgrade();
      // PostgreSQL may notice a moment later that the command is gone.
      if (lines[1]?.problem === 'another process upgrades it') return false;
      expect([status, lines]).toEqual([
        0,
        [
          { cell: 'cell2', state: 'nothing to do', version: laterVersion },
          { cell: 'cell1', state: 'upgraded', version: laterVersion },
        ],
      ]);
      return true;
    });
    expect(restarted).toEqual(['/cell1/99.0.0']);
    for (const cell of names) expect(await stateOf(cell)).toEqual(done);
  });

  it('goes back to the version before, in cells that are ready', async () => {
    expect(await refusalOf('--cells', 'cell1', '--timeout', '0')).toBe(
      `cell1: it does not run ${version} within 0 s: 99.0.0 still runs (1 all), ${version} runs in no web, ` +
        `${version} runs in no worker, ${servers.get('cell1')?.origin} is of 99.0.0`,
    );
    const nowhere = 'http://127.0.0.1:1';
    await test.run('cell1', 'cell', 'set-origins', '--name', 'cell1', '--origin', nowhere);
    expect(await refusalOf('--cells', 'cell1')).toMatch(/^cell1: http:\/\/127.0.0.1:1 does not answer: /);
  });
});
