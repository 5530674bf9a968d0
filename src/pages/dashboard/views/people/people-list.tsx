import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, Select } from '../../../design/field.js';
import { execute } from '../../graphql/client.js';
import { navigate } from '../../navigation.js';
import { can } from '../../session.js';
import { Exports } from '../../ui/exports.js';
import { Link } from '../../ui/link.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { listPeople, type PersonLineFragment } from './people.operations.js';

const scopes = [
  { value: 'ACTIVE', text: 'Active' },
  { value: 'DELETED', text: 'Deleted' },
  { value: 'ALL', text: 'All' },
] as const;

/** In milliseconds, after the last key. */
const pause = 250;

/** The people by name, with a search that is kept in the address. */
export function PeopleList({ query, scope }: { query: string; scope: string }) {
  const [entered, setEntered] = useState(query);
  const timer = useRef<number>(0);
  const chosen = scopes.find(({ value }) => value === scope)?.value ?? 'ACTIVE';
  const go = (q: string, to: string) =>
    navigate('people', { ...(q && { q }), ...(to !== 'ACTIVE' && { scope: to }) }, true);
  useEffect(() => () => clearTimeout(timer.current), []);
  const pages = usePages(`${chosen} ${query}`, async (after) => {
    const filter = { scope: chosen, ...(query && { search: query }) };
    return (await execute(listPeople, { filter, after })).people;
  });
  return (
    <>
      <h1>People</h1>
      <search>
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            go(entered.trim(), chosen);
          }}
        >
          <Field
            label="Search"
            name="q"
            type="search"
            maxLength={100}
            value={entered}
            hint="Name, email or phone"
            onInput={({ currentTarget: { value } }) => {
              setEntered(value);
              clearTimeout(timer.current);
              timer.current = window.setTimeout(() => go(value.trim(), chosen), pause);
            }}
          />
          <Select
            label="Which"
            name="scope"
            value={chosen}
            options={scopes}
            onChange={(to) => go(entered.trim(), to)}
          />
        </form>
      </search>
      {can('people') && (
        <p class="actions">
          <Link path="people/new">New person</Link>
          <Link path="people/import">Import from a file</Link>
        </p>
      )}
      <Exports label="People" path={exportPaths[chosen]} query={{ ...(query && { search: query }) }} />
      <PageList label="People" pages={pages} keyOf={({ id }) => id} columns={columns} empty="Nobody was found." />
    </>
  );
}

/** The lists of REST by scope. */
const exportPaths = { ACTIVE: 'people', DELETED: 'people/deleted', ALL: 'people/all' } as const;

const columns = [
  { title: 'Name', cell: (person: PersonLineFragment) => <Link path={`people/${person.id}`}>{nameOf(person)}</Link> },
  { title: 'Email', cell: ({ email }: PersonLineFragment) => email },
  { title: 'Phone', cell: ({ phoneNumberFormatted }: PersonLineFragment) => phoneNumberFormatted },
  { title: 'State', cell: (person: PersonLineFragment) => <PersonState person={person} /> },
];

/** A person may have no name, but an email or a phone number. */
export function nameOf({ id, name, email, phoneNumberFormatted }: PersonLineFragment): string {
  return name ?? email ?? phoneNumberFormatted ?? `Person ${id}`;
}

export function PersonState({ person: { active, blocked, erasedAt } }: { person: PersonLineFragment }) {
  const states = [...(erasedAt ? ['Erased'] : active ? [] : ['Deleted']), ...(blocked ? ['Blocked'] : [])];
  return <>{states.join(', ')}</>;
}
