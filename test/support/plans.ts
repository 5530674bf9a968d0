import type { Pool, PoolClient } from 'pg';
import type { Database } from '../../src/platform/database/database.js';

/** A statement that PostgreSQL executed, sent by the program or in the body of a function. */
export interface ExecutedStatement {
  text: string;
  /** Names of the tables that were scanned sequentially. */
  sequentialScans: string[];
  /** Names of the indexes that were read. */
  indexes: string[];
  /** The numbers of rows that scans have read, by table, including those that filters removed. */
  rowsRead: Readonly<Record<string, number>>;
  /** The number of rows of the largest sort. */
  rowsSorted: number;
  /** The number of 8 kB pages read, from memory or disk. */
  pagesRead: number;
}

/**
 * Runs `work` and returns every statement that PostgreSQL executed for it through `database`, in the order in which they
 * ended: those in the body of a trigger come before the statement that fired it. The plans are those that were used, not
 * those of a repetition: `auto_explain` sends them as notices, so the role of the database must be a superuser.
 */
export async function executedStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<ExecutedStatement[]> {
  const pool = await poolOf(database);
  const statements: ExecutedStatement[] = [];
  const read = ({ message = '' }: { message?: string | undefined }): void => {
    const json = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message)?.[1];
    if (json !== undefined) statements.push(statementOf(JSON.parse(json)));
  };
  const clients = new Set<PoolClient>();
  const explain = (client: PoolClient): void => {
    if (clients.has(client)) return;
    clients.add(client);
    client.on('notice', read);
    // The client queues statements, so this one runs before those of the code that acquired it.
    void client.query(settings('0', 'log'));
  };
  pool.on('acquire', explain);
  try {
    await work();
  } finally {
    pool.off('acquire', explain);
    for (const client of clients) {
      await client.query(settings('-1', 'notice'));
      client.off('notice', read);
    }
  }
  return statements;
}

/** A prepared statement, with how often one connection planned it for its values and executed a plan for all values. */
export interface PreparedPlans {
  text: string;
  customPlans: number;
  genericPlans: number;
}

/** Runs `work` and returns the prepared statements of each connection of `database` that it used. */
export async function preparedPlans(database: Database, work: () => Promise<unknown>): Promise<PreparedPlans[]> {
  const pool = await poolOf(database);
  const clients = new Set<PoolClient>();
  const add = (client: PoolClient): void => void clients.add(client);
  pool.on('acquire', add);
  try {
    await work();
  } finally {
    pool.off('acquire', add);
  }
  const plans = [...clients].map(async (client) => {
    const { rows } = await client.query<PreparedPlans>(`select statement as text,
      custom_plans::integer as "customPlans", generic_plans::integer as "genericPlans" from pg_prepared_statements`);
    return rows;
  });
  return (await Promise.all(plans)).flat();
}

/** Executes a statement first, because the pool is created with the first one. */
async function poolOf(database: Database): Promise<Pool> {
  await database.orm.em.fork().execute('select 1');
  const pool = database['pool']();
  if (!pool) throw new Error('the database has no pool');
  return pool;
}

function settings(leastMilliseconds: string, level: string): string {
  return `load 'auto_explain';
    set auto_explain.log_min_duration = ${leastMilliseconds};
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = json;
    set client_min_messages = ${level}`;
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
}

function statementOf({ 'Query Text': text, Plan: plan }: { 'Query Text': string; Plan: Plan }): ExecutedStatement {
  const nodes = nodesOf(plan);
  const rowsRead: Record<string, number> = {};
  // A bitmap names its table in the scan of the table alone, so each row counts once.
  for (const node of nodes) {
    const table = node['Relation Name'];
    const isScan = node['Node Type'].endsWith('Scan');
    if (isScan && table !== undefined) rowsRead[table] = (rowsRead[table] ?? 0) + rowsOf(node);
  }
  return {
    text,
    sequentialScans: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? 'unknown'),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    rowsRead,
    rowsSorted: Math.max(0, ...nodes.filter(isSort).map((node) => node.Plans?.[0]?.['Actual Rows'] ?? 0)),
    pagesRead: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
  };
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function isSort(node: Plan): boolean {
  return node['Node Type'].endsWith('Sort');
}

/** PostgreSQL reports rows as the mean over the loops. */
function rowsOf(node: Plan): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + dropped) * node['Actual Loops']);
}
