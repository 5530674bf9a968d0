import type { Role } from '../../outbox/actor.js';
import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { hasErrors } from '../../platform/errors.js';
import type { VerifiedToken } from '../../platform/open-id/id-token.js';
import { Account } from '../account/account.entity.js';
import { recordSecurityEvent, type SecurityEventSource } from '../security-event/record-security-event.actions.js';
import { findByEmail } from '../user/password.actions.js';
import { addUser, validateAdminRemains } from '../user/user.actions.js';
import { AccountUser, ClientUserLink } from '../user/user.entity.js';
import { IdentityLink, type IdentityProvider } from './identity-provider.entity.js';
import { type GivenRole, nameOf, roleOf, verifiedEmailOf } from './identity-provider.rules.js';
import { SignInRefusal } from './sign-in-refusal.js';

export interface SignedInUser {
  id: number;
  name: string;
  role: Role;
}

/**
 * Returns the user of an identity, locked: the one who is linked, or else the one with the email address that the
 * provider has verified, or else a new one, if the provider gives a role. The role follows the groups.
 *
 * @throws SignInRefusal
 */
export async function lockUserOfIdentity(
  tx: AccountTransaction,
  source: SecurityEventSource,
  provider: IdentityProvider,
  verified: VerifiedToken,
): Promise<SignedInUser> {
  const at = source.serverClock.now();
  const changes: RoleChanges = { source, provider, given: roleOf(provider, verified.claims), at };
  const { claims } = verified;
  const identity = { issuer: provider.issuer, subject: verified.subject };
  const { given } = changes;
  const email = verifiedEmailOf(provider, claims);
  if (given === 'none') throw new SignInRefusal('role_missing', '', { id: null, name: email ?? identity.subject });
  const unchanged = await lockUnchanged(tx, identity, given);
  if (unchanged) return unchanged;
  // All that is left changes users: one sign-in at a time.
  await tx.lock([Account, tx.accountId]);
  const link = await tx.findBy(IdentityLink, identity);
  if (link && link.userId !== null) return followGroups(tx, link.userId, changes);
  if (email === undefined) {
    throw new SignInRefusal('email_unverified', '', { id: null, name: identity.subject });
  }
  const [known] = await findByEmail(tx, email);
  if (known) {
    await linkUser(tx, link, { ...identity, user: known }, at);
    return followGroups(tx, known.id, changes);
  }
  if (link) throw new SignInRefusal('user_deleted', '', { id: null, name: email });
  const role = given === 'undecided' ? provider.defaultRole : given;
  if (role === null) throw new SignInRefusal('user_unknown', '', { id: null, name: email });
  const user = tx.create(AccountUser, at);
  Object.assign(user, { name: nameOf(claims, email), email });
  await addUser(tx, user, { role }, { actor: { kind: 'background' }, at });
  await linkUser(tx, null, { ...identity, user }, at);
  await recordByProvider(tx, changes, 'user.created', user, { role });
  return { id: user.id, name: user.name, role };
}

/** The role that a user gets, with the provider that gives it. */
interface RoleChanges {
  source: SecurityEventSource;
  provider: IdentityProvider;
  given: GivenRole;
  at: Date;
}

/** Records a change of a user that the provider, and no user of the account, has made. */
function recordByProvider(
  tx: AccountTransaction,
  { source, provider }: RoleChanges,
  kind: 'user.created' | 'user.role_changed',
  { id: userId, name }: Pick<AccountUser, 'id' | 'name'>,
  details: Record<string, string>,
): Promise<void> {
  const user = { id: null, name: provider.name };
  return recordSecurityEvent(tx, source, { kind, user, about: { userId, name }, details });
}

interface Identity {
  issuer: string;
  subject: string;
}

/** Returns the linked user, if the sign-in changes nothing: without the lock of the account. */
async function lockUnchanged(
  tx: AccountTransaction,
  { issuer, subject }: Identity,
  given: GivenRole,
): Promise<SignedInUser | undefined> {
  const [linked] = await tx.query<{ id: number }>(
    'select user_id as id from identity_link where account_id = $1 and subject = $2 and issuer = $3 and user_id is not null',
    [subject, issuer],
  );
  const user = linked && (await tx.findLocked(AccountUser, linked.id));
  const link = user && (await tx.findBy(ClientUserLink, { userId: user.id }));
  if (!link || (given !== 'undecided' && given !== link.role)) return undefined;
  return { id: user.id, name: user.name, role: link.role };
}

/**
 * Links an identity to a user.
 *
 * @param link that of a deleted user; an admin has added the user again
 * @throws SignInRefusal if the user has another identity at the provider: addresses of former members are given to others
 */
async function linkUser(
  tx: AccountTransaction,
  link: IdentityLink | null,
  { issuer, subject, user }: Identity & { user: AccountUser },
  at: Date,
): Promise<void> {
  const other = await tx.findBy(IdentityLink, { issuer, userId: user.id });
  if (other) throw new SignInRefusal('identity_taken', '', { id: user.id, name: user.name });
  const linked = link ?? tx.create(IdentityLink, at);
  Object.assign(linked, { issuer, subject, userId: user.id });
  const name = link ? 'identity_link.modified' : 'identity_link.created';
  await recordChange(tx, name, linked, { actor: { kind: 'background' }, at });
}

/** Gives a user the role of the groups. The last admin stays one: nobody could administer the account any more. */
async function followGroups(tx: AccountTransaction, userId: number, changes: RoleChanges): Promise<SignedInUser> {
  const { given, at } = changes;
  const user = await tx.findLocked(AccountUser, userId);
  const link = user && (await tx.findBy(ClientUserLink, { userId }));
  if (!link) throw new SignInRefusal('user_deleted');
  const { id, name } = user;
  const { role: former } = link;
  if (given !== 'undecided' && given !== 'none' && given !== former) {
    const isLastAdmin = hasErrors(await validateAdminRemains(tx, link));
    if (isLastAdmin) return { id, name, role: former };
    link.role = given;
    await recordChange(tx, 'client_user_link.modified', link, { actor: { kind: 'user', id, name, role: former }, at });
    await recordByProvider(tx, changes, 'user.role_changed', user, { from: former, to: given });
  }
  return { id, name, role: link.role };
}
