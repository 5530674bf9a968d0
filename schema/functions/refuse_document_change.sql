-- Refuses changes of documents and their deletion: a credit note corrects a document.
create or replace function refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'document % of account % cannot change', old.id, old.account_id using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger document_unchanged before update or delete on document for each row
  execute function refuse_document_change();
