-- Refuses a new account whose id is outside of the range of this cell. An account that moves here from another cell keeps
-- its id: the move names it by `set_config('booking.moved_account', id, true)` before it writes the row, and the worker of
-- logical replication does not fire this trigger.
create or replace function check_account_of_cell() returns trigger language plpgsql as $$
declare
  own cell;
begin
  select * into own from cell where new.id not between first_account_id and last_account_id;
  if found and current_setting('booking.moved_account', true) is distinct from new.id::text then
    raise exception 'account % is outside of the range % to % of the cell %',
      new.id, own.first_account_id, own.last_account_id, own.name
      using errcode = 'check_violation', constraint = 'account_id_in_cell', table = 'account';
  end if;
  return null;
end
$$;

create or replace trigger check_account_of_cell after insert or update of id on account
  for each row execute function check_account_of_cell();
