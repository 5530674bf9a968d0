import type { Actor } from '../../outbox/actor.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Clock } from '../../platform/time/clock.js';
import type { SecurityEventKind } from './security-event.rules.js';

/** The request that an event is about. A `RequestContext` is one. */
export interface SecurityEventSource {
  readonly serverClock: Clock;
  readonly actor?: Actor;
  readonly clientAddress: string;
  readonly userAgent?: string | undefined;
  readonly requestId: string;
}

export interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** The user whom it is about; by default the actor of the request. */
  user?: { id: number | null; name: string };
  /** Further facts by name, without secrets. */
  details?: Record<string, string | number | boolean | null>;
}

const maxText = 255;

/**
 * Adds an entry to the security log of an account.
 *
 * @param writer the transaction of what happened, so that both are committed or neither; for a refusal the account's
 *   database
 */
export async function recordSecurityEvent(
  writer: Pick<AccountDatabase, 'query'>,
  { serverClock, actor, clientAddress, userAgent, requestId }: SecurityEventSource,
  { kind, user, details = {} }: NewSecurityEvent,
): Promise<void> {
  const { userId, apiKeyId, name } = user ? { userId: user.id, apiKeyId: null, name: user.name } : senderOf(actor);
  await writer.query(
    `insert into security_event
       (account_id, created_at, updated_at, kind, user_id, api_key_id, name, client_address, user_agent, request_id, details)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb)`,
    [
      ...[serverClock.now(), kind, userId, apiKeyId, name?.slice(0, maxText) ?? null, clientAddress],
      ...[userAgent?.slice(0, maxText) ?? null, requestId, JSON.stringify(details)],
    ],
  );
}

function senderOf(actor: Actor | undefined): { userId: number | null; apiKeyId: number | null; name: string | null } {
  if (actor?.kind === 'user') return { userId: actor.id, apiKeyId: null, name: actor.name };
  if (actor?.kind === 'api_key') return { userId: null, apiKeyId: actor.id, name: null };
  return { userId: null, apiKeyId: null, name: actor?.kind ?? null };
}
