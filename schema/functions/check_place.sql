-- Refuses a place of an active booking that does not fit, under the lock of its resource. The place is written already.
create or replace function check_place(
  of_account integer, of_resource integer, occupied tstzrange, decided_at timestamptz) returns void
language plpgsql as $$
declare
  available integer;
begin
  if exists (select from event
      where place_of(account_id, resource_id, null) = place_of(of_account, of_resource, null)
        and occupied_time(starts_at, ends_at, buffer_before, buffer_after) && occupied and active) then
    raise exception 'resource % has an event', of_resource
      using errcode = 'exclusion_violation', constraint = 'booking_fits_resource', table = 'booking';
  end if;
  select capacity into available from resource where account_id = of_account and id = of_resource;
  if people_at_once(of_account, of_resource, occupied, decided_at) > available then
    raise exception 'resource % is taken', of_resource
      using errcode = 'exclusion_violation', constraint = 'booking_fits_resource', table = 'booking';
  end if;
end
$$;
