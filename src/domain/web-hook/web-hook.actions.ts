import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import type { WebHookInput } from './web-hook.entity.js';
import { WebHook } from './web-hook.entity.js';
import { validateWebHook } from './web-hook.rules.js';
import { dropPendingDeliveries } from './web-hook-pause.actions.js';
import { createSealedSecret } from './web-hook-secret.actions.js';

/** Creates a webhook with a secret of its own. @throws DomainError INVALID by attribute */
export function createWebHook(context: RequestContext, input: WebHookInput): Promise<WebHook> {
  return context.db.transaction(async (tx) => {
    const webHook = tx.create(WebHook, context.clock.now());
    rejectIfAny(changeWebHook(tx, webHook, input));
    webHook.secret = createSealedSecret(context.db);
    await recordChange(tx, 'web_hook.created', webHook, changedBy(context));
    return webHook;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED */
export function updateWebHook(
  context: RequestContext,
  id: number,
  input: WebHookInput,
  ifRevision?: number | null,
): Promise<WebHook> {
  return context.db.transaction(async (tx) => {
    const webHook = await tx.getLocked(WebHook, id);
    requireRevision(webHook, ifRevision, 'webhook');
    const { active: wasActive, targetUrl: formerTarget } = webHook;
    rejectIfAny(changeWebHook(tx, webHook, input));
    if (webHook.active && !wasActive) webHook.pausedReason = null;
    // Failures of another receiver, or from before a break, do not count for this one.
    if (webHook.active !== wasActive || webHook.targetUrl !== formerTarget) {
      Object.assign(webHook, { failureCount: 0, failingSince: null });
    }
    await recordChange(tx, 'web_hook.modified', webHook, changedBy(context));
    // Also when it becomes active: the relay may have planned a delivery while it was being deactivated.
    if (webHook.active !== wasActive) await dropPendingDeliveries(tx, webHook.id, context.serverClock.now());
    return webHook;
  });
}

/** Deletes a webhook and returns its last state. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deleteWebHook(context: RequestContext, id: number, ifRevision?: number | null): Promise<WebHook> {
  return context.db.transaction(async (tx) => {
    const webHook = await tx.getLocked(WebHook, id);
    requireRevision(webHook, ifRevision, 'webhook');
    await recordRemoval(tx, 'web_hook.deleted', webHook, changedBy(context));
    return webHook;
  });
}

/** Assigns the input to the webhook and returns the errors of the result. */
function changeWebHook(tx: AccountTransaction, webHook: WebHook, input: WebHookInput): FieldErrors {
  const attributeErrors = assignAttributes(tx, webHook, input);
  return { ...validateWebHook(webHook), ...attributeErrors };
}
