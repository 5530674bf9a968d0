-- Identifies the event or, without one, the resource of a booking by one number: see 0031-places-of-bookings. The planner
-- inlines the function. Indexes depend on it.
create or replace function place_of(account_id integer, resource_id integer, event_id integer) returns bigint
language sql immutable parallel safe
return (account_id::bigint << 32) + coalesce(event_id + 2147483648, resource_id);
