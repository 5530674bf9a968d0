import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, Select } from '../../../design/field.js';
import { execute } from '../../graphql/client.js';
import { navigate } from '../../navigation.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Exports } from '../../ui/exports.js';
import { Link } from '../../ui/link.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { listPeople, type PersonLineFragment } from './people.operations.js';

const scopes = [
  { value: 'ACTIVE', text: t.people.scopes.active },
  { value: 'DELETED', text: t.people.scopes.deleted },
  { value: 'ALL', text: t.people.scopes.all },
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
      <h1>{t.people.title}</h1>
      <search>
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            go(entered.trim(), chosen);
          }}
        >
          <Field
            label={t.people.search}
            name="q"
            type="search"
            maxLength={100}
            value={entered}
            hint={t.people.searchHint}
            onInput={({ currentTarget: { value } }) => {
              setEntered(value);
              clearTimeout(timer.current);
              timer.current = window.setTimeout(() => go(value.trim(), chosen), pause);
            }}
          />
          <Select
            label={t.people.which}
            name="scope"
            value={chosen}
            options={scopes}
            onChange={(to) => go(entered.trim(), to)}
          />
        </form>
      </search>
      {can('people') && (
        <p class="actions">
          <Link path="people/new" kind="button primary">
            {t.people.new}
          </Link>
          <Link path="people/import" kind="button">
            {t.people.importFile}
          </Link>
        </p>
      )}
      <Exports label={t.people.title} path={exportPaths[chosen]} query={{ ...(query && { search: query }) }} />
      <PageList label={t.people.title} pages={pages} keyOf={({ id }) => id} columns={columns} empty={t.people.nobody} />
    </>
  );
}

/** The lists of REST by scope. */
const exportPaths = { ACTIVE: 'people', DELETED: 'people/deleted', ALL: 'people/all' } as const;

const columns = [
  {
    title: t.people.name,
    cell: (person: PersonLineFragment) => <Link path={`people/${person.id}`}>{personName(person)}</Link>,
  },
  { title: t.people.email, cell: ({ email }: PersonLineFragment) => email },
  { title: t.people.phone, cell: ({ phoneNumberFormatted }: PersonLineFragment) => phoneNumberFormatted },
  { title: t.people.state, cell: (person: PersonLineFragment) => <PersonState person={person} /> },
];

/** A person may have no name, but an email or a phone number. */
export function personName({ id, name, email, phoneNumberFormatted }: PersonLineFragment): string {
  return name ?? email ?? phoneNumberFormatted ?? t.people.personNumber({ id });
}

export function PersonState({ person: { active, blocked, erasedAt } }: { person: PersonLineFragment }) {
  const { erased, deleted, blocked: isBlocked } = t.people.states;
  const states = [...(erasedAt ? [erased] : active ? [] : [deleted]), ...(blocked ? [isBlocked] : [])];
  return <>{states.join(', ')}</>;
}
