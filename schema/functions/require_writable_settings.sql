-- Refuses changes of the row of a paused account, except by who pauses it. The lock of the row decides between both.
create or replace function require_writable_settings() returns trigger language plpgsql as $$
begin
  if current_setting('booking.writes_to', true) is distinct from old.id::text then
    raise exception 'account % is paused', old.id using errcode = 'read_only_sql_transaction';
  end if;
  return null;
end
$$;

create or replace trigger writable_settings after update on account for each row
  when (old.paused_at is not null and new.paused_at is not null) execute function require_writable_settings();

create or replace trigger writable_settings_of_deleted after delete on account for each row
  when (old.paused_at is not null) execute function require_writable_settings();
