import type { Role } from '../../outbox/actor.js';
import { recordChange } from '../../outbox/change-log.js';
import type { Database } from '../../platform/database/database.js';
import { hashPassword } from '../../platform/password.js';
import type { Clock } from '../../platform/time/clock.js';
import { parseAccountToken } from '../account/account-token.rules.js';
import { AccountUser } from './account-user.entity.js';

/** A user who was invited to choose a password, with the account. */
export interface InvitedUser {
  accountId: number;
  accountName: string;
  subdomain: string;
  /** The locale of the account. */
  locale: string;
  userId: number;
  userName: string;
  email: string;
  role: Role;
  hash: string;
  /** Whether the link is neither used nor expired. */
  isLinkValid: boolean;
}

/** Finds the user to whom the link with that token was sent. */
export async function findInvitedUser(
  database: Database,
  clock: Clock,
  token: string,
): Promise<InvitedUser | undefined> {
  const { accountId, hash } = parseAccountToken(token) ?? {};
  if (accountId === undefined) return undefined;
  const [invited] = await database.account(accountId).query<InvitedUser>(
    `select account.id as "accountId", account.name as "accountName", subdomain, locale, account_user.id as "userId",
       account_user.name as "userName", account_user.email, role, invitation_hash as hash,
       coalesce(invitation_expires_at > $2, false) as "isLinkValid"
     from account
     join account_user on account_user.account_id = account.id
     join client_user_link link on link.account_id = account.id and link.user_id = account_user.id
     where account.id = $1 and account_user.account_id = $1 and invitation_hash = $3`,
    [clock.now(), hash],
  );
  return invited;
}

/**
 * Sets the password of an invited user and ends the user's sessions. A link works once.
 *
 * @returns whether the link was still valid
 */
export async function choosePassword(
  database: Database,
  clock: Clock,
  { accountId, userId, userName, role, hash }: InvitedUser,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return database.account(accountId).transaction(async (tx) => {
    const user = await tx.findLocked(AccountUser, userId);
    const at = clock.now();
    const until = user?.invitationHash === hash ? user.invitationExpiresAt : null;
    if (!user || !until || until <= at) return false;
    Object.assign(user, { passwordHash, invitationExpiresAt: null });
    await recordChange(tx, 'user.modified', user, { actor: { kind: 'user', id: userId, name: userName, role }, at });
    await tx.query(
      'update api_key set revoked_at = $2, updated_at = $2 where account_id = $1 and user_id = $3 and revoked_at is null',
      [at, userId],
    );
    return true;
  });
}
