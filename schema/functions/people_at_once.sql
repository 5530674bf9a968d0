-- Returns the most people at any instant of a time on a resource that serves needs: in bookings without places, and in the
-- places of bookings. Those count whose booking is active at `decided_at`.
create or replace function people_at_once(
  of_account integer, of_resource integer, within_time tstzrange, decided_at timestamptz) returns bigint
language sql stable as $$
  with overlapping as (
    select occupied_time(booked_from, booked_to, buffer_before, buffer_after) * within_time as shared, count
    from booking
    where place_of(account_id, resource_id, event_id) = place_of(of_account, of_resource, null)
      and occupied_time(booked_from, booked_to, buffer_before, buffer_after) && within_time
      and state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')
      and is_active_booking(state, expires_at, decided_at) and not has_places
    union all
    select occupied_time(place.starts_at, place.ends_at, place.buffer_before, place.buffer_after) * within_time, place.count
    from booking_place place
    join booking on booking.account_id = place.account_id and booking.id = place.booking_id
    where place_of(place.account_id, place.resource_id, null) = place_of(of_account, of_resource, null)
      and occupied_time(place.starts_at, place.ends_at, place.buffer_before, place.buffer_after) && within_time
      and booking.state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')
      and is_active_booking(booking.state, booking.expires_at, decided_at) and booking.has_places
  ), steps as (
    select lower(shared) as at, count as people from overlapping
    union all select upper(shared), -count from overlapping
  )
  select coalesce(max(running), 0)
  from (select sum(people) over (order by at, people) as running from steps) as totals
$$;
