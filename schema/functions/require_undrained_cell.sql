-- Refuses to go on while the cell drains. Who begins to drain the cell takes the lock exclusively (`startDraining` in
-- src/process/fleet/draining-cell.ts), so it waits for the transactions that have read that the cell does not drain.
create or replace function require_undrained_cell() returns void language plpgsql as $$
declare
  done text;
  own text;
begin
  done := pg_advisory_xact_lock_shared(7463008, 0);
  select name into own from cell where weight_before_drain is not null;
  if found then
    raise exception 'cell % is being drained', own using errcode = 'read_only_sql_transaction';
  end if;
end
$$;
