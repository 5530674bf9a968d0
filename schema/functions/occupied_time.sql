-- Adds the buffers, in minutes, to a time. Indexes need immutable expressions, which the addition of an interval is only
-- without a time zone. The planner inlines the function. Indexes depend on it.
create or replace function occupied_time(
  starts timestamptz, ends timestamptz, buffer_before integer, buffer_after integer) returns tstzrange
language sql immutable parallel safe
return tstzrange(
  case when buffer_before = 0 then starts
    else ((starts at time zone 'UTC') - make_interval(mins => buffer_before)) at time zone 'UTC' end,
  case when buffer_after = 0 then ends
    else ((ends at time zone 'UTC') + make_interval(mins => buffer_after)) at time zone 'UTC' end);
