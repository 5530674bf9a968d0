import { getAccountId } from '../domain/account/account.actions.js';
import { createApiKey, revokeApiKey } from '../domain/account/api-key.actions.js';
import type { ApiKey } from '../domain/account/api-key.entity.js';
import { listKeys } from '../domain/account/api-key.queries.js';
import { createBackgroundContext } from '../domain/account/background-context.js';
import type { RequestContext } from '../domain/context.js';
import type { Role } from '../outbox/actor.js';
import type { Database } from '../platform/database/database.js';
import type { Stored } from '../platform/database/rows.js';
import { DomainError, invalid } from '../platform/errors.js';
import { systemClock } from '../platform/time/clock.js';
import { epochOf, parseInstant } from '../platform/time/instant-input.js';

interface KeyOptions {
  name: string;
  role: Role;
  /** A date or an instant in the account's time zone. */
  expires?: string | undefined;
  origins: readonly string[];
}

/** Creates a key of an account. The result contains its secret. @throws DomainError NOT_FOUND, INVALID */
export async function createKey(
  database: Database,
  subdomain: string,
  { name, role, expires, origins }: KeyOptions,
): Promise<object> {
  const context = await contextOf(database, subdomain);
  const expiresAt = expires === undefined ? null : expiryOf(context, expires);
  const { apiKey, secret } = await createApiKey(context, { name, role, expiresAt, allowedOrigins: [...origins] });
  return { ...toLine(context, apiKey), api_key: secret };
}

/** Lists the keys of an account that are not revoked. @throws DomainError NOT_FOUND */
export async function listKeysOf(database: Database, subdomain: string): Promise<object[]> {
  const context = await contextOf(database, subdomain);
  const keys = await listKeys(context);
  return keys.map((key) => toLine(context, key));
}

/** Revokes a key of an account. @throws DomainError NOT_FOUND, INVALID on `id` */
export async function revokeKey(database: Database, subdomain: string, id: string): Promise<object> {
  const context = await contextOf(database, subdomain);
  if (!/^\d{1,9}$/.test(id)) throw invalid({ id: ['is invalid'] });
  try {
    return toLine(context, await revokeApiKey(context, Number(id)));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw invalid({ id: ['does not exist'] });
    throw error;
  }
}

async function contextOf(database: Database, subdomain: string): Promise<RequestContext> {
  return createBackgroundContext(database, systemClock, await getAccountId(database, subdomain));
}

function expiryOf({ zone }: RequestContext, text: string): Date {
  const instant = parseInstant(text, zone);
  if (instant === undefined) throw invalid({ expiresAt: ['is invalid', 'must be a date such as 2027-01-01'] });
  return new Date(instant);
}

function toLine({ zone }: RequestContext, key: Stored<ApiKey>): object {
  const format = (at: Date | string | null): string | null => (at === null ? null : zone.format(epochOf(at)));
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    created_at: format(key.createdAt),
    expires_at: format(key.expiresAt),
    last_used_at: format(key.lastUsedAt),
    allowed_origins: key.allowedOrigins,
  };
}
