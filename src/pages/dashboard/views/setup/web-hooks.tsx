import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { Dialog } from '../../../design/dialog.js';
import { Select } from '../../../design/field.js';
import { numberIn, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { FieldsForm } from '../../records/fields-form.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Attempts, Wait } from '../../ui/attempts.js';
import { PageList } from '../../ui/loaded.js';
import { useChangedItems, usePages } from '../../use-data.js';
import {
  type DeliveryFragment,
  listDeliveries,
  readWebHookSecret,
  replayWebHook,
  resendDelivery,
  rotateWebHookSecret,
  type SecretFragment,
  testWebHook,
} from './setup.operations.js';

const states = ['FAILED', 'PENDING', 'DELIVERED'] as const;

/** The deliveries of a web hook, with buttons that send them, or what happened in a period, again. */
export function Deliveries({ webHookId }: { webHookId: number }) {
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
                <Button label={t.setup.webHooks.againOf(delivery.id)} onClick={() => resend(delivery)}>
                  {t.setup.webHooks.again}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}

const replayFields: readonly FieldDefinition[] = [
  {
    ...{ name: 'since', label: t.setup.common.from, kind: 'date-time', required: true },
    hint: t.setup.webHooks.sinceHint,
  },
  { name: 'until', label: t.setup.common.to, kind: 'date-time', hint: t.setup.webHooks.untilHint },
];

interface WebHookReplayProps {
  webHookId: number;
  /** Called after deliveries were planned. */
  onPlanned: () => unknown;
}

/** A button that sends again what happened in a period. The server plans it in parts. */
function WebHookReplay({ webHookId: id, onPlanned }: WebHookReplayProps) {
  const { number } = formats();
  const [isOpen, setOpen] = useState(false);
  const replay = async (values: FormData) => {
    const [since, until] = [textIn(values, 'since') ?? '', textIn(values, 'until')];
    let planned = 0;
    let after: string | null = null;
    do {
      const part: Awaited<ReturnType<typeof planPart>> = await planPart({ id, since, until, after });
      planned += part.deliveries;
      after = part.cursor;
    } while (after !== null);
    setOpen(false);
    showDone(t.setup.webHooks.planned(number(planned)));
    await onPlanned();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.setup.webHooks.againSince}</Button>
      {isOpen && (
        <Dialog title={t.setup.webHooks.again} onClose={() => setOpen(false)}>
          <p>{t.setup.webHooks.againLead}</p>
          <FieldsForm
            fields={replayFields}
            onSubmit={replay}
            submitLabel={t.setup.webHooks.again}
            cancel={{ label: t.setup.common.cancel, onClick: () => setOpen(false) }}
          />
        </Dialog>
      )}
    </>
  );
}

async function planPart(part: { id: number; since: string; until: string | null; after: string | null }) {
  const { replayWebHook: planned } = await execute(replayWebHook, part);
  return planned ?? { deliveries: 0, cursor: null };
}

const secretFields: readonly FieldDefinition[] = [
  {
    ...{ name: 'overlapHours', label: t.setup.webHooks.oldStays, kind: 'choice' },
    options: [
      { value: '24', text: t.setup.webHooks.overlaps.day },
      { value: '1', text: t.setup.webHooks.overlaps.hour },
      { value: '0', text: t.setup.webHooks.overlaps.none },
    ],
  },
];

/** The secret that signs the deliveries of a web hook. It is read when the user asks for it, not with the page. */
export function WebHookSecret({ webHookId: id }: { webHookId: number }) {
  const [shown, setShown] = useState<SecretFragment>();
  const [isRotating, setRotating] = useState(false);
  const show = async () => setShown((await execute(readWebHookSecret, { id })).webHook ?? undefined);
  const rotate = async (values: FormData) => {
    const rotated = await execute(rotateWebHookSecret, {
      id,
      overlapHours: numberIn(values, 'overlapHours') ?? 0,
    });
    setRotating(false);
    showDone(t.setup.webHooks.hasNewSecret);
    if (rotated.rotateWebHookSecret) setShown(rotated.rotateWebHookSecret);
  };
  return (
    <section class="panel" aria-label={t.setup.webHooks.secret}>
      <h2>{t.setup.webHooks.secret}</h2>
      <p>{t.setup.webHooks.secretLead}</p>
      <div class="actions">
        <Button onClick={show}>{t.setup.webHooks.showSecret}</Button>
        <Button onClick={() => setRotating(true)}>{t.setup.webHooks.replaceSecret}</Button>
      </div>
      {isRotating && (
        <Dialog title={t.setup.webHooks.replaceSecret} onClose={() => setRotating(false)}>
          <p>{t.setup.webHooks.replaceLead}</p>
          <FieldsForm
            fields={secretFields}
            shown={{ overlapHours: 24 }}
            onSubmit={rotate}
            submitLabel={t.setup.webHooks.replaceSecret}
            kind="danger"
            cancel={{ label: t.setup.common.cancel, onClick: () => setRotating(false) }}
          />
        </Dialog>
      )}
      {shown && <ShownSecret {...shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function ShownSecret({ secret, formerSecretUntil, onClose }: SecretFragment & { onClose: () => void }) {
  const { dateTime } = formats();
  return (
    <Dialog title={t.setup.webHooks.theSecret} onClose={onClose}>
      {secret === null ? (
        <p>{t.setup.webHooks.noOwnSecret}</p>
      ) : (
        <CopyField label={t.setup.webHooks.secret} name="secret" value={secret} />
      )}
      {formerSecretUntil !== null && Date.parse(formerSecretUntil) > Date.now() && (
        <p>{t.setup.webHooks.oldValidUntil(dateTime(formerSecretUntil))}</p>
      )}
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {t.setup.common.close}
        </Button>
      </div>
    </Dialog>
  );
}
