import type { Role } from '../../outbox/actor.js';
import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { ChangedBy } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import { Account } from '../account/account.entity.js';
import { isEmail } from '../account/account.rules.js';
import { requireGrantable } from '../account/permissions.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validatePresence } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { validateReferences } from '../records/reference.js';
import { removeAllFactors } from '../second-factor/second-factor.actions.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import type { SecurityEventKind } from '../security-event/security-event.rules.js';
import { validateTexts } from '../text/contact-details.js';
import { assignPasswordLink, findByEmail, sendPasswordLink } from './password.actions.js';
import { findRequiredProvider } from './required-provider.queries.js';
import { AccountUser, ClientUserLink, type UserChangesInput, type UserInput } from './user.entity.js';
import { endSessionsOf } from './user-session.actions.js';

/** A user of an account, with the link of an invitation that was not sent. */
export type InvitedLink = ClientUserLink & { invitationLink: string | null };

/**
 * Creates a user and sends a link to choose a password (spec, Account).
 *
 * @throws DomainError INVALID by attribute; FORBIDDEN like `requireGrantable`
 */
export function createClientUser(context: RequestContext, input: UserInput): Promise<InvitedLink> {
  return context.db.transaction(async (tx) => {
    return sendInvitation(context, tx, await addInvitedUser(context, tx, input));
  });
}

/**
 * Sends a user a new link to choose a password. Earlier links stop working.
 *
 * @throws DomainError NOT_FOUND; FORBIDDEN like `requireGrantable`, because the answer may contain the link
 */
export function inviteClientUser(context: RequestContext, id: number): Promise<InvitedLink> {
  return context.db.transaction(async (tx) => {
    const link = await tx.get(ClientUserLink, id);
    requireGrantable(context.actor, link.role);
    return sendInvitation(context, tx, await reinviteUser(context, tx, link));
  });
}

/** Sends an invitation. Returns its link only if this server sends no email: otherwise only the user may see it. */
async function sendInvitation(
  context: RequestContext,
  tx: AccountTransaction,
  invited: Invitation<ClientUserLink>,
): Promise<InvitedLink> {
  const { account, address, sends } = context;
  const link = await sendPasswordLink(context, tx, invited, 'invitation');
  const isSent = sends?.email === true && !account.sandbox;
  const invitationLink = isSent || address === '' ? null : link;
  return Object.assign(invited.link, { invitationLink });
}

/** In milliseconds. */
const emergency = 24 * 60 * 60 * 1_000;

/**
 * Creates a user, or a new link for an existing user with that email. Sends no message: the operator passes the link
 * on. If users sign in by the identity provider only, this one may use a password for a day: the way back into an
 * account whose provider is down or set up wrongly.
 *
 * @throws DomainError INVALID by attribute, and on `role` if the existing user has another role
 */
export function inviteByOperator(
  context: RequestContext,
  input: { name: string; email: string; role: Role },
): Promise<Invitation> {
  return context.db.transaction(async (tx) => {
    const isByProvider = (await findRequiredProvider(tx)) !== undefined;
    const passwordUntil = isByProvider ? new Date(context.serverClock.now().getTime() + emergency) : null;
    const [existing] = await findByEmail(tx, input.email);
    if (!existing) return addInvitedUser(context, tx, input, passwordUntil);
    const [link] = await tx.rows(ClientUserLink, { userId: existing.id });
    if (!link) throw notFound();
    if (link.role !== input.role) throw invalid({ role: [`is ${link.role} for this user`] });
    return reinviteUser(context, tx, link, passwordUntil);
  });
}

interface Invitation<Link = Pick<ClientUserLink, 'id' | 'userId' | 'role'>> {
  user: AccountUser;
  link: Link;
  /** The token in the link. It is never stored. */
  token: string;
}

async function addInvitedUser(
  context: RequestContext,
  tx: AccountTransaction,
  { role, resourceId = null, ...input }: UserInput,
  passwordUntil: Date | null = null,
): Promise<Invitation<ClientUserLink>> {
  const ofLink = { role: role ?? 'staff', resourceId };
  requireGrantable(context.actor, ofLink.role);
  const user = tx.create(AccountUser, context.clock.now());
  user.passwordUntil = passwordUntil;
  rejectIfAny(await assignUser(tx, user, input), await validateReferences(tx, ClientUserLink, {}, ofLink));
  const token = assignPasswordLink(context, user, 'invitation');
  const link = await addUser(tx, user, ofLink, changedBy(context));
  await recordOf(context, tx, 'user.created', user, { role: link.role });
  return { user, link, token };
}

async function reinviteUser<Link extends Pick<ClientUserLink, 'userId'>>(
  context: RequestContext,
  tx: AccountTransaction,
  link: Link,
  passwordUntil: Date | null = null,
): Promise<Invitation<Link>> {
  const user = await tx.getLocked(AccountUser, link.userId);
  if (passwordUntil) user.passwordUntil = passwordUntil;
  const token = assignPasswordLink(context, user, 'invitation');
  await recordChange(tx, 'user.modified', user, changedBy(context));
  await recordOf(context, tx, 'user.invited', user);
  return { user, link, token };
}

function recordOf(
  context: RequestContext,
  tx: AccountTransaction,
  kind: SecurityEventKind,
  { id: userId, name }: AccountUser,
  details: Record<string, string> = {},
): Promise<void> {
  return recordSecurityEvent(tx, context, { kind, about: { userId, name }, details });
}

/** Writes a new user, its role and the resource that it is. */
export async function addUser(
  tx: AccountTransaction,
  user: AccountUser,
  ofLink: { role: Role; resourceId?: number | null },
  changedBy: ChangedBy,
): Promise<ClientUserLink> {
  await recordChange(tx, 'user.created', user, changedBy);
  const link = tx.create(ClientUserLink, changedBy.at);
  Object.assign(link, { userId: user.id, ...ofLink });
  await recordChange(tx, 'client_user_link.created', link, changedBy);
  return link;
}

/** Assigns the input to the user and returns the errors of the result. */
async function assignUser(
  tx: AccountTransaction,
  user: AccountUser,
  input: Omit<UserInput, 'role' | 'resourceId'>,
): Promise<FieldErrors> {
  const attributeErrors = assignAttributes(tx, user, input);
  const errors = { ...validateUser(user), ...validateTexts(input), ...attributeErrors };
  return hasErrors(errors) ? errors : validateUniqueness(tx, user);
}

async function validateUniqueness(tx: AccountTransaction, { email }: AccountUser): Promise<FieldErrors> {
  const same = await findByEmail(tx, email);
  return same.length > 0 ? { email: ['has already been taken'] } : {};
}

interface UserAttributes {
  name?: string;
  email?: string;
}

/** Validates the attributes of a user that need no database (spec, Account user link). */
export function validateUser(user: UserAttributes): FieldErrors {
  return {
    ...(user.email && !isEmail(user.email) && { email: ['is invalid'] }),
    ...validatePresence(user, 'name', 'email'),
  };
}

/**
 * Updates a user, its role and the resource that it is.
 *
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID by attribute; FORBIDDEN like `requireGrantable`
 */
export function updateClientUser(
  context: RequestContext,
  id: number,
  { role, resourceId, ...input }: UserChangesInput,
  ifRevision?: number | null,
): Promise<ClientUserLink> {
  return context.db.transaction(async (tx) => {
    const { link, user } = await lockUser(tx, id);
    requireRevision(link, ifRevision, 'user');
    const roleBefore = link.role;
    requireGrantable(context.actor, roleBefore);
    const attributeErrors = assignAttributes(tx, user, input);
    const referenceErrors = await validateReferences(tx, ClientUserLink, link, { resourceId });
    if (role !== undefined) link.role = role ?? 'staff';
    if (resourceId !== undefined) link.resourceId = resourceId;
    requireGrantable(context.actor, link.role);
    const isDemoted = roleBefore === 'admin' && link.role !== 'admin';
    rejectIfAny(
      { ...validateUser(user), ...validateTexts(input), ...attributeErrors, ...referenceErrors },
      isDemoted ? await validateAdminRemains(tx, { id: link.id, role: roleBefore }) : {},
    );
    const isUserChanged = await recordChange(tx, 'user.modified', user, changedBy(context));
    const isLinkChanged = await recordChange(tx, 'client_user_link.modified', link, changedBy(context));
    const isRoleChanged = link.role !== roleBefore;
    if (isUserChanged || (isLinkChanged && !isRoleChanged)) await recordOf(context, tx, 'user.changed', user);
    if (isRoleChanged) await recordOf(context, tx, 'user.role_changed', user, { from: roleBefore, to: link.role });
    return isUserChanged ? countRevision(tx, link) : link;
  });
}

/** Counts a change of the user as one of the link, which clients read and change together with its user. */
async function countRevision(tx: AccountTransaction, link: ClientUserLink): Promise<ClientUserLink> {
  const sql = 'update client_user_link set revision_count = revision_count + 1 where account_id = $1 and id = $2';
  await tx.query(sql, [link.id]);
  return { ...link, revisionCount: link.revisionCount + 1 };
}

/**
 * Deletes a user and its sessions. An open socket of a session is closed when its key is next checked.
 *
 * @returns the deleted records
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID on `role` for the last admin
 */
export function deleteClientUser(
  context: RequestContext,
  id: number,
  ifRevision?: number | null,
): Promise<LinkWithUser> {
  return context.db.transaction(async (tx) => {
    const { link, user } = await lockUser(tx, id);
    requireRevision(link, ifRevision, 'user');
    rejectIfAny(await validateAdminRemains(tx, link));
    await tx.query('delete from api_key where account_id = $1 and user_id = $2', [user.id]);
    await recordRemoval(tx, 'client_user_link.deleted', link, changedBy(context));
    await recordRemoval(tx, 'user.deleted', user, changedBy(context));
    await recordOf(context, tx, 'user.deleted', user, { role: link.role });
    return { ...link, user };
  });
}

/**
 * Removes the second factors of a user who has lost them, and ends the user's sessions. If the account requires a second
 * factor, the user sets up a new one at the next sign-in.
 *
 * @throws DomainError NOT_FOUND; FORBIDDEN like `requireGrantable`
 */
export function resetSecondFactor(context: RequestContext, id: number): Promise<ClientUserLink> {
  return context.db.transaction(async (tx) => {
    const link = await tx.get(ClientUserLink, id);
    requireGrantable(context.actor, link.role);
    const { id: userId, name } = await tx.getLocked(AccountUser, link.userId);
    await removeAllFactors(tx, userId);
    await endSessionsOf(context, tx, userId);
    const about = { userId, name };
    await recordSecurityEvent(tx, context, { kind: 'second_factor.disabled', about, details: { method: 'all' } });
    return link;
  });
}

/** Does so for the user with an email, by a command of the operator. @throws DomainError INVALID on `email` */
export async function resetSecondFactorByOperator(context: RequestContext, email: string): Promise<ClientUserLink> {
  const link = await context.db.transaction(async (tx) => {
    const [user] = await findByEmail(tx, email);
    return user && tx.findBy(ClientUserLink, { userId: user.id });
  });
  if (!link) throw invalid({ email: ['does not exist'] });
  return resetSecondFactor(context, link.id);
}

/** A link that contains its user, because a deleted user can't be loaded. */
export type LinkWithUser = ClientUserLink & { user?: AccountUser };

/** Also locks the account, so that concurrent requests can't remove the last two admins. */
async function lockUser(tx: AccountTransaction, id: number): Promise<{ link: ClientUserLink; user: AccountUser }> {
  const { userId } = await tx.get(ClientUserLink, id);
  const user = await tx.findLocked(AccountUser, userId, [Account, tx.accountId]);
  const link = await tx.find(ClientUserLink, id);
  if (!link || !user) throw notFound();
  return { link, user };
}

/** Returns an error if the user is the last admin: nobody who signs in could administer the account any more. */
export async function validateAdminRemains(
  tx: AccountTransaction,
  { id, role }: Pick<ClientUserLink, 'id' | 'role'>,
): Promise<FieldErrors> {
  if (role !== 'admin') return {};
  const others = await tx.rows(ClientUserLink, { role: 'admin', id: { $ne: id } }, { limit: 1 });
  return others.length > 0 ? {} : { role: ['is that of the last admin'] };
}
