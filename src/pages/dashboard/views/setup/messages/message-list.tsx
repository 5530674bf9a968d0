import { Banner } from '../../../../design/banner.js';
import { Table } from '../../../../design/table.js';
import { currentSession } from '../../../session.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import type { AutomaticMessage } from './automatic-messages.js';
import type { TextOwner } from './message-records.js';

export function messageTitleOf({ kind, channel }: AutomaticMessage): string {
  const { kinds, channels } = t.business.messages;
  return `${kinds[kind]}, ${channels[channel]}`;
}

/** The messages whose texts an account or a service may replace, with links to their editors. */
export function MessageList({ owner }: { owner: TextOwner }) {
  const texts = t.business.messages;
  const { records, id, path, messages, replaced } = owner;
  const loaded = useData(`texts of ${path}`, () => records.read(id === 'only' ? undefined : id));
  const sent = replaced === 'built-in' ? texts.builtIn : texts.ofAccount;
  return (
    <LoadedContent label={texts.title} loaded={loaded}>
      {({ attributes }) => (
        <Table
          caption={texts.title}
          rows={messages}
          keyOf={({ slug }) => slug}
          columns={[
            {
              title: texts.message,
              cell: (message) => <Link path={`${path}/${message.slug}`}>{messageTitleOf(message)}</Link>,
            },
            { title: texts.text, cell: ({ body }) => (attributes[body] ? texts.own : sent) },
          ]}
        />
      )}
    </LoadedContent>
  );
}

/** The banner where messages are composed and not sent. */
export function NotSent({ channel = 'EMAIL' }: Partial<Pick<AutomaticMessage, 'channel'>>) {
  const { sendsEmail, sendsSms } = currentSession().server;
  const { noEmail, noSms } = t.business.messages;
  if (channel === 'EMAIL' ? sendsEmail : sendsSms) return null;
  return <Banner kind="warning">{channel === 'EMAIL' ? noEmail : noSms}</Banner>;
}
