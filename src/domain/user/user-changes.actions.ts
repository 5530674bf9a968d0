import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, notFound, rejectIfAny } from '../../platform/errors.js';
import { Account } from '../account/account.entity.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { validateTexts } from '../text/contact-details.js';
import { AccountUser } from './account-user.entity.js';
import { ClientUserLink } from './client-user-link.entity.js';
import type { UserChangesInput } from './user.input.js';
import { validateUser } from './user.rules.js';

/** Updates a user and its role. @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID by attribute */
export function updateClientUser(
  context: RequestContext,
  id: number,
  { role, ...input }: UserChangesInput,
  ifRevision?: number | null,
): Promise<ClientUserLink> {
  return context.db.transaction(async (tx) => {
    const { link, user } = await lockUser(tx, id);
    requireRevision(link, ifRevision, 'user');
    const attributeErrors = assignAttributes(tx, user, input);
    const isDemoted = role !== undefined && role !== 'admin';
    rejectIfAny(
      { ...validateUser(user), ...validateTexts(input), ...attributeErrors },
      isDemoted ? await validateAdminRemains(tx, link) : {},
    );
    if (role !== undefined) link.role = role ?? 'staff';
    const isUserChanged = await recordChange(tx, 'user.modified', user, changedBy(context));
    await recordChange(tx, 'client_user_link.modified', link, changedBy(context));
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
    return { ...link, user };
  });
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
async function validateAdminRemains(tx: AccountTransaction, { id, role }: ClientUserLink): Promise<FieldErrors> {
  if (role !== 'admin') return {};
  const others = await tx.rows(ClientUserLink, { role: 'admin', id: { $ne: id } }, { limit: 1 });
  return others.length > 0 ? {} : { role: ['is that of the last admin'] };
}
