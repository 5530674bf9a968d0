/** Identifies the changes of an account that had been committed at some instant. */
export interface LogSnapshot {
  era: number;
  /** PostgreSQL's pg_snapshot, as text. */
  transactions: string;
  /** Another server may give the same transaction ids to other transactions. */
  serverStartedAt: string;
}

/** Columns of a statement whose `$1` is the account. Together they are a LogSnapshot of that statement. */
export const snapshotColumns = `pg_current_snapshot()::text as transactions,
  pg_postmaster_start_time()::text as "serverStartedAt",
  coalesce((select era from change_log_era where account_id = $1), 1) as era`;

export function snapshotOf({ era, transactions, serverStartedAt }: LogSnapshot): LogSnapshot {
  return { era, transactions, serverStartedAt };
}

/**
 * The number of changes after which `hasChangedSince` stops. Many follow a snapshot whose start a long transaction
 * holds back.
 */
const maxChanges = 1_000;

/**
 * Returns an SQL condition: whether changes of the account `$1` have been committed since a snapshot. It is also true
 * if 1,000 changes follow the start of the snapshot, because reading them would take long.
 *
 * @param snapshot expressions of the values of a LogSnapshot
 * @param ignored an expression of type text[]: types of objects whose changes do not count
 */
export function hasChangedSince(snapshot: Record<keyof LogSnapshot, string>, ignored: string): string {
  const { era, transactions, serverStartedAt } = snapshot;
  const start = `pg_snapshot_xmin(${transactions}::pg_snapshot)`;
  const isVisible = `(era = ${era}::integer and pg_visible_in_snapshot(transaction_id, ${transactions}::pg_snapshot))`;
  return `(pg_postmaster_start_time()::text <> ${serverStartedAt} or (
    select count(*) = ${maxChanges} or coalesce(bool_or(object_type <> all (${ignored}) and not ${isVisible}), false)
    from (
      select era, transaction_id, object_type from change
      where account_id = $1 and (era, transaction_id) >= (${era}::integer, ${start})
      order by account_id, era, transaction_id, id
      limit ${maxChanges}) as following))`;
}
