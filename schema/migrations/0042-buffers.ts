import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the minutes before and after a booking or event that its resource is kept free. Bookings and events store the
 * buffers of their service from when they are made or moved, so a later change of the service causes no conflict.
 *
 * The indexes of places get the occupied time in place of the booked time: a look-up still compares only expressions that
 * no other index has (0031-places-of-bookings). Rejected: to keep the indexes and look up a day more on both sides, which
 * reads three times as many bookings also for accounts without buffers.
 */
export class BuffersOfServices extends Migration {
  override name = '0042-buffers';

  override up(): void {
    for (const table of ['service', 'booking', 'event']) {
      this.addSql(`alter table ${table}
  add buffer_before integer not null default 0 check (buffer_before between 0 and 1440),
  add buffer_after integer not null default 0 check (buffer_after between 0 and 1440)`);
    }
    this.addSql(occupiedTime);
    this.addSql('drop index if exists booking_place');
    this.addSql('drop index if exists event_place');
    this.addSql(`create index booking_place on booking
  using gist (account_id, place_of(account_id, resource_id, event_id),
    occupied_time(booked_from, booked_to, buffer_before, buffer_after))
  where state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')`);
    this.addSql(`create index event_place on event
  using gist (account_id, place_of(account_id, resource_id, null),
    occupied_time(starts_at, ends_at, buffer_before, buffer_after)) where active`);
    for (const index of ['booking_place', 'event_place']) {
      this.addSql(`alter index ${index} alter column 2 set statistics 0`);
      this.addSql(`alter index ${index} alter column 3 set statistics 0`);
    }
    this.addSql(checkBookingCapacity);
  }
}

/**
 * Adds the buffers, in minutes, to a time. Indexes need immutable expressions, which the addition of an interval is only
 * without a time zone. The planner inlines the function.
 */
const occupiedTime = `create function occupied_time(
  starts timestamptz, ends timestamptz, buffer_before integer, buffer_after integer) returns tstzrange
language sql immutable parallel safe
return tstzrange(
  case when buffer_before = 0 then starts
    else ((starts at time zone 'UTC') - make_interval(mins => buffer_before)) at time zone 'UTC' end,
  case when buffer_after = 0 then ends
    else ((ends at time zone 'UTC') + make_interval(mins => buffer_after)) at time zone 'UTC' end)`;

/** Implements the rules of 0031-places-of-bookings and 0039-test-clocks for the occupied time. */
const checkBookingCapacity = `create or replace function check_booking_capacity() returns trigger language plpgsql as $$
declare
  ongoing constant text[] := array['awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed'];
  holds constant text[] := array['awaiting_verification', 'awaiting_payment'];
  occupied tstzrange;
  keeps_place boolean;
  keeps_end boolean;
  database_time timestamptz;
  decided_at timestamptz;
  available integer;
  taken integer;
begin
  if new.ignores_capacity or new.state <> all (ongoing) then
    return null;
  end if;
  occupied := occupied_time(new.booked_from, new.booked_to, new.buffer_before, new.buffer_after);
  keeps_place := tg_op = 'UPDATE' and not old.ignores_capacity and old.state = any (ongoing)
    and old.event_id is not distinct from new.event_id and old.count >= new.count
    and (new.event_id is not null or (old.resource_id = new.resource_id
      and occupied_time(old.booked_from, old.booked_to, old.buffer_before, old.buffer_after) @> occupied));
  keeps_end := keeps_place and (old.state <> all (holds) or old.expires_at is null
    or (new.state = any (holds) and new.expires_at is not null and new.expires_at <= old.expires_at));
  if keeps_end then
    return null;
  end if;

  if new.event_id is null then
    perform lock_record('resource', new.account_id, new.resource_id);
  else
    perform lock_record('event', new.account_id, new.event_id);
  end if;
  database_time := clock_timestamp();
  if new.updated_at > database_time then
    select database_time + clock_offset * interval '1 second' into database_time
      from account where id = new.account_id;
  end if;
  decided_at := least(new.updated_at, database_time);
  if not is_active_booking(new.state, new.expires_at, decided_at) then
    return null;
  end if;
  if keeps_place and is_active_booking(old.state, old.expires_at, database_time) then
    return null;
  end if;

  if new.event_id is not null then
    select capacity into available from event where account_id = new.account_id and id = new.event_id and active;
    select sum(count) into taken from booking
      where place_of(account_id, resource_id, event_id) = place_of(new.account_id, new.resource_id, new.event_id)
        and state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')
        and is_active_booking(state, expires_at, decided_at);
    if taken > coalesce(available, 0) then
      raise exception 'event % is full', new.event_id
        using errcode = 'exclusion_violation', constraint = 'booking_fits_event', table = 'booking';
    end if;
    return null;
  end if;

  if exists (select from event
      where place_of(account_id, resource_id, null) = place_of(new.account_id, new.resource_id, null)
        and occupied_time(starts_at, ends_at, buffer_before, buffer_after) && occupied and active) then
    raise exception 'resource % has an event', new.resource_id
      using errcode = 'exclusion_violation', constraint = 'booking_fits_resource', table = 'booking';
  end if;
  select capacity into available from resource where account_id = new.account_id and id = new.resource_id;
  with overlapping as (
    select occupied_time(booked_from, booked_to, buffer_before, buffer_after) * occupied as shared, count from booking
    where place_of(account_id, resource_id, event_id) = place_of(new.account_id, new.resource_id, null)
      and occupied_time(booked_from, booked_to, buffer_before, buffer_after) && occupied
      and state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')
      and is_active_booking(state, expires_at, decided_at)
  ), steps as (
    select lower(shared) as at, count as people from overlapping
    union all select upper(shared), -count from overlapping
  )
  select max(running) into taken from (select sum(people) over (order by at, people) as running from steps) as totals;
  if taken > available then
    raise exception 'resource % is taken', new.resource_id
      using errcode = 'exclusion_violation', constraint = 'booking_fits_resource', table = 'booking';
  end if;
  return null;
end
$$`;
