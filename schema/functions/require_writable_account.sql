-- Refuses every write of an account that is paused, that another cell has, or whose cell is read-only, by any code. The error is that of a read-only
-- database: requests answer 503 with Retry-After, and jobs wait.
--
-- A transaction checks an account once. It first takes the account's lock, shared and until it ends, and then reads whether
-- the account is paused. So who pauses the account and then gets the lock alone (`pauseAccount` in
-- src/domain/account/pause.actions.ts) knows that no transaction of it is open, and that none will write.
--
-- A transaction that writes rows of many accounts calls `write_to_accounts` before, which takes one lock for all.
--
-- The setting `booking.writes_to` is the account that the transaction has checked. The triggers are executed after the
-- statement, when one of its rows has been checked already. Measured: 12 µs for the first row of a transaction, 1.7 µs for
-- each other, of which an empty trigger takes 1.2. Rejected: triggers before the row, which took 8 µs for each; a trigger
-- created when an account is paused, which waits for the writers of all accounts; a lock of the account's row for update,
-- which foreign keys share, but which an update of a row does not take.
create or replace function require_writable_account() returns trigger language plpgsql as $$
declare
  owner integer := coalesce(new.account_id, old.account_id);
  checked text := current_setting('booking.writes_to', true);
begin
  if checked is distinct from owner::text and checked is distinct from 'all' then
    checked := pg_advisory_xact_lock_shared(7463005, owner);
    if not exists (select from account where id = owner and paused_at is null and moved_to is null) then
      raise exception 'account % is paused', owner using errcode = 'read_only_sql_transaction';
    end if;
    perform require_writable_cell();
    checked := set_config('booking.writes_to', owner::text, true);
  end if;
  return null;
end
$$;

do $$
declare
  guarded text;
begin
  foreach guarded in array array[
    'account_logo',
    'account_user',
    'api_key',
    'api_key_requests',
    'api_request',
    'attempt',
    'booking',
    'booking_count',
    'booking_count_difference',
    'booking_count_position',
    'booking_order',
    'booking_place',
    'booking_refusal',
    'calendar_feed',
    'calendar_source',
    'calendar_source_entry',
    'category',
    'category_service',
    'change',
    'change_log_era',
    'change_log_start',
    'client_user_link',
    'coupon',
    'document',
    'document_request',
    'document_series',
    'event',
    'external_busy',
    'failed_job',
    'gift_card',
    'guardian',
    'idempotency_key',
    'identity_link',
    'identity_provider',
    'message',
    'message_quota',
    'message_request',
    'message_template',
    'message_template_service',
    'order_line_item',
    'order_payment',
    'package',
    'passkey',
    'payment_checkout',
    'payment_notification',
    'payment_refund',
    'payment_settings',
    'perishable_token',
    'person',
    'person_erasure',
    'planned_message',
    'provider',
    'record_image',
    'recurrence',
    'relay_position',
    'resource',
    'resource_exception_date',
    'rota',
    'second_factor',
    'security_event',
    'service',
    'service_need',
    'service_option',
    'service_option_group',
    'tax_rate',
    'time_off',
    'tip',
    'used_identity_token',
    'visitor_code',
    'visitor_session',
    'waitlist_check',
    'waitlist_entry',
    'waitlist_offer',
    'waitlist_opening',
    'web_hook',
    'web_hook_delivery'
  ] loop
    execute format('create or replace trigger writable_account after insert or update or delete on %I
      for each row execute function require_writable_account()', guarded);
  end loop;
end
$$;
