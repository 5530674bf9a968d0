-- Whether a booking takes its place: holds until they expire, other bookings until they end in another state.
create or replace function is_active_booking(state text, expires_at timestamptz, at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select state in ('awaiting_confirmation', 'confirmed')
    or (state in ('awaiting_verification', 'awaiting_payment') and (expires_at is null or expires_at > at))
$$;
