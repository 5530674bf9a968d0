import { useRef } from 'preact/hooks';
import { Table } from '../../../design/table.js';
import { inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { withLabels } from '../../graphql/server-error.js';
import { textsOf, toOptions } from '../../records/record.rules.js';
import { enteredTexts } from '../../records/record-fields.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { listServices } from './catalog.operations.js';
import { templateFields } from './fields.js';
import { inLanguages, MessagePreview } from './message-preview.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { templateRecords } from './record-sources.js';
import { listTemplates, previewTemplate } from './setup.operations.js';

/** Message templates, with a preview of what is typed in each language. */
export function Templates({ open }: SetupPartProps) {
  const services = useData('services', async () => toOptions((await execute(listServices, {})).services.nodes));
  const place = useRef<HTMLDivElement>(null);
  return (
    <LoadedContent label={t.setup.common.theServices} loaded={services}>
      {(options) => (
        <div ref={place}>
          <RecordPart
            path="setup/templates"
            open={open}
            source={templateRecords}
            texts={t.setup.nouns.message}
            fields={templateFields(options)}
            initial={{ messageType: 'CONFIRMATION', deliveryType: 'EMAIL', active: true }}
            canWrite={can('catalog')}
            deletion={t.setup.messages.deletion}
          >
            <TemplateList />
          </RecordPart>
          {open !== undefined && <Preview form={() => place.current?.querySelector('form') ?? undefined} />}
        </div>
      )}
    </LoadedContent>
  );
}

function TemplateList() {
  const loaded = useData('templates', async () => (await execute(listTemplates, {})).messageTemplates.nodes);
  return (
    <LoadedContent label={t.setup.messages.theMessages} loaded={loaded}>
      {(templates) => (
        <Table
          caption={t.setup.messages.messages}
          rows={templates}
          keyOf={({ id }) => id}
          empty={t.setup.messages.empty}
          columns={[
            {
              title: t.setup.messages.message,
              cell: ({ id, messageType, subject }) => (
                <Link path={`setup/templates/${id}`}>{subject ?? inWords(messageType)}</Link>
              ),
            },
            {
              title: t.setup.messages.kind,
              cell: ({ messageType, deliveryType }) => `${inWords(messageType)}, ${inWords(deliveryType)}`,
            },
            { title: t.setup.common.when, cell: ({ deliveryTiming }) => deliveryTiming ?? t.setup.messages.atOnce },
            { title: t.setup.common.active, cell: ({ active }) => (active ? t.setup.common.yes : t.setup.common.no) },
          ]}
        />
      )}
    </LoadedContent>
  );
}

/** Shows what the server would send for the texts that are in the form now, saved or not. */
function Preview({ form }: { form: () => HTMLFormElement | undefined }) {
  const render = async () => {
    const element = form();
    const fields = templateFields([]);
    const texts = element ? enteredTexts(element, fields) : textsOf({}, fields);
    const input = {
      messageType: oneOf(texts['messageType'], 'CONFIRMATION', 'REMINDER', 'FOLLOW_UP'),
      deliveryType: oneOf(texts['deliveryType'], 'EMAIL', 'SMS'),
      subject: texts['subject'] || null,
      template: texts['template'] ?? '',
    };
    const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
    const rendered = async (locale: string) => (await execute(previewTemplate, { input, locale })).preview;
    return [{ texts: await withLabels(labels, () => inLanguages(rendered)) }];
  };
  return <MessagePreview title={t.setup.common.preview} hint={t.setup.messages.previewHint} render={render} />;
}

/** Returns the value, or the first one if it is none of them. */
function oneOf<Name extends string>(value: string | undefined, first: Name, ...others: Name[]): Name {
  return [first, ...others].find((name) => name === value) ?? first;
}
