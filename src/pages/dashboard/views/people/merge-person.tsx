import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { execute } from '../../graphql/client.js';
import { useDraft } from '../../records/use-draft.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { listPeople, mergePeople, type PersonLineFragment } from './people.operations.js';
import { personName } from './people-list.js';

interface MergePersonProps {
  person: PersonLineFragment;
  onClose: () => void;
  onMerged: () => unknown;
}

/** The dialog that merges another person into this one: search, choose, confirm. */
export function MergePerson({ person, onClose, onMerged }: MergePersonProps) {
  const draft = useDraft(`/people/${person.id}/merge`, { other: '' });
  const [query, setQuery] = useState(draft.restored?.['other'] ?? '');
  const [other, setOther] = useState<PersonLineFragment>();
  const search = query.trim();
  const loaded = useData(search, async () =>
    search === '' ? [] : (await execute(listPeople, { filter: { search } })).people.nodes,
  );
  const merge = async () => {
    if (!other) return;
    await execute(mergePeople, { id: person.id, other: other.id });
    draft.clear();
    await onMerged();
  };
  const close = () => {
    draft.clear();
    onClose();
  };
  return (
    <Dialog title={t.people.mergeInto({ name: personName(person) })} onClose={close}>
      {other ? (
        <>
          <p>
            {t.people.mergeQuestion({
              other: describe(other),
              person: describe(person),
              otherName: personName(other),
              personName: personName(person),
            })}
          </p>
          <div class="actions">
            <Button kind="danger" onClick={merge}>
              {t.people.merge}
            </Button>
            <Button onClick={() => setOther(undefined)}>{t.people.chooseAnother}</Button>
          </div>
        </>
      ) : (
        <>
          <Field
            label={t.people.whoIsSame}
            name="other"
            type="search"
            maxLength={100}
            value={query}
            hint={t.people.searchHint}
            onInput={({ currentTarget: { value } }) => {
              setQuery(value);
              draft.store({ other: value });
            }}
          />
          <LoadedContent label={t.people.title} loaded={loaded}>
            {(people) => (
              <ul class="choices">
                {people
                  .filter(({ id }) => id !== person.id)
                  .slice(0, 10)
                  .map((found) => (
                    <li key={found.id}>
                      <Button kind="plain" onClick={() => setOther(found)}>
                        {describe(found)}
                      </Button>
                    </li>
                  ))}
              </ul>
            )}
          </LoadedContent>
        </>
      )}
    </Dialog>
  );
}

function describe(person: PersonLineFragment): string {
  const { email, phoneNumberFormatted, id } = person;
  return [...new Set([personName(person), email, phoneNumberFormatted, t.people.number({ id })])]
    .filter(Boolean)
    .join(' · ');
}
