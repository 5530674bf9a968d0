import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { randomKey, useRequestKey } from '../../graphql/request-key.js';
import { ServerError, sentencesOfError } from '../../graphql/server-error.js';
import { labelledText } from '../../punctuation.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { type FieldDefinition, type Texts, toOptions } from '../../records/record.rules.js';
import { recordName, removeLater, useRefusedRemovals, useRemoved } from '../../records/removals.js';
import { useDraft } from '../../records/use-draft.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { minutesOf, needInputOf, textsOfNeed } from './need.rules.js';
import { textOptions } from './record-kind.js';
import { providers } from './records.js';
import { createNeed, deleteNeed, listNeeds, type NeedOfServiceFragment, updateNeed } from './setup.operations.js';

const texts = t.setup.needs;
const path = '/needs';

/** The needs of a service that can have some. Those who may write them open the form of one below the table. */
export function Needs({ serviceId }: { serviceId: number }) {
  const loaded = useData(`needs ${serviceId}`, () => execute(listNeeds, { serviceId }));
  const [open, setOpen] = useState<NeedOfServiceFragment | 'new'>();
  const { reload } = loaded;
  const isRemoved = useRemoved();
  useRefusedRemovals(reload);
  const remove = ({ id, revisionCount }: NeedOfServiceFragment) => {
    setOpen(undefined);
    removeLater([recordName(path, id)], texts.removed, () => execute(deleteNeed, { id, ifRevision: revisionCount }));
  };
  const saved = async () => {
    showDone(texts.saved);
    setOpen(undefined);
    await reload();
  };
  const actions = (need: NeedOfServiceFragment) => (
    <div class="actions">
      <Button label={labelledText([texts.change, need.title])} onClick={() => setOpen(need)}>
        {texts.change}
      </Button>
      <ConfirmButton question={texts.removal} onConfirm={() => remove(need)}>
        {t.setup.common.remove}
      </ConfirmButton>
    </div>
  );
  return (
    <LoadedContent label={texts.title} loaded={loaded}>
      {({ service, resources: { nodes: resources }, needsOfService: { nodes: needs } }) =>
        service?.bookingType === 'APPOINTMENT' &&
        !service.hasDayBooking && (
          <section class="panel" aria-label={texts.title}>
            <h2>{texts.title}</h2>
            <p class="hint">{texts.lead}</p>
            <Table
              caption={texts.title}
              rows={needs.filter(({ id }) => !isRemoved(recordName(path, id)))}
              keyOf={({ id }) => id}
              empty={texts.none}
              columns={[
                { title: t.setup.common.title, cell: ({ title }) => <strong>{title}</strong> },
                { title: texts.count, cell: ({ count, per }) => texts.counts[per]({ count }) },
                { title: texts.work, cell: ({ segments }) => minutesOf(segments) || texts.whole },
                {
                  ...{ title: t.setup.parts.resources, isLong: true },
                  cell: ({ providers: { nodes } }) => nodes.map(({ resource }) => resource.title).join(', '),
                },
                ...(can('catalog') ? [{ title: t.setup.common.action, cell: actions }] : []),
              ]}
            />
            {can('catalog') && open === undefined && (
              <p class="actions">
                {needs.length < maxNeeds && <Button onClick={() => setOpen('new')}>{texts.create}</Button>}
                {needs.length > 0 && <Link path="setup/providers">{texts.choose}</Link>}
              </p>
            )}
            {open !== undefined && (
              <NeedForm
                key={open === 'new' ? open : open.id}
                serviceId={serviceId}
                minutes={service.interval}
                resources={resources}
                need={open === 'new' ? undefined : open}
                onSaved={saved}
                onCancel={() => setOpen(undefined)}
              />
            )}
          </section>
        )
      }
    </LoadedContent>
  );
}

const maxNeeds = 6;

const fieldsOf = (minutes: number, resources: NeedFormProps['resources']): FieldDefinition[] => [
  { name: 'title', label: t.setup.common.title, kind: 'text', required: true, hint: texts.titleHint },
  { name: 'count', label: texts.count, kind: 'integer' },
  { name: 'per', label: texts.per, kind: 'choice', required: true, options: textOptions(texts.pers) },
  { name: 'segments', label: texts.work, kind: 'work', hint: texts.workHint, minutes },
  { name: 'resourceIds', label: texts.pool, kind: 'records', hint: texts.poolHint, options: toOptions(resources) },
  { name: 'visitorsChoose', label: texts.visitorsChoose, kind: 'flag' },
  { name: 'position', label: texts.position, kind: 'integer', hint: texts.positionHint },
];

interface NeedFormProps {
  serviceId: number;
  /** The length of the service. */
  minutes: number;
  resources: readonly { id: number; title: string }[];
  /** Undefined for a new one. */
  need: NeedOfServiceFragment | undefined;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}

function NeedForm({ serviceId, minutes, resources, need, onSaved, onCancel }: NeedFormProps) {
  const fields = fieldsOf(minutes, resources);
  /** The need as it is stored, also if its resources could not be saved after it. */
  const stored = useRef<Pick<NeedOfServiceFragment, 'id' | 'revisionCount'> | undefined>(need);
  const shown = textsOfNeed(need);
  const draft = useDraft(`/services/${serviceId}/needs/${need?.id ?? 'new'}`, shown);
  const once = useRequestKey();
  const save = async (entered: Texts) => {
    const input = needInputOf(entered);
    const known = stored.current;
    const { need: saved } = await once((key) =>
      known
        ? execute(updateNeed, { id: known.id, input, ifRevision: known.revisionCount }, key)
        : execute(createNeed, { serviceId, input }, key),
    );
    if (saved) {
      stored.current = saved;
      await savePool(serviceId, saved.id, entered['resourceIds'] ?? '');
    }
    draft.clear();
    await onSaved();
  };
  return (
    <DraftedForm
      {...{ fields, shown, draft, onCancel }}
      onDiscard={draft.discard}
      onSubmit={save}
      submitLabel={texts.save}
    />
  );
}

/**
 * Lets the chosen resources serve a need, and no others. Compares with what is stored now, so that it can be repeated.
 *
 * @param chosen ids, separated by commas
 * @throws ServerError on `resourceIds`
 */
async function savePool(serviceId: number, needId: number, chosen: string): Promise<void> {
  const wanted = new Set(
    chosen
      .split(',')
      .filter((id) => id !== '')
      .map(Number),
  );
  const { nodes: needs } = (await execute(listNeeds, { serviceId })).needsOfService;
  const served = needs.find(({ id }) => id === needId)?.providers.nodes ?? [];
  try {
    for (const { id, revisionCount, resource } of served) {
      if (!wanted.delete(resource.id)) await providers.source.remove(id, String(revisionCount), randomKey());
    }
    for (const resourceId of wanted) await providers.source.create({ serviceId, needId, resourceId }, randomKey());
  } catch (error) {
    const code = error instanceof ServerError ? error.code : '';
    throw new ServerError(code, '', { resourceIds: sentencesOfError(error) });
  }
}
