-- Sends a notification when an account, one of its keys or the role of one of its users changes. Processes cache an account
-- until they receive it. Triggers send it, so that changes by hand also invalidate the caches. That of `api_key` fires only
-- for columns that decide who may do what: the last use is written every minute.
create or replace function notify_account_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('account', coalesce(changed ->> 'account_id', changed ->> 'id'));
  return null;
end
$$;

create or replace trigger notify_account_changed after update or delete on account
  for each row execute function notify_account_changed();

create or replace trigger notify_account_changed after update or delete on account_user
  for each row execute function notify_account_changed();

create or replace trigger notify_account_changed after update or delete on client_user_link
  for each row execute function notify_account_changed();

create or replace trigger notify_account_changed
  after delete or update of key_hash, role, user_id, expires_at, revoked_at, allowed_origins on api_key
  for each row execute function notify_account_changed();
