import { Table } from '../../../../design/table.js';
import { inWords } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import { type Texts, toOptions } from '../../../records/record.rules.js';
import { can } from '../../../session.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import { templateFields } from '../fields.js';
import { RecordPart, type SetupPartProps } from '../record-part.js';
import { templateRecords } from '../record-sources.js';
import { listServices, listTemplates, previewTemplate, sendTestMessage } from '../setup.operations.js';
import { MessageForm } from './message-form.js';
import { NotSent } from './not-sent.js';

/** The messages that an account writes itself: their list, or the editor of one. */
export function Templates({ open }: SetupPartProps) {
  const services = useData('services', async () => toOptions((await execute(listServices, {})).services.nodes));
  const canWrite = can('catalog');
  return (
    <LoadedContent label={t.setup.common.theServices} loaded={services}>
      {(options) => {
        const fields = templateFields(options);
        const part = (
          <RecordPart
            path="setup/templates"
            open={open}
            source={templateRecords}
            texts={t.setup.nouns.message}
            fields={fields}
            initial={{ messageType: 'CONFIRMATION', deliveryType: 'EMAIL', active: true }}
            canWrite={canWrite}
            deletion={t.setup.messages.deletion}
          >
            <NotSent />
            <TemplateList />
          </RecordPart>
        );
        if (open === undefined || !canWrite) return part;
        return (
          <MessageForm
            fields={fields}
            body="template"
            labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
            channelOf={(entered) => inputOf(entered).deliveryType}
            preview={async (entered, locale) => {
              const input = inputOf(entered);
              if (input.template.trim() === '') return null;
              return (await execute(previewTemplate, { input, locale })).messageTemplatePreview;
            }}
            send={(entered, locale, key) => execute(sendTestMessage, { template: inputOf(entered), locale }, key)}
          >
            {part}
          </MessageForm>
        );
      }}
    </LoadedContent>
  );
}

function inputOf(entered: Texts) {
  return {
    messageType: oneOf(entered['messageType'], 'CONFIRMATION', 'REMINDER', 'FOLLOW_UP'),
    deliveryType: oneOf(entered['deliveryType'], 'EMAIL', 'SMS'),
    subject: entered['subject'] || null,
    template: entered['template'] ?? '',
  };
}

/** Returns the value, or the first one if it is none of them. */
function oneOf<Name extends string>(value: string | undefined, first: Name, ...others: Name[]): Name {
  return [first, ...others].find((name) => name === value) ?? first;
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
