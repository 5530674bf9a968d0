import { useState } from 'preact/hooks';
import { Field } from '../ui/field.js';
import { textIn } from '../ui/form.js';
import type { PersonAttributesInput } from './bookings.operations.js';
import { ChosenPerson } from './chosen-person.js';
import { FoundPeople } from './found-people.js';

interface PersonFieldProps {
  /** The initial values of the fields. `person` is the id of a known person, or empty. */
  shown: { person: string; name: string; email: string; phone: string };
  error: (field: string) => string | undefined;
}

/** Finds a person by name, email or phone number, or takes the attributes of a new one. */
export function PersonField({ shown, error }: PersonFieldProps) {
  const [search, setSearch] = useState(shown.name);
  const [id, setId] = useState(shown.person);
  return (
    <div>
      <ChosenPerson label="Person" name="person" id={id} onRemove={() => setId('')} />
      {id === '' && (
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
          <FoundPeople search={search} onChoose={(person) => setId(String(person.id))} />
          <div class="fields">
            <Field
              label="Email"
              name="email"
              defaultValue={shown.email}
              type="email"
              maxLength={255}
              autocomplete="off"
              error={error('personAttributes.email')}
            />
            <Field
              label="Phone"
              name="phone"
              defaultValue={shown.phone}
              type="tel"
              maxLength={255}
              autocomplete="off"
              error={error('personAttributes.phoneNumber')}
            />
          </div>
        </fieldset>
      )}
    </div>
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
