import { setTimeout as pass } from 'node:timers/promises';
import type { MovedTable } from './account-tables.js';
import type { CellConnection } from './cell-connection.js';

/** In milliseconds, between two looks at the progress of replication. */
const interval = 100;
/** Bytes of the source's log that the target may lack when the account is paused. */
const smallLag = 1_000_000;
/** Failures of the workers of a subscription after which the move gives up. A server that restarts causes a few. */
const maxFailures = 20;

/** The name of the publication, the slot and the subscription by which an account moves. */
export const replicationNameOf = (accountId: number): string => `move_of_account_${accountId}`;

/** Starts to replicate the rows of an account. Does what is missing, so that it can be repeated. */
export async function startReplication(
  source: CellConnection,
  target: CellConnection,
  accountId: number,
  tables: readonly MovedTable[],
): Promise<void> {
  const name = replicationNameOf(accountId);
  if (!(await exists(source, 'pg_publication where pubname', name))) {
    const filtered = tables.map((table) => `"${table.name}" where (account_id = ${accountId})`);
    // Partitions may differ between the cells.
    await source.execute(
      `create publication ${name} for table ${filtered.join(', ')} with (publish_via_partition_root = true)`,
    );
  }
  const hasSubscription = await exists(target, 'pg_subscription where subname', name);
  if (!(await exists(source, 'pg_replication_slots where slot_name', name))) {
    if (hasSubscription) throw new Error(`${source.name} has lost the replication slot ${name}: abort the move`);
    await source.execute(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
  }
  if (hasSubscription) return;
  await target.execute(
    `create subscription ${name} connection ${quote(source.url)} publication ${name}
     with (create_slot = false, slot_name = '${name}')`,
  );
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function exists(connection: CellConnection, condition: string, name: string): Promise<boolean> {
  return (await connection.execute(`select from ${condition} = $1`, [name])).length > 0;
}

/** Waits until all tables are copied and the target is at most about a second behind. @throws Error if workers go on failing */
export async function awaitCopies(source: CellConnection, target: CellConnection, accountId: number): Promise<void> {
  const name = replicationNameOf(accountId);
  const before = await failuresOf(target, name);
  for (;;) {
    const [{ copying = 1 } = {}] = await target.execute<{ copying: number }>(
      `select count(*)::integer as copying from pg_subscription_rel join pg_subscription on srsubid = pg_subscription.oid
       where subname = $1 and srsubstate <> 'r'`,
      [name],
    );
    if (copying === 0 && (await lagOf(source, name)) < smallLag) return;
    if ((await failuresOf(target, name)) - before > maxFailures) {
      throw new Error(`the replication to ${target.name} fails: the log of its PostgreSQL says why`);
    }
    await pass(interval);
  }
}

/** Counts the failures of the workers of a subscription. */
async function failuresOf(target: CellConnection, name: string): Promise<number> {
  const [row] = await target.execute<{ failures: number }>(
    `select (apply_error_count + sync_error_count)::integer as failures from pg_stat_subscription_stats where subname = $1`,
    [name],
  );
  return row?.failures ?? 0;
}

/** In bytes of the source's log. */
async function lagOf(source: CellConnection, name: string): Promise<number> {
  const [row] = await source.execute<{ lag: number }>(
    `select (pg_current_wal_lsn() - confirmed_flush_lsn)::float8 as lag from pg_replication_slots where slot_name = $1`,
    [name],
  );
  if (!row) throw new Error(`${source.name} has lost the replication slot ${name}: abort the move`);
  return row.lag;
}

/**
 * Waits until the target has everything that the source has committed.
 *
 * @param patience in milliseconds
 * @returns whether it has
 */
export async function awaitLatest(source: CellConnection, accountId: number, patience: number): Promise<boolean> {
  const name = replicationNameOf(accountId);
  // A message has a commit of its own, so that the log is written up to it.
  const [latest] = await source.execute<{ lsn: string }>(`select pg_logical_emit_message(true, $1, '')::text as lsn`, [
    name,
  ]);
  const endsAt = performance.now() + patience;
  while (performance.now() < endsAt) {
    const [row] = await source.execute<{ isThere: boolean }>(
      `select confirmed_flush_lsn >= $2::pg_lsn as "isThere" from pg_replication_slots where slot_name = $1`,
      [name, latest?.lsn],
    );
    if (row?.isThere) return true;
    await pass(interval / 10);
  }
  return false;
}

/** Whether an account is being moved to a cell. */
export async function isReplicated(target: CellConnection, accountId: number): Promise<boolean> {
  return exists(target, 'pg_subscription where subname', replicationNameOf(accountId));
}

/** Ends the replication of an account. Does what is left, so that it can be repeated. */
export async function stopReplication(
  source: CellConnection,
  target: CellConnection,
  accountId: number,
): Promise<void> {
  const name = replicationNameOf(accountId);
  if (await exists(target, 'pg_subscription where subname', name)) {
    await target.execute(`alter subscription ${name} disable`);
    // Also drops the slots of tables that are being copied.
    await target.execute(`drop subscription ${name}`).catch(async () => {
      await target.execute(`alter subscription ${name} set (slot_name = none)`);
      await target.execute(`drop subscription ${name}`);
    });
  }
  await source.execute('select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1', [
    name,
  ]);
  while (await exists(source, 'pg_replication_slots where slot_name', name)) {
    await source
      .execute('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [name])
      .catch(() => pass(interval));
  }
  await source.execute(`drop publication if exists ${name}`);
}
