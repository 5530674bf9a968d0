import { createHmac } from 'node:crypto';
import { actorName } from '../../../outbox/change-log.js';
import { isSameSecret } from '../../../platform/secrets.js';
import { applyPeriod } from '../../../platform/time/period.js';
import type { Zone } from '../../../platform/time/zone.js';
import { type SiteHost, siteAddress } from '../../account/site-address.rules.js';
import type { AccountAttributes } from '../../context.js';
import { type Booking, BookingState } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';

/** The days for which a link works after the end of its booking. */
export const linkDaysAfterEnd = 30;

const millisecondsPerDay = 86_400_000;

type Owner = Pick<AccountAttributes, 'linkSecret' | 'subdomain' | 'publicAccess'>;
type LinkedBooking = Pick<Booking, 'id' | 'state' | 'bookedTo' | 'linkVersion' | 'linkGuardianId'>;

/**
 * Returns the token of a booking's link: its id and a proof of 128 bits. It is derived instead of stored, so that creating
 * a booking costs nothing more and every later message can contain the same link. A new `linkVersion` revokes the links
 * that were sent. The key is not the account's `secret`, because receivers of webhooks have that one. The link of a guardian
 * contains its id, so that it works only as long as that one may act for the booking's person.
 */
export function createLinkToken(
  { linkSecret }: Pick<Owner, 'linkSecret'>,
  { id, linkVersion, linkGuardianId }: Pick<LinkedBooking, 'id' | 'linkVersion' | 'linkGuardianId'>,
): string {
  const version = (linkGuardianId ?? null) === null ? linkVersion : `${linkVersion}:${linkGuardianId}`;
  const digest = createHmac('sha256', linkSecret).update(`booking-link:${id}:${version}`).digest();
  const holder = (linkGuardianId ?? null) === null ? id : `${id}-${linkGuardianId}`;
  return `${holder}-${digest.subarray(0, 16).toString('base64url')}`;
}

/** The parts of a token before its proof. */
interface LinkClaims {
  id: number;
  /** Undefined for the link of the booking's person. */
  guardianId: number | undefined;
}

/** Returns what a token says; undefined if the text has not the form of a token. */
export function claimsOf(token: string): LinkClaims | undefined {
  const [, id, guardianId] = /^([1-9]\d{0,8})-(?:([1-9]\d{0,8})-)?[\w-]{22}$/.exec(token) ?? [];
  if (id === undefined) return undefined;
  return { id: Number(id), guardianId: guardianId === undefined ? undefined : Number(guardianId) };
}

/** Whether the token is that of the booking's current link, and the link still works. Of a guardian, check also `isActing`. */
export function opensBooking(
  token: string,
  account: Pick<Owner, 'linkSecret'>,
  booking: LinkedBooking,
  now: Date,
): boolean {
  const linkGuardianId = claimsOf(token)?.guardianId;
  return isSameSecret(token, createLinkToken(account, { ...booking, linkGuardianId })) && isLinkAlive(booking, now);
}

/** When the link of a booking stops working. */
export function linkExpiry({ bookedTo }: Pick<LinkedBooking, 'bookedTo'>): Date {
  return new Date(bookedTo.getTime() + linkDaysAfterEnd * millisecondsPerDay);
}

/** Whether the link of a booking works. */
export function isLinkAlive(booking: LinkedBooking, now: Date): boolean {
  return booking.state !== BookingState.DELETED && now < linkExpiry(booking);
}

/**
 * Returns the URL at which the person sees, moves and cancels a booking. Empty if the server's address is unknown, the
 * account has no public site, or the link has expired.
 *
 * @param address base URL of this server, without a trailing slash
 */
export function bookingLink(
  address: string,
  account: Owner,
  booking: LinkedBooking,
  { now, ...host }: SiteHost & { now: Date },
): string {
  const hasLink = address !== '' && account.publicAccess && booking.linkGuardianId !== null;
  if (!hasLink || !isLinkAlive(booking, now)) return '';
  return `${siteAddress(address, account, host)}/bookings/${createLinkToken(account, booking)}`;
}

/**
 * Returns the name for which a booking was made, for the one who has its link. That is the visitor who made it, too, who must
 * not learn whether the address is of a person with another name before the code that was sent there.
 */
export function nameByLink({
  bookedForName,
  createdBy,
  verificationMethod,
  state,
}: Pick<Booking, 'bookedForName' | 'createdBy' | 'verificationMethod' | 'state'>): string | null {
  const isProved = verificationMethod !== null && verifiedStates.includes(state);
  return createdBy !== actorName({ kind: 'public' }) || isProved ? bookedForName : null;
}

/** Returns the guardian who made a booking on the public site for its person; undefined for other bookings. */
export function visitingGuardian({
  createdBy,
  bookedByPersonId,
}: Pick<Booking, 'createdBy' | 'bookedByPersonId'>): number | undefined {
  return createdBy === actorName({ kind: 'public' }) ? (bookedByPersonId ?? undefined) : undefined;
}

const verifiedStates: readonly BookingState[] = [
  BookingState.AWAITING_PAYMENT,
  BookingState.AWAITING_CONFIRMATION,
  BookingState.CONFIRMED,
];

type Policy = Pick<AccountAttributes, 'allowCancellation' | 'cancellationPeriod'>;

/**
 * Returns until when the person may move or cancel a booking by its link: its start, or as long before it as the account's
 * `cancellationPeriod` says. Null if the account does not allow it.
 */
export function changeDeadline(
  { allowCancellation, cancellationPeriod }: Policy,
  { bookedFrom }: Pick<Booking, 'bookedFrom'>,
  zone: Zone,
): Date | null {
  return allowCancellation ? lastChangeAt({ cancellationPeriod }, { bookedFrom }, zone) : null;
}

/** Returns until when a booking is cancelled in time, whoever may cancel it: as long before its start as the account says. */
export function lastChangeAt(
  { cancellationPeriod }: Pick<Policy, 'cancellationPeriod'>,
  { bookedFrom: start }: Pick<Booking, 'bookedFrom'>,
  zone: Zone,
): Date {
  const before = cancellationPeriod ? applyPeriod(cancellationPeriod, start, zone, 'backward') : undefined;
  return before && before < start ? before : start;
}

type ChangeableBooking = Pick<Booking, 'bookedFrom' | 'state' | 'expiresAt'>;

/** Whether the person may cancel the booking by its link at that time. */
export function canCancelByLink(policy: Policy, booking: ChangeableBooking, zone: Zone, now: Date): boolean {
  const deadline = changeDeadline(policy, booking, zone);
  return deadline !== null && now <= deadline && isActive(booking, now);
}

/** Whether the person may move the booking by its link at that time. One without a service has no times to choose from. */
export function canMoveByLink(
  policy: Policy,
  booking: ChangeableBooking & Pick<Booking, 'serviceId'>,
  zone: Zone,
  now: Date,
): boolean {
  return booking.serviceId !== null && canCancelByLink(policy, booking, zone, now);
}
