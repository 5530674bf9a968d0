import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { Dialog } from '../../../design/dialog.js';
import { Select } from '../../../design/field.js';
import { Form, numberIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
import { readWebHookSecret, rotateWebHookSecret, type SecretFragment } from './setup.operations.js';

const overlaps = [
  { value: '24', text: t.setup.webHooks.overlaps.day },
  { value: '1', text: t.setup.webHooks.overlaps.hour },
  { value: '0', text: t.setup.webHooks.overlaps.none },
];

/** The secret that signs the deliveries of a web hook. It is read when the user asks for it, not with the page. */
export function WebHookSecret({ webHookId: id }: { webHookId: number }) {
  const [shown, setShown] = useState<SecretFragment>();
  const [isRotating, setRotating] = useState(false);
  const show = async () => setShown((await execute(readWebHookSecret, { id })).webHook ?? undefined);
  const rotate = async (values: FormData) => {
    const rotated = await execute(rotateWebHookSecret, { id, overlapHours: numberIn(values, 'overlap') ?? 0 });
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
          <Form onSubmit={rotate} fields={['overlapHours']}>
            {({ isBusy, error }) => (
              <>
                <Select
                  label={t.setup.webHooks.oldStays}
                  name="overlap"
                  value="24"
                  options={overlaps}
                  error={error('overlapHours')}
                />
                <div class="actions">
                  <Button type="submit" kind="danger" isBusy={isBusy}>
                    {t.setup.webHooks.replaceSecret}
                  </Button>
                  <Button onClick={() => setRotating(false)}>{t.setup.common.cancel}</Button>
                </div>
              </>
            )}
          </Form>
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
        <p>{t.setup.webHooks.oldValidUntil({ time: dateTime(formerSecretUntil) })}</p>
      )}
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {t.setup.common.close}
        </Button>
      </div>
    </Dialog>
  );
}
