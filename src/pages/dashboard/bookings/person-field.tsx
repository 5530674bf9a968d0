import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Combobox } from '../../design/combobox.js';
import { Field } from '../../design/field.js';
import { textIn } from '../../design/form.js';
import { showError } from '../../design/toast.js';
import { execute } from '../graphql/client.js';
import type { PersonAttributesInput } from '../graphql/schema.types.js';
import { t } from '../texts.js';
import { type FindPeopleQuery, findPeople, personName } from './bookings.operations.js';

type FoundPerson = FindPeopleQuery['people']['nodes'][number];

/** The ways to reach a person. */
export type Contact = Pick<FoundPerson, 'email' | 'phoneNumber'>;

interface PersonFieldProps {
  /** The initial values of the fields. `person` is the id of a known person, or empty. */
  shown: { person: string; name: string; email: string; phone: string };
  error: (field: string) => string | undefined;
  /** Called with how to reach the known person who was chosen; undefined while none is. */
  onKnown: (contact: Contact | undefined) => void;
}

/** The value of the option to book for a person who is not known yet. */
const newPerson = 'new';

const newPersonText = (name: string): string =>
  name === '' ? t.bookings.newPerson : t.bookings.newPersonNamed({ name });

/** Finds a person by name, email or phone number, or takes the attributes of a new one, who has the name that was typed. */
export function PersonField({ shown, error, onKnown }: PersonFieldProps) {
  const { id, known, choose } = useKnownPerson(shown.person);
  const [name, setName] = useState(shown.name);
  const [isNew, setNew] = useState(shown.email !== '' || shown.phone !== '');
  const contact = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(0);
  const { found, isSearching, search } = useFoundPeople();
  useEffect(() => onKnown(known), [known]);
  useLayoutEffect(() => contact.current?.querySelector('input')?.focus(), [opened]);
  const take = (value: string) => {
    const chosen = found.find((person) => String(person.id) === value);
    choose(chosen);
    setNew(value === newPerson);
    if (value === newPerson) setOpened((count) => count + 1);
    else setName(chosen ? labelOf(chosen) : '');
  };
  return (
    <>
      <Combobox
        label={t.bookings.person}
        name="person"
        textName="name"
        value={id}
        text={known ? labelOf(known) : name}
        placeholder={t.bookings.searchHint}
        maxLength={255}
        hint={known && [known.email, known.phoneNumber].filter((each) => each && each !== name).join(' · ')}
        error={error('personAttributes.name')}
        options={[
          ...found.map(optionOf),
          ...(isSearching ? [] : [{ value: newPerson, text: newPersonText(id === '' ? name.trim() : '') }]),
        ]}
        isSearching={isSearching}
        onSearch={(text) => {
          setName(text);
          choose(undefined);
          search(text);
        }}
        onChange={take}
      />
      {id === '' && (isNew || name.trim() !== '') && (
        <div class="fields" ref={contact}>
          <Field
            label={t.bookings.email}
            name="email"
            defaultValue={shown.email}
            type="email"
            maxLength={255}
            autocomplete="off"
            error={error('personAttributes.email')}
          />
          <Field
            label={t.bookings.phone}
            name="phone"
            defaultValue={shown.phone}
            type="tel"
            maxLength={255}
            autocomplete="off"
            error={error('personAttributes.phoneNumber')}
          />
        </div>
      )}
    </>
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
export function PersonChoice({ id: initial, ...labelled }: PersonChoiceProps) {
  const { id, known, choose } = useKnownPerson(initial);
  const { found, isSearching, search } = useFoundPeople();
  return (
    <Combobox
      {...labelled}
      value={id}
      text={known ? labelOf(known) : ''}
      placeholder={t.bookings.searchHint}
      maxLength={100}
      options={found.map(optionOf)}
      isSearching={isSearching}
      onSearch={search}
      onChange={(value) => choose(found.find((person) => String(person.id) === value))}
    />
  );
}

/** In milliseconds, so that not every letter is a request. */
const delay = 200;

/** Shorter texts would find almost everybody. */
const minLength = 2;

/** Finds people by a part of a name, an email or a phone number, without those who are blocked. */
function useFoundPeople() {
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<{ text: string; found: FoundPerson[] }>({ text: '', found: [] });
  const wanted = text.trim();
  const isLong = wanted.length >= minLength;
  useEffect(() => {
    if (!isLong) return;
    let isOutdated = false;
    const timer = setTimeout(() => {
      execute(findPeople, { search: wanted }).then(
        ({ people: { nodes } }) =>
          !isOutdated && setAnswer({ text: wanted, found: nodes.filter(({ blocked }) => !blocked) }),
        showError,
      );
    }, delay);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [wanted, isLong]);
  return { found: isLong ? answer.found : [], isSearching: isLong && answer.text !== wanted, search: setText };
}

/** The id of the chosen person, which is empty for none, with the person once it is read. */
function useKnownPerson(initial: string) {
  const [id, setId] = useState(initial);
  const [person, setPerson] = useState<FoundPerson>();
  useEffect(() => {
    if (initial === '') return;
    execute(personName, { id: Number(initial) }).then((answer) => {
      if (answer.person) setPerson(answer.person);
    }, showError);
  }, []);
  const choose = (chosen: FoundPerson | undefined) => {
    setId(String(chosen?.id ?? ''));
    if (chosen) setPerson(chosen);
  };
  return { id, known: String(person?.id) === id ? person : undefined, choose };
}

function optionOf(person: FoundPerson) {
  const text = labelOf(person);
  const detail = [person.email, person.phoneNumber].filter((each) => each && each !== text).join(' · ');
  return { value: String(person.id), text, detail };
}

/** The name of a person, or what else is known. */
function labelOf({ id, name, email, phoneNumber }: FoundPerson): string {
  return name || email || phoneNumber || t.bookings.personNumber({ id });
}
