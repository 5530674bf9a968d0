import { pino } from 'pino';
import { openCell } from '../../src/platform/cells/cell.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import type { CommandResult } from '../../src/process/command.js';
import { type Forwarder, startForwarder } from './forwarder.js';
import { atPort, createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.js';
import { type AppConfig, startWeb, type Web } from './web.js';

/** The databases of two cells and their directory. */
export interface TestCells extends AsyncDisposable {
  /** The directory for web processes is behind it. */
  forwarder: Forwarder;
  directoryUrl: string;
  cells: Readonly<Record<'cell1' | 'cell2', TestDatabase>>;
  /** The settings of a process of a cell. */
  environmentOf(cell: 'cell1' | 'cell2'): Record<string, string>;
  /** Runs an account command in a cell and returns the printed objects. @throws Error if it fails */
  run(cell: 'cell1' | 'cell2', ...args: string[]): Promise<Record<string, unknown>[]>;
  /** Runs an account command in a cell. */
  attempt(cell: 'cell1' | 'cell2', ...args: string[]): Promise<CommandResult>;
}

const ranges = { cell1: ['1', '1000000'], cell2: ['1000001', '2000000'] } as const;

/** The arguments of `account create` beside the subdomain. */
export const newAccount = [
  ...['--name', 'Acme', '--email', 'a@example.org'],
  ...['--time-zone', 'Europe/Oslo', '--country', 'NO', '--public'],
];

/** Creates two cells: cell1 with the ids 1 to 1,000,000, cell2 with those up to 2,000,000. */
export async function createTestCells(): Promise<TestCells> {
  const directory = await createEmptyDatabase();
  const { hostname, port } = new URL(directory.url);
  const forwarder = await startForwarder(() => ({ host: hostname, port: Number(port) }));
  const cells = { cell1: await createTestDatabase(), cell2: await createTestDatabase() };
  const environmentOf = (cell: 'cell1' | 'cell2') => ({
    CELL: cell,
    DATABASE_URL: cells[cell].url,
    DIRECTORY_URL: directory.url,
    CELL_DATABASE_URLS: Object.entries(cells)
      .map(([name, { url }]) => `${name}=${url}`)
      .join(),
  });
  const attempt: TestCells['attempt'] = (cell, ...args) => runAccountCommand(args, environmentOf(cell));
  const run: TestCells['run'] = async (cell, ...args) => {
    const { status, lines, error } = await attempt(cell, ...args);
    if (status !== 0) throw new Error(error ?? lines.join('\n'));
    return lines.map((line) => JSON.parse(line));
  };
  for (const name of ['cell1', 'cell2'] as const) {
    const [first, last] = ranges[name];
    await run(name, 'cell', 'create', '--name', name, '--first', first, '--last', last);
  }
  return {
    ...{ directoryUrl: directory.url, forwarder, cells, environmentOf, run, attempt },
    [Symbol.asyncDispose]: async () => {
      await forwarder[Symbol.asyncDispose]();
      for (const cell of Object.values(cells)) await cell[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

/** Starts a web process of a cell. */
export async function startCellWeb(
  { cells, forwarder, directoryUrl }: TestCells,
  cell: 'cell1' | 'cell2',
  config: Partial<AppConfig> = {},
): Promise<Web> {
  const database = await cells[cell].connect();
  database.cell = await openCell(database.session, { cell, directoryUrl: atPort(directoryUrl, forwarder.port) });
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'fatal' });
  return startWeb({ database, clock: systemClock, logger, config });
}
