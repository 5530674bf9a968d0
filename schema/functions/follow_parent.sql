-- Makes the parent of a person its guardian at position 1, and nobody else. One who was a guardian at another position keeps
-- its rights. A new one has none, so that a parent has only the rights that parents always had.
create or replace function follow_parent() returns trigger language plpgsql as $$
begin
  delete from guardian where account_id = new.account_id and dependant_id = new.id and position = 1
    and person_id is distinct from new.parent_id;
  if new.parent_id is not null then
    insert into guardian
      (account_id, created_at, updated_at, dependant_id, person_id, position, may_book, pays, gets_messages)
      values (new.account_id, new.updated_at, new.updated_at, new.id, new.parent_id, 1, false, false, false)
      on conflict (account_id, person_id, dependant_id) do update set position = 1 where guardian.position <> 1;
  end if;
  return null;
end
$$;

create or replace trigger person_parent_of_insert after insert on person
  for each row when (new.parent_id is not null) execute function follow_parent();

create or replace trigger person_parent_of_update after update of parent_id on person
  for each row when (new.parent_id is distinct from old.parent_id) execute function follow_parent();
