-- Appends the change of a booking to `booking_count_change`: see 0102-changes-of-booking-counts. One in 500 rows compacts
-- those of its account, at most once a transaction, so that a list meets 500 of them on the average, whether a worker
-- runs or not, and in an account that is paused. A transaction that compacted at each 500th row would read its own dead
-- rows again each time.
create or replace function count_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into booking_count_change (account_id, booked_from_day, updated_at_day, state, change)
      values (old.account_id, (old.booked_from at time zone 'UTC')::date, (old.updated_at at time zone 'UTC')::date,
        old.state, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into booking_count_change (account_id, booked_from_day, updated_at_day, state, change)
      values (new.account_id, (new.booked_from at time zone 'UTC')::date, (new.updated_at at time zone 'UTC')::date,
        new.state, 1);
  end if;
  if random() < 0.002 and current_setting('booking.has_compacted', true) is distinct from 'yes' then
    perform set_config('booking.has_compacted', 'yes', true);
    perform compact_counts_of_account(coalesce(new.account_id, old.account_id));
  end if;
  return null;
end
$$;

create or replace trigger booking_count after insert or delete on booking
  for each row execute function count_booking();

create or replace trigger booking_count_of_update after update on booking for each row
  when (old.state <> new.state
    or (old.booked_from at time zone 'UTC')::date <> (new.booked_from at time zone 'UTC')::date
    or (old.updated_at at time zone 'UTC')::date <> (new.updated_at at time zone 'UTC')::date)
  execute function count_booking();
