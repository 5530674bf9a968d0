import { ConfirmButton } from '../../../design/dialog.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { personText } from '../../bookings/booking.rules.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { DraftedForm } from '../../records/drafted-form.js';
import type { FieldDefinition, Texts } from '../../records/record.rules.js';
import { removeShown } from '../../records/remove-shown.js';
import { useDraft } from '../../records/use-draft.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { createGuardian, deleteGuardian, type FamilyMemberFragment, readFamily } from './people.operations.js';

const texts = t.people.family;

/** The most guardians of a person. */
const maxGuardians = 4;

/** The rights of a guardian, which it has unless they are taken away. */
const rights = ['mayBook', 'pays', 'getsMessages'] as const;

/** The guardians of a person, and those for whom the person is one. */
export function PersonFamily({ id }: { id: number }) {
  const loaded = useData(`family of ${id}`, async () => (await execute(readFamily, { id })).person);
  return (
    <LoadedContent label={t.people.tabs.family} loaded={loaded}>
      {(person) =>
        person && (
          <>
            <Members
              {...{ id, kind: 'guardians', members: person.guardians.nodes, reload: loaded.reload }}
              isFull={person.guardians.nodes.length >= maxGuardians}
            />
            <Members {...{ id, kind: 'dependants', members: person.dependants.nodes, reload: loaded.reload }} />
          </>
        )
      }
    </LoadedContent>
  );
}

interface MembersProps {
  id: number;
  kind: 'guardians' | 'dependants';
  members: readonly FamilyMemberFragment[];
  isFull?: boolean;
  reload: () => Promise<void>;
}

function Members({ id, kind, members, isFull = false, reload }: MembersProps) {
  const own = texts[kind];
  const otherOf = (member: FamilyMemberFragment) => (kind === 'guardians' ? member.person : member.dependant);
  const remove = async ({ id: guardianId, revisionCount: ifRevision }: FamilyMemberFragment) => {
    await removeShown(() => execute(deleteGuardian, { id: guardianId, ifRevision }), reload);
    showDone(texts.removed);
    await reload();
  };
  return (
    <section class="panel" aria-label={own.title}>
      <h2>{own.title}</h2>
      <p class="hint">{own.lead}</p>
      <Table
        caption={own.title}
        rows={members}
        keyOf={(member) => member.id}
        empty={own.none}
        columns={[
          {
            title: t.people.name,
            cell: (member) => {
              const other = otherOf(member);
              return <Link path={`people/${other.id}`}>{personText(other) || other.id}</Link>;
            },
          },
          {
            title: texts.rights,
            cell: (member) => rights.flatMap((right) => (member[right] ? [texts[right]] : [])).join(', '),
          },
          ...(can('people')
            ? [
                {
                  title: t.setup.common.action,
                  cell: (member: FamilyMemberFragment) => (
                    <ConfirmButton question={texts.removal} onConfirm={() => remove(member)}>
                      {t.setup.common.remove}
                    </ConfirmButton>
                  ),
                },
              ]
            : []),
        ]}
      />
      {can('people') && !isFull && <NewMember {...{ id, kind, reload }} />}
    </section>
  );
}

/** The form that makes another person a guardian or a dependant. */
function NewMember({ id, kind, reload }: Pick<MembersProps, 'id' | 'kind' | 'reload'>) {
  const shown = { person: '', ...Object.fromEntries(rights.map((right) => [right, 'on'])) };
  const draft = useDraft(`/people/${id}/${kind}/new`, shown);
  const once = useRequestKey();
  // The server names an error by the guardian, whichever of the two is chosen here.
  const fields: FieldDefinition[] = [
    { name: 'personId', label: texts[kind].choose, kind: 'person' },
    ...rights.map((right) => ({ name: right, label: texts[right], kind: 'flag' as const })),
  ];
  const save = async (entered: Texts) => {
    const chosen = Number(entered['personId']);
    if (!chosen) return;
    const [personId, dependantId] = kind === 'guardians' ? [chosen, id] : [id, chosen];
    const given = Object.fromEntries(rights.map((right) => [right, entered[right] === 'on']));
    await once((key) => execute(createGuardian, { dependantId, input: { personId, ...given } }, key));
    draft.discard();
    showDone(texts.added);
    await reload();
  };
  return (
    <details class="section">
      <summary>{texts[kind].add}</summary>
      <DraftedForm {...{ fields, shown, draft }} onDiscard={draft.discard} onSubmit={save} submitLabel={texts.save} />
    </details>
  );
}
