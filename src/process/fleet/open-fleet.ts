import type { StoredCell } from '../../platform/cells/cell.js';
import type { CellOfDirectory } from '../../platform/cells/directory.js';
import { UsageError } from '../command.js';
import type { Config } from '../config.js';
import { CellConnection } from '../move/cell-connection.js';
import { addressOfCell, readOwnCell, withDirectory } from '../move/open-cell.js';
import type { Fleet } from './supervised-move.js';

/** A cell of the directory with what its database says of it. */
export type CellOfFleet = CellOfDirectory & StoredCell;

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
  return { ...cell, ...(await readOwnCell(fleet.cellOf(cell.name))) };
}
