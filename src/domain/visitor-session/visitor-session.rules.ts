import { notFound } from '../../platform/errors.js';
import type { AccountAttributes } from '../context.js';
import type { VisitorSession } from './visitor-session.type.js';

/** The minutes without a request after which a session ends. */
export const idleMinutes = 30;
/** The hours after which a session ends, however much it is used. */
export const sessionHours = 24;
/** The days after which a session ends if the account remembers visitors, also without a request. */
export const rememberedDays = 90;

type Lasting = Pick<AccountAttributes, 'rememberVisitors'>;

/** A session as it is stored. */
export interface StoredSession {
  createdAt: Date;
  expiresAt: Date;
}

/** @throws DomainError NOT_FOUND if the account does not let visitors see their bookings */
export function requireMyBookings({
  account,
}: {
  account: Pick<AccountAttributes, 'publicAccess' | 'myBookings'>;
}): void {
  if (!account.publicAccess || !account.myBookings) throw notFound();
}

/** The hours after which a session ends, however much it is used. */
export const latestHours = ({ rememberVisitors }: Lasting): number =>
  rememberVisitors ? rememberedDays * 24 : sessionHours;

/** Returns when a session ends at the latest. */
export function latestExpiry(account: Lasting, createdAt: Date): Date {
  return new Date(createdAt.getTime() + latestHours(account) * 3_600_000);
}

/** Returns when a session ends that is used now. */
export function sessionExpiry(account: Lasting, createdAt: Date, now: Date): Date {
  const latest = latestExpiry(account, createdAt);
  const idle = now.getTime() + idleMinutes * 60_000;
  return account.rememberVisitors ? latest : new Date(Math.min(idle, latest.getTime()));
}

/** @param address the key of an email, or a phone number in E.164 */
export function toVisitorSession(
  account: Lasting,
  address: string,
  { createdAt, expiresAt }: StoredSession,
): VisitorSession {
  const isEmail = address.includes('@');
  return {
    token: null,
    email: isEmail ? address : null,
    phoneNumber: isEmail ? null : address,
    expiresAt,
    endsAt: latestExpiry(account, createdAt),
  };
}
