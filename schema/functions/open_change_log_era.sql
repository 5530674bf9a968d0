-- Returns the open era of the change log of an account. Opens one if transaction ids may have begun again since the row
-- of the latest era was written: see 0023-change-log-eras, 0082-eras-of-restores and 0110-identity-of-logs.
--
-- | how the database came back                          | transaction ids     | start | system identifier | xmin = writer |
-- |-----------------------------------------------------|---------------------|-------|-------------------|---------------|
-- | restart or crash of the server                      | continue            | other | same              | yes           |
-- | files or a snapshot of the volume put back          | are given out again | other | same              | yes           |
-- | recovery to a point in time, promotion of a standby | are given out again | other | same              | yes           |
-- | pg_upgrade                                          | continue            | other | other             | yes           |
-- | dump, also of the data alone, into another server   | are others          | other | other             | by accident   |
-- | dump, also of the data alone, into the same server  | continue            | same  | same              | no            |
-- | logical replication to another server               | are others          | other | other             | by accident   |
--
-- A writer compares the start of the server, without which files that were put back would be overlooked: they keep the
-- system identifier and the timeline. A restart thus opens eras, too: one more update for each account that writes. The
-- timeline adds nothing: it changes only by a start or by a promotion, and the promoted server, whose start was that of a
-- standby, has written no row. Reading the system identifier would take 12 µs of each write.
--
-- A reader compares the system identifier instead of the start (`outbox/log-reader.ts`), because a standby has another
-- start than its primary.
--
-- Two things are not noticed, because the server does not stop: a virtual machine that is set back with its memory, and the
-- crash of a single backend with `synchronous_commit = off`, which loses commits that others have seen.
create or replace function open_change_log_era(of_account integer) returns integer
language plpgsql as $$
declare
  open_era integer;
begin
  select era into open_era from change_log_era
    where account_id = of_account and server_started_at = pg_postmaster_start_time() and xmin = writer;
  if found then
    return open_era;
  end if;
  -- Waits for a transaction that does the same, and then changes nothing.
  insert into change_log_era as latest (account_id, era, server_started_at, system_identifier)
    values (of_account, 1, pg_postmaster_start_time(), (select system_identifier from pg_control_system()))
    on conflict (account_id) do update
      set era = greatest(latest.era + 1, (extract(epoch from clock_timestamp()) - 1700000000)::integer),
        server_started_at = excluded.server_started_at, system_identifier = excluded.system_identifier
      where latest.server_started_at <> excluded.server_started_at or latest.xmin <> latest.writer;
  -- The id of the subtransaction, if this is one, so not pg_current_xact_id().
  update change_log_era set writer = xmin where account_id = of_account and writer <> xmin;
  select era into strict open_era from change_log_era where account_id = of_account;
  return open_era;
end
$$;
