import { useEffect, useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { Field } from '../ui/field.js';
import { textIn } from '../ui/form.js';
import { showError } from '../ui/toast.js';
import { type FindPeopleQuery, findPeople, type PersonAttributesInput } from './bookings.operations.js';

type Found = FindPeopleQuery['people']['nodes'][number];

/** In milliseconds, so that not every letter is a request. */
const delay = 200;

interface PersonFieldProps {
  error: (field: string) => string | undefined;
}

/** Finds a person by name, email or phone number, or takes the attributes of a new one. */
export function PersonField({ error }: PersonFieldProps) {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<Found[]>([]);
  const [chosen, setChosen] = useState<Found>();
  useEffect(() => {
    const text = search.trim();
    if (text.length < 2) {
      setFound([]);
      return;
    }
    let isOutdated = false;
    const timer = setTimeout(() => {
      execute(findPeople, { search: text }).then(
        ({ people }) => !isOutdated && setFound(people.nodes.filter(({ blocked }) => !blocked)),
        showError,
      );
    }, delay);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [search]);
  if (chosen) {
    return (
      <p class="chosen">
        <input type="hidden" name="person" value={chosen.id} />
        <strong>{chosen.name ?? chosen.email ?? chosen.phoneNumber}</strong>{' '}
        <button type="button" class="button plain" onClick={() => setChosen(undefined)}>
          Another person
        </button>
      </p>
    );
  }
  return (
    <fieldset>
      <legend>Person</legend>
      <Field
        label="Name, or search"
        name="name"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        autocomplete="off"
        maxLength={255}
        error={error('personAttributes.name')}
      />
      <ul class="found" aria-label="People found" aria-live="polite">
        {found.map((person) => (
          <li key={person.id}>
            <button type="button" class="button" onClick={() => setChosen(person)}>
              {[person.name, person.email, person.phoneNumber].filter(Boolean).join(' · ')}
            </button>
          </li>
        ))}
      </ul>
      <div class="fields">
        <Field
          label="Email"
          name="email"
          type="email"
          maxLength={255}
          autocomplete="off"
          error={error('personAttributes.email')}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          maxLength={255}
          autocomplete="off"
          error={error('personAttributes.phoneNumber')}
        />
      </div>
    </fieldset>
  );
}

/** Reads the field: the id of a known person, or the attributes of a new one. Empty if none was entered. */
export function personIn(values: FormData): { personId?: number; personAttributes?: PersonAttributesInput } {
  const id = textIn(values, 'person');
  if (id !== null) return { personId: Number(id) };
  const [name = null, email = null, phoneNumber = null] = ['name', 'email', 'phone'].map((field) =>
    textIn(values, field),
  );
  if (name === null && email === null && phoneNumber === null) return {};
  return { personAttributes: { name, email, phoneNumber } };
}
