import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { assignAttributes, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { WebHook } from './web-hook.entity.js';
import type { WebHookInput } from './web-hook.input.js';
import { webHookProblems } from './web-hook.rules.js';
import { dropPendingDeliveries } from './web-hook-delivery.actions.js';

/** @throws DomainError INVALID by attribute */
export function createWebHook(context: RequestContext, input: WebHookInput): Promise<WebHook> {
  return context.db.transaction(async (tx) => {
    const webHook = tx.create(WebHook, context.clock.now());
    rejectIfAny(changeWebHook(tx, webHook, input));
    await recordChange(tx, 'web_hook.created', webHook, by(context));
    return webHook;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND */
export function updateWebHook(context: RequestContext, id: number, input: WebHookInput): Promise<WebHook> {
  return context.db.transaction(async (tx) => {
    const webHook = await tx.getLocked(WebHook, id);
    const wasActive = webHook.active;
    rejectIfAny(changeWebHook(tx, webHook, input));
    await recordChange(tx, 'web_hook.modified', webHook, by(context));
    // When it is switched on as well: the relay may have planned one while it was being switched off.
    if (webHook.active !== wasActive) await dropPendingDeliveries(tx, webHook.id, context.clock.now());
    return webHook;
  });
}

/** Takes a webhook away. Gives it as it last was. @throws DomainError NOT_FOUND */
export function deleteWebHook(context: RequestContext, id: number): Promise<WebHook> {
  return context.db.transaction(async (tx) => {
    const webHook = await tx.getLocked(WebHook, id);
    await recordRemoval(tx, 'web_hook.deleted', webHook, by(context));
    return webHook;
  });
}

/** Writes the input into the webhook, and gives all that is wrong with what results. */
function changeWebHook(tx: AccountTransaction, webHook: WebHook, input: WebHookInput): FieldErrors {
  const unfit = assignAttributes(tx, webHook, input);
  return { ...webHookProblems(webHook), ...unfit };
}
