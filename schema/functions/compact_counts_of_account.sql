-- Takes the next of the steps that count the bookings of an account into `booking_count`, at most one in a transaction.
-- Called in transactions that write bookings: see `count_booking`. While another transaction takes a step of the account it
-- does nothing, so that writers never wait for each other.
--
-- 1. It announces the id up to which the bookings will be counted, at most 10,000 bookings. A transaction that inserts an id
--    up to that from now on writes a row of `booking_count_difference`.
-- 2. It marks the position as settling, in a subtransaction, whose id is newer than those of all transactions that inserted
--    without seeing the announcement.
-- 3. When these have ended, it counts the announced bookings and deletes their differences, and adds up those of the
--    bookings that were counted before, at most 10,000. It reads both from one snapshot: what is committed later comes with a
--    difference. Then it announces again.
--
-- The transactions are compared with the age of the row, so that a position which was restored or moved from another server
-- needs no care. Sessions are read before prepared transactions, so that one which is prepared in between is not missed.
-- Rejected: `pg_snapshot_xmin`, for which transactions of other databases would hold the count up; `pg_snapshot_xmax` instead
-- of the subtransaction, because newer transactions than that may run.
create or replace function compact_counts_of_account(compacted_account_id integer) returns void language plpgsql as $$
declare
  is_settling boolean;
  settling_age integer;
  counted integer;
  announced integer;
begin
  if current_setting('transaction_isolation') <> 'read committed'
    or current_setting('booking.has_compacted', true) is not distinct from 'yes'
    or not pg_try_advisory_xact_lock(7463007, compacted_account_id) then
    return;
  end if;
  perform set_config('booking.has_compacted', 'yes', true);
  select position.is_settling, age(position.xmin), counted_to, announced_to into is_settling, settling_age, counted, announced
    from booking_count_position as position where account_id = compacted_account_id;
  if not is_settling then
    begin
      update booking_count_position as position set is_settling = true where account_id = compacted_account_id;
    exception when division_by_zero then
      -- Never thrown: a block with a handler is a subtransaction.
      raise;
    end;
    return;
  end if;
  perform pg_stat_clear_snapshot();
  if exists (select from pg_stat_get_activity(null) join pg_database on oid = datid
      where datname = current_database() and age(backend_xid) >= settling_age) then
    return;
  end if;
  if exists (select from pg_prepared_xacts where database = current_database() and age(transaction) >= settling_age) then
    return;
  end if;
  with gone as (
    delete from booking_count_difference
    where ctid = any (array(
      (select ctid from booking_count_difference
        where account_id = compacted_account_id and booking_id <= counted limit 10000)
      union all
      select ctid from booking_count_difference
        where account_id = compacted_account_id and booking_id > counted and booking_id <= announced))
    returning booking_id, booked_from_day, updated_at_day, state, change
  ), added as (
    select booked_from_day, updated_at_day, state, change from gone where booking_id <= counted
    union all
    select (booked_from at time zone 'UTC')::date, (updated_at at time zone 'UTC')::date, state, 1 from booking
    where account_id = compacted_account_id and id > counted and id <= announced
  )
  insert into booking_count (account_id, dimension, day, state, count)
    select compacted_account_id, dimension, day, state, sum(change)
    from added,
      lateral (values ('booked_from', booked_from_day), ('updated_at', updated_at_day)) as days (dimension, day)
    group by dimension, day, state having sum(change) <> 0
    on conflict (account_id, dimension, state, day) do update set count = booking_count.count + excluded.count;
  insert into booking_count_position (account_id, counted_to, announced_to, is_settling)
    select compacted_account_id, coalesce(announced, 0), coalesce(max(id), announced, 0), false
    from (select id from booking where account_id = compacted_account_id and id > coalesce(announced, 0)
      order by id limit 10000) as next
    on conflict (account_id) do update
      set counted_to = excluded.counted_to, announced_to = excluded.announced_to, is_settling = false;
end
$$;
