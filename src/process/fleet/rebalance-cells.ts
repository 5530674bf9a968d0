import { refusalOfCell } from '../../platform/cells/cell.js';
import type { CommandOutcome } from '../command.js';
import type { Config } from '../config.js';
import { measureAccounts } from './account-sizes.js';
import { withFleetLock } from './fleet-lock.js';
import { afterMoves, planRebalance } from './move-plan.rules.js';
import { type OpenFleet, readStateOf, withFleet } from './open-fleet.js';
import { listOpenMoves, type Plan, planned } from './plan.js';
import { type RunOptions, runMoves } from './run-moves.js';

export interface RebalanceOptions extends Omit<RunOptions, 'signal'> {
  /** The most moves; any number if absent. */
  limit?: number | undefined;
}

/** Prints the moves that would make the cells alike. */
export function planRebalanceOf(config: Config, limit?: number): Promise<CommandOutcome> {
  return withFleet(config, async (fleet) => planned(fleet, await planOf(fleet, limit)));
}

/** Moves accounts from the fullest cells to the emptiest. Repeat it if it was cut off. */
export function rebalanceCells(config: Config, { limit, ...options }: RebalanceOptions): Promise<CommandOutcome> {
  return withFleet(config, (fleet) =>
    withFleetLock(fleet.directoryUrl, 'cell rebalance', async (signal) => {
      const { open, moves } = await planOf(fleet, limit);
      const tasks = [...open, ...moves];
      const left = await runMoves(fleet, tasks, { ...options, signal });
      options.report({ moved: tasks.length - left.length, left: left.length });
      return { objects: [], hasFailed: left.length > 0 };
    }),
  );
}

/** Plans for the cells that get new accounts: others keep theirs. */
async function planOf(fleet: OpenFleet, limit?: number): Promise<Plan> {
  const states = await Promise.all(
    fleet.cells.filter(({ weight }) => weight > 0).map((cell) => readStateOf(fleet, cell)),
  );
  const cells = states.filter((state) => refusalOfCell(state) === undefined).map(({ name }) => name);
  const open = (await Promise.all(cells.map((name) => listOpenMoves(fleet.cellOf(name))))).flat();
  const measured = await Promise.all(cells.map((name) => measureAccounts(fleet.cellOf(name))));
  const accounts = afterMoves(measured.flat(), open);
  const rest = limit === undefined ? undefined : Math.max(0, limit - open.length);
  return { cells, accounts, open, moves: planRebalance(accounts, cells, rest) };
}
