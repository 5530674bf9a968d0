import { type CellRow, readCell } from '../platform/cells/cell.js';
import type { Directory, StoredEntry } from '../platform/cells/directory.js';
import type { Database } from '../platform/database/database.js';

/** A difference between the directory and the cells. */
export interface Difference {
  cell: string;
  id?: number;
  subdomain?: string;
  problem: string;
  /** `working`: a command that is at work, or was cut off less than ten minutes ago, explains it. */
  state: 'open' | 'repaired' | 'working';
}

/** A row of an account in a cell. */
interface Row {
  id: number;
  subdomain: string;
  movedTo: string | null;
}

interface Home extends Row {
  cell: string;
}

/**
 * Finds where the directory and the cells differ. Repairs what commands leave that were cut off: entries without an account
 * or with a former subdomain are deleted, missing entries are added, and an entry gets the cell that has its account. An
 * account that two cells have is never repaired: an operator has to decide which one is right.
 *
 * The cells are read before the directory, because an account that a cell has was entered before.
 */
export async function checkDirectory(
  directory: Directory,
  databases: ReadonlyMap<string, Database>,
  repair: boolean,
): Promise<Difference[]> {
  const differences: Difference[] = await compareCells(directory, databases);
  const rows = await readAccounts(databases);
  const entries: StoredEntry[] = [];
  for await (const part of directory.entries()) entries.push(...part);
  const working = new Set(entries.filter(({ isFresh }) => isFresh).map(({ id }) => id));
  const note = async (of: Pick<Home, 'id' | 'subdomain' | 'cell'>, problem: string, mend?: () => Promise<unknown>) => {
    const { id, subdomain, cell } = of;
    const isRepaired = repair && mend !== undefined && !working.has(id) && (await mend()) !== false;
    const state = isRepaired ? 'repaired' : working.has(id) ? 'working' : 'open';
    differences.push({ cell, id, subdomain, problem, state });
  };
  for (const entry of entries) {
    const { id, subdomain, cell } = entry;
    const ofAccount = rows.get(id) ?? [];
    const homes = ofAccount.filter(({ movedTo }) => movedTo === null);
    const home = homes.find((one) => one.cell === cell) ?? homes[0];
    if (ofAccount.length === 0) await note(entry, 'no cell has the account', () => directory.deleteAbandoned(entry));
    else if (!home) await note(entry, `the account was moved from ${ofAccount.map((row) => row.cell).join(' and ')}`);
    else if (homes.length > 1) await note(entry, `the account is in ${homes.map((row) => row.cell).join(' and ')}`);
    else if (home.subdomain !== subdomain) {
      await note(entry, `the subdomain is ${home.subdomain}`, () => directory.deleteAbandoned(entry));
    } else if (home.cell !== cell) {
      await note(entry, `the account is in ${home.cell}`, () => directory.moveAccount(id, cell, home.cell));
    }
  }
  const entered = new Set(entries.map(({ id, subdomain }) => `${id} ${subdomain}`));
  for (const home of [...rows.values()].flat()) {
    if (home.movedTo !== null || entered.has(`${home.id} ${home.subdomain}`)) continue;
    await note(home, 'the directory does not have the account', () => directory.adopt(home.cell, [home]));
  }
  return differences;
}

/** Compares the cells of the directory with the databases that are given. */
async function compareCells(directory: Directory, databases: ReadonlyMap<string, Database>): Promise<Difference[]> {
  const differences: Difference[] = [];
  const cells = await directory.cells();
  const note = (cell: string, problem: string) => differences.push({ cell, problem, state: 'open' });
  for (const cell of cells) {
    const database = databases.get(cell.name);
    const problem = database ? await findProblemOfCell(cell, database) : 'CELL_DATABASE_URLS does not have the cell';
    if (problem !== undefined) note(cell.name, problem);
  }
  for (const name of databases.keys()) {
    if (!cells.some((cell) => cell.name === name)) note(name, 'the directory does not have the cell');
  }
  return differences;
}

/** Returns how a database differs from the cell that the directory has; undefined if it does not. */
export async function findProblemOfCell(
  { name, firstAccountId, lastAccountId }: CellRow,
  { session }: Database,
): Promise<string | undefined> {
  const row = await readCell(session);
  if (row?.name !== name) return `its database is ${row ? `that of ${row.name}` : 'no cell'}`;
  if (row.firstAccountId === firstAccountId && row.lastAccountId === lastAccountId) return undefined;
  return `its database has the range ${row.firstAccountId} to ${row.lastAccountId}`;
}

/** Reads the rows of accounts in all cells, by id. */
async function readAccounts(databases: ReadonlyMap<string, Database>): Promise<Map<number, Home[]>> {
  const homes = new Map<number, Home[]>();
  for (const [cell, { session }] of databases) {
    const rows = await session.execute<Row>('select id, subdomain, moved_to as "movedTo" from account order by id');
    for (const row of rows) homes.set(row.id, [...(homes.get(row.id) ?? []), { ...row, cell }]);
  }
  return homes;
}
