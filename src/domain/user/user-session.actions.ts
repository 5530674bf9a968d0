import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError, notFound } from '../../platform/errors.js';
import { ApiKey } from '../account/api-key.entity.js';
import { hasPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { AccountUser } from './user.entity.js';
import { readSessions, type SessionRow, toUserSession, type UserSession } from './user-session.queries.js';

/**
 * Ends a session: one's own or, with the permission `users`, that of any user. Requests with it are refused from now on, and
 * its subscriptions end.
 *
 * @throws DomainError NOT_FOUND
 */
export function endSession(context: RequestContext, id: number): Promise<UserSession> {
  const { actor, db, serverClock } = context;
  return db.transaction(async (tx) => {
    const key = await tx.findBy(ApiKey, { id, revokedAt: null });
    const userId = key?.userId ?? null;
    const isOwn = actor.kind === 'user' && actor.id === userId;
    if (userId === null || !(isOwn || hasPermission(actor, 'users'))) throw notFound();
    await tx.lock([AccountUser, userId]);
    const session = (await readSessions(tx, [userId], serverClock.now())).find((row) => row.id === id);
    if (!session) throw notFound();
    await end(context, tx, session);
    return toUserSession(session, context);
  });
}

/** Ends all sessions of the user but the current one, and returns them. @throws DomainError FORBIDDEN for a key of the account */
export function endOtherSessions(context: RequestContext): Promise<UserSession[]> {
  const { actor, db, sessionId, serverClock } = context;
  if (actor.kind !== 'user') throw new DomainError('FORBIDDEN', 'Only users who have signed in have sessions');
  return db.transaction(async (tx) => {
    await tx.lock([AccountUser, actor.id]);
    const others = (await readSessions(tx, [actor.id], serverClock.now())).filter(({ id }) => id !== sessionId);
    for (const session of others) await end(context, tx, session);
    return others.map((session) => toUserSession(session, context));
  });
}

/** Ends all sessions of a user, whom the transaction has locked. */
export async function endSessionsOf(context: RequestContext, tx: AccountTransaction, userId: number): Promise<void> {
  for (const session of await readSessions(tx, [userId], context.serverClock.now())) await end(context, tx, session);
}

async function end(context: RequestContext, tx: AccountTransaction, { id, userId }: SessionRow): Promise<void> {
  const key = await tx.findBy(ApiKey, { id });
  if (!key) return;
  const at = context.serverClock.now();
  key.revokedAt = at;
  await recordChange(tx, 'api_key.revoked', key, { actor: context.actor, at });
  const { actor } = context;
  const isOwn = actor.kind === 'user' && actor.id === userId;
  const owner = isOwn ? null : await tx.get(AccountUser, userId);
  const about = owner && { userId, name: owner.name };
  const details = { session_id: id };
  await recordSecurityEvent(tx, context, { kind: 'session.ended', ...(about && { about }), details });
}
