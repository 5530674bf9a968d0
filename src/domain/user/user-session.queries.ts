import { Field, Int, ObjectType } from 'type-graphql';
import type { AccountQueries } from '../../platform/database/account-database.js';
import { Instant } from '../../platform/scalars.js';
import { useAccuracy } from '../account/api-key-use.js';
import type { RequestContext } from '../context.js';
import { createContextLoader } from '../records/computed-field.js';
import { deviceOf } from './device.rules.js';

/** A session of a user: a row of `api_key`. */
@ObjectType({ simpleResolvers: true, description: 'A session of a user, which began with a sign-in.' })
export class UserSession {
  @Field(() => Int, { description: 'The id of the session.' })
  id!: number;

  @Field(() => Instant, { description: 'When the user signed in.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'When it was last used, accurate to a minute. Null if it was not used yet.',
  })
  lastUsedAt!: Date | null;

  @Field(() => Instant, { description: 'When it ends at the latest.' })
  expiresAt!: Date;

  @Field(() => String, { nullable: true, description: 'The IP address from which the user signed in.' })
  clientAddress!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The `User-Agent` header of the sign-in, at most 255 characters.',
  })
  userAgent!: string | null;

  @Field(() => String, { nullable: true, description: 'A name for the device, such as `Firefox on Windows`.' })
  device!: string | null;

  @Field(() => Boolean, { description: 'Whether it is the session of this request.' })
  isCurrent!: boolean;
}

/** The sessions that a user has at most. The one that was used least recently ends when another one begins. */
export const maxSessions = 100;
export const usualSessions = 5;

export type SessionRow = Omit<UserSession, 'device' | 'isCurrent'> & { userId: number };

/** Reads the sessions of some users that have not ended, the newest first. */
export function readSessions(db: AccountQueries, userIds: readonly number[], now: Date): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    `select key.id, key.user_id as "userId", key.created_at as "createdAt", key.last_used_at as "lastUsedAt",
       key.expires_at as "expiresAt", key.client_address as "clientAddress", key.user_agent as "userAgent"
     from api_key key join account on account.id = key.account_id
     where key.account_id = $1 and account.id = $1 and key.user_id = any ($2::integer[]) and key.revoked_at is null
       and key.expires_at > $3
       and (session_idle_minutes is null or
         coalesce(key.last_used_at, key.created_at) >= $3 - make_interval(mins => session_idle_minutes, secs => $4))
     order by key.id desc`,
    [userIds, now, useAccuracy / 1_000],
  );
}

export function toUserSession({ userId: _, ...row }: SessionRow, { sessionId }: RequestContext): UserSession {
  return { ...row, device: row.userAgent && deviceOf(row.userAgent), isCurrent: row.id === sessionId };
}

/** Loads the sessions of a user, with those of the other users of the same list. */
export const loadSessions = createContextLoader<UserSession[], UserSession[]>(async (context, ids) => {
  const rows = await readSessions(context.db, ids, context.serverClock.now());
  const ofUsers = new Map<number, UserSession[]>(ids.map((id) => [id, []]));
  for (const row of rows) ofUsers.get(row.userId)?.push(toUserSession(row, context));
  return ofUsers;
}, []);
