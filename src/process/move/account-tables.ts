import type { Session } from '../../platform/database/session.js';

/**
 * The tables that a move leaves out, with the reason. All others have a column `account_id`, and their rows of the account
 * move: `listMovedTables` reads them from the catalog, so a new table needs no entry here.
 */
export const tablesLeftBehind: Readonly<Record<string, string>> = {
  account: 'the move writes the row itself, because it says in which cell the account is active',
  account_move: 'says that the account moves, in the cell that it leaves',
  agenda_jobs:
    'jobs are reminders of work that the moved rows contain: the search for stuck work of the target stores them again',
  attempt:
    'PostgreSQL does not replicate unlogged tables: failed attempts are counted anew, in windows of minutes to an hour',
  cell: 'describes the database: each is a cell of its own',
  encryption_key:
    'describes the keys of the processes of a database; the move checks that both cells have those it needs',
  rate_limit: 'counts the requests of the last seconds in unlogged rows; they are counted anew',
  schema_function: 'describes the database; both cells have the same version',
  schema_migration: 'describes the database; both cells have the same version',
};

/** A table whose rows of an account move with it. */
export interface MovedTable {
  name: string;
  /** The sequence of its ids, if it has one. */
  sequence: string | null;
}

/** Returns the tables whose rows move with an account, by name. Partitions are part of their table. */
export function listMovedTables(session: Pick<Session, 'execute'>): Promise<MovedTable[]> {
  return session.execute<MovedTable>(
    `select relname as name, (select pg_get_serial_sequence(quote_ident(relname), attname) from pg_attribute
       where attrelid = pg_class.oid and attidentity <> '') as sequence
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'account_id' and not attisdropped)
       and relname <> all ($1)
     order by relname`,
    [Object.keys(tablesLeftBehind)],
  );
}
