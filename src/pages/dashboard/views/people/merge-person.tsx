import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { execute } from '../../graphql/client.js';
import { useDraft } from '../../records/use-draft.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { listPeople, mergePeople, type PersonLineFragment } from './people.operations.js';
import { nameOf } from './people-list.js';

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
    <Dialog title={`Merge into ${nameOf(person)}`} onClose={close}>
      {other ? (
        <>
          <p>
            All bookings, orders, messages and gift cards of <strong>{describe(other)}</strong> move to{' '}
            <strong>{describe(person)}</strong>. Then {nameOf(other)} is deleted. Details that {nameOf(person)} has stay
            as they are.
          </p>
          <div class="actions">
            <Button kind="danger" onClick={merge}>
              Merge
            </Button>
            <Button onClick={() => setOther(undefined)}>Choose another</Button>
          </div>
        </>
      ) : (
        <>
          <Field
            label="Who is the same person?"
            name="other"
            type="search"
            maxLength={100}
            value={query}
            hint="Name, email or phone"
            onInput={({ currentTarget: { value } }) => {
              setQuery(value);
              draft.store({ other: value });
            }}
          />
          <LoadedContent label="People" loaded={loaded}>
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
  return [...new Set([nameOf(person), email, phoneNumberFormatted, `no. ${id}`])].filter(Boolean).join(' · ');
}
