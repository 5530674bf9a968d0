-- Appends the differences of each statement that inserts bookings to `booking_count_change`: see 0033-booking-counts.
create or replace function count_inserted_bookings() returns trigger language plpgsql as $$
begin
  insert into booking_count_change (account_id, dimension, day, state, change)
    select account_id, dimension, (instant at time zone 'UTC')::date as day, state, sum(change)
    from (select account_id, booked_from, updated_at, state, 1 as change from added) as changed,
      lateral (values ('booked_from', booked_from), ('updated_at', updated_at)) as instants (dimension, instant)
    group by account_id, dimension, day, state having sum(change) <> 0;
  return null;
end
$$;

create or replace trigger count_inserted_bookings after insert on booking referencing new table as added
  for each statement execute function count_inserted_bookings();
