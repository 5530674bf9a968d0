import { useEffect, useRef, useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { Field } from '../ui/field.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { personName } from './bookings.operations.js';
import { FoundPeople, labelOf } from './found-people.js';

interface PersonChoiceProps {
  label: string;
  /** Of the hidden input with the id. */
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
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: string) => {
    setId(chosen);
    setSearch('');
  };
  useEffect(() => {
    // A browser sends no event when a script changes a value, and the draft of the form is stored at that event.
    if (id !== initial) input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [id]);
  return (
    <div>
      <input ref={input} type="hidden" name={name} value={id} />
      {id === '' ? (
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
          <FoundPeople search={search} onChoose={(person) => choose(String(person.id))} />
        </>
      ) : (
        <ChosenPerson key={id} label={label} id={Number(id)} onRemove={() => choose('')} />
      )}
    </div>
  );
}

function ChosenPerson({ label, id, onRemove }: { label: string; id: number; onRemove: () => void }) {
  const loaded = useData(`person ${id}`, async () => (await execute(personName, { id })).person);
  return (
    <p class="chosen">
      {label}:{' '}
      <LoadedContent label="The person" loaded={loaded}>
        {(person) => <strong>{person ? labelOf(person) : `Person ${id}`}</strong>}
      </LoadedContent>{' '}
      <button type="button" class="button plain" onClick={onRemove}>
        Another person
      </button>
    </p>
  );
}
