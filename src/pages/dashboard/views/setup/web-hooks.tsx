import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Select } from '../../../design/field.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { Attempts, Wait } from '../../ui/attempts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent, PageList } from '../../ui/loaded.js';
import { useChangedItems, useData, usePages } from '../../use-data.js';
import { webHookFields } from './fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { webHookRecords } from './record-sources.js';
import {
  type DeliveryFragment,
  listDeliveries,
  listWebHooks,
  resendDelivery,
  testWebHook,
} from './setup.operations.js';
import { WebHookReplay } from './web-hook-replay.js';
import { WebHookSecret } from './web-hook-secret.js';

/** Web hooks, each with its deliveries. */
export function WebHooks({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/web-hooks"
      open={open}
      source={webHookRecords}
      noun="web hook"
      fields={webHookFields}
      initial={{ event: 'booking.*', active: true }}
      canWrite={can('webhooks')}
      deletion="Its deliveries are deleted, too. Nothing more is sent to it."
      related={({ attributes: { pausedReason: reason } }) =>
        typeof reason === 'string' && <p class="notice">{reason}. Switch it on when the address works again.</p>
      }
      details={(id) => (
        <>
          {can('webhooks') && <WebHookSecret webHookId={id} />}
          <Deliveries webHookId={id} />
        </>
      )}
    >
      <WebHookList />
    </RecordPart>
  );
}

function WebHookList() {
  const loaded = useData('web hooks', async () => (await execute(listWebHooks, {})).webHooks.nodes);
  return (
    <LoadedContent label="The web hooks" loaded={loaded}>
      {(webHooks) => (
        <Table
          caption="Web hooks"
          rows={webHooks}
          keyOf={({ id }) => id}
          empty="No web hooks."
          columns={[
            {
              title: 'Address',
              isLong: true,
              cell: ({ id, targetUrl }) => <Link path={`setup/web-hooks/${id}`}>{targetUrl}</Link>,
            },
            { title: 'Events', cell: ({ event }) => event },
            { title: 'Active', cell: ({ active }) => (active ? 'Yes' : 'No') },
            { title: 'Warning', cell: ({ pausedReason, warning }) => pausedReason ?? warning },
          ]}
        />
      )}
    </LoadedContent>
  );
}

const states = ['FAILED', 'PENDING', 'DELIVERED'] as const;

function Deliveries({ webHookId }: { webHookId: number }) {
  const { dateTime } = formats();
  const [state, setState] = useState('');
  const { current, keep, forget } = useChangedItems<DeliveryFragment>();
  const chosen = states.find((name) => name === state);
  const pages = usePages(`deliveries ${webHookId} ${state}`, async (after) => {
    if (after === null) forget();
    const filter = { webHookId, ...(chosen && { state: chosen }) };
    return (await execute(listDeliveries, { filter, after })).webHookDeliveries;
  });
  const resend = async (delivery: DeliveryFragment) => {
    const { resendWebHookDelivery } = await execute(resendDelivery, { id: delivery.id });
    if (resendWebHookDelivery) keep(resendWebHookDelivery);
    showDone('It will be sent again.');
  };
  const test = async () => {
    await execute(testWebHook, { id: webHookId });
    showDone('A test event will be sent.');
    await pages.loaded.reload();
  };
  return (
    <section class="panel" aria-label="Deliveries">
      <h2>Deliveries</h2>
      {can('webhooks') && (
        <div class="actions">
          <Button onClick={test}>Send a test event</Button>
          <WebHookReplay webHookId={webHookId} onPlanned={() => pages.loaded.reload()} />
        </div>
      )}
      <Select
        label="State"
        name="state"
        value={state}
        onChange={setState}
        options={[{ value: '', text: 'All' }, ...states.map((value) => ({ value, text: inWords(value) }))]}
      />
      <PageList
        label="Deliveries"
        pages={pages}
        keyOf={({ id }) => id}
        empty="No deliveries."
        columns={[
          { title: 'Created', cell: ({ createdAt }) => dateTime(createdAt) },
          { title: 'Event', cell: ({ event }) => event },
          {
            title: 'State',
            cell: (delivery) => {
              const { state: reached, waitsFor, nextAttemptAt } = current(delivery);
              return (
                <>
                  {inWords(reached)}
                  <Wait waitsFor={waitsFor} until={nextAttemptAt} />
                </>
              );
            },
          },
          { title: 'Attempts', cell: (delivery) => <Attempts attempts={current(delivery).attempts} /> },
          {
            title: 'Action',
            cell: (delivery) =>
              current(delivery).state === 'PENDING' ? null : (
                <Button label={`Send again: delivery ${delivery.id}`} onClick={() => resend(delivery)}>
                  Send again
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}
