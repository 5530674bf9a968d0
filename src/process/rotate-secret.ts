import { rotateAccountSecret } from '../domain/account/account-secret.actions.js';
import { maxOverlapHours } from '../domain/account/secret-rotation.rules.js';
import type { RequestContext } from '../domain/context.js';
import { openOwnSecret, rotateWebHookSecret } from '../domain/web-hook/web-hook-secret.actions.js';
import { foundBy, numberOf } from './command.js';

/**
 * Replaces the secret of an account, or of one of its webhooks. The result contains the new one.
 *
 * @param webHookId the webhook; undefined for the secret of the account
 * @throws DomainError INVALID
 */
export async function rotateSecretOf(
  context: RequestContext,
  webHookId?: string,
  overlap = String(maxOverlapHours),
): Promise<object> {
  const { subdomain } = context.account;
  const hours = numberOf('overlapHours', overlap);
  if (webHookId === undefined) {
    const { secret, formerSecretUntil } = await rotateAccountSecret(context, hours);
    return { subdomain, secret, former_secret_until: formerSecretUntil };
  }
  const id = numberOf('webHookId', webHookId);
  const webHook = await foundBy('webHookId', () => rotateWebHookSecret(context, id, hours));
  return {
    ...{ subdomain, web_hook_id: id, secret: openOwnSecret(context.db, webHook) },
    former_secret_until: webHook.formerSecretUntil,
  };
}
