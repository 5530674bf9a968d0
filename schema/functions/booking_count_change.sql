-- The changes of bookings that `booking_count` does not contain yet, for servers of the version before 0366-counts-without-rows.
create or replace view booking_count_change as
  select difference.account_id, booked_from_day, updated_at_day, state, change
  from booking_count_difference as difference left join booking_count_position as position using (account_id)
  where booking_id <= coalesce(counted_to, 0)
  union all
  select booking.account_id, (booked_from at time zone 'UTC')::date, (booking.updated_at at time zone 'UTC')::date,
    booking.state, 1
  from account left join booking_count_position as position on position.account_id = account.id
    join booking on booking.account_id = account.id and booking.id > coalesce(counted_to, 0);
