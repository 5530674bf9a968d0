import { useState } from 'preact/hooks';
import { execute } from '../../../graphql/client.js';
import { navigate } from '../../../navigation.js';
import type { FieldDefinition, Texts } from '../../../records/record.rules.js';
import { RecordForm } from '../../../records/record-form.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import type { SetupPartProps } from '../record-part.js';
import { previewMessage, sendTestMessage } from '../setup.operations.js';
import type { AutomaticMessage } from './automatic-messages.js';
import { MessageForm } from './message-form.js';
import { MessageList, messageTitleOf, NotSent } from './message-list.js';
import { accountTexts, type TextOwner, textsOfMessage } from './message-records.js';

/** The messages that are sent about bookings by themselves: their list, or the editor of one. */
export function AutomaticMessages({ open }: SetupPartProps) {
  const message = accountTexts.messages.find(({ slug }) => slug === open);
  if (message) return <MessageEditor key={message.slug} owner={accountTexts} message={message} />;
  return (
    <>
      <NotSent />
      <p>{t.business.messages.lead}</p>
      <MessageList owner={accountTexts} />
    </>
  );
}

/** The editor of a message that is sent about bookings by itself. */
export function MessageEditor({ owner, message }: { owner: TextOwner; message: AutomaticMessage }) {
  const { kind, channel, subject, body } = message;
  const texts = t.business.messages;
  const fields: readonly FieldDefinition[] = [
    ...(subject ? [{ name: subject, label: texts.subject, kind: 'text', maxLength: 255 } as const] : []),
    {
      ...{ name: body, label: texts.text, kind: 'long-text', maxLength: 65_536 },
      hint: owner.replaced === 'built-in' ? texts.textHint : texts.serviceTextHint,
    },
  ];
  const [{ records, storedOf }] = useState(() => textsOfMessage(owner, message));
  const inputOf = async (entered: Texts) => {
    const stored = await storedOf(entered);
    const textOf = (name: string) => String(stored[name] ?? '') || null;
    const isBuiltIn = owner.replaced === 'built-in';
    return { kind, channel, isBuiltIn, body: textOf(body), ...(subject && { subject: textOf(subject) }) };
  };
  return (
    <>
      <NotSent channel={channel} />
      <p>
        <Link path={owner.path}>{texts.back}</Link>
      </p>
      <h2>{messageTitleOf(message)}</h2>
      <MessageForm
        fields={fields}
        body={body}
        labels={{ body: texts.text, subject: texts.subject }}
        channelOf={() => channel}
        preview={async (entered, locale) =>
          (await execute(previewMessage, { input: await inputOf(entered), locale })).messageTextPreview
        }
        send={async (entered, locale, key) => execute(sendTestMessage, { text: await inputOf(entered), locale }, key)}
      >
        <RecordForm
          source={records}
          id={owner.id}
          label={messageTitleOf(message)}
          fields={fields}
          onCancel={() => navigate(owner.path)}
        />
      </MessageForm>
    </>
  );
}
