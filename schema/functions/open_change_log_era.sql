-- Returns the open era of the change log of an account, and opens one after a start or a restore of the server: see
-- 0023-change-log-eras and 0082-eras-of-restores.
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
  insert into change_log_era as latest (account_id, era, server_started_at)
    values (of_account, 1, pg_postmaster_start_time())
    on conflict (account_id) do update
      set era = greatest(latest.era + 1, (extract(epoch from clock_timestamp()) - 1700000000)::integer),
        server_started_at = excluded.server_started_at
      where latest.server_started_at <> excluded.server_started_at or latest.xmin <> latest.writer;
  -- The id of the subtransaction, if this is one, so not pg_current_xact_id().
  update change_log_era set writer = xmin where account_id = of_account and writer <> xmin;
  select era into strict open_era from change_log_era where account_id = of_account;
  return open_era;
end
$$;
