import { isWritableAccount } from '../../platform/database/writable-account.js';
import { DomainError } from '../../platform/errors.js';
import { parseAccountToken } from '../account/account-token.rules.js';
import type { RequestContext } from '../context.js';
import { listVisitorPeople, type VisitorPerson } from './visitor-people.queries.js';
import {
  latestExpiry,
  requireMyBookings,
  type StoredSession,
  sessionExpiry,
  toVisitorSession,
} from './visitor-session.rules.js';
import type { VisitorSession } from './visitor-session.type.js';

/** A visitor with a session, the people who have the address now, and those for whom they act. */
export interface Visitor extends StoredSession {
  /** The key of an email (`textKey`), or a phone number in E.164. */
  address: string;
  people: VisitorPerson[];
  personIds: number[];
}

/** The part of its time that a session may have lost before a request writes that it was used, in milliseconds. */
const useAccuracy = 60_000;

/**
 * Returns the visitor of a session. The active people with its address are read each time: a session shows nothing of
 * somebody whose address has changed, or who was deleted, merged or erased since.
 *
 * @param token of the session; by default that of the request
 * @throws DomainError NOT_FOUND if the account has turned it off; UNAUTHENTICATED if the session has ended, or nobody has
 *   its address any more
 */
export async function requireVisitor(context: RequestContext, token: string | null | undefined): Promise<Visitor> {
  requireMyBookings(context);
  const { db, serverClock } = context;
  const hash = hashOfToken(context, token);
  const now = serverClock.now();
  const [session] = await db.query<Omit<Visitor, 'people' | 'personIds'>>(
    `select address, created_at as "createdAt", expires_at as "expiresAt" from visitor_session
     where account_id = $1 and token_hash = $2 and expires_at > $3`,
    [hash, now],
  );
  // One that was to last longer ends when the account no longer remembers visitors.
  if (!session || latestExpiry(context.account, session.createdAt) <= now) throw hasEnded();
  const people = await listVisitorPeople(db, session.address);
  if (people.length === 0) throw hasEnded();
  const visitor = { ...session, people, personIds: people.map(({ id }) => id) };
  const expiresAt = sessionExpiry(context.account, visitor.createdAt, now);
  if (expiresAt.getTime() - visitor.expiresAt.getTime() < useAccuracy) return visitor;
  // A paused account can be read, so its sessions are, too.
  await db.query(
    `update visitor_session set expires_at = $3 where account_id = $1 and token_hash = $2 and expires_at < $3
     and exists (select from account where id = $1 and ${isWritableAccount})`,
    [hash, expiresAt],
  );
  return { ...visitor, expiresAt };
}

/** Returns the guardian as whom a visitor has a record of a person; undefined for a record of its own. */
export function guardianOf({ people }: Visitor, personId: number | null): number | undefined {
  return people.find(({ id }) => id === personId)?.guardianId ?? undefined;
}

/** Returns the session of a token. @throws DomainError like `requireVisitor` */
export async function getVisitorSession(
  context: RequestContext,
  token: string | null | undefined,
): Promise<VisitorSession> {
  const { address, ...session } = await requireVisitor(context, token);
  return toVisitorSession(context.account, address, session);
}

/** Ends a session. @returns what it was @throws DomainError like `requireVisitor` */
export async function endVisitorSession(
  context: RequestContext,
  token: string | null | undefined,
): Promise<VisitorSession> {
  requireMyBookings(context);
  const { db, serverClock } = context;
  const [ended] = await db.query<StoredSession & { address: string }>(
    `delete from visitor_session where account_id = $1 and token_hash = $2
     returning address, created_at as "createdAt", expires_at as "expiresAt"`,
    [hashOfToken(context, token)],
  );
  if (!ended || ended.expiresAt <= serverClock.now()) throw hasEnded();
  return toVisitorSession(context.account, ended.address, ended);
}

/** @throws DomainError UNAUTHENTICATED */
function hashOfToken({ db, visitorToken }: RequestContext, token: string | null | undefined): string {
  const { accountId, hash } = parseAccountToken(token ?? visitorToken ?? '') ?? {};
  if (hash === undefined || accountId !== db.accountId) throw hasEnded();
  return hash;
}

function hasEnded(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'A session of a visitor is required: this one has ended, or there is none');
}
