-- Locks the resources of all places of a booking, in the order of their ids.
create or replace function lock_places(of_account integer, of_booking integer) returns void language plpgsql as $$
begin
  perform lock_record('resource', of_account, resource_id)
    from (select distinct resource_id from booking_place
      where account_id = of_account and booking_id = of_booking order by resource_id) as placed;
end
$$;
