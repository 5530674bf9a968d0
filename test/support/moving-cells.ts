import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseModel } from '../../src/domain/entities.js';
import { openCell } from '../../src/platform/cells/cell.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import type { CommandResult } from '../../src/process/command.js';
import { pidIn, signalIfAlive } from '../faults/storm/pid.js';
import { makeDataFolder, makeDiskFolder } from './scratch.js';

export const cellNames = ['cell1', 'cell2'] as const;
export type CellName = (typeof cellNames)[number];

/** A cell on a PostgreSQL of its own, from which and to which accounts can move. */
export interface MovingCell {
  url: string;
  database: Database;
  /** Kills its PostgreSQL, which starts again. */
  kill(): Promise<void>;
}

/** Two such cells with their directory. */
export interface MovingCells extends AsyncDisposable {
  cells: Readonly<Record<CellName, MovingCell>>;
  /** Kills the PostgreSQL of the directory, which starts again. */
  killDirectory(): Promise<void>;
  /** The settings of a process of a cell. */
  environmentOf(cell: CellName): Record<string, string>;
  /** Runs an account command in a cell. */
  attempt(cell: CellName, ...args: string[]): Promise<CommandResult>;
  /** Runs an account command in a cell and returns the printed objects. @throws Error if it fails */
  run(cell: CellName, ...args: string[]): Promise<Record<string, unknown>[]>;
}

const ranges = { cell1: ['1', '1000000'], cell2: ['1000001', '2000000'] } as const;

/**
 * Many workers copy tables side by side, so that a move takes less time. Each has a slot and an origin, and those that are
 * tried again, as often as here, fail while none is free.
 */
const quickCopies = {
  wal_retrieve_retry_interval: '50ms',
  max_worker_processes: '40',
  max_logical_replication_workers: '30',
  max_sync_workers_per_subscription: '12',
  max_replication_slots: '200',
  max_active_replication_origins: '200',
  max_wal_senders: '40',
};

/**
 * @param isOperated whether their PostgreSQL are as in operation: on a disk, with fsync, and with the settings only that the
 *   guide asks for; else those that make tests fast
 */
export async function startMovingCells({ isOperated = false } = {}): Promise<MovingCells> {
  const folders: string[] = [];
  const startServer = async (more: Record<string, string>) => {
    const dataDir = await (isOperated ? makeDiskFolder : makeDataFolder)('booking-move-');
    folders.push(dataDir);
    const settings = { ...(!isOperated && { fsync: 'off' }), ...more };
    const postgres = await startEmbeddedPostgres({ dataDir, settings });
    const kill = async (): Promise<void> => {
      signalIfAlive(await pidIn(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')), 'SIGKILL');
    };
    return { postgres, kill };
  };
  const start = async () => {
    const { postgres, kill } = await startServer({ wal_level: 'logical', ...(!isOperated && quickCopies) });
    const database = await Database.connect(postgres.url, databaseModel, 5);
    await migrate(database);
    return { url: postgres.url, postgres, database, kill };
  };
  const [cell1, cell2, { postgres: directory, kill: killDirectory }] = await Promise.all([
    start(),
    start(),
    startServer({}),
  ]);
  const cells = { cell1, cell2 };
  const environmentOf = (cell: CellName) => ({
    CELL: cell,
    DATABASE_URL: cells[cell].url,
    DIRECTORY_URL: directory.url,
    CELL_DATABASE_URLS: cellNames.map((name) => `${name}=${cells[name].url}`).join(),
  });
  const attempt: MovingCells['attempt'] = (cell, ...args) => runAccountCommand(args, environmentOf(cell));
  const run: MovingCells['run'] = async (cell, ...args) => {
    const { status, lines, error } = await attempt(cell, ...args);
    if (status !== 0) throw new Error(error ?? lines.join('\n'));
    return lines.map((line) => JSON.parse(line));
  };
  for (const name of cellNames) {
    await run(name, 'cell', 'create', '--name', name, '--first', ranges[name][0], '--last', ranges[name][1]);
  }
  for (const name of cellNames)
    cells[name].database.cell = await openCell(cells[name].database.session, {
      cell: name,
      directoryUrl: directory.url,
    });
  return {
    ...{ cells, environmentOf, attempt, run, killDirectory },
    [Symbol.asyncDispose]: async () => {
      for (const { database, postgres } of Object.values(cells)) {
        await database.close();
        await postgres.stop();
      }
      await directory.stop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
