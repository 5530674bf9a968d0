import type { TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, TextArea } from '../../design/field.js';
import { textIn } from '../../design/form.js';
import { showError } from '../../design/toast.js';
import { execute } from '../graphql/client.js';
import type { PersonAttributesInput } from '../graphql/schema.types.js';
import { t } from '../texts.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { type FindPeopleQuery, findPeople, personName } from './bookings.operations.js';

/** A day such as `2026-03-03`, and times such as `10:00`. */
interface TimeTexts {
  date: string;
  from: string;
  to: string;
}

/** @param start, end wall-clock times, such as `2026-03-03T10:00:00` */
export function timeTexts(start: string, end: string): TimeTexts {
  return { date: start.slice(0, 10), from: start.slice(11, 16), to: end.slice(11, 16) };
}

interface TimeFieldsProps extends TimeTexts {
  /** How long the service lasts, with which the end follows the begin. */
  minutes?: number | undefined;
  error: (field: string) => string | undefined;
}

/** The day, begin and end of a booking. */
export function TimeFields({ date, from, to, minutes, error }: TimeFieldsProps) {
  /** Fills the end as long as it is empty or the one of the earlier begin. */
  const follow = ({ currentTarget: { value, form } }: TargetedEvent<HTMLInputElement>) => {
    const end = form?.elements.namedItem('to');
    if (minutes === undefined || value === '' || !(end instanceof HTMLInputElement)) return;
    if (end.value === '' || end.value === end.dataset['followed']) {
      end.value = laterTime(value, minutes);
      end.dataset['followed'] = end.value;
    }
  };
  return (
    <div class="fields">
      <Field label={t.bookings.day} name="date" type="date" required defaultValue={date} error={error('bookedFrom')} />
      <Field label={t.bookings.from} name="from" type="time" required defaultValue={from} onInput={follow} />
      <Field label={t.bookings.to} name="to" type="time" required defaultValue={to} error={error('bookedTo')} />
    </div>
  );
}

/** `10:30` for `09:45` and 45 minutes. After midnight it is a time of the next day. */
function laterTime(time: string, minutes: number): string {
  return new Date(Date.parse(`1970-01-01T${time}Z`) + minutes * 60_000).toISOString().slice(11, 16);
}

/** Reads the fields. An end at or before the begin is on the next day. */
export function timesIn(values: FormData): { bookedFrom: string; bookedTo: string } {
  const [date = '', from = '', to = ''] = ['date', 'from', 'to'].map((name) => textIn(values, name) ?? '');
  const nextDay = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return { bookedFrom: `${date}T${from}:00`, bookedTo: `${to > from ? date : nextDay}T${to}:00` };
}

interface CountAndNotesProps {
  /** The initial values of the fields. */
  count: string;
  notes: string;
  error: (field: string) => string | undefined;
}

/** The number of people and the notes of a booking. */
export function CountAndNotes({ count, notes, error }: CountAndNotesProps) {
  return (
    <>
      <Field
        label={t.bookings.count}
        name="count"
        type="number"
        min={1}
        max={10_000}
        required
        defaultValue={count}
        error={error('count')}
      />
      <TextArea label={t.bookings.notes} name="notes" maxLength={10_000} defaultValue={notes} error={error('notes')} />
    </>
  );
}

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
      <ChosenPerson label={t.bookings.person} name="person" id={id} onRemove={() => setId('')} />
      {id === '' && (
        <fieldset>
          <legend>{t.bookings.person}</legend>
          <Field
            label={t.bookings.nameOrSearch}
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
            hint={hint ?? t.bookings.searchHint}
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

interface ChosenPersonProps {
  label: string;
  /** The name of the hidden input with the id. */
  name: string;
  /** The id of the person; empty for none. */
  id: string;
  onRemove: () => void;
}

/** The person who was chosen in a form, as a hidden input and by name. */
function ChosenPerson({ label, name, id, onRemove }: ChosenPersonProps) {
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
            {t.bookings.another}
          </button>
        </p>
      )}
    </>
  );
}

function PersonName({ id }: { id: number }) {
  const loaded = useData(`person ${id}`, async () => (await execute(personName, { id })).person);
  return (
    <LoadedContent label={t.bookings.thePerson} loaded={loaded}>
      {(person) => <strong>{person ? labelOf(person) : t.bookings.personNumber(id)}</strong>}
    </LoadedContent>
  );
}

type FoundPerson = FindPeopleQuery['people']['nodes'][number];

/** In milliseconds, so that not every letter is a request. */
const delay = 200;

interface FoundPeopleProps {
  /** A part of a name, an email or a phone number, from two letters. */
  search: string;
  onChoose: (person: FoundPerson) => void;
}

/** Lists the people who are found, without those who are blocked. */
function FoundPeople({ search, onChoose }: FoundPeopleProps) {
  const [found, setFound] = useState<FoundPerson[]>([]);
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
  return (
    <ul class="found" aria-label={t.bookings.found} aria-live="polite">
      {found.map((person) => (
        <li key={person.id}>
          <button type="button" class="button" onClick={() => onChoose(person)}>
            {[person.name, person.email, person.phoneNumber].filter(Boolean).join(' · ')}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The name of a person, or what else is known. */
function labelOf({ id, name, email, phoneNumber }: Omit<FoundPerson, 'blocked'>): string {
  return name || email || phoneNumber || t.bookings.personNumber(id);
}
