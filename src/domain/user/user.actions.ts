import { raw } from '@mikro-orm/postgresql';
import type { Role } from '../../changes/actor.js';
import { type ChangedBy, recordChange } from '../../changes/change-log.js';
import type { FieldErrors } from '../../errors.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import { assignAttributes, findRecord, hasErrors, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { MessageChannel } from '../message/message.entity.js';
import { queueMessage } from '../message/message-outbox.js';
import { AccountUser } from './account-user.entity.js';
import { ClientUserLink } from './client-user-link.entity.js';
import { newInvitation } from './invitation.rules.js';
import { invitationText } from './invitation.texts.js';
import type { UserInput } from './user.input.js';
import { userProblems } from './user.rules.js';

/** Adds a user, who is sent a link to choose a password (spec, Account). @throws DomainError INVALID by attribute */
export function createClientUser(context: RequestContext, { role, ...input }: UserInput): Promise<ClientUserLink> {
  return context.db.transaction(async (tx) => {
    const user = tx.create(AccountUser, context.clock.now());
    rejectIfAny(await changeUser(tx, user, input));
    const token = invite(context, user);
    const link = await addUser(tx, user, role ?? 'staff', by(context));
    await sendInvitation(context, tx, user, token);
    return link;
  });
}

/** Sends a user a new link to choose a password; the one before is good no longer. @throws DomainError NOT_FOUND */
export function inviteClientUser(context: RequestContext, id: number): Promise<ClientUserLink> {
  return context.db.transaction(async (tx) => {
    const link = await findRecord(tx, ClientUserLink, id);
    await tx.lock(['user', link.userId]);
    const user = await findRecord(tx, AccountUser, link.userId);
    const token = invite(context, user);
    await recordChange(tx, 'user.modified', user, by(context));
    await sendInvitation(context, tx, user, token);
    return link;
  });
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
  const unfit = assignAttributes(tx, user, input);
  const problems = { ...userProblems(user), ...unfit };
  return hasErrors(problems) ? problems : takenProblems(tx, user);
}

async function takenProblems(tx: AccountTransaction, { email }: AccountUser): Promise<FieldErrors> {
  const same = await tx.rows(AccountUser, { [raw((alias) => `lower(${alias}.email)`)]: email.toLowerCase() });
  return same.length > 0 ? { email: ['has already been taken'] } : {};
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
  user: AccountUser,
  token: string,
): Promise<void> {
  const { account, address } = context;
  await queueMessage(context, tx, {
    kind: 'user_invitation',
    channel: MessageChannel.EMAIL,
    recipient: user.email,
    ...invitationText(account.locale, user.name, account.name, `${address}/password/${token}`),
  });
}
