import { hash } from 'node:crypto';
import type { Actor } from '../../outbox/actor.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Clock } from '../../platform/time/clock.js';
import type { AccessInterface, RefusedAccess } from '../context.js';
import { isRefusal, maxRefusalsPerHour, type SecurityEventKind } from './security-event.rules.js';

/** The request that an event is about. A `RequestContext` is one. */
export interface SecurityEventSource {
  readonly serverClock: Clock;
  readonly actor?: Actor;
  readonly interface?: AccessInterface | undefined;
  readonly clientAddress: string;
  readonly userAgent?: string | undefined;
  readonly requestId: string;
  /** Writes a refusal to the log of the server; set only for requests. */
  readonly logRefusal?: ((refusal: RefusedAccess) => void) | undefined;
}

export interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** The user who did it, or as whom it was tried; by default the actor of the request. */
  user?: { id: number | null; name: string | null };
  /** The API key that was used; by default the actor of the request. */
  apiKey?: { id: number };
  /** The user or the API key that it concerns, if it is another one. */
  about?: { userId: number; name: string } | { apiKeyId: number; name: string };
  /** Further facts by name, without secrets. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
}

const maxText = 255;
const msPerMinute = 60_000;

/** The columns of an entry after `account_id`, with their parameters. `name` of a key is that which it has now. */
const columns = {
  created_at: '$2',
  updated_at: '$2',
  kind: '$3',
  user_id: '$4::integer',
  api_key_id: '$5::integer',
  name: 'coalesce($6, (select name from api_key where account_id = $1 and id = $5))',
  client_address: '$7',
  user_agent: '$8',
  request_id: '$9',
  interface: '$10',
  about_user_id: '$11::integer',
  about_api_key_id: '$12::integer',
  about_name: '$13',
  details: '$14::jsonb',
};

const insertion = `insert into security_event (account_id, ${Object.keys(columns).join(', ')})`;

/** The columns that an entry of refusals of several senders leaves empty, with their values. */
const unlisted = { user_id: 'null', api_key_id: 'null', name: 'null', client_address: "''", user_agent: 'null' };

const listed = Object.entries(columns).map(([column, value]) => {
  const other = Object.entries(unlisted).find(([name]) => name === column)?.[1];
  return other === undefined ? value : `case when is_listed then ${value} else ${other} end`;
});

/**
 * Counts a refusal on the entry of its sender in this minute. Without one, adds an entry, unless the kind has had its
 * entries of this hour: then counts it on the entry of this minute for all senders. The unique index of `repeat_key` and
 * the row in `attempt` decide over all processes. A row for each refusal was rejected: 10,000 sign-ins a minute with
 * random emails would add as many rows.
 */
const refusal = `with repeated as (
    update security_event set event_count = event_count + 1, updated_at = $2
    where account_id = $1 and repeat_key = $15 returning id
  ), counted as (
    insert into attempt (account_id, key, count, expires_at)
    select $1, 'security-event:' || $3, 1, $2::timestamptz + interval '1 hour' where not exists (select from repeated)
    on conflict (account_id, key) do update set
      count = case when attempt.expires_at > $2 then attempt.count + 1 else 1 end,
      expires_at = case when attempt.expires_at > $2 then attempt.expires_at else excluded.expires_at end
    returning count <= ${maxRefusalsPerHour} as is_listed
  )
  insert into security_event (account_id, ${Object.keys(columns).join(', ')}, repeat_key)
  select $1, ${listed.join(', ')}, case when is_listed then $15 else $16 end from counted
  on conflict (account_id, repeat_key) where repeat_key is not null
    do update set event_count = security_event.event_count + 1, updated_at = excluded.updated_at`;

/**
 * Adds an entry to the security log of an account. A refusal (`isRefusal`) is also a line of the log of the server, and
 * repeated ones are one entry with a count.
 *
 * @param writer the transaction of what happened, so that both are committed or neither; for a refusal the account's
 *   database
 */
export async function recordSecurityEvent(
  writer: Pick<AccountDatabase, 'query' | 'accountId'>,
  source: SecurityEventSource,
  event: NewSecurityEvent,
): Promise<void> {
  const { kind } = event;
  if (!isRefusal(kind)) {
    await writer.query(`${insertion} values ($1, ${Object.values(columns).join(', ')})`, valuesOf(source, event));
    return;
  }
  logRefusedAccess(source, kind, writer.accountId);
  const minute = Math.floor(source.serverClock.now().getTime() / msPerMinute);
  await writer.query(refusal, [
    ...valuesOf(source, event),
    `${minute} ${subjectOf(source, event)}`,
    `${minute} ${kind}`,
  ]);
}

/**
 * Writes a refusal to the log of the server, for a program of the operator that blocks addresses.
 *
 * @param account the id of the account; null if there is none with that name
 */
export function logRefusedAccess(
  { logRefusal, clientAddress: address, requestId }: SecurityEventSource,
  event: SecurityEventKind,
  account: number | null,
): void {
  logRefusal?.({ event, account, address, requestId });
}

/** The refusals with the same digest within a minute are one entry. The agent is left out: senders change it at will. */
function subjectOf(source: SecurityEventSource, { kind, details, ...event }: NewSecurityEvent): string {
  const { userId, apiKeyId, name } = senderOf(source, event);
  return hash('sha256', JSON.stringify([kind, userId, apiKeyId, name, source.clientAddress, details]));
}

/** The values of `columns`. */
function valuesOf(source: SecurityEventSource, { kind, about, details = {}, ...event }: NewSecurityEvent): unknown[] {
  const { userId, apiKeyId, name } = senderOf(source, event);
  const { clientAddress, userAgent, requestId, serverClock, interface: by = 'server' } = source;
  const aboutUserId = about && 'userId' in about ? about.userId : null;
  const aboutKeyId = about && 'apiKeyId' in about ? about.apiKeyId : null;
  return [
    ...[serverClock.now(), kind, userId, apiKeyId, shorten(name), clientAddress, shorten(userAgent), requestId, by],
    ...[aboutUserId, aboutKeyId, shorten(about?.name), JSON.stringify(details)],
  ];
}

interface Sender {
  userId: number | null;
  apiKeyId: number | null;
  name: string | null;
}

/** Returns the sender of an event. The operator has no row: commands have the name `operator`. */
function senderOf(
  { actor, interface: by }: SecurityEventSource,
  { user, apiKey }: Pick<NewSecurityEvent, 'user' | 'apiKey'>,
): Sender {
  if (user) return { userId: user.id, apiKeyId: null, name: user.name };
  if (apiKey) return { userId: null, apiKeyId: apiKey.id, name: null };
  if (actor?.kind === 'user') return { userId: actor.id, apiKeyId: null, name: actor.name };
  if (actor?.kind === 'api_key') return { userId: null, apiKeyId: actor.id, name: null };
  return { userId: null, apiKeyId: null, name: by === 'command' ? 'operator' : (actor?.kind ?? null) };
}

function shorten(text: string | null | undefined): string | null {
  return text?.slice(0, maxText) ?? null;
}
