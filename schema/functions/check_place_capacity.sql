-- Prevents overbooking by the places of bookings with needs. The rules are those of `check_booking_capacity`: a place that
-- keeps its resource and its occupied time is not checked, every other place of an active booking must fit.
--
-- The first place of a statement locks the resources of all places of its booking, in the order of their ids.
create or replace function check_place_capacity() returns trigger language plpgsql as $$
declare
  occupied tstzrange := occupied_time(new.starts_at, new.ends_at, new.buffer_before, new.buffer_after);
  booked record;
  database_time timestamptz;
  decided_at timestamptz;
begin
  select state, expires_at, updated_at, ignores_capacity, has_places into booked
    from booking where account_id = new.account_id and id = new.booking_id;
  if not booked.has_places then
    raise exception 'booking % has no places', new.booking_id
      using errcode = 'check_violation', constraint = 'booking_has_places', table = 'booking_place';
  end if;
  perform lock_places(new.account_id, new.booking_id);
  update resource set serves_needs = true
    where account_id = new.account_id and id = new.resource_id and not serves_needs;
  if booked.ignores_capacity
    or booked.state not in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed') then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if old.resource_id = new.resource_id and old.count >= new.count
      and occupied_time(old.starts_at, old.ends_at, old.buffer_before, old.buffer_after) @> occupied then
      return null;
    end if;
  end if;
  database_time := clock_timestamp();
  if booked.updated_at > database_time then
    select database_time + clock_offset * interval '1 second' into database_time
      from account where id = new.account_id;
  end if;
  decided_at := least(booked.updated_at, database_time);
  if is_active_booking(booked.state, booked.expires_at, decided_at) then
    perform check_place(new.account_id, new.resource_id, occupied, decided_at);
  end if;
  return null;
end
$$;

create or replace trigger place_capacity after insert or update on booking_place
  for each row execute function check_place_capacity();
