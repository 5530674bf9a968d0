import type { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors.js';
import type { Wording } from '../../../platform/language.js';
import { isSameSecret } from '../../../platform/secrets.js';
import type { Clock } from '../../../platform/time/clock.js';
import { formatLocalized, localeOf, zoneName } from '../../../platform/time/localized.js';
import { Account } from '../../account/account.entity.js';
import { createBackgroundContext } from '../../account/create-context.js';
import { Booking } from '../../booking/booking.entity.js';
import { bookingLink, visitingGuardian } from '../../booking/link/booking-link.rules.js';
import { isOfPresentGuardian } from '../../booking/link/visiting-guardian.queries.js';
import { verifyBookingWithoutLimit } from '../../booking/states/booking-state.actions.js';
import { canTransition, isVerified } from '../../booking/states/booking-state.rules.js';
import type { RequestContext } from '../../context.js';
import { Person } from '../../person/person.entity.js';
import { messageLanguage, verificationProof } from './message-values.rules.js';

/** The booking of a verification link, with what the page shows of it. */
export interface LinkedBooking {
  context: RequestContext;
  id: number;
  code: string;
  /** `open` can be verified, `verified` was and is active, `over` is neither. */
  state: 'open' | 'verified' | 'over';
  /** The URL of the booking's page, relative to that of the link; empty if the account has no public site. */
  page: string;
  language: Wording;
  accountName: string;
  /** Localized weekday, date and time. */
  startsAt: string;
}

/** @param link the last part of a `verificationLink` */
export async function findLinkedBooking(
  database: Database,
  clock: Clock,
  link: string,
): Promise<LinkedBooking | undefined> {
  const [, accountId, bookingId, proof = ''] = /^(\d{1,9})-(\d{1,9})-([\w-]{43})$/.exec(link) ?? [];
  if (accountId === undefined) return undefined;
  await database.cell?.requireHere(Number(accountId));
  const context = await contextOf(database, clock, Number(accountId));
  const booking = await context?.db.load(Booking, Number(bookingId));
  const code = booking?.verificationCode ?? null;
  if (!context || context.account.suspendedAt || !booking || code === null) return undefined;
  const isProof = (linkSecret: string) => isSameSecret(proof, verificationProof({ linkSecret }, booking.id, code));
  if (!isProof(context.account.linkSecret) && !isProof(await formerLinkSecret(context))) return undefined;
  if (!(await isOfPresentGuardian(context.db, booking))) return undefined;
  booking.linkGuardianId = visitingGuardian(booking);
  const person = booking.personId === null ? undefined : await context.db.load(Person, booking.personId);
  const language = messageLanguage(person ?? null, context.account);
  const locale = localeOf(language, context.account.countryCode);
  const start = booking.bookedFrom.getTime();
  return {
    context,
    id: booking.id,
    code,
    state: stateOf(booking, context.clock.now()),
    page: bookingLink('..', context.account, booking, { now: context.clock.now() }),
    language,
    accountName: context.account.name,
    startsAt: `${formatLocalized(start, locale, context.zone)} ${zoneName(start, locale, context.zone)}`,
  };
}

/** Returns the secret from which earlier versions have derived links: those of holds that wait during a deploy stay valid. */
async function formerLinkSecret({ db }: RequestContext): Promise<string> {
  return db.open('account.secret', (await db.own(Account)).secret);
}

function stateOf(booking: Booking, now: Date): LinkedBooking['state'] {
  if (canTransition('verify', booking, now)) return 'open';
  return isVerified(booking, now) ? 'verified' : 'over';
}

async function contextOf(database: Database, clock: Clock, accountId: number): Promise<RequestContext | undefined> {
  try {
    return await createBackgroundContext(database, clock, accountId, { kind: 'public' });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Verifies a booking by its link, regardless of failed attempts with codes. A link cannot be guessed, and strangers who
 * guess codes must not disable the link of its recipient.
 *
 * @returns false if the booking could no longer be verified
 */
export async function verifyLinkedBooking({ context, id, code }: LinkedBooking): Promise<boolean> {
  try {
    await verifyBookingWithoutLimit(context, id, code);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'INVALID') return false;
    throw error;
  }
}
