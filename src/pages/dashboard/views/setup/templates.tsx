import { useRef } from 'preact/hooks';
import { Table } from '../../../design/table.js';
import { inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { withLabels } from '../../graphql/server-error.js';
import { textsOf, toOptions } from '../../records/record.rules.js';
import { enteredTexts } from '../../records/record-fields.js';
import { can } from '../../session.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { listServices } from './catalog.operations.js';
import { templateFields } from './fields.js';
import { MessagePreview } from './message-preview.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { templateRecords } from './record-sources.js';
import { listTemplates, previewTemplate } from './setup.operations.js';

/** Message templates, with a preview of what is typed in each language. */
export function Templates({ open }: SetupPartProps) {
  const services = useData('services', async () => toOptions((await execute(listServices, {})).services.nodes));
  const place = useRef<HTMLDivElement>(null);
  return (
    <LoadedContent label="The services" loaded={services}>
      {(options) => (
        <div ref={place}>
          <RecordPart
            path="setup/templates"
            open={open}
            source={templateRecords}
            noun="message"
            fields={templateFields(options)}
            initial={{ messageType: 'CONFIRMATION', deliveryType: 'EMAIL', active: true }}
            canWrite={can('catalog')}
            deletion="Messages of it that are planned are not sent."
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
    <LoadedContent label="The messages" loaded={loaded}>
      {(templates) => (
        <Table
          caption="Messages"
          rows={templates}
          keyOf={({ id }) => id}
          empty="No messages of your own. The built-in ones are sent."
          columns={[
            {
              title: 'Message',
              cell: ({ id, messageType, subject }) => (
                <Link path={`setup/templates/${id}`}>{subject ?? inWords(messageType)}</Link>
              ),
            },
            {
              title: 'Kind',
              cell: ({ messageType, deliveryType }) => `${inWords(messageType)}, ${inWords(deliveryType)}`,
            },
            { title: 'When', cell: ({ deliveryTiming }) => deliveryTiming ?? 'At once' },
            { title: 'Active', cell: ({ active }) => (active ? 'Yes' : 'No') },
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
    return [{ texts: await withLabels(labels, () => execute(previewTemplate, { input })) }];
  };
  return <MessagePreview title="Preview" hint="For a booking that does not exist. Nothing is sent." render={render} />;
}

/** Returns the value, or the first one if it is none of them. */
function oneOf<Name extends string>(value: string | undefined, first: Name, ...others: Name[]): Name {
  return [first, ...others].find((name) => name === value) ?? first;
}
