import { useEffect, useRef } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { personName } from './bookings.operations.js';
import { labelOf } from './found-people.js';

interface ChosenPersonProps {
  label: string;
  /** The name of the hidden input with the id. */
  name: string;
  /** The id of the person; empty for none. */
  id: string;
  onRemove: () => void;
}

/** The person who was chosen in a form, as a hidden input and by name. */
export function ChosenPerson({ label, name, id, onRemove }: ChosenPersonProps) {
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(id);
  useEffect(() => {
    // A browser sends no event when a script changes a value, and the draft of a form is stored at that event.
    if (id !== sent.current) input.current?.dispatchEvent(new Event('input', { bubbles: true }));
    sent.current = id;
  }, [id]);
  return (
    <>
      <input ref={input} type="hidden" name={name} value={id} />
      {id !== '' && (
        <p class="chosen">
          {label}: <PersonName key={id} id={Number(id)} />{' '}
          <button type="button" class="button plain" onClick={onRemove}>
            Another person
          </button>
        </p>
      )}
    </>
  );
}

function PersonName({ id }: { id: number }) {
  const loaded = useData(`person ${id}`, async () => (await execute(personName, { id })).person);
  return (
    <LoadedContent label="The person" loaded={loaded}>
      {(person) => <strong>{person ? labelOf(person) : `Person ${id}`}</strong>}
    </LoadedContent>
  );
}
