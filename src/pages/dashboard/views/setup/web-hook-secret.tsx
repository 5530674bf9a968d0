import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { Dialog } from '../../../design/dialog.js';
import { Select } from '../../../design/field.js';
import { Form, numberIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { readWebHookSecret, rotateWebHookSecret, type SecretFragment } from './setup.operations.js';

const overlaps = [
  { value: '24', text: 'For 24 hours' },
  { value: '1', text: 'For an hour' },
  { value: '0', text: 'No longer: it has leaked' },
];

/** The secret that signs the deliveries of a web hook. It is read when the user asks for it, not with the page. */
export function WebHookSecret({ webHookId: id }: { webHookId: number }) {
  const [shown, setShown] = useState<SecretFragment>();
  const [isRotating, setRotating] = useState(false);
  const show = async () => setShown((await execute(readWebHookSecret, { id })).webHook ?? undefined);
  const rotate = async (values: FormData) => {
    const rotated = await execute(rotateWebHookSecret, { id, overlapHours: numberIn(values, 'overlap') ?? 0 });
    setRotating(false);
    showDone('The web hook has a new secret.');
    if (rotated.rotateWebHookSecret) setShown(rotated.rotateWebHookSecret);
  };
  return (
    <section class="panel" aria-label="Secret">
      <h2>Secret</h2>
      <p>Receivers verify with it that a delivery comes from here.</p>
      <div class="actions">
        <Button onClick={show}>Show the secret</Button>
        <Button onClick={() => setRotating(true)}>Replace the secret</Button>
      </div>
      {isRotating && (
        <Dialog title="Replace the secret" onClose={() => setRotating(false)}>
          <p>
            Deliveries are signed with a new secret at once. Give it to the receiver while the old one is valid, too.
          </p>
          <Form onSubmit={rotate} fields={['overlapHours']}>
            {({ isBusy, error }) => (
              <>
                <Select
                  label="The old secret stays valid"
                  name="overlap"
                  value="24"
                  options={overlaps}
                  error={error('overlapHours')}
                />
                <div class="actions">
                  <Button type="submit" kind="danger" isBusy={isBusy}>
                    Replace the secret
                  </Button>
                  <Button onClick={() => setRotating(false)}>Cancel</Button>
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
    <Dialog title="The secret" onClose={onClose}>
      {secret === null ? (
        <p>
          This web hook is older than secrets of web hooks. The secret of the account signs its deliveries. Replace the
          secret to give it its own.
        </p>
      ) : (
        <CopyField label="Secret" name="secret" value={secret} />
      )}
      {formerSecretUntil !== null && Date.parse(formerSecretUntil) > Date.now() && (
        <p>The old secret is valid until {dateTime(formerSecretUntil)}.</p>
      )}
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
