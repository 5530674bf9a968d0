import { Table } from '../../../design/table.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { serviceFields } from './fields.js';
import { MessageEditor } from './messages/message-editor.js';
import { MessageList } from './messages/message-list.js';
import { serviceTexts } from './messages/text-owner.js';
import { RecordImage } from './record-image.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { serviceRecords } from './record-sources.js';
import { listServices } from './setup.operations.js';

/** The services. The form of one is followed by its image and its texts of messages. */
export function Services({ open, below }: SetupPartProps) {
  const owner = serviceTexts(Number(open));
  const message = can('catalog') ? owner.messages.find(({ slug }) => slug === below) : undefined;
  if (message) return <MessageEditor key={message.slug} owner={owner} message={message} />;
  return (
    <RecordPart
      path="setup/services"
      open={open}
      source={serviceRecords}
      texts={t.setup.nouns.service}
      fields={serviceFields}
      initial={{ bookingType: 'APPOINTMENT', interval: 60, maxSlots: 1, sameDay: true }}
      canWrite={can('catalog')}
      deletion={t.setup.catalog.serviceDeletion}
      details={(id) => (
        <>
          <RecordImage of="service" id={id} />
          {can('catalog') && (
            <section class="panel" aria-label={t.business.messages.title}>
              <h2>{t.business.messages.title}</h2>
              <p class="hint">{t.business.messages.serviceLead}</p>
              <MessageList owner={serviceTexts(id)} />
            </section>
          )}
        </>
      )}
    >
      <ServiceList />
    </RecordPart>
  );
}

function ServiceList() {
  const { money } = formats();
  const loaded = useData('services', async () => (await execute(listServices, {})).services.nodes);
  return (
    <LoadedContent label={t.setup.common.theServices} loaded={loaded}>
      {(services) => (
        <Table
          caption={t.setup.common.services}
          rows={services}
          keyOf={({ id }) => id}
          empty={t.setup.catalog.noServices}
          columns={[
            {
              title: t.setup.common.title,
              cell: ({ id, title }) => <Link path={`setup/services/${id}`}>{title}</Link>,
            },
            { title: t.setup.common.type, cell: ({ bookingType }) => inWords(bookingType) },
            { title: t.setup.catalog.minutes, isNumber: true, cell: ({ interval }) => interval },
            { title: t.setup.common.price, isNumber: true, cell: ({ price }) => (price === null ? '' : money(price)) },
          ]}
        />
      )}
    </LoadedContent>
  );
}
