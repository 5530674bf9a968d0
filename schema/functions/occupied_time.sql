-- Returns the time that a booking or event occupies its resource, with its buffers in minutes. `occupiedTime` in
-- `src/domain/availability/occupancy.rules.ts` returns the same. The planner inlines this function. Indexes depend on it.
create or replace function occupied_time(
  starts timestamptz, ends timestamptz, buffer_before integer, buffer_after integer) returns tstzrange
language sql immutable parallel safe
return tstzrange(occupied_start(starts, buffer_before), occupied_end(ends, buffer_after));
