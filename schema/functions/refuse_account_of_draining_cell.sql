-- Refuses new accounts while the cell drains, but not the copies of moves, which are not served here yet. Who begins to drain
-- the cell takes the lock exclusively (`startDraining` in src/process/fleet/draining-cell.ts), so it waits for the transactions
-- that have read that the cell does not drain.
create or replace function refuse_account_of_draining_cell() returns trigger language plpgsql as $$
declare
  done text;
  own text;
begin
  done := pg_advisory_xact_lock_shared(7463008, 0);
  select name into own from cell where weight_before_drain is not null;
  if found then
    raise exception 'cell % is being drained', own using errcode = 'read_only_sql_transaction';
  end if;
  return null;
end
$$;

create or replace trigger refuse_account_of_draining_cell after insert on account for each row
  when (new.moved_to is null) execute function refuse_account_of_draining_cell();
