-- Appends the differences of each statement that updates bookings to `booking_count_change`: see 0033-booking-counts.
create or replace function count_updated_bookings() returns trigger language plpgsql as $$
begin
  insert into booking_count_change (account_id, dimension, day, state, change)
    select account_id, dimension, (instant at time zone 'UTC')::date as day, state, sum(change)
    from (select account_id, booked_from, updated_at, state, 1 as change from added
      union all select account_id, booked_from, updated_at, state, -1 as change from removed) as changed,
      lateral (values ('booked_from', booked_from), ('updated_at', updated_at)) as instants (dimension, instant)
    group by account_id, dimension, day, state having sum(change) <> 0;
  return null;
end
$$;

create or replace trigger count_updated_bookings after update on booking referencing old table as removed new table as added
  for each statement execute function count_updated_bookings();
