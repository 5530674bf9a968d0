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

const texts = t.setup.webHooks;

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
    showDone(texts.sentAgain);
  };
  const test = async () => {
    await execute(testWebHook, { id: webHookId });
    showDone(texts.testSent);
    await pages.loaded.reload();
  };
  return (
    <section class="panel" aria-label={texts.deliveries}>
      <h2>{texts.deliveries}</h2>
      {can('webhooks') && (
        <div class="actions">
          <Button onClick={test}>{texts.sendTest}</Button>
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
        label={texts.deliveries}
        pages={pages}
        keyOf={({ id }) => id}
        empty={texts.noDeliveries}
        columns={[
          { title: t.setup.common.created, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: texts.event, cell: ({ event }) => event },
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
                <Button label={texts.againOf({ id: delivery.id })} onClick={() => resend(delivery)}>
                  {texts.again}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}

const replayFields: readonly FieldDefinition[] = [
  { ...{ name: 'since', label: t.setup.common.from, kind: 'date-time', required: true }, hint: texts.sinceHint },
  { name: 'until', label: t.setup.common.to, kind: 'date-time', hint: texts.untilHint },
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
    showDone(texts.planned({ count: number(planned) }));
    await onPlanned();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.againSince}</Button>
      {isOpen && (
        <Dialog title={texts.again} onClose={() => setOpen(false)}>
          <p>{texts.againLead}</p>
          <FieldsForm
            fields={replayFields}
            onSubmit={replay}
            submitLabel={texts.again}
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
    ...{ name: 'overlapHours', label: texts.oldStays, kind: 'choice' },
    options: [
      { value: '24', text: texts.overlaps.day },
      { value: '1', text: texts.overlaps.hour },
      { value: '0', text: texts.overlaps.none },
    ],
  },
];

/** The secret that signs the deliveries of a web hook. It is read when the user asks for it, not with the page. */
export function WebHookSecret({ webHookId: id }: { webHookId: number }) {
  const [shown, setShown] = useState<SecretFragment>();
  const [isRotating, setRotating] = useState(false);
  const show = async () => setShown((await execute(readWebHookSecret, { id })).webHook ?? undefined);
  const rotate = async (values: FormData) => {
    const rotated = await execute(rotateWebHookSecret, { id, overlapHours: numberIn(values, 'overlapHours') ?? 0 });
    setRotating(false);
    showDone(texts.hasNewSecret);
    if (rotated.rotateWebHookSecret) setShown(rotated.rotateWebHookSecret);
  };
  return (
    <section class="panel" aria-label={texts.secret}>
      <h2>{texts.secret}</h2>
      <p>{texts.secretLead}</p>
      <div class="actions">
        <Button onClick={show}>{texts.showSecret}</Button>
        <Button onClick={() => setRotating(true)}>{texts.replaceSecret}</Button>
      </div>
      {isRotating && (
        <Dialog title={texts.replaceSecret} onClose={() => setRotating(false)}>
          <p>{texts.replaceLead}</p>
          <FieldsForm
            fields={secretFields}
            shown={{ overlapHours: 24 }}
            onSubmit={rotate}
            submitLabel={texts.replaceSecret}
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
    <Dialog title={texts.theSecret} onClose={onClose}>
      {secret === null ? <p>{texts.noOwnSecret}</p> : <CopyField label={texts.secret} name="secret" value={secret} />}
      {formerSecretUntil !== null && Date.parse(formerSecretUntil) > Date.now() && (
        <p>{texts.oldValidUntil({ time: dateTime(formerSecretUntil) })}</p>
      )}
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {t.setup.common.close}
        </Button>
      </div>
    </Dialog>
  );
}
