import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
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
    showDone(t.setup.webHooks.planned({ count: number(planned) }));
    await onPlanned();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.setup.webHooks.againSince}</Button>
      {isOpen && (
        <Dialog title={t.setup.webHooks.again} onClose={() => setOpen(false)}>
          <p>{t.setup.webHooks.againLead}</p>
          <Form onSubmit={replay} fields={['since', 'until']}>
            {({ isBusy, error }) => (
              <>
                <Field
                  label={t.setup.common.from}
                  name="since"
                  type="datetime-local"
                  required
                  hint={t.setup.webHooks.sinceHint}
                  error={error('since')}
                />
                <Field
                  label={t.setup.common.to}
                  name="until"
                  type="datetime-local"
                  hint={t.setup.webHooks.untilHint}
                  error={error('until')}
                />
                <div class="actions">
                  <Button type="submit" kind="primary" isBusy={isBusy}>
                    {t.setup.webHooks.again}
                  </Button>
                  <Button onClick={() => setOpen(false)}>{t.setup.common.cancel}</Button>
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
