import { createApiKey, revokeApiKey } from '../domain/account/api-key.actions.js';
import type { ApiKey } from '../domain/account/api-key.entity.js';
import { listKeys } from '../domain/account/api-key.queries.js';
import type { Permission } from '../domain/account/permissions.rules.js';
import type { RequestContext } from '../domain/context.js';
import type { Role } from '../outbox/actor.js';
import { invalid } from '../platform/errors.js';
import { parseInstant } from '../platform/time/instant-input.js';
import { foundBy, numberOf } from './command.js';

interface KeyOptions {
  name: string;
  role: Role;
  /** An instant, or the last day, in the account's time zone. */
  expires?: string | undefined;
  origins: readonly string[];
  /** Null for all permissions of the role. */
  permissions: Permission[] | null;
  networks: readonly string[];
}

/** Creates a key of an account. The result contains its secret. @throws DomainError INVALID */
export async function createKeyOf(
  context: RequestContext,
  { name, role, expires, origins, permissions, networks }: KeyOptions,
): Promise<object> {
  const expiresAt = expires === undefined ? null : expiryOf(context, expires);
  const { apiKey, secret } = await createApiKey(context, {
    ...{ name, role, expiresAt, permissions },
    allowedOrigins: [...origins],
    allowedNetworks: [...networks],
  });
  return { ...keyLine(context, apiKey), api_key: secret };
}

/** Lists the keys of an account that are not revoked. */
export async function listKeysOf(context: RequestContext): Promise<object[]> {
  const keys = await listKeys(context);
  return keys.map((key) => keyLine(context, key));
}

/** Revokes a key of an account. @throws DomainError INVALID on `id` */
export async function revokeKeyOf(context: RequestContext, id: string): Promise<object> {
  const number = numberOf('id', id);
  return keyLine(context, await foundBy('id', () => revokeApiKey(context, number)));
}

function expiryOf({ zone }: RequestContext, text: string): Date {
  const instant = parseInstant(text, zone, true);
  if (instant === undefined) throw invalid({ expiresAt: ['is invalid', 'must be a date such as 2027-01-01'] });
  return new Date(instant);
}

function keyLine({ zone }: RequestContext, key: ApiKey): object {
  const format = (at: Date | null): string | null => (at === null ? null : zone.format(at.getTime()));
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    created_at: format(key.createdAt),
    expires_at: format(key.expiresAt),
    last_used_at: format(key.lastUsedAt),
    allowed_origins: key.allowedOrigins,
    permissions: key.permissions,
    allowed_networks: key.allowedNetworks,
  };
}
