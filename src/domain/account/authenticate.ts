import { DomainError } from '../../errors.js';
import type { Database } from '../../platform/database/database.js';
import { columnsOf, type Row } from '../../platform/database/rows.js';
import type { Clock } from '../../platform/time/clock.js';
import { zoneOf } from '../../platform/time/zone.js';
import type { RequestContext } from '../context.js';
import { Account } from './account.entity.js';
import type { ApiKey } from './api-key.entity.js';
import { accountOfKey, hashApiKey } from './api-key.rules.js';

type AccountWithKey = Row<Account> & { apiKeyId: number; apiKeyRole: ApiKey['role'] };

/**
 * The context of a request that carries an API key (spec, Authentication).
 *
 * @throws DomainError UNAUTHENTICATED for a missing or wrong key or an account without API; SUSPENDED for an unpaid bill
 */
export async function authenticate(
  database: Database,
  clock: Clock,
  key: string | undefined,
  request: Pick<RequestContext, 'requestId' | 'clientAddress'>,
): Promise<RequestContext> {
  if (!key) throw new DomainError('UNAUTHENTICATED', 'An API key is required');
  const accountId = accountOfKey(key);
  const account = accountId === undefined ? undefined : await findAccountByKey(database, accountId, key);
  if (!account) throw new DomainError('UNAUTHENTICATED', 'The API key is not valid');
  if (!account.apiEnabled) throw new DomainError('UNAUTHENTICATED', 'The API is not enabled on this account');
  if (account.suspendedAt) throw new DomainError('SUSPENDED', 'The account is suspended for an unpaid bill');
  return {
    account,
    zone: zoneOf(account.timeZone),
    actor: { kind: 'api_key', id: account.apiKeyId, role: account.apiKeyRole },
    db: database.account(account.id),
    clock,
    ...request,
  };
}

async function findAccountByKey(
  database: Database,
  accountId: number,
  key: string,
): Promise<AccountWithKey | undefined> {
  const columns = columnsOf(database.orm.getMetadata(Account));
  const [account] = await database.account(accountId).query<AccountWithKey>(
    `select ${columns}, key.id as "apiKeyId", key.role as "apiKeyRole"
     from account row join api_key key on key.account_id = row.id
     where row.id = ? and key.account_id = ? and key.key_hash = ? and key.revoked_at is null`,
    [accountId, accountId, hashApiKey(key)],
  );
  return account;
}
