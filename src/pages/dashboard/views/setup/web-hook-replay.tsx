import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { replayWebHook } from './setup.operations.js';

interface WebHookReplayProps {
  webHookId: number;
  /** Called after deliveries were planned. */
  onPlanned: () => unknown;
}

/** A button that sends again what happened in a period. The server plans it in parts. */
export function WebHookReplay({ webHookId: id, onPlanned }: WebHookReplayProps) {
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
    showDone(`${number(planned)} deliveries will be sent.`);
    await onPlanned();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send again since …</Button>
      {isOpen && (
        <Dialog title="Send again" onClose={() => setOpen(false)}>
          <p>
            Sends what has happened from a time on, in order: also what was delivered before, with the same id, so that
            the receiver can ignore it.
          </p>
          <Form onSubmit={replay} fields={['since', 'until']}>
            {({ isBusy, error }) => (
              <>
                <Field
                  label="From"
                  name="since"
                  type="datetime-local"
                  required
                  hint="Within the last 30 days"
                  error={error('since')}
                />
                <Field label="To" name="until" type="datetime-local" hint="Empty: now" error={error('until')} />
                <div class="actions">
                  <Button type="submit" kind="primary" isBusy={isBusy}>
                    Send again
                  </Button>
                  <Button onClick={() => setOpen(false)}>Cancel</Button>
                </div>
              </>
            )}
          </Form>
        </Dialog>
      )}
    </>
  );
}

async function planPart(part: { id: number; since: string; until: string | null; after: string | null }) {
  const { replayWebHook: planned } = await execute(replayWebHook, part);
  return planned ?? { deliveries: 0, cursor: null };
}
