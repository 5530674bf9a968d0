import { useState } from 'preact/hooks';
import { Field } from '../ui/field.js';
import { ChosenPerson } from './chosen-person.js';
import { FoundPeople } from './found-people.js';

interface PersonChoiceProps {
  label: string;
  /** The name of the hidden input with the id. */
  name: string;
  /** The id of the person; empty for none. */
  id: string;
  hint: string | undefined;
  error: string | undefined;
}

/** Chooses a known person, or none. */
export function PersonChoice({ label, name, id: initial, hint, error }: PersonChoiceProps) {
  const [id, setId] = useState(initial);
  const [search, setSearch] = useState('');
  return (
    <div>
      <ChosenPerson label={label} name={name} id={id} onRemove={() => setId('')} />
      {id === '' && (
        <>
          <Field
            label={label}
            type="search"
            maxLength={100}
            value={search}
            hint={hint ?? 'Name, email or phone'}
            error={error}
            autocomplete="off"
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <FoundPeople
            search={search}
            onChoose={(person) => {
              setId(String(person.id));
              setSearch('');
            }}
          />
        </>
      )}
    </div>
  );
}
