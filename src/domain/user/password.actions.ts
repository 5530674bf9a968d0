import { raw } from '@mikro-orm/postgresql';
import type { Role } from '../../outbox/actor.js';
import { recordChange } from '../../outbox/change-log.js';
import { clientNetwork, noAddress } from '../../platform/addresses.js';
import type { BackgroundTasks } from '../../platform/background-tasks.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { countAttemptSequentially } from '../../platform/database/attempt-limiter.js';
import type { Database } from '../../platform/database/database.js';
import { invalid } from '../../platform/errors.js';
import { hashPassword } from '../../platform/password.js';
import { textKey } from '../../platform/text.js';
import type { Clock } from '../../platform/time/clock.js';
import { findAccountId } from '../account/account-of-subdomain.queries.js';
import { parseAccountToken } from '../account/account-token.rules.js';
import { createBackgroundContext } from '../account/create-context.js';
import { changedBy, type RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import {
  type QueuedKind,
  queueBuiltInMessage,
  recordFailedMessage,
} from '../messaging/delivery/message-queue.actions.js';
import { recordSecurityEvent, type SecurityEventSource } from '../security-event/record-security-event.actions.js';
import {
  createInvitation,
  getInvitationText,
  type LinkPurpose,
  passwordLink,
  providerLink,
} from './invitation.rules.js';
import { startSessionByLink } from './link-session.actions.js';
import { findRequiredProvider, passwordsRefused } from './required-provider.queries.js';
import type { StartedSession } from './session.actions.js';
import { AccountUser } from './user.entity.js';

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
  /** The name of the identity provider, if it makes the link invalid: the user must sign in by it. */
  requiredProvider: string | null;
}

/** Finds the user to whom the link with that token was sent. */
export async function findInvitedUser(
  database: Database,
  clock: Clock,
  token: string,
): Promise<InvitedUser | undefined> {
  const { accountId, hash } = parseAccountToken(token) ?? {};
  if (accountId === undefined) return undefined;
  await database.cell?.requireHere(accountId);
  const [invited] = await database.account(accountId).query<InvitedUser>(
    `select account.id as "accountId", account.name as "accountName", subdomain, locale, account_user.id as "userId",
       account_user.name as "userName", account_user.email, role, invitation_hash as hash,
       coalesce(invitation_expires_at > $2, false) and provider.name is null as "isLinkValid",
       provider.name as "requiredProvider"
     from account
     join account_user on account_user.account_id = account.id
     join client_user_link link on link.account_id = account.id and link.user_id = account_user.id
     left join identity_provider provider on provider.account_id = account.id and provider.active
       and provider.required and coalesce(password_until <= $2, true)
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
  source: SecurityEventSource,
  invited: InvitedUser,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(invited.accountId, password);
  return database.account(invited.accountId).transaction((tx) => storePassword(tx, source, invited, passwordHash));
}

/**
 * Sets the password as `choosePassword` does, and begins a session if the account asks for no more than that.
 *
 * @returns undefined if the link was no longer valid
 */
export async function choosePasswordAndSignIn(
  database: Database,
  source: SecurityEventSource,
  invited: InvitedUser,
  password: string,
): Promise<{ begun: StartedSession | undefined } | undefined> {
  const passwordHash = await hashPassword(invited.accountId, password);
  return database.account(invited.accountId).transaction(async (tx) => {
    if (!(await storePassword(tx, source, invited, passwordHash))) return undefined;
    const user = { id: invited.userId, name: invited.userName, role: invited.role };
    return { begun: await startSessionByLink(tx, source, user, 'password_link') };
  });
}

async function storePassword(
  tx: AccountTransaction,
  source: SecurityEventSource,
  { userId, userName, role, hash }: InvitedUser,
  passwordHash: string,
): Promise<boolean> {
  const user = await tx.findLocked(AccountUser, userId);
  const at = source.serverClock.now();
  const until = user?.invitationHash === hash ? user.invitationExpiresAt : null;
  if (!user || !until || until <= at) return false;
  Object.assign(user, { passwordHash, invitationExpiresAt: null });
  await recordChange(tx, 'user.modified', user, { actor: { kind: 'user', id: userId, name: userName, role }, at });
  await tx.query(
    'update api_key set revoked_at = $2, updated_at = $2 where account_id = $1 and user_id = $3 and revoked_at is null',
    [at, userId],
  );
  await recordSecurityEvent(tx, source, { kind: 'password.chosen', user: { id: userId, name: userName } });
  return true;
}

const messageKinds = { invitation: 'user_invitation', reset: 'password_reset' } as const satisfies Record<
  LinkPurpose,
  QueuedKind
>;

/** Finds the user of an account with an email, in any case. */
export function findByEmail(tx: AccountTransaction, email: string): Promise<AccountUser[]> {
  return tx.rows(AccountUser, { [raw((alias) => `text_key(${alias}.email)`)]: textKey(email) });
}

/** Stores the hash and the expiry of a new link to choose a password. Returns its token. */
export function assignPasswordLink(
  { account, serverClock }: RequestContext,
  user: AccountUser,
  purpose: LinkPurpose,
): string {
  const { token, hash, expiresAt } = createInvitation(account.id, serverClock.now(), purpose);
  user.invitationHash = hash;
  user.invitationExpiresAt = expiresAt;
  return token;
}

/**
 * Sends a user the link with that token, or to the identity provider, if users sign in by it only. Without a base URL for links, the
 * message is stored as failed.
 *
 * @returns the link
 */
export async function sendPasswordLink(
  context: RequestContext,
  tx: AccountTransaction,
  { user, token }: { user: AccountUser; token: string },
  purpose: LinkPurpose,
): Promise<string> {
  const { account, address } = context;
  const isByProvider = (await findRequiredProvider(tx)) !== undefined;
  const link = isByProvider ? providerLink(address, account.subdomain) : passwordLink(address, token);
  const text = getInvitationText(isByProvider ? 'provider' : purpose, account.locale, {
    user: user.name,
    account: account.name,
    link,
  });
  const envelope = { kind: messageKinds[purpose], channel: MessageChannel.EMAIL, recipient: user.email };
  if (address !== '') await queueBuiltInMessage(context, tx, { ...envelope, ...text });
  else await recordFailedMessage(context, tx, { ...envelope, subject: text.subject, body: '' }, noAddress);
  return link;
}

interface PasswordLinkRequest {
  subdomain: string;
  email: string;
  /** Base URL for the link; empty if it is unknown. */
  address: string;
}

/**
 * Sends a user a link to choose a new password, which is valid for an hour. The current password and the sessions stay
 * valid until then. If no such account or user exists, nothing is sent, but the response is the same.
 *
 * The user is looked up by one of `tasks`: until the response, a known and an unknown email cost the same work, so the
 * time of the response does not reveal which users exist.
 *
 * @throws DomainError INVALID if the server does not know its address, FORBIDDEN if users sign in by an identity provider
 *   only; RateLimitError within an existing account, whether it has the user or not
 */
export async function requestPasswordLink(
  database: Database,
  source: SecurityEventSource,
  { subdomain, email, address }: PasswordLinkRequest,
  tasks: BackgroundTasks,
): Promise<void> {
  if (address === '') throw invalid({ base: [noAddress] });
  const accountId = await findAccountId(database, subdomain.trim());
  if (accountId === undefined) return;
  const context = await createBackgroundContext(database, source.serverClock, accountId, undefined, { address });
  const requiredProvider = await findRequiredProvider(context.db);
  if (requiredProvider !== undefined) throw passwordsRefused(requiredProvider);
  const subject = textKey(email.trim());
  await countAttemptSequentially(context, [
    { name: 'password-link:network', subject: clientNetwork(source.clientAddress), ...passwordLinkRequests.perNetwork },
    { name: 'password-link:user', subject, ...passwordLinkRequests.perUser },
  ]);
  tasks.start(() => resetPassword(context, source, subject));
}

async function resetPassword(context: RequestContext, source: SecurityEventSource, email: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [found] = await findByEmail(tx, email);
    if (!found) return;
    const user = await tx.getLocked(AccountUser, found.id);
    const token = assignPasswordLink(context, user, 'reset');
    await recordChange(tx, 'user.modified', user, changedBy(context));
    await sendPasswordLink(context, tx, { user, token }, 'reset');
    const { id, name } = user;
    await recordSecurityEvent(tx, source, { kind: 'password.link_requested', user: { id, name } });
  });
}

/** The number of links to choose a new password that may be requested, from one client network and for one email. */
const passwordLinkRequests = {
  perNetwork: { maxAttempts: 10, minutes: 15 },
  perUser: { maxAttempts: 3, minutes: 15 },
} as const;
