import type { Actor, Role } from '../../outbox/actor.js';
import type { Database } from '../../platform/database/database.js';
import { columnsOf, type Row } from '../../platform/database/rows.js';
import { DomainError } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { parsePgInstant } from '../../platform/time/instant-input.js';
import { zoneOf } from '../../platform/time/zone.js';
import type { RequestContext, RequestOrigin } from '../context.js';
import { SlotBudget } from '../slot-budget.js';
import { Account } from './account.entity.js';
import type { AccountCache } from './account-cache.js';
import { accountOfKey, hashApiKey } from './api-key.rules.js';

/** An account as one of its keys opens it. */
export type AccountOfKey = Row<Account> & {
  keyId: number;
  keyExpiresAt: string | null;
  /** Of an account's key its own, of a session's that of its user now. */
  keyRole: Role;
  userId: number | null;
  userName: string | null;
};

/**
 * The context of a request that carries an API key (spec, Authentication).
 *
 * @param request what the context has of the request
 * @param cache keeps the accounts of keys that were used before
 * @throws DomainError UNAUTHENTICATED for a missing or wrong key or an account without API; SUSPENDED for an unpaid bill
 */
export async function authenticate(
  database: Database,
  clock: Clock,
  key: string | undefined,
  request: RequestOrigin,
  cache?: AccountCache<AccountOfKey>,
): Promise<RequestContext> {
  if (!key) throw new DomainError('UNAUTHENTICATED', 'An API key is required');
  const accountId = accountOfKey(key);
  if (accountId === undefined) throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  const hash = hashApiKey(key);
  const read = (): Promise<AccountOfKey | undefined> => findAccountByKey(database, accountId, hash);
  const account = await (cache ? cache.find(hash, read) : read());
  if (!account || hasExpired(account, clock.now()))
    throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  requireApiAccess(account);
  return {
    account,
    zone: zoneOf(account.timeZone),
    actor: actorOf(account),
    db: database.account(account.id),
    clock,
    slotBudget: new SlotBudget(),
    ...request,
  };
}

/** @throws DomainError UNAUTHENTICATED for an account without API, SUSPENDED for an unpaid bill */
export function requireApiAccess(account: Pick<Row<Account>, 'apiEnabled' | 'suspendedAt'>): void {
  if (!account.apiEnabled) throw new DomainError('UNAUTHENTICATED', 'The API is not enabled on this account');
  if (account.suspendedAt) throw new DomainError('SUSPENDED', 'The account is suspended for an unpaid bill');
}

function hasExpired({ keyExpiresAt }: AccountOfKey, now: Date): boolean {
  return keyExpiresAt !== null && parsePgInstant(keyExpiresAt) <= now.getTime();
}

function actorOf({ keyId, keyRole: role, userId, userName }: AccountOfKey): Actor {
  if (userId !== null && userName !== null) return { kind: 'user', id: userId, name: userName, role };
  return { kind: 'api_key', id: keyId, role };
}

async function findAccountByKey(
  database: Database,
  accountId: number,
  hash: string,
): Promise<AccountOfKey | undefined> {
  const columns = columnsOf(database.orm.getMetadata(Account));
  const [account] = await database.account(accountId).query<AccountOfKey>(
    `select ${columns}, key.id as "keyId", key.expires_at as "keyExpiresAt", coalesce(key.role, link.role) as "keyRole", holder.id as "userId", holder.name as "userName"
     from account row
     join api_key key on key.account_id = row.id
     left join account_user holder on holder.account_id = key.account_id and holder.id = key.user_id
     left join client_user_link link on link.account_id = key.account_id and link.user_id = key.user_id
     where row.id = $1 and key.account_id = $1 and key.key_hash = $2 and key.revoked_at is null`,
    [hash],
  );
  return account;
}
