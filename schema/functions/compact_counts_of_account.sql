-- Compacts rows of `booking_count_change` of an account into `booking_count`. Called in a transaction that writes
-- bookings: see `count_booking`. While another transaction compacts the account it does nothing, so that writers never
-- wait for each other. At most 10,000 rows, 0.1 s, so that it ends after many were written at once.
create or replace function compact_counts_of_account(compacted_account_id integer) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7463007, compacted_account_id) then
    return;
  end if;
  with gone as (
    delete from booking_count_change
    where ctid = any (array(
      select ctid from booking_count_change where account_id = compacted_account_id order by id limit 10000))
    returning booked_from_day, updated_at_day, state, change
  )
  insert into booking_count (account_id, dimension, day, state, count)
    select compacted_account_id, dimension, day, state, sum(change)
    from gone,
      lateral (values ('booked_from', booked_from_day), ('updated_at', updated_at_day)) as days (dimension, day)
    group by dimension, day, state having sum(change) <> 0
    on conflict (account_id, dimension, state, day) do update set count = booking_count.count + excluded.count;
end
$$;
