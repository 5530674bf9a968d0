-- Compacts at most this many rows of `booking_count_change` into `booking_count`, and returns their number. Concurrent
-- calls return 0. Leaves out accounts that are paused.
create or replace function compact_booking_counts(most integer) returns integer language plpgsql as $$
declare
  compacted integer;
begin
  if not pg_try_advisory_xact_lock(7463004) then
    return 0;
  end if;
  perform write_to_accounts();
  with gone as (
    delete from booking_count_change
    where (account_id, id) in (
      select account_id, id from booking_count_change
      where account_id not in (select id from account where paused_at is not null) limit most)
    returning account_id, booked_from_day, updated_at_day, state, change
  ), totals as (
    insert into booking_count (account_id, dimension, day, state, count)
    select account_id, dimension, day, state, sum(change)
    from gone,
      lateral (values ('booked_from', booked_from_day), ('updated_at', updated_at_day)) as days (dimension, day)
    group by account_id, dimension, day, state having sum(change) <> 0
    on conflict (account_id, dimension, state, day) do update set count = booking_count.count + excluded.count
  )
  select count(*) into compacted from gone;
  return compacted;
end
$$;
