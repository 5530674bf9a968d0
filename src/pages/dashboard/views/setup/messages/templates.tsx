import { execute } from '../../../graphql/client.js';
import type { Texts } from '../../../records/record.rules.js';
import { can } from '../../../session.js';
import { listOf, RecordPart, type SetupPartProps } from '../record-part.js';
import { templates } from '../records.js';
import { previewTemplate, sendTestMessage } from '../setup.operations.js';
import { MessageForm } from './message-form.js';
import { NotSent } from './message-list.js';

const TemplateList = listOf(templates);

/** The messages that an account writes itself: their list, or the editor of one. */
export function Templates({ open }: SetupPartProps) {
  const { fields } = templates;
  const part = (
    <RecordPart kind={templates} open={open}>
      <NotSent />
      <TemplateList />
    </RecordPart>
  );
  if (open === undefined || !can(templates.permission)) return part;
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
