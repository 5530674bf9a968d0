import { refusalOfCell } from '../../platform/cells/cell.js';
import { type CommandOutcome, UsageError } from '../command.js';
import type { Config } from '../config.js';
import { readOwnCell } from '../move/open-cell.js';
import { measureAccounts } from './account-sizes.js';
import { startDraining, stopDraining } from './draining-cell.js';
import { withFleetLock } from './fleet-lock.js';
import { afterMoves, planDrain } from './move-plan.rules.js';
import { type OpenFleet, readStateOf, requireCell, withFleet } from './open-fleet.js';
import { listOpenMoves, type Plan, planned } from './plan.js';
import { type MoveTask, type RunOptions, runMoves } from './run-moves.js';

export interface DrainOptions extends Omit<RunOptions, 'signal'> {
  cell: string;
  /** The cells that get the accounts; all that get new ones if absent. */
  to?: readonly string[] | undefined;
}

/** Prints the moves that would empty a cell. */
export function planDrainOf(config: Config, { cell, to }: Pick<DrainOptions, 'cell' | 'to'>): Promise<CommandOutcome> {
  return withFleet(config, async (fleet) => {
    requireCell(fleet, cell);
    return planned(fleet, await planOf(fleet, cell, await targetsOf(fleet, cell, to)));
  });
}

/** Lets a cell get no new accounts, and moves all that it has to others. Repeat it if it was cut off. */
export function drainCell(config: Config, { cell, to, ...options }: DrainOptions): Promise<CommandOutcome> {
  return withFleet(config, (fleet) =>
    withFleetLock(fleet.directoryUrl, `cell drain --cell ${cell}`, async (signal) => {
      const { weight } = requireCell(fleet, cell);
      const targets = await targetsOf(fleet, cell, to);
      const source = fleet.cellOf(cell);
      await readOwnCell(source);
      await startDraining(source, fleet.directory, weight);
      const left = new Map<number, MoveTask>();
      let moved = 0;
      for (;;) {
        const { open, moves } = await planOf(fleet, cell, targets);
        const tasks = [...open, ...moves].filter(({ id }) => !left.has(id));
        if (tasks.length === 0) break;
        const failed = await runMoves(fleet, tasks, { ...options, signal });
        for (const task of failed) left.set(task.id, task);
        moved += tasks.length - failed.length;
      }
      options.report({ cell, moved, left: left.size });
      return { objects: [], hasFailed: left.size > 0 };
    }),
  );
}

/** Lets a cell get new accounts again, which was drained or begun to be. */
export function stopDrainOf(config: Config, cell: string): Promise<CommandOutcome> {
  return withFleet(config, (fleet) =>
    withFleetLock(fleet.directoryUrl, `cell drain --cell ${cell} --stop`, async () => {
      const { weight } = requireCell(fleet, cell);
      return { objects: [{ cell, weight: await stopDraining(fleet.cellOf(cell), fleet.directory, weight) }] };
    }),
  );
}

async function planOf(fleet: OpenFleet, cell: string, targets: readonly string[]): Promise<Plan> {
  const open = await listOpenMoves(fleet.cellOf(cell));
  const measured = await Promise.all([cell, ...targets].map((name) => measureAccounts(fleet.cellOf(name))));
  const accounts = afterMoves(measured.flat(), open);
  return { cells: [cell, ...targets], accounts, open, moves: planDrain(accounts, cell, targets) };
}

/** @throws UsageError, Error if one of them may get no accounts */
async function targetsOf(fleet: OpenFleet, cell: string, named?: readonly string[]): Promise<string[]> {
  if (named) {
    for (const name of named) {
      if (name === cell) throw new UsageError('--to takes other cells than --cell');
      const refusal = refusalOfCell(await readStateOf(fleet, requireCell(fleet, name)));
      if (refusal !== undefined) throw new Error(refusal);
    }
    return [...new Set(named)];
  }
  const others = fleet.cells.filter(({ name, weight }) => name !== cell && weight > 0);
  const states = await Promise.all(others.map((other) => readStateOf(fleet, other)));
  const targets = states.filter((state) => refusalOfCell(state) === undefined).map(({ name }) => name);
  if (targets.length === 0) throw new Error('no other cell gets new accounts: name cells with --to');
  return targets;
}
