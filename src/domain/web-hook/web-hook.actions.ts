import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { assignAttributes } from '../records/attributes.js';
import { recordWrites } from '../records/record-writes.js';
import type { WebHookInput } from './web-hook.entity.js';
import { WebHook } from './web-hook.entity.js';
import { validateWebHook } from './web-hook.rules.js';
import { dropPendingDeliveries } from './web-hook-pause.actions.js';
import { createSealedSecret } from './web-hook-secret.actions.js';

/** A new webhook gets a secret of its own. */
export const webHookWrites = recordWrites({
  type: 'web_hook',
  entity: WebHook,
  title: 'webhook',
  assign: ({ context, tx }, webHook, input: WebHookInput, before) => {
    const errors = changeWebHook(tx, webHook, input);
    if (!before) {
      webHook.secret = createSealedSecret(context.db);
      return { errors };
    }
    const isSwitched = webHook.active !== before.active;
    if (webHook.active && isSwitched) webHook.pausedReason = null;
    // Failures of another receiver, or from before a break, do not count for this one.
    if (isSwitched || webHook.targetUrl !== before.targetUrl) {
      Object.assign(webHook, { failureCount: 0, failingSince: null });
    }
    // Also when it becomes active: the relay may have planned a delivery while it was being deactivated.
    const drop = () => dropPendingDeliveries(tx, webHook.id, context.serverClock.now());
    return isSwitched ? { errors, write: drop } : { errors };
  },
});

/** Assigns the input to the webhook and returns the errors of the result. */
function changeWebHook(tx: AccountTransaction, webHook: WebHook, input: WebHookInput): FieldErrors {
  const attributeErrors = assignAttributes(tx, webHook, input);
  return { ...validateWebHook(webHook), ...attributeErrors };
}
