import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pass } from 'node:timers/promises';
import { version } from '../../platform/project-root.js';
import { type CommandOutcome, UsageError } from '../command.js';
import { type Config, extendEnvironment } from '../config.js';
import { addressOfCell, withCell, withDirectory } from '../move/open-cell.js';
import { nameConnections } from '../open-database.js';
import { isUntouched, type UpgradeState, UpgradingCell } from './upgrading-cell.js';

export interface UpgradeOptions {
  /** The cells, in the order in which they are upgraded. */
  names: readonly string[];
  /** A command for the shell that replaces the processes of the cell in its variable CELL by those of VERSION. */
  restart: string | undefined;
  /** In seconds. The processes of a cell have to run for so long without an alarm. */
  settle: number;
  /** In seconds. A cell has to have its new processes by then. */
  timeout: number;
  isRehearsal: boolean;
}

/** Tells the operator how far a command is. */
type Report = (line: string) => void;

/** In milliseconds, between two looks at a cell. */
const lookInterval = 1_000;

/** The class of the advisory lock of a cell that is upgraded. */
const upgradeLock = [7_463_012, 0] as const;

/**
 * Upgrades cells to this version, one after the other: migrates the database, has the processes replaced, waits until those
 * of this version run and no others, and looks for alarms while they settle. The first problem ends it, and leaves the other
 * cells as they are.
 *
 * Nothing is stored about it. How far a cell is follows from its migrations and its registered processes, and how long it has
 * settled from the time for which these are connected, so a command that is repeated does what is left.
 */
export async function upgradeCells(config: Config, options: UpgradeOptions, report: Report): Promise<CommandOutcome> {
  const { names, isRehearsal } = options;
  nameConnections('command');
  const cells = await planCells(config, names);
  if (isRehearsal) return { objects: cells };
  const objects: object[] = [];
  for (const { cell } of cells) {
    const ofCell = (line: string) => report(`${cell}: ${line}`);
    try {
      const run = () => withUpgradingCell(config, cell, (one) => new Upgrade(one, options, ofCell).run());
      const state = await withCell(config, cell, (connection) =>
        connection.withLock(upgradeLock, new Error('another process upgrades it'), run),
      );
      objects.push({ cell, state, version });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const rest = cells.slice(objects.length + 1).map((one) => ({ cell: one.cell, state: 'not begun' }));
      return { objects: [...objects, { cell, state: 'stopped', problem }, ...rest], refusals: [`${cell}: ${problem}`] };
    }
  }
  return { objects };
}

/** Looks at all cells before the first one is changed. @throws Error about a cell that cannot be upgraded */
async function planCells(config: Config, names: readonly string[]): Promise<PlannedCell[]> {
  const planned: PlannedCell[] = [];
  for (const name of names) {
    try {
      planned.push(await withUpgradingCell(config, name, async (cell) => planOf(cell, await cell.read())));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
  return planned;
}

interface PlannedCell {
  cell: string;
  plan: 'nothing to do' | 'upgrade';
  version: string;
  migrations: string[];
  processes: { version: string; role: string; count: number }[];
  problems: string[];
}

async function planOf(cell: UpgradingCell, state: UpgradeState): Promise<PlannedCell> {
  const isDone = (await cell.findMissing(state)).length === 0;
  return {
    ...{ cell: cell.row.name, plan: isDone ? 'nothing to do' : 'upgrade', version },
    migrations: state.missing,
    processes: state.processes.map(({ version: own, role, count }) => ({ version: own, role, count })),
    problems: isDone ? await cell.findAlarms(state) : await cell.findUnready(),
  };
}

function withUpgradingCell<Result>(
  config: Config,
  name: string,
  work: (cell: UpgradingCell) => Promise<Result>,
): Promise<Result> {
  return withDirectory(config, async (directory) => {
    const url = addressOfCell(config, name);
    const row = (await directory.cells()).find((one) => one.name === name);
    if (!row) throw new Error('the directory does not have the cell');
    const cell = await UpgradingCell.open(row, url);
    try {
      return await work(cell);
    } finally {
      await cell.close();
    }
  });
}

/** The upgrade of one cell. */
class Upgrade {
  readonly #startedAt = performance.now();

  constructor(
    private readonly cell: UpgradingCell,
    private readonly options: UpgradeOptions,
    private readonly report: Report,
  ) {}

  /** @throws Error about what stops it */
  async run(): Promise<'upgraded' | 'nothing to do'> {
    const { cell } = this;
    const before = await cell.read();
    const isDone = (await cell.findMissing(before)).length === 0;
    if (!isDone) {
      // Later, processes may not be ready because they are replaced.
      if (isUntouched(before)) refuseAny(await cell.findUnready());
      await this.#migrate(before);
      await this.#replaceProcesses();
    }
    await this.#settle();
    return isDone ? 'nothing to do' : 'upgraded';
  }

  async #migrate({ missing, functions }: UpgradeState): Promise<void> {
    if (missing.length === 0 && functions === 0) return;
    this.report(`migrates: ${missing.join(', ') || `${functions} functions`}`);
    if (!(await this.cell.migrate())) this.report('the new processes migrate when the last old one has ended');
  }

  async #replaceProcesses(): Promise<void> {
    const { cell, report } = this;
    const { restart, timeout } = this.options;
    if ((await cell.findMissing(await cell.read())).length === 0) return;
    if (restart !== undefined) await this.#runRestart(restart);
    const endsAt = performance.now() + timeout * 1_000;
    for (let last = ''; ; await pass(lookInterval)) {
      const left = await cell.findMissing(await cell.read());
      if (left.length === 0) return;
      const problems = left.join(', ');
      if (performance.now() > endsAt) throw new Error(`it does not run ${version} within ${timeout} s: ${problems}`);
      if (problems !== last) report(`waits: ${problems}`);
      last = problems;
    }
  }

  async #runRestart(command: string): Promise<void> {
    const name = this.cell.row.name;
    this.report(`runs ${command}`);
    // Standard output has the result of this command.
    const [status, signal] = await once(
      spawn(command, {
        shell: true,
        stdio: ['ignore', 2, 2],
        env: extendEnvironment({ CELL: name, VERSION: version }),
      }),
      'exit',
    );
    if (status !== 0) throw new Error(`its restart ended with ${status ?? signal}`);
  }

  /** Waits until the newest process has run for long enough. @throws Error about what two looks in succession have found */
  async #settle(): Promise<void> {
    const { cell } = this;
    const { settle, timeout } = this.options;
    const seenAt = performance.now();
    const endsAt = seenAt + (settle + timeout) * 1_000;
    this.report(`settles for ${settle} s`);
    for (let last: string[] = []; ; await pass(lookInterval)) {
      const state = await cell.read();
      const found = [...(await cell.findMissing(state)), ...(await cell.findAlarms(state))];
      if (last.length > 0) refuseAny(found);
      const seen = (performance.now() - seenAt) / 1_000;
      if (found.length === 0 && state.processes.every(({ newest }) => (newest ?? seen) >= settle)) break;
      if (performance.now() > endsAt) throw new Error('its processes start again and again');
      last = found;
    }
    this.report(`runs ${version} after ${Math.round((performance.now() - this.#startedAt) / 1_000)} s`);
  }
}

/** @throws Error with the problems */
function refuseAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join(', '));
}
