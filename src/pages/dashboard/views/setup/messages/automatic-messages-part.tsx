import { useRef } from 'preact/hooks';
import { Banner } from '../../../../design/banner.js';
import { Table } from '../../../../design/table.js';
import { execute } from '../../../graphql/client.js';
import { navigate } from '../../../navigation.js';
import type { FieldDefinition, Texts } from '../../../records/record.rules.js';
import { RecordForm } from '../../../records/record-form.js';
import { currentSession } from '../../../session.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import type { SetupPartProps } from '../record-part.js';
import { accountRecords } from '../record-sources.js';
import { type AutomaticMessage, automaticMessages } from './automatic-messages.js';
import { EditorTools } from './editor-tools.js';
import { messageRecords } from './message-records.js';
import { previewMessage, sendTestMessage } from './messages.operations.js';

const path = 'setup/texts';

/** The messages that are sent about bookings by themselves: their list, or the editor of one. */
export function AutomaticMessages({ open }: SetupPartProps) {
  const message = automaticMessages.find(({ slug }) => slug === open);
  return (
    <>
      <NotSent channel={message?.channel} />
      {message ? <MessageEditor key={message.slug} message={message} /> : <MessageList />}
    </>
  );
}

/** The banner where messages are composed and not sent. */
function NotSent({ channel }: { channel: AutomaticMessage['channel'] | undefined }) {
  const { server } = currentSession();
  const { noEmail, noSms } = t.business.messages;
  return (
    <>
      {channel !== 'SMS' && !server.sendsEmail && <Banner kind="warning">{noEmail}</Banner>}
      {channel === 'SMS' && !server.sendsSms && <Banner kind="warning">{noSms}</Banner>}
    </>
  );
}

function titleOf({ kind, channel }: AutomaticMessage): string {
  const { kinds, channels } = t.business.messages;
  return `${kinds[kind]}, ${channels[channel]}`;
}

function MessageList() {
  const texts = t.business.messages;
  const loaded = useData('texts of messages', () => accountRecords.read(undefined));
  return (
    <>
      <p>{texts.lead}</p>
      <LoadedContent label={texts.title} loaded={loaded}>
        {({ attributes }) => (
          <Table
            caption={texts.title}
            rows={automaticMessages}
            keyOf={({ slug }) => slug}
            columns={[
              {
                title: texts.message,
                cell: (message) => <Link path={`${path}/${message.slug}`}>{titleOf(message)}</Link>,
              },
              { title: texts.text, cell: ({ body }) => (attributes[body] ? texts.own : texts.builtIn) },
            ]}
          />
        )}
      </LoadedContent>
    </>
  );
}

function MessageEditor({ message }: { message: AutomaticMessage }) {
  const { kind, channel, subject, body } = message;
  const texts = t.business.messages;
  const place = useRef<HTMLDivElement>(null);
  const fields: readonly FieldDefinition[] = [
    ...(subject ? [{ name: subject, label: texts.subject, kind: 'text', maxLength: 255 } as const] : []),
    { name: body, label: texts.text, kind: 'long-text', maxLength: 65_536, hint: texts.textHint },
  ];
  const inputOf = (entered: Texts) => ({
    ...{ kind, channel, body: entered[body] || null },
    ...(subject && { subject: entered[subject] || null }),
  });
  return (
    <>
      <p>
        <Link path={path}>{texts.back}</Link>
      </p>
      <h2>{titleOf(message)}</h2>
      <div class="message-editor">
        <div ref={place}>
          <RecordForm
            source={messageRecords(message)}
            id="only"
            label={titleOf(message)}
            fields={fields}
            onCancel={() => navigate(path)}
          />
        </div>
        <EditorTools
          {...{ place, fields, kind, channel, body }}
          preview={async (entered, locale) =>
            (await execute(previewMessage, { input: inputOf(entered), locale })).messageTextPreview
          }
          send={(entered, locale, key) => execute(sendTestMessage, { text: inputOf(entered), locale }, key)}
        />
      </div>
    </>
  );
}
