-- Does nothing. Workers of the version before `count_booking` compacts call it each minute.
create or replace function compact_booking_counts(most integer) returns integer language sql as 'select 0';
