import pg from 'pg';
import { toUnavailable } from '../database/unavailable.js';
import { type FieldErrors, invalid } from '../errors.js';

/** A cell as the directory has it: a PostgreSQL with its web processes and workers, which has a part of the accounts. */
export interface CellOfDirectory {
  name: string;
  /** The ids of the accounts that are created in it, both included. An account that moves keeps its id. */
  firstAccountId: number;
  lastAccountId: number;
  /** Its share of new accounts: `weight` divided by the sum of all. */
  weight: number;
  /** The base URLs of its web processes, for routers. */
  origins: string[];
  /** The version of the process that started last; null before the first. */
  version: string | null;
}

/** A subdomain of an account. While the subdomain of an account changes, the directory has both. */
export interface DirectoryEntry {
  id: number;
  subdomain: string;
  cell: string;
}

export interface StoredEntry extends DirectoryEntry {
  /** Whether it was reserved so lately that its command may still be at work. */
  isFresh: boolean;
  /** Whether the account is not in the cell whose range has its id. */
  isMoved: boolean;
}

/** Maps the subdomain or the id of an account to its cell, for routers. */
export interface RoutingMap {
  /** See `mapVersion`. A map that is read while the directory changes has the version from before. */
  version: string | undefined;
  cells: readonly CellOfDirectory[];
  /** All entries by id, in parts: there may be millions. */
  entries: AsyncIterable<readonly Omit<StoredEntry, 'isFresh'>[]>;
}

/** An account by its id, or by its subdomain in any case. */
export type AccountName = { id: number } | { subdomain: string };

/**
 * The constraints hold what makes a directory right: no two cells have a common id, no two accounts a common subdomain, and
 * no account is in two cells. The last one is deferrable, so that one statement can move all entries of an account.
 */
const schema = `
create extension if not exists btree_gist;
create table if not exists cell (
  name text primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  first_account_id integer not null check (first_account_id > 0),
  last_account_id integer not null check (last_account_id <= 999999999),
  weight integer not null default 100 check (weight between 0 and 1000),
  origins text[] not null default '{}',
  version text,
  check (first_account_id <= last_account_id),
  constraint cell_ranges_disjoint exclude using gist (int4range(first_account_id, last_account_id, '[]') with &&)
);
create table if not exists account (
  id integer not null,
  subdomain text not null,
  cell text not null references cell,
  reserved_at timestamptz not null default now(),
  primary key (id, subdomain),
  constraint account_in_one_cell exclude using gist (id with =, cell with <>) deferrable
);
create unique index if not exists account_subdomain_unique on account (lower(subdomain));
create table if not exists map_version (value uuid not null default gen_random_uuid());
create unique index if not exists map_version_one on map_version ((true));
insert into map_version default values on conflict do nothing;
create or replace function renew_map_version() returns trigger language plpgsql as $$
begin
  update map_version set value = gen_random_uuid();
  return null;
end
$$;
create or replace trigger map_version after insert or update or delete on cell
  for each statement execute function renew_map_version();
create or replace trigger map_version after insert or update or delete on account
  for each statement execute function renew_map_version();
`;

/** The number of entries that are read by one statement: it takes a few milliseconds, here and in the directory. */
const pageSize = 5_000;

const schemaLock = 7_463_004;

const cellColumns = `name, first_account_id as "firstAccountId", last_account_id as "lastAccountId", weight, origins, version`;

/** In milliseconds. Requests wait for the directory, so it has less time than the database. */
const patience = 2_000;

/** In minutes. No command that reserves a subdomain takes as long. */
const longestReservation = 10;

const constraintErrors: Readonly<Record<string, FieldErrors>> = {
  account_subdomain_unique: { subdomain: ['has already been taken'] },
  cell_ranges_disjoint: { first: ['overlaps the range of another cell'] },
};

/**
 * The directory of all cells: a small database of its own that has the cell of each account, by its id and its subdomain.
 *
 * **Order of writes.** An account and its entry are in two databases, so a process can end between two commits. The entry is
 * always written first, and deleted last: `reserve`, then the write of the cell, then `keepOnly`. A crash after the first
 * leaves an entry without an account or without that subdomain, which keeps the subdomain from others and harms no request.
 * `account directory check --repair` deletes it. The reverse order could leave an account that no router finds, and whose
 * subdomain another cell would give away.
 */
export class Directory {
  readonly #pool: pg.Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 2,
      connectionTimeoutMillis: patience,
      statement_timeout: patience,
      query_timeout: 2 * patience,
      idleTimeoutMillis: 60_000,
      allowExitOnIdle: true,
    });
    // A lost idle connection: the next statement opens another.
    this.#pool.on('error', () => {});
  }

  /** Creates the tables that are missing. @throws Error if the database is that of a cell */
  async createTables(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ isCell: boolean }>(
        `select to_regclass('schema_migration') is not null as "isCell"`,
      );
      if (rows[0]?.isCell) throw new Error('DIRECTORY_URL is the database of a cell: create a database of its own');
      await client.query(`begin; select pg_advisory_xact_lock(${schemaLock}); ${schema} commit`);
    } finally {
      // Closes the connection: it may be inside the failed transaction.
      client.release(true);
    }
  }

  /**
   * Adds a cell, or changes the weight and the origins of one that has the same range.
   *
   * @throws DomainError INVALID on `first` if the range overlaps that of another cell, or differs from the cell's own
   */
  async putCell({
    name,
    firstAccountId,
    lastAccountId,
    weight,
    origins,
  }: Omit<CellOfDirectory, 'version'>): Promise<void> {
    const [stored] = await this.#query<{ isSame: boolean }>(
      `insert into cell (name, first_account_id, last_account_id, weight, origins) values ($1, $2, $3, $4, $5)
       on conflict (name) do update set
         weight = case when (cell.first_account_id, cell.last_account_id) = ($2, $3) then $4 else cell.weight end,
         origins = case when (cell.first_account_id, cell.last_account_id) = ($2, $3) then $5 else cell.origins end
       returning (first_account_id, last_account_id) = ($2, $3) as "isSame"`,
      [name, firstAccountId, lastAccountId, weight, origins],
    );
    if (!stored?.isSame) throw invalid({ first: ['is not that of the cell in the directory'] });
  }

  /** Changes what routers read of a cell. Returns undefined if there is no such cell. */
  async updateCell(
    name: string,
    { weight, origins, version }: Partial<Pick<CellOfDirectory, 'weight' | 'origins' | 'version'>>,
  ): Promise<CellOfDirectory | undefined> {
    const [cell] = await this.#query<CellOfDirectory>(
      `update cell set weight = coalesce($2, weight), origins = coalesce($3, origins), version = coalesce($4, version)
       where name = $1 returning ${cellColumns}`,
      [name, weight ?? null, origins ?? null, version ?? null],
    );
    return cell;
  }

  /** Lists the cells by their ranges. */
  cells(): Promise<CellOfDirectory[]> {
    return this.#query(`select ${cellColumns} from cell order by first_account_id`);
  }

  /** Reads all entries by id, in parts. */
  async *entries(): AsyncGenerator<StoredEntry[]> {
    for (let last: Pick<StoredEntry, 'id' | 'subdomain'> | undefined = { id: 0, subdomain: '' }; last; ) {
      const page: StoredEntry[] = await this.#query<StoredEntry>(
        `select id, subdomain, account.cell, reserved_at > now() - interval '${longestReservation} minutes' as "isFresh",
           id not between first_account_id and last_account_id as "isMoved"
         from account join cell on cell.name = account.cell
         where (id, subdomain) > ($1, $2) order by id, subdomain limit ${pageSize}`,
        [last.id, last.subdomain],
      );
      if (page.length > 0) yield page;
      last = page[pageSize - 1];
    }
  }

  /**
   * Returns what changes with each change of the map, so that a router reads it only then. Undefined in a directory that was
   * created by an earlier version, until `createTables`.
   */
  async mapVersion(): Promise<string | undefined> {
    const [table] = await this.#query<{ exists: boolean }>(`select to_regclass('map_version') is not null as exists`);
    if (!table?.exists) return undefined;
    const [stored] = await this.#query<{ value: string }>('select value from map_version');
    return stored?.value;
  }

  /** Returns the map for routers, whose entries are read while it is written. */
  async routingMap(): Promise<RoutingMap> {
    return { version: await this.mapVersion(), cells: await this.cells(), entries: this.entries() };
  }

  /** Finds the cell of an account. Returns undefined if the directory has no entry of it. */
  async find(name: AccountName): Promise<string | undefined> {
    const [entry] =
      'id' in name
        ? await this.#query<{ cell: string }>('select cell from account where id = $1 limit 1', [name.id])
        : await this.#query<{ cell: string }>('select cell from account where lower(subdomain) = lower($1)', [
            name.subdomain,
          ]);
    return entry?.cell;
  }

  /**
   * Reserves a subdomain for an account, before its cell stores it. Does nothing if the account has it already.
   *
   * @throws DomainError INVALID on `subdomain` if another account has it
   */
  async reserve({ id, subdomain, cell }: DirectoryEntry): Promise<void> {
    await this.#query(
      `insert into account (id, subdomain, cell) values ($1, $2, $3)
       on conflict (id, subdomain) do update set reserved_at = now()`,
      [id, subdomain, cell],
    );
  }

  /** Adds the entries of accounts that a cell has already. Leaves out those whose subdomain another account has. */
  async adopt(cell: string, accounts: readonly Pick<DirectoryEntry, 'id' | 'subdomain'>[]): Promise<void> {
    const [ids, subdomains] = [accounts.map(({ id }) => id), accounts.map(({ subdomain }) => subdomain)];
    await this.#query(
      `insert into account (id, subdomain, cell, reserved_at)
       select id, subdomain, $1, 'epoch' from unnest($2::integer[], $3::text[]) as given (id, subdomain)
       where not exists (select from account where account.id = given.id and account.cell <> $1)
       on conflict (lower(subdomain)) do nothing`,
      [cell, ids, subdomains],
    );
  }

  /** Deletes all entries of an account, except that of `subdomain`. */
  async keepOnly(id: number, subdomain: string | undefined): Promise<void> {
    await this.#query('delete from account where id = $1 and subdomain is distinct from $2', [id, subdomain ?? null]);
  }

  /** Deletes an entry, unless it is fresh. Returns whether it did. */
  async deleteAbandoned({ id, subdomain, cell }: DirectoryEntry): Promise<boolean> {
    const deleted = await this.#query(
      `delete from account where id = $1 and subdomain = $2 and cell = $3
         and reserved_at < now() - interval '${longestReservation} minutes' returning id`,
      [id, subdomain, cell],
    );
    return deleted.length > 0;
  }

  /** Changes the cell of an account. Returns false if `from` is not its cell. */
  async moveAccount(id: number, from: string, to: string): Promise<boolean> {
    const moved = await this.#query('update account set cell = $3 where id = $1 and cell = $2 returning id', [
      id,
      from,
      to,
    ]);
    return moved.length > 0;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** @throws an error that `isUnavailable` recognises if the directory does not answer */
  async #query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      const { rows } = await this.#pool.query<Row>(sql, [...parameters]);
      return rows;
    } catch (error) {
      const isRefusal = error instanceof pg.DatabaseError && !/^(08|25|53|57|58)/.test(error.code ?? '');
      if (!isRefusal) throw toUnavailable(error);
      const fields = constraintErrors[error.constraint ?? ''];
      throw fields ? invalid(fields) : error;
    }
  }
}
