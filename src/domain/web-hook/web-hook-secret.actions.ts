import { randomBytes } from 'node:crypto';
import { recordChange } from '../../outbox/change-log.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import { endOfOverlap, type StoredSecret } from '../account/secret-rotation.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { WebHook } from './web-hook.entity.js';
import type { SigningSecrets } from './web-hook-delivery.rules.js';

/** Returns a new secret in the form of Standard Webhooks: `whsec_` and 32 bytes in Base64. */
export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Returns a new secret of a webhook, as it is stored. */
export function createSealedSecret(db: Pick<AccountDatabase, 'seal'>): string {
  return db.seal('web_hook.secret', createSecret());
}

/**
 * Gives a webhook a new secret. One that has none of its own gets its first.
 *
 * @throws DomainError NOT_FOUND, INVALID on `overlapHours`
 */
export function rotateWebHookSecret(context: RequestContext, id: number, overlapHours: number): Promise<WebHook> {
  const { db, serverClock } = context;
  return db.transaction(async (tx) => {
    const webHook = await tx.getLocked(WebHook, id);
    const until = endOfOverlap(webHook, overlapHours, serverClock.now());
    const former = openOwnSecret(db, webHook);
    Object.assign(webHook, {
      secret: createSealedSecret(db),
      formerSecret: former !== null && overlapHours > 0 ? db.seal('web_hook.former_secret', former) : null,
      formerSecretUntil: former === null ? null : until,
    });
    await recordChange(tx, 'web_hook.modified', webHook, changedBy(context), { isChangedElsewhere: true });
    await recordSecurityEvent(tx, context, {
      kind: 'web_hook.secret_rotated',
      details: { webHookId: webHook.id, overlapHours },
    });
    return webHook;
  });
}

/** Returns the secret of a webhook; null if it has none of its own, or comes from the change log. */
export function openOwnSecret(db: Pick<AccountDatabase, 'open'>, { secret }: Pick<WebHook, 'secret'>): string | null {
  return secret ? db.open('web_hook.secret', secret) : null;
}

/** The secrets of a webhook and of its account, as they are stored. */
export interface StoredSecrets {
  own: StoredSecret;
  ofAccount: StoredSecret;
}

/** Returns the secrets that sign at a time. @throws EncryptionError */
export function openSigningSecrets(
  db: Pick<AccountDatabase, 'open'>,
  { own, ofAccount }: StoredSecrets,
  at: Date,
): SigningSecrets {
  const open = (table: 'web_hook' | 'account', { secret, formerSecret, formerSecretUntil }: StoredSecret): string[] => [
    ...(secret === null ? [] : [db.open(`${table}.secret`, secret)]),
    ...(formerSecret !== null && formerSecretUntil !== null && formerSecretUntil > at
      ? [db.open(`${table}.former_secret`, formerSecret)]
      : []),
  ];
  return { own: open('web_hook', own), ofAccount: open('account', ofAccount) };
}
