import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { labelledText } from '../../punctuation.js';
import { type FieldDefinition, toOptions } from '../../records/record.rules.js';
import { RecordForm } from '../../records/record-form.js';
import type { ListedRecord } from '../../records/record-source.js';
import { RemoveButton } from '../../records/remove-button.js';
import { t } from '../../texts.js';
import type { Pages } from '../../use-data.js';
import type { RecordKind } from './record-kind.js';
import { RecordList, useRecordList, WithChoices } from './record-part.js';
import { serviceOptionGroups, serviceOptions } from './records.js';

const texts = t.setup.options;

/** The options of a service and their groups, each with its form below its list. */
export function ServiceOptions({ serviceId }: { serviceId: number }) {
  const groups = useRecordList(serviceOptionGroups, { serviceId });
  const options = useRecordList(serviceOptions, { serviceId });
  const reload = async () => {
    await Promise.all([groups.loaded.reload(), options.loaded.reload()]);
  };
  const listed = groups.items.map(({ id, title }) => ({ id, title: String(title) }));
  const withGroups = (field: FieldDefinition): FieldDefinition =>
    field.name === 'groupId'
      ? { ...field, options: [{ value: '', text: t.setup.common.none }, ...toOptions(listed)] }
      : field;
  return (
    <section class="panel" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="hint">{texts.lead}</p>
      <OfService kind={serviceOptions} pages={options} {...{ serviceId, reload, withGroups }} />
      <h3>{texts.groups}</h3>
      <OfService kind={serviceOptionGroups} pages={groups} {...{ serviceId, reload }} />
    </section>
  );
}

interface OfServiceProps {
  kind: RecordKind;
  serviceId: number;
  pages: Pages<ListedRecord>;
  /** Reads both lists again. */
  reload: () => Promise<void>;
  /** Gives a field the groups that it offers. */
  withGroups?: (field: FieldDefinition) => FieldDefinition;
}

/** The records of one kind, and the form of the one that is open. */
function OfService({ kind, serviceId, pages, reload, withGroups = (field) => field }: OfServiceProps) {
  const [open, setOpen] = useState<number | 'new'>();
  const close = () => setOpen(undefined);
  const saved = async () => {
    close();
    await reload();
  };
  const { source, initial, deletion } = kind;
  const change = ({ id, title }: ListedRecord) => (
    <Button label={labelledText([t.setup.rotas.change, String(title)])} onClick={() => setOpen(id)}>
      {t.setup.rotas.change}
    </Button>
  );
  return (
    <>
      <RecordList {...{ kind, pages }} actions={change} />
      {open === undefined && (
        <p class="actions">
          <Button onClick={() => setOpen('new')}>{kind.texts.create}</Button>
        </p>
      )}
      {open !== undefined && (
        <WithChoices key={open} fields={kind.fields} open={String(open)}>
          {(fields) => (
            <RecordForm
              {...{ source, owner: { serviceId }, ...(initial && { initial }) }}
              id={open}
              fields={fields.map(withGroups)}
              label={kind.texts.record}
              onSaved={saved}
              onCancel={close}
              {...(open !== 'new' && {
                footer: ({ version }, again) => (
                  <RemoveButton
                    {...{ source, version, id: open, texts: kind.texts, reload: again }}
                    consequence={deletion}
                    onRemoved={saved}
                  />
                ),
              })}
            />
          )}
        </WithChoices>
      )}
    </>
  );
}
