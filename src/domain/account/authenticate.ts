import type { Actor, Role } from '../../changes/actor.js';
import { DomainError } from '../../errors.js';
import type { Database } from '../../platform/database/database.js';
import { columnsOf, type Row } from '../../platform/database/rows.js';
import type { Clock } from '../../platform/time/clock.js';
import { zoneOf } from '../../platform/time/zone.js';
import type { RequestContext } from '../context.js';
import { Account } from './account.entity.js';
import { accountOfKey, hashApiKey } from './api-key.rules.js';

type AccountWithKey = Row<Account> & {
  keyId: number;
  /** Of an account's key its own, of a session's that of its user now. */
  keyRole: Role;
  userId: number | null;
  userName: string | null;
};

/**
 * The context of a request that carries an API key (spec, Authentication).
 *
 * @param request what the context has of the request
 * @throws DomainError UNAUTHENTICATED for a missing or wrong key or an account without API; SUSPENDED for an unpaid bill
 */
export async function authenticate(
  database: Database,
  clock: Clock,
  key: string | undefined,
  request: Pick<RequestContext, 'requestId' | 'clientAddress' | 'address' | 'linkAddress' | 'allowsPrivateTargets'>,
): Promise<RequestContext> {
  if (!key) throw new DomainError('UNAUTHENTICATED', 'An API key is required');
  const accountId = accountOfKey(key);
  const account = accountId === undefined ? undefined : await findAccountByKey(database, clock, accountId, key);
  if (!account) throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  requireService(account);
  return {
    account,
    zone: zoneOf(account.timeZone),
    actor: actorOf(account),
    db: database.account(account.id),
    clock,
    ...request,
  };
}

/** @throws DomainError UNAUTHENTICATED for an account without API, SUSPENDED for an unpaid bill */
export function requireService(account: Pick<Row<Account>, 'apiEnabled' | 'suspendedAt'>): void {
  if (!account.apiEnabled) throw new DomainError('UNAUTHENTICATED', 'The API is not enabled on this account');
  if (account.suspendedAt) throw new DomainError('SUSPENDED', 'The account is suspended for an unpaid bill');
}

function actorOf({ keyId, keyRole: role, userId, userName }: AccountWithKey): Actor {
  if (userId !== null && userName !== null) return { kind: 'user', id: userId, name: userName, role };
  return { kind: 'api_key', id: keyId, role };
}

async function findAccountByKey(
  database: Database,
  clock: Clock,
  accountId: number,
  key: string,
): Promise<AccountWithKey | undefined> {
  const columns = columnsOf(database.orm.getMetadata(Account));
  const [account] = await database.account(accountId).query<AccountWithKey>(
    `select ${columns}, key.id as "keyId", coalesce(key.role, link.role) as "keyRole", holder.id as "userId", holder.name as "userName"
     from account row
     join api_key key on key.account_id = row.id
     left join account_user holder on holder.account_id = key.account_id and holder.id = key.user_id
     left join client_user_link link on link.account_id = key.account_id and link.user_id = key.user_id
     where row.id = ? and key.account_id = ? and key.key_hash = ? and key.revoked_at is null
       and (key.expires_at is null or key.expires_at > ?)`,
    [accountId, accountId, hashApiKey(key), clock.now()],
  );
  return account;
}
