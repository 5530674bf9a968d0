-- Returns the end of the time that a booking or event occupies its resource, with its buffer after in minutes: see
-- `occupied_start`.
create or replace function occupied_end(ends timestamptz, buffer_after integer) returns timestamptz
language sql immutable parallel safe
return case when buffer_after = 0 then ends
  else ((ends at time zone interval '0') + make_interval(mins => buffer_after)) at time zone interval '0' end;
