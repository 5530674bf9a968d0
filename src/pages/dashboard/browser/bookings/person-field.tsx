import { useState } from 'preact/hooks';
import { Field } from '../ui/field.js';
import { textIn } from '../ui/form.js';
import type { PersonAttributesInput } from './bookings.operations.js';
import { FoundPeople, type FoundPerson, labelOf } from './found-people.js';

interface PersonFieldProps {
  error: (field: string) => string | undefined;
}

/** Finds a person by name, email or phone number, or takes the attributes of a new one. */
export function PersonField({ error }: PersonFieldProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<FoundPerson>();
  if (chosen) {
    return (
      <p class="chosen">
        <input type="hidden" name="person" value={chosen.id} />
        <strong>{labelOf(chosen)}</strong>{' '}
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
      <FoundPeople search={search} onChoose={setChosen} />
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
