import { readCell, type StoredCell } from '../../platform/cells/cell.js';
import { Directory } from '../../platform/cells/directory.js';
import { UsageError } from '../command.js';
import type { Config } from '../config.js';
import { CellConnection } from './cell-connection.js';

/** Runs `work` with a connection to the database of a cell, as the role that owns its tables. @throws UsageError */
export async function withCell<Result>(
  config: Config,
  name: string,
  work: (connection: CellConnection) => Promise<Result>,
  application?: string,
): Promise<Result> {
  const connection = new CellConnection(name, addressOfCell(config, name), application);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Returns the address of a cell's database, by which the databases of other cells reach it, too. @throws UsageError */
export function addressOfCell({ cell, cellDatabaseUrls, ...config }: Config, name: string): string {
  const own = config.databaseMigrationUrl ?? config.databaseDirectUrl ?? config.databaseUrl;
  const url = cellDatabaseUrls.get(name) ?? (name === cell ? own : undefined);
  if (url === undefined) throw new UsageError(`CELL_DATABASE_URLS does not name the cell ${name}`);
  return url;
}

/** Returns the row by which the database of a connection names its cell. @throws Error if it is that of another cell, or of none */
export async function readOwnCell(connection: CellConnection): Promise<StoredCell> {
  const row = await readCell(connection);
  if (row?.name === connection.name) return row;
  throw new Error(`the database of ${connection.name} is ${row ? `that of the cell ${row.name}` : 'no cell'}`);
}

/** Runs `work` with the directory of all cells, which is at `url`. @throws UsageError */
export async function withDirectory<Result>(
  { directoryUrl: url }: Config,
  work: (directory: Directory, url: string) => Promise<Result>,
): Promise<Result> {
  if (url === undefined) throw new UsageError('DIRECTORY_URL is required');
  const directory = new Directory(url);
  try {
    return await work(directory, url);
  } finally {
    await directory.close();
  }
}
