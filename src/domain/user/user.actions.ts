import type { Role } from '../../outbox/actor.js';
import { recordChange } from '../../outbox/change-log.js';
import type { ChangedBy } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes } from '../records/attributes.js';
import { validateTexts } from '../text/contact-details.js';
import { AccountUser } from './account-user.entity.js';
import { ClientUserLink } from './client-user-link.entity.js';
import { passwordLink } from './invitation.rules.js';
import { assignPasswordLink, findByEmail, sendPasswordLink } from './password-link.actions.js';
import type { UserInput } from './user.input.js';
import { validateUser } from './user.rules.js';

/** A user of an account, with the link of an invitation that was not sent. */
export type InvitedLink = ClientUserLink & { invitationLink: string | null };

/** Creates a user and sends a link to choose a password (spec, Account). @throws DomainError INVALID by attribute */
export function createClientUser(context: RequestContext, { role, ...input }: UserInput): Promise<InvitedLink> {
  return context.db.transaction(async (tx) => {
    return sendInvitation(context, tx, await addInvitedUser(context, tx, { role, ...input }));
  });
}

/** Sends a user a new link to choose a password. Earlier links stop working. @throws DomainError NOT_FOUND */
export function inviteClientUser(context: RequestContext, id: number): Promise<InvitedLink> {
  return context.db.transaction(async (tx) => {
    return sendInvitation(context, tx, await reinviteUser(context, tx, await tx.get(ClientUserLink, id)));
  });
}

/** Sends an invitation. Returns its link only if no email leaves this server: otherwise nobody but the user sees it. */
async function sendInvitation(
  context: RequestContext,
  tx: AccountTransaction,
  invited: Invitation<ClientUserLink>,
): Promise<InvitedLink> {
  const { account, address, sends } = context;
  await sendPasswordLink(context, tx, invited, 'invitation');
  const isSent = sends?.email === true && !account.sandbox;
  const invitationLink = isSent || address === '' ? null : passwordLink(address, invited.token);
  return Object.assign(invited.link, { invitationLink });
}

/**
 * Creates a user, or a new link for an existing user with that email. Sends no message: the operator passes the link
 * on.
 *
 * @throws DomainError INVALID by attribute, and on `role` if the existing user has another role
 */
export function inviteByOperator(
  context: RequestContext,
  input: { name: string; email: string; role: Role },
): Promise<Invitation> {
  return context.db.transaction(async (tx) => {
    const [existing] = await findByEmail(tx, input.email);
    if (!existing) return addInvitedUser(context, tx, input);
    const [link] = await tx.rows(ClientUserLink, { userId: existing.id });
    if (!link) throw notFound();
    if (link.role !== input.role) throw invalid({ role: [`is ${link.role} for this user`] });
    return reinviteUser(context, tx, link);
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
  { role, ...input }: UserInput,
): Promise<Invitation<ClientUserLink>> {
  const user = tx.create(AccountUser, context.clock.now());
  rejectIfAny(await assignUser(tx, user, input));
  const token = assignPasswordLink(context, user, 'invitation');
  return { user, link: await addUser(tx, user, role ?? 'staff', changedBy(context)), token };
}

async function reinviteUser<Link extends Pick<ClientUserLink, 'userId'>>(
  context: RequestContext,
  tx: AccountTransaction,
  link: Link,
): Promise<Invitation<Link>> {
  const user = await tx.getLocked(AccountUser, link.userId);
  const token = assignPasswordLink(context, user, 'invitation');
  await recordChange(tx, 'user.modified', user, changedBy(context));
  return { user, link, token };
}

/** Writes a new user and its role. */
export async function addUser(
  tx: AccountTransaction,
  user: AccountUser,
  role: Role,
  changedBy: ChangedBy,
): Promise<ClientUserLink> {
  await recordChange(tx, 'user.created', user, changedBy);
  const link = tx.create(ClientUserLink, changedBy.at);
  Object.assign(link, { userId: user.id, role });
  await recordChange(tx, 'client_user_link.created', link, changedBy);
  return link;
}

/** Assigns the input to the user and returns the errors of the result. */
async function assignUser(
  tx: AccountTransaction,
  user: AccountUser,
  input: Omit<UserInput, 'role'>,
): Promise<FieldErrors> {
  const attributeErrors = assignAttributes(tx, user, input);
  const errors = { ...validateUser(user), ...validateTexts(input), ...attributeErrors };
  return hasErrors(errors) ? errors : validateUniqueness(tx, user);
}

async function validateUniqueness(tx: AccountTransaction, { email }: AccountUser): Promise<FieldErrors> {
  const same = await findByEmail(tx, email);
  return same.length > 0 ? { email: ['has already been taken'] } : {};
}
