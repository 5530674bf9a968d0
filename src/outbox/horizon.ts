/**
 * SQL: the id of the oldest transaction that runs on the PostgreSQL server. It may be one of another database, which writes
 * nothing here: a report or an import there would hold all changes back.
 */
export const serverHorizon = 'pg_snapshot_xmin(pg_current_snapshot())';

/**
 * SQL: the id of the oldest transaction that runs and may be one of this database. Costs 0.3 ms with 80 open transactions,
 * ten times as much as `serverHorizon`, so ask only when changes wait below that.
 *
 * A running transaction is left out only if it is known to be of another database, so a change is never passed over:
 * - The snapshot is taken before the sessions are read. A transaction of the snapshot that ends, or becomes prepared, in
 *   between is not found in another database, so the changes after it wait for the next read.
 * - PostgreSQL reads the database and the transaction of a session one after the other. A session that ends in between may
 *   be followed by one of this database in the same place, but that one begins its transaction after the snapshot.
 * - Within a transaction PostgreSQL keeps what it has read of the sessions, and it would be older than a later snapshot.
 *   So a transaction must ask only once.
 * - The log has ids of top-level transactions, and so have sessions and snapshots, except on a standby.
 * - Every role may see the database and the transaction of every session.
 */
export const ownHorizon = `(
  with foreign_transaction as materialized (
    select session.backend_xid as id from pg_stat_get_activity(null) session
    join pg_database own on own.datname = current_database() and own.oid <> session.datid
    where session.backend_xid is not null
    union all
    select transaction from pg_prepared_xacts where database <> current_database())
  select case when pg_is_in_recovery() then ${serverHorizon} else coalesce(
    (select running.id from pg_snapshot_xip(pg_current_snapshot()) as running (id)
      where running.id::xid not in (select id from foreign_transaction) order by running.id limit 1),
    pg_snapshot_xmax(pg_current_snapshot())) end)`;
