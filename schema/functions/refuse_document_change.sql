-- Refuses changes of documents, and their deletion before the years for which the account keeps them: a credit note corrects
-- a document.
create or replace function refuse_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from account where id = old.account_id and old.issued_at
      < date_trunc('year', now() + make_interval(secs => clock_offset)) - make_interval(years => coalesce(document_retention_years, 5))) then
    return old;
  end if;
  raise exception 'document % of account % cannot change', old.id, old.account_id using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger document_unchanged before update or delete on document for each row
  execute function refuse_document_change();
