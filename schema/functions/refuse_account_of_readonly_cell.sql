-- Refuses new accounts and changes of their settings while the cell is read-only, except by moves: they pause an account,
-- and write one that is not served here. Migrations write to all accounts.
create or replace function refuse_account_of_readonly_cell() returns trigger language plpgsql as $$
declare
  done text;
begin
  if old.moved_to is not null or new.moved_to is not null or to_jsonb(old) - 'paused_at' = to_jsonb(new) - 'paused_at'
    or current_setting('booking.writes_to', true) = 'all' then
    return null;
  end if;
  done := pg_advisory_xact_lock_shared(7463005, coalesce(new.id, old.id));
  perform require_writable_cell();
  return null;
end
$$;

create or replace trigger refuse_account_of_readonly_cell after insert or update or delete on account
  for each row execute function refuse_account_of_readonly_cell();
