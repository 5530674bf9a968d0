import { useSignal } from '../../../design/signal.js';
import { navigate, place } from '../../navigation.js';
import { RecordForm } from '../../records/record-form.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { ImportPeople } from './import-people.js';
import { PeopleList } from './people-list.js';
import { personFields, personRecords } from './person-fields.js';
import { PersonPage } from './person-page.js';

/** `people`: the list; `people/12`: one person; `people/new` and `people/import`. */
export default function PeopleView() {
  const { rest, search } = useSignal(place);
  const [page = ''] = rest;
  if (/^\d{1,10}$/.test(page)) return <PersonPage key={page} id={Number(page)} />;
  if (page === 'new' && can('people')) return <NewPerson />;
  if (page === 'import' && can('people')) return <ImportPeople />;
  return <PeopleList query={search.get('q') ?? ''} scope={search.get('scope') ?? 'ACTIVE'} />;
}

function NewPerson() {
  return (
    <>
      <h1>{t.people.new}</h1>
      <RecordForm
        source={personRecords}
        id="new"
        label={t.people.thePerson}
        fields={personFields}
        onSaved={({ attributes }) => navigate(`people/${Number(attributes['id'])}`)}
        onCancel={() => navigate('people')}
      />
    </>
  );
}
