-- Recounts bookings that were written without triggers, such as by a session with `session_replication_role = replica`.
create or replace function recount_bookings(counted_account_id integer) returns void language plpgsql as $$
begin
  -- Waits for a transaction that takes a step of `compact_counts_of_account`, which has read the position.
  perform pg_advisory_xact_lock(7463007, counted_account_id);
  lock table booking, booking_count, booking_count_difference, booking_count_position in share row exclusive mode;
  delete from booking_count_difference where account_id = counted_account_id;
  delete from booking_count where account_id = counted_account_id;
  delete from booking_count_position where account_id = counted_account_id;
  insert into booking_count (account_id, dimension, day, state, count)
    select account_id, dimension, (instant at time zone 'UTC')::date as day, state, count(*)
    from booking,
      lateral (values ('booked_from', booked_from), ('updated_at', updated_at)) as instants (dimension, instant)
    where account_id = counted_account_id
    group by account_id, dimension, day, state;
  insert into booking_count_position (account_id, counted_to, announced_to, is_settling)
    select counted_account_id, max(id), max(id), false from booking where account_id = counted_account_id having count(*) > 0;
end
$$;
