import type { Session } from '../database/session.js';
import { DomainError } from '../errors.js';
import { Directory } from './directory.js';

/** The row of a database that names its cell. */
export interface CellRow {
  name: string;
  /** The ids of the accounts that are created here, both included. */
  firstAccountId: number;
  lastAccountId: number;
}

const nameForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether `text` can be the name of a cell. */
export function isCellName(text: string): boolean {
  return nameForm.test(text);
}

/** Reads which cell a database is; undefined if it is none. */
export async function readCell(session: Session): Promise<CellRow | undefined> {
  const [row] = await session.execute<CellRow>(
    'select name, first_account_id as "firstAccountId", last_account_id as "lastAccountId" from cell',
  );
  return row;
}

export interface CellSettings {
  /** The setting `CELL`. */
  cell: string | undefined;
  /** The setting `DIRECTORY_URL`. */
  directoryUrl: string | undefined;
}

/**
 * Returns the cell of this process, or undefined if the server has no cells.
 *
 * @throws Error for the operator if `CELL` and the database do not name the same cell
 */
export async function openCell(session: Session, { cell, directoryUrl }: CellSettings): Promise<Cell | undefined> {
  const row = await readCell(session);
  if (row === undefined && cell === undefined) return undefined;
  if (row === undefined) throw new Error(`the database is no cell: run "account cell create --name ${cell}" first`);
  if (row.name !== cell) {
    throw new Error(`the database is that of the cell ${row.name}, but CELL is ${cell ?? 'not set'}`);
  }
  if (directoryUrl === undefined) throw new Error('CELL requires DIRECTORY_URL');
  return new Cell(row, new Directory(directoryUrl));
}

/** The cell of this process: the database that has a part of the accounts, and the directory of all. */
export class Cell {
  readonly name: string;

  constructor(
    readonly row: CellRow,
    readonly directory: Directory,
  ) {
    this.name = row.name;
  }

  /**
   * Creates an account, after it has drawn its id and reserved its subdomain in the directory: see `Directory`.
   *
   * @throws DomainError INVALID on `subdomain` if an account of any cell has it
   */
  async create<Result>(session: Session, subdomain: string, create: (id: number) => Promise<Result>): Promise<Result> {
    const [drawn] = await session.execute<{ id: number }>(
      `select nextval(pg_get_serial_sequence('account', 'id'))::integer as id`,
    );
    if (!drawn) throw new Error('no id was drawn');
    const { id } = drawn;
    await this.directory.reserve({ id, subdomain, cell: this.name });
    try {
      return await create(id);
    } catch (error) {
      // After another error the outcome may be unknown, and the account may exist.
      if (error instanceof DomainError) await this.directory.keepOnly(id, undefined).catch(() => {});
      throw error;
    }
  }
}
