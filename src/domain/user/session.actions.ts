import type { Role } from '../../changes/actor.js';
import { recordChange } from '../../changes/change-log.js';
import { DomainError } from '../../errors.js';
import type { Database } from '../../platform/database/database.js';
import { isPassword } from '../../platform/password.js';
import type { Clock } from '../../platform/time/clock.js';
import { ApiKey } from '../account/api-key.entity.js';
import { apiKeyOf, hashApiKey } from '../account/api-key.rules.js';
import { requireService } from '../account/authenticate.js';

/** In milliseconds: twelve hours. */
const validFor = 43_200_000;

export interface Credentials {
  subdomain: string;
  email: string;
  password: string;
}

export interface Session {
  apiKey: string;
  role: Role;
}

interface Candidate {
  accountId: number;
  apiEnabled: boolean;
  suspendedAt: string | null;
  userId: number;
  userName: string;
  passwordHash: string | null;
  role: Role;
}

/**
 * A key of the private API for a user of an account, good for 12 hours.
 *
 * @throws DomainError UNAUTHENTICATED for wrong credentials or an account without API, SUSPENDED for an unpaid bill
 */
export async function signIn(database: Database, clock: Clock, credentials: Credentials): Promise<Session> {
  const user = await findCandidate(database, credentials);
  const isRight = await isPassword(user?.passwordHash ?? null, credentials.password);
  if (!user || !isRight) throw new DomainError('UNAUTHENTICATED', 'The subdomain, email or password is not correct');
  requireService(user);
  const { accountId, userId, userName, role } = user;
  const at = clock.now();
  const apiKey = apiKeyOf(accountId);
  await database.account(accountId).transaction(async (tx) => {
    await tx.query('delete from api_key where account_id = ? and user_id = ? and expires_at <= ?', [
      accountId,
      userId,
      at,
    ]);
    const key = tx.create(ApiKey, at);
    const expiresAt = new Date(at.getTime() + validFor);
    Object.assign(key, { keyHash: hashApiKey(apiKey), role, userId, expiresAt });
    await recordChange(tx, 'api_key.created', key, { actor: { kind: 'user', id: userId, name: userName, role }, at });
  });
  return { apiKey, role };
}

/** Which account it is, is what the subdomain says: the one read that is not of an account. */
async function findCandidate(database: Database, { subdomain, email }: Credentials): Promise<Candidate | undefined> {
  const [found] = await database.orm.em.fork().execute<Candidate[]>(
    `select account.id as "accountId", api_enabled as "apiEnabled", suspended_at as "suspendedAt",
       account_user.id as "userId", account_user.name as "userName", password_hash as "passwordHash", role
     from account
     join account_user on account_user.account_id = account.id
     join client_user_link link on link.account_id = account.id and link.user_id = account_user.id
     where lower(subdomain) = ? and lower(account_user.email) = ?`,
    [subdomain.toLowerCase(), email.toLowerCase()],
  );
  return found;
}
