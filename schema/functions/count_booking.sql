-- Notes the change of a booking for `booking_count`: see 0366-counts-without-rows. An insert writes nothing, because readers
-- count bookings above `counted_to` themselves. Only if its id was announced before, so that the count up to it may not
-- wait for this transaction, it writes a row as updates and deletions do. The position is read by a snapshot of this
-- statement. A transaction whose snapshot is older may miss an announcement, so it always writes the row, which readers and
-- the count leave out while the id is above `counted_to`.
--
-- One in 200 rows takes a step of `compact_counts_of_account`, of which each second one counts. So a list reads 600 bookings
-- on the average, whether a worker runs or not.
create or replace function count_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into booking_count_difference (account_id, booking_id, booked_from_day, updated_at_day, state, change)
      values (old.account_id, old.id, (old.booked_from at time zone 'UTC')::date,
        (old.updated_at at time zone 'UTC')::date, old.state, -1);
  end if;
  if tg_op = 'UPDATE' or tg_op = 'INSERT' and (current_setting('transaction_isolation') <> 'read committed'
      or exists (select from booking_count_position where account_id = new.account_id and announced_to >= new.id)) then
    insert into booking_count_difference (account_id, booking_id, booked_from_day, updated_at_day, state, change)
      values (new.account_id, new.id, (new.booked_from at time zone 'UTC')::date,
        (new.updated_at at time zone 'UTC')::date, new.state, 1);
  end if;
  if random() < 0.005 then
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
