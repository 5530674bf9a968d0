import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Select } from '../../../design/field.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { inLanguage } from '../../graphql/server-messages.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
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
      texts={t.setup.nouns.webHook}
      fields={webHookFields}
      initial={{ event: 'booking.*', active: true }}
      canWrite={can('webhooks')}
      deletion={t.setup.webHooks.deletion}
      related={({ attributes: { pausedReason: reason } }) =>
        typeof reason === 'string' && <p class="notice">{t.setup.webHooks.paused({ reason: inLanguage(reason) })}</p>
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
    <LoadedContent label={t.setup.webHooks.theWebHooks} loaded={loaded}>
      {(webHooks) => (
        <Table
          caption={t.setup.webHooks.webHooks}
          rows={webHooks}
          keyOf={({ id }) => id}
          empty={t.setup.webHooks.empty}
          columns={[
            {
              title: t.setup.common.address,
              isLong: true,
              cell: ({ id, targetUrl }) => <Link path={`setup/web-hooks/${id}`}>{targetUrl}</Link>,
            },
            { title: t.setup.common.events, cell: ({ event }) => event },
            { title: t.setup.common.active, cell: ({ active }) => (active ? t.setup.common.yes : t.setup.common.no) },
            {
              title: t.setup.webHooks.warning,
              cell: ({ pausedReason, warning }) => inLanguage(pausedReason ?? warning ?? ''),
            },
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
    showDone(t.setup.webHooks.sentAgain);
  };
  const test = async () => {
    await execute(testWebHook, { id: webHookId });
    showDone(t.setup.webHooks.testSent);
    await pages.loaded.reload();
  };
  return (
    <section class="panel" aria-label={t.setup.webHooks.deliveries}>
      <h2>{t.setup.webHooks.deliveries}</h2>
      {can('webhooks') && (
        <div class="actions">
          <Button onClick={test}>{t.setup.webHooks.sendTest}</Button>
          <WebHookReplay webHookId={webHookId} onPlanned={() => pages.loaded.reload()} />
        </div>
      )}
      <Select
        label={t.setup.common.state}
        name="state"
        value={state}
        onChange={setState}
        options={[{ value: '', text: t.setup.common.all }, ...states.map((value) => ({ value, text: inWords(value) }))]}
      />
      <PageList
        label={t.setup.webHooks.deliveries}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t.setup.webHooks.noDeliveries}
        columns={[
          { title: t.setup.common.created, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: t.setup.webHooks.event, cell: ({ event }) => event },
          {
            title: t.setup.common.state,
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
          { title: t.setup.common.attempts, cell: (delivery) => <Attempts attempts={current(delivery).attempts} /> },
          {
            title: t.setup.common.action,
            cell: (delivery) =>
              current(delivery).state === 'PENDING' ? null : (
                <Button label={t.setup.webHooks.againOf({ id: delivery.id })} onClick={() => resend(delivery)}>
                  {t.setup.webHooks.again}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}
