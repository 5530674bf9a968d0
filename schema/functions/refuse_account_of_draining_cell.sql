-- Refuses new accounts while the cell drains, but not the copies of moves, which are not served here yet.
create or replace function refuse_account_of_draining_cell() returns trigger language plpgsql as $$
begin
  perform require_undrained_cell();
  return null;
end
$$;

create or replace trigger refuse_account_of_draining_cell after insert on account for each row
  when (new.moved_to is null) execute function refuse_account_of_draining_cell();
