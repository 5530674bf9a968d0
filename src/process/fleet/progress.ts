import type { CellConnection } from '../move/cell-connection.js';
import { replicationNameOf } from '../move/replication.js';
import type { MoveProgress } from './supervision.rules.js';

interface StateOfSource {
  isPaused: boolean;
  isMoved: boolean;
  isPublished: boolean;
  hasSlot: boolean;
  lag: number | null;
}

interface StateOfTarget {
  isActive: boolean;
  isSubscribed: boolean;
  tables: number;
  copied: number;
  rows: number;
}

/** Reads how far a move is. The comparison of the rows changes nothing. */
export async function readProgress(
  source: CellConnection,
  target: CellConnection,
  accountId: number,
): Promise<MoveProgress> {
  const parameters = [accountId, replicationNameOf(accountId)];
  const [[ofSource], [ofTarget]] = await Promise.all([
    source.execute<StateOfSource>(
      `select paused_at is not null as "isPaused", moved_to is not null as "isMoved",
         exists (select from pg_publication where pubname = $2) as "isPublished", slot_name is not null as "hasSlot",
         (pg_current_wal_lsn() - confirmed_flush_lsn)::float8 as lag
       from account left join pg_replication_slots on slot_name = $2 where id = $1`,
      parameters,
    ),
    target.execute<StateOfTarget>(
      `select exists (select from account where id = $1 and moved_to is null) as "isActive",
         exists (select from pg_subscription where subname = $2) as "isSubscribed", count(*)::integer as tables,
         count(*) filter (where srsubstate = 'r')::integer as copied,
         (select coalesce(sum(tuples_processed), 0)::float8 from pg_stat_progress_copy join pg_stat_subscription using (pid)
          where subname = $2) as rows
       from pg_subscription_rel join pg_subscription on srsubid = pg_subscription.oid where subname = $2`,
      parameters,
    ),
  ]);
  if (!ofSource || !ofTarget) return { stage: 0, copied: 0, rows: 0, lag: 0 };
  const { isPublished, hasSlot } = ofSource;
  const { isActive, isSubscribed, tables, copied, rows } = ofTarget;
  const isCopied = isSubscribed && copied === tables;
  const begun = [isPublished, hasSlot, isSubscribed, isCopied, ofSource.isPaused || ofSource.isMoved, ofSource.isMoved];
  const ended = [!isSubscribed, !hasSlot, !isPublished];
  const stages = isActive ? [...begun.map(() => true), true, ...ended] : begun;
  return {
    stage: stages.filter(Boolean).length,
    ...{ copied, rows },
    // The slot advances with the log of all accounts, also while the copy of a table does not begin.
    lag: isCopied ? (ofSource.lag ?? 0) : 0,
  };
}
