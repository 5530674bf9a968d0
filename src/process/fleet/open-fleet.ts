import type { CellOfDirectory } from '../../platform/cells/directory.js';
import { UsageError } from '../command.js';
import type { Config } from '../config.js';
import { CellConnection } from '../move/cell-connection.js';
import { addressOfCell, withDirectory } from '../move/open-cell.js';
import { type CellState, readCellState } from './draining-cell.js';
import type { Fleet } from './supervised-move.js';

/** A cell of the directory with what its database says of it. */
export type CellOfFleet = CellOfDirectory & CellState;

/** The cells of the directory, with connections to those that are used. */
export interface OpenFleet extends Fleet {
  directoryUrl: string;
  cells: readonly CellOfDirectory[];
}

/** Runs `work` with the cells of the directory. @throws UsageError */
export function withFleet<Result>(config: Config, work: (fleet: OpenFleet) => Promise<Result>): Promise<Result> {
  return withDirectory(config, async (directory, directoryUrl) => {
    const connections = new Map<string, CellConnection>();
    const cellOf = (name: string): CellConnection => {
      const connection = connections.get(name) ?? new CellConnection(name, addressOfCell(config, name));
      connections.set(name, connection);
      return connection;
    };
    try {
      return await work({ config, directoryUrl, directory, cellOf, cells: await directory.cells() });
    } finally {
      for (const connection of connections.values()) await connection.close();
    }
  });
}

/** @throws UsageError if the directory has no such cell */
export function requireCell({ cells }: OpenFleet, name: string): CellOfDirectory {
  const cell = cells.find((one) => one.name === name);
  if (!cell) throw new UsageError(`the directory has no cell ${name}`);
  return cell;
}

export async function readStateOf(fleet: OpenFleet, cell: CellOfDirectory): Promise<CellOfFleet> {
  return { ...cell, ...(await readCellState(fleet.cellOf(cell.name))) };
}

/** Returns the reason why a cell should get no accounts of others; undefined if it may. */
export function refusalOfCell({ name, isReadonly, weightBeforeDrain }: CellOfFleet): string | undefined {
  if (isReadonly) return `${name} is read-only`;
  return weightBeforeDrain === null ? undefined : `${name} is being drained`;
}
