import { tablesLeftBehind } from '../move/account-tables.js';
import type { CellConnection } from '../move/cell-connection.js';
import type { MeasuredAccount } from './move-plan.rules.js';

/** Pages of a table that are read to find out whose rows it has: 8 MB. */
const sampledPages = 1_000;
/** The period of which requests and changes are counted, as changes are kept for as long. */
const days = 30;

interface Table {
  name: string;
  /** With its indexes. */
  bytes: number;
  pages: number;
}

/**
 * Measures the accounts that a cell serves. Reads a sample of each large table, whose bytes are divided by the rows of each
 * account in it. Small accounts of large cells may therefore be found smaller or larger than they are.
 */
export async function measureAccounts(cell: CellConnection): Promise<MeasuredAccount[]> {
  const accounts = await cell.execute<{ id: number; subdomain: string; requests: number }>(
    `select id, subdomain, (select coalesce(sum(requests), 0)::float8 from api_key_requests
       where account_id = account.id and day > now() - make_interval(days => $1)) as requests
     from account where moved_to is null order by id`,
    [days],
  );
  const bytes = new Map<number, number>();
  const changes = new Map<number, number>();
  for (const table of await listTables(cell)) {
    const percentage = Math.min(100, (100 * sampledPages) / table.pages);
    const sample = await cell.execute<{ id: number; rows: number }>(
      `select account_id as id, count(*)::float8 as rows from "${table.name}" tablesample system (${percentage}) repeatable (0)
       group by account_id`,
    );
    const total = sample.reduce((sum, { rows }) => sum + rows, 0);
    for (const { id, rows } of sample) {
      bytes.set(id, (bytes.get(id) ?? 0) + (table.bytes * rows) / total);
      if (table.name === 'change') changes.set(id, (rows * 100) / percentage);
    }
  }
  return accounts.map(({ id, subdomain, requests }) => ({
    ...{ id, subdomain, cell: cell.name },
    bytes: Math.round(bytes.get(id) ?? 0),
    load: Math.round((requests + (changes.get(id) ?? 0)) / days),
  }));
}

/** Returns the tables and partitions that have rows of accounts. */
function listTables(cell: CellConnection): Promise<Table[]> {
  return cell.execute<Table>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes,
       (pg_relation_size(oid) / current_setting('block_size')::integer)::float8 as pages
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) and pg_relation_size(oid) > 0
       and exists (select from pg_attribute where attrelid = oid and attname = 'account_id' and not attisdropped)`,
    [Object.keys(tablesLeftBehind)],
  );
}
