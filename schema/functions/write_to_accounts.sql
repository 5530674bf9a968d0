-- Lets the transaction write rows of many accounts. It must leave out those that are paused, by a later statement. See
-- `require_writable_account`.
create or replace function write_to_accounts() returns void language plpgsql as $$
declare
  done text;
begin
  done := pg_advisory_xact_lock_shared(7463005, 0);
  perform require_writable_cell();
  done := set_config('booking.writes_to', 'all', true);
end
$$;
