-- Takes the advisory lock of a record until the end of the transaction. `src/platform/database/account-transaction.ts` takes the same.
create or replace function lock_record(kind text, account_id integer, id integer) returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended(kind || ':' || account_id || ':' || id, 0))
$$;
