-- Refuses to go on while the cell is read-only. Call it after a shared lock of `require_writable_account`, which lasts until
-- the transaction ends: who makes the cell read-only waits for those that had their lock before (`makeReadonly` in
-- src/platform/cells/readonly-cell.ts), and all others see it here.
create or replace function require_writable_cell() returns void language plpgsql as $$
declare
  own text;
begin
  select name into own from cell where readonly_at is not null;
  if found then
    raise exception 'cell % is read-only', own using errcode = 'read_only_sql_transaction';
  end if;
end
$$;
