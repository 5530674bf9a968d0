import { LRUCache } from 'lru-cache';
import type { Session } from '../database/session.js';
import { isPause, ReadonlyCellError } from '../database/unavailable.js';
import { DomainError, invalid, misdirected } from '../errors.js';
import { type AccountName, Directory } from './directory.js';

/** The row of a database that names its cell. */
export interface CellRow {
  name: string;
  /** The ids of the accounts that are created here, both included. */
  firstAccountId: number;
  lastAccountId: number;
}

export interface StoredCell extends CellRow {
  /** The time since which the cell is read-only; null if it is not. */
  readonlyAt: Date | null;
  /** Its share of new accounts before it began to drain; null if it does not drain. */
  weightBeforeDrain: number | null;
}

/** Returns the reason why a cell may get no accounts, new or of other cells; undefined if it may. */
export function refusalOfCell({
  name,
  readonlyAt,
  weightBeforeDrain,
}: Omit<StoredCell, keyof CellRow> & { name: string }): string | undefined {
  if (readonlyAt !== null) return `${name} is read-only`;
  return weightBeforeDrain === null ? undefined : `${name} is being drained`;
}

const nameForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether `text` can be the name of a cell. */
export function isCellName(text: string): boolean {
  return nameForm.test(text);
}

/**
 * Reads which cell a database is; undefined if it is none. Commands about several cells do not migrate them, so
 * `readonly_at` and `weight_before_drain` may be missing.
 */
export async function readCell(session: Pick<Session, 'execute'>): Promise<StoredCell | undefined> {
  const [row] = await session.execute<StoredCell>(
    `select name, first_account_id as "firstAccountId", last_account_id as "lastAccountId",
       (to_jsonb(cell) ->> 'readonly_at')::timestamptz as "readonlyAt",
       (to_jsonb(cell) ->> 'weight_before_drain')::integer as "weightBeforeDrain" from cell`,
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
  return new Cell(row, session, new Directory(directoryUrl));
}

/** The number of cells of accounts that are not here that are kept, and the milliseconds for which they are. */
const known = { max: 10_000, ttl: 5_000 };

/** Stands for the cell of an account that the directory does not have. */
const nowhere = '';

/** The cell of this process: the database that has a part of the accounts, and the directory of all. */
export class Cell {
  readonly name: string;
  readonly #cells = new LRUCache<string, string>(known);

  constructor(
    private readonly row: CellRow,
    private readonly session: Session,
    readonly directory: Directory,
  ) {
    this.name = row.name;
  }

  /**
   * Refuses a request for an account of another cell. Called only for requests with a link, or with a key that was not
   * found: others are refused by the row that authenticates them.
   *
   * @throws DomainError MISDIRECTED
   */
  async requireHere(id: number): Promise<void> {
    const [account] = await this.session.execute<{ movedTo: string | null }>(
      'select moved_to as "movedTo" from account where id = $1',
      [id],
    );
    if (!account) await this.requireNowhere({ id });
    else if (account.movedTo !== null) throw misdirected();
  }

  /**
   * Refuses a request for an account that has no row here and may be in another cell. An id outside of the range of this
   * cell is refused without the directory, which therefore decides only about accounts that have left this cell.
   *
   * @throws DomainError MISDIRECTED; an error that `isUnavailable` recognises if only the directory could tell
   */
  async requireNowhere(name: AccountName): Promise<void> {
    const { firstAccountId, lastAccountId } = this.row;
    if ('id' in name && (name.id < firstAccountId || name.id > lastAccountId)) throw misdirected();
    const key = 'id' in name ? `${name.id}` : `/${name.subdomain.toLowerCase()}`;
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = (await this.directory.find(name)) ?? nowhere;
      this.#cells.set(key, cell);
    }
    if (cell !== nowhere && cell !== this.name) throw misdirected();
  }

  /**
   * Creates an account, after it has drawn its id and reserved its subdomain in the directory: see `Directory`.
   *
   * @throws DomainError INVALID on `subdomain` if an account of any cell has it, on `base` if the cell has no id left;
   * ReadonlyCellError
   */
  async create<Result>(subdomain: string, create: (id: number) => Promise<Result>): Promise<Result> {
    const id = await this.#drawId();
    await this.directory.reserve({ id, subdomain, cell: this.name });
    try {
      return await create(id);
    } catch (error) {
      // After another error the outcome may be unknown, and the account may exist.
      if (error instanceof DomainError || isPause(error)) await this.directory.keepOnly(id, undefined).catch(() => {});
      throw error;
    }
  }

  /** @throws ReadonlyCellError if the cell is read-only */
  async requireWritable(): Promise<void> {
    const row = await readCell(this.session);
    if (row?.readonlyAt) throw new ReadonlyCellError(this.name);
  }

  async #drawId(): Promise<number> {
    await this.requireWritable();
    try {
      const [drawn] = await this.session.execute<{ id: number }>(
        `select nextval(pg_get_serial_sequence('account', 'id'))::integer as id`,
      );
      if (!drawn) throw new Error('no id was drawn');
      return drawn.id;
    } catch (error) {
      if (!isExhausted(error)) throw error;
      throw invalid({ base: [`cannot be created in the cell ${this.name}: it has no id left`] });
    }
  }
}

/** Whether a sequence has reached its end. */
const isExhausted = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '2200H';
