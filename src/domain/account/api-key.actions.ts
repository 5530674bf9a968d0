import { recordChange } from '../../outbox/change-log.js';
import type { ChangedBy } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, notFound, rejectIfAny } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { assignAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import type { SecurityEventKind } from '../security-event/security-event.rules.js';
import { Account } from './account.entity.js';
import { normaliseNetworks } from './account.rules.js';
import type { ApiKeyInput, NewApiKeyInput } from './api-key.entity.js';
import { ApiKey, type NewApiKey } from './api-key.entity.js';
import {
  createApiKeySecret,
  hashApiKey,
  maxKeys,
  validateApiKey,
  validateExpiry,
  withImplied,
} from './api-key.rules.js';
import { requireGrantable } from './permissions.rules.js';

/** In milliseconds. The rows of keys that were revoked longer ago are deleted when a key is created. */
const revokedRetention = 30 * 24 * 60 * 60 * 1_000;

/**
 * Creates a key. Its secret is not stored.
 *
 * @throws DomainError INVALID by attribute, on `base` for more than 100 keys; FORBIDDEN like `requireGrantable`
 */
export function createApiKey(context: RequestContext, input: NewApiKeyInput): Promise<NewApiKey> {
  return context.db.transaction(async (tx) => {
    await tx.lock([Account, tx.accountId]);
    const origin = changedNow(context);
    const key = tx.create(ApiKey, origin.at);
    const errors = assignKey(tx, key, input, origin.at);
    requireGrantableKey(context, key);
    rejectIfAny(errors, await validateKeyCount(tx));
    const secret = createApiKeySecret(tx.accountId);
    key.keyHash = hashApiKey(secret);
    await recordChange(tx, 'api_key.created', key, origin);
    await recordOf(context, tx, 'api_key.created', key);
    await tx.query('delete from api_key where account_id = $1 and user_id is null and revoked_at < $2', [
      new Date(origin.at.getTime() - revokedRetention),
    ]);
    return { apiKey: key, secret };
  });
}

/**
 * Updates a key; its secret stays the same.
 *
 * @param ifRevision see `requireRevision`
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID by attribute; FORBIDDEN like `requireGrantable`
 */
export function updateApiKey(
  context: RequestContext,
  id: number,
  input: ApiKeyInput,
  ifRevision?: number | null,
): Promise<ApiKey> {
  return context.db.transaction(async (tx) => {
    const key = await getLockedKey(tx, id);
    requireRevision(key, ifRevision, 'API key');
    const origin = changedNow(context);
    requireGrantableKey(context, key);
    const wasAdmin = isAdmin(key);
    const errors = assignKey(tx, key, input, origin.at);
    requireGrantableKey(context, key);
    const attribute = key.role === 'admin' ? 'permissions' : 'role';
    rejectIfAny(errors, wasAdmin && !isAdmin(key) ? await validateAdminRemains(tx, key, origin.at, attribute) : {});
    const isChanged = await recordChange(tx, 'api_key.modified', key, origin);
    if (isChanged) await recordOf(context, tx, 'api_key.changed', key);
    return key;
  });
}

/**
 * Revokes a key: every process refuses it from now on.
 *
 * @param ifRevision see `requireRevision`
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID on `id`
 */
export function revokeApiKey(context: RequestContext, id: number, ifRevision?: number | null): Promise<ApiKey> {
  return context.db.transaction(async (tx) => {
    const key = await getLockedKey(tx, id);
    requireRevision(key, ifRevision, 'API key');
    const origin = changedNow(context);
    rejectIfAny(isAdmin(key) ? await validateAdminRemains(tx, key, origin.at, 'id') : {});
    key.revokedAt = origin.at;
    await recordChange(tx, 'api_key.revoked', key, origin);
    await recordOf(context, tx, 'api_key.revoked', key);
    return key;
  });
}

/** Whether a key may do everything. One that is limited to permissions may not make another that is not. */
function isAdmin({ role, permissions }: ApiKey): boolean {
  return role === 'admin' && permissions === null;
}

/** @throws DomainError FORBIDDEN if the key has more permissions than the actor */
function requireGrantableKey({ actor }: RequestContext, { role, permissions }: ApiKey): void {
  if (role !== null) requireGrantable(actor, role, permissions);
}

function recordOf(
  context: RequestContext,
  tx: AccountTransaction,
  kind: SecurityEventKind,
  { id: apiKeyId, name, role, permissions, allowedNetworks }: ApiKey,
): Promise<void> {
  const limits = { role, permissions, allowedNetworks };
  const details = kind === 'api_key.revoked' ? {} : { details: limits };
  return recordSecurityEvent(tx, context, { kind, about: { apiKeyId, name }, ...details });
}

/** The actor, and the time on the server's clock: keys expire in real time, also those of a sandbox. */
function changedNow({ actor, serverClock }: RequestContext): ChangedBy {
  return { actor, at: serverClock.now() };
}

/**
 * Returns a key of the account that is neither revoked nor that of a session. Locks the account, so that concurrent
 * requests cannot remove the last two admin keys.
 */
async function getLockedKey(tx: AccountTransaction, id: number): Promise<ApiKey> {
  await tx.lock([Account, tx.accountId]);
  const key = await tx.findBy(ApiKey, { id, userId: null, revokedAt: null });
  if (!key) throw notFound();
  return key;
}

function assignKey(tx: AccountTransaction, key: ApiKey, input: ApiKeyInput, at: Date): FieldErrors {
  const origins = input.allowedOrigins && [...new Set(input.allowedOrigins)];
  const networks = input.allowedNetworks && normaliseNetworks(input.allowedNetworks);
  const permissions = input.permissions && withImplied(input.permissions);
  const errors = assignAttributes(tx, key, {
    ...input,
    allowedOrigins: origins,
    allowedNetworks: networks,
    permissions,
  });
  return { ...validateApiKey(key), ...validateExpiry(input.expiresAt, at), ...errors };
}

async function validateKeyCount(tx: AccountTransaction): Promise<FieldErrors> {
  const keys = await tx.rows(ApiKey, { userId: null, revokedAt: null }, { limit: maxKeys });
  return keys.length < maxKeys ? {} : { base: [`has too many API keys (maximum is ${maxKeys})`] };
}

/**
 * Returns an error on `attribute` if without that key nobody could administer the account: a key that is limited to
 * permissions cannot.
 */
async function validateAdminRemains(
  tx: AccountTransaction,
  { id }: ApiKey,
  at: Date,
  attribute: string,
): Promise<FieldErrors> {
  const others = await tx.query(
    `select 1 from api_key where account_id = $1 and id <> $2 and role = 'admin' and permissions is null and revoked_at is null
       and (expires_at is null or expires_at > $3)
     union all
     select 1 from client_user_link link
       join account_user on account_user.account_id = link.account_id and account_user.id = link.user_id
     where link.account_id = $1 and link.role = 'admin' and (account_user.password_hash is not null or exists (
       select from identity_link identity
       join identity_provider provider on provider.account_id = identity.account_id
         and provider.issuer = identity.issuer and provider.active
       where identity.account_id = $1 and identity.user_id = link.user_id))
     limit 1`,
    [id, at],
  );
  return others.length > 0 ? {} : { [attribute]: ['is that of the last admin'] };
}
