import { raw } from '@mikro-orm/postgresql';
import type { Role } from '../../outbox/actor.js';
import { recordChange } from '../../outbox/change-log.js';
import type { ChangedBy } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Row } from '../../platform/database/rows.js';
import { type FieldErrors, invalid, notFound } from '../../platform/errors.js';
import { assignAttributes, getRecord, hasErrors, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueMessage, recordFailedMessage } from '../messaging/delivery/message-outbox.actions.js';
import { AccountUser } from './account-user.entity.js';
import { ClientUserLink } from './client-user-link.entity.js';
import { newInvitation, passwordLink } from './invitation.rules.js';
import { invitationText } from './invitation.texts.js';
import type { UserInput } from './user.input.js';
import { userProblems } from './user.rules.js';

/** Why an invitation was not sent: it would be nothing without its link. */
const unknownAddress = 'PUBLIC_URL is not set: the link would lead where the request says';

/** Adds a user, who is sent a link to choose a password (spec, Account). @throws DomainError INVALID by attribute */
export function createClientUser(context: RequestContext, { role, ...input }: UserInput): Promise<ClientUserLink> {
  return context.db.transaction(async (tx) => {
    const invited = await addInvitedUser(context, tx, { role, ...input });
    await sendInvitation(context, tx, invited);
    return invited.link;
  });
}

/** Sends a user a new link to choose a password; the one before is good no longer. @throws DomainError NOT_FOUND */
export function inviteClientUser(context: RequestContext, id: number): Promise<ClientUserLink> {
  return context.db.transaction(async (tx) => {
    const invited = await inviteAgain(context, tx, await getRecord(tx, ClientUserLink, id));
    await sendInvitation(context, tx, invited);
    return invited.link;
  });
}

/**
 * Invites a user for the operator, who passes the link on: no message is sent. A user of that email gets a new link, in
 * place of the one before.
 *
 * @returns the token of the link
 * @throws DomainError INVALID by attribute, on `role` if the user has another
 */
export function inviteByOperator(
  context: RequestContext,
  input: { name: string; email: string; role: Role },
): Promise<InvitedUser> {
  return context.db.transaction(async (tx) => {
    const [known] = await findByEmail(tx, input.email);
    if (!known) return addInvitedUser(context, tx, input);
    const [link] = await tx.rows(ClientUserLink, { userId: known.id });
    if (!link) throw notFound();
    if (link.role !== input.role) throw invalid({ role: [`is ${link.role} for this user`] });
    return inviteAgain(context, tx, link);
  });
}

interface InvitedUser<Link = Pick<ClientUserLink, 'id' | 'userId' | 'role'>> {
  user: AccountUser;
  link: Link;
  /** Of the link by which the user can choose a password. Nothing keeps it. */
  token: string;
}

async function addInvitedUser(
  context: RequestContext,
  tx: AccountTransaction,
  { role, ...input }: UserInput,
): Promise<InvitedUser<ClientUserLink>> {
  const user = tx.create(AccountUser, context.clock.now());
  rejectIfAny(await changeUser(tx, user, input));
  const token = invite(context, user);
  return { user, link: await addUser(tx, user, role ?? 'staff', by(context)), token };
}

async function inviteAgain<Link extends Pick<ClientUserLink, 'userId'>>(
  context: RequestContext,
  tx: AccountTransaction,
  link: Link,
): Promise<InvitedUser<Link>> {
  const user = await tx.getLocked(AccountUser, link.userId);
  const token = invite(context, user);
  await recordChange(tx, 'user.modified', user, by(context));
  return { user, link, token };
}

/** Writes a new user and the link that gives it a role. */
export async function addUser(
  tx: AccountTransaction,
  user: AccountUser,
  role: Role,
  by: ChangedBy,
): Promise<ClientUserLink> {
  await recordChange(tx, 'user.created', user, by);
  const link = tx.create(ClientUserLink, by.at);
  Object.assign(link, { userId: user.id, role });
  await recordChange(tx, 'client_user_link.created', link, by);
  return link;
}

/** Writes the input into the user, and gives all that is wrong with what results. */
async function changeUser(
  tx: AccountTransaction,
  user: AccountUser,
  input: Omit<UserInput, 'role'>,
): Promise<FieldErrors> {
  const attributeErrors = assignAttributes(tx, user, input);
  const problems = { ...userProblems(user), ...attributeErrors };
  return hasErrors(problems) ? problems : takenProblems(tx, user);
}

async function takenProblems(tx: AccountTransaction, { email }: AccountUser): Promise<FieldErrors> {
  const same = await findByEmail(tx, email);
  return same.length > 0 ? { email: ['has already been taken'] } : {};
}

function findByEmail(tx: AccountTransaction, email: string): Promise<Row<AccountUser>[]> {
  return tx.rows(AccountUser, { [raw((alias) => `lower(${alias}.email)`)]: email.toLowerCase() });
}

/** Gives the token, which nothing keeps. */
function invite({ account, clock }: RequestContext, user: AccountUser): string {
  const { token, hash, expiresAt } = newInvitation(account.id, clock.now());
  user.invitationHash = hash;
  user.invitationExpiresAt = expiresAt;
  return token;
}

async function sendInvitation(
  context: RequestContext,
  tx: AccountTransaction,
  { user, token }: InvitedUser,
): Promise<void> {
  const { account, linkAddress } = context;
  const text = invitationText(account.locale, user.name, account.name, passwordLink(linkAddress, token));
  const shell = { kind: 'user_invitation', channel: MessageChannel.EMAIL, recipient: user.email };
  if (linkAddress !== '') await queueMessage(context, tx, { ...shell, ...text });
  else await recordFailedMessage(context, tx, { ...shell, subject: text.subject, body: '' }, unknownAddress);
}
