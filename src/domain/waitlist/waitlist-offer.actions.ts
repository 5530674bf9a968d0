import { recordChange } from '../../outbox/change-log.js';
import { noAddress } from '../../platform/addresses.js';
import type { AccountQueries } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError, hasErrors, invalid } from '../../platform/errors.js';
import { createAccountToken } from '../account/account-token.rules.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import type { NewBookingInput } from '../booking/booking.input.js';
import { createBooking } from '../booking/placing/create-bookings.actions.js';
import { cancelBooking } from '../booking/states/booking-state.actions.js';
import { isOngoing, toVerificationMethod } from '../booking/states/booking-state.rules.js';
import { type AccountAttributes, changedBy, type RequestContext } from '../context.js';
import { composeWaitlistOffer } from '../messaging/composing/compose-messages.actions.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { findGuardianOfAddress } from '../person/guardian.queries.js';
import { listPeopleSharing } from '../person/people.queries.js';
import { contradictionErrors, matchPerson, takenAttributes, toIdentity } from '../person/person.rules.js';
import { stateAfter } from '../records/transitions.rules.js';
import { closeEntry } from './waitlist-closing.actions.js';
import { WaitlistClosedReason, WaitlistEntry, WaitlistState } from './waitlist-entry.entity.js';
import { type FreeTime, maxUnansweredOffers, offerExpiry, waitlistTransitions } from './waitlist-entry.rules.js';
import { noteMissedOpenings } from './waitlist-line.queries.js';

const isWithoutGuardian = 'has no guardian with this contact any more';

/** The time that is offered. */
interface OfferedPlace extends Pick<FreeTime, 'from' | 'to' | 'eventId'> {
  resourceId: number | null;
}

/** The outcome of an offer. `withdrawn`: the account or the entry's removal ended it. */
type OfferOutcome = 'taken' | 'declined' | 'unanswered' | 'withdrawn';

/**
 * Returns where an entry's offers are sent: by the channel by which the account verifies bookings, which is email unless
 * set, else by the other one.
 */
function contactOf(
  { email, phoneNumberFormatted }: Pick<WaitlistEntry, 'email' | 'phoneNumberFormatted'>,
  account: Pick<AccountAttributes, 'verificationMethod'>,
): { channel: MessageChannel; recipient: string } | undefined {
  const byEmail = email ? { channel: MessageChannel.EMAIL, recipient: email } : undefined;
  const bySms = phoneNumberFormatted ? { channel: MessageChannel.SMS, recipient: phoneNumberFormatted } : undefined;
  return toVerificationMethod(account) === MessageChannel.SMS ? (bySms ?? byEmail) : (byEmail ?? bySms);
}

/**
 * Holds a time for a locked entry that waits, and sends the offer. The hold is a booking by the rules for the public, so
 * that the lock and the constraint of its place decide whether the time is free.
 *
 * @param context its `db` belongs to the transaction `tx`
 * @throws DomainError INVALID by attribute of the booking
 */
export async function makeOffer(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  { from, to, eventId, resourceId }: OfferedPlace,
): Promise<void> {
  // The message would have no link to take the offer, so the hold would block the time in vain.
  if (context.address === '') throw invalid({ base: [noAddress] });
  const contact = contactOf(entry, context.account);
  if (!contact) throw invalid({ email: ["can't be blank"] });
  const { channel, recipient } = contact;
  const guardianId = entry.contactOfGuardian ? await findGuardianOfContact(tx, entry) : undefined;
  if (entry.contactOfGuardian && guardianId === undefined) throw invalid({ personId: [isWithoutGuardian] });
  const now = context.clock.now();
  const expiresAt = offerExpiry(now, context.account.waitlistHoldMinutes, from);
  const place =
    eventId === null
      ? { serviceId: entry.serviceId, resourceId, bookedFrom: new Date(from), bookedTo: new Date(to) }
      : { eventId };
  const booking = await createBooking(
    context,
    { ...place, count: entry.places, publicBooking: true, ...(await personOfEntry(context, tx, entry)) },
    {
      confirm: true,
      ignoreCapacity: false,
      addMessages: true,
      messages: {},
      offer: { expiresAt, method: channel, recipient },
    },
  );
  const { token, hash } = createAccountToken(tx.accountId);
  await tx.query(
    `insert into waitlist_offer (account_id, booking_id, entry_id, offered_at, token_hash, state)
     values ($1, $2, $3, $4, $5, 'open')`,
    [booking.id, entry.id, now, hash],
  );
  // This includes the opening that is offered now: if a whole day was freed, the entry gets one of its times.
  await noteMissedOpenings(tx, { entryId: entry.id });
  entry.state = stateAfter(waitlistTransitions, 'offer', entry.state);
  Object.assign(entry, { bookingId: booking.id, offerExpiresAt: expiresAt });
  entry.personId = booking.personId;
  await recordChange(tx, 'waitlist_entry.offered', entry, changedBy(context));
  await composeWaitlistOffer(context, tx, booking, { channel, recipient, guardianId, locale: entry.locale, token });
}

/** Whether the contact of an entry is its person's own, or that of a guardian who acts for it now. */
export async function hasPresentContact(db: AccountQueries, entry: WaitlistEntry): Promise<boolean> {
  return !entry.contactOfGuardian || (await findGuardianOfContact(db, entry)) !== undefined;
}

async function findGuardianOfContact(
  db: AccountQueries,
  { personId, email, phoneNumberFormatted: phoneNumber }: WaitlistEntry,
): Promise<number | undefined> {
  if (personId === null) return undefined;
  const guardian = await findGuardianOfAddress(db, personId, { email, phoneNumber });
  return guardian?.isActing ? guardian.id : undefined;
}

/**
 * Ends the open offer of a locked entry, if it has one, and frees its time. The caller sets the state of the entry and writes it.
 *
 * @param context its `db` belongs to the transaction `tx`
 */
export async function withdrawOffer(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  outcome: 'declined' | 'withdrawn',
): Promise<void> {
  const { bookingId } = entry;
  if (entry.state !== WaitlistState.OFFERED || bookingId === null) return;
  const silent = { cancellationEmail: false, cancellationSms: false };
  try {
    await cancelBooking(context, bookingId, silent);
  } catch (error) {
    // It is no longer active: it has expired, or the account has cancelled it.
    if (!(error instanceof DomainError && error.code === 'INVALID')) throw error;
  }
  await closeOffer(tx, bookingId, outcome);
  Object.assign(entry, withoutOffer);
}

/**
 * Lets an entry follow the booking that it was offered: taken once it is verified or confirmed by anyone, back in the
 * line once it has ended. Idempotent; has no effect on other bookings.
 */
export function settleOffer(context: RequestContext, bookingId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const [offer] = await tx.query<{ entryId: number }>(
      `select entry_id as "entryId" from waitlist_offer where account_id = $1 and booking_id = $2 and state = 'open'`,
      [bookingId],
    );
    const entry = offer && (await tx.findLocked(WaitlistEntry, offer.entryId));
    if (!entry || entry.state !== WaitlistState.OFFERED || entry.bookingId !== bookingId) return;
    const booking = await tx.find(Booking, bookingId);
    if (!booking || booking.state === BookingState.AWAITING_VERIFICATION) return;
    if (isOngoing(booking.state)) await takeOffer(context, tx, entry, bookingId);
    else await endOffer(context, tx, entry, bookingId, booking.state === BookingState.VERIFICATION_EXPIRED);
  });
}

/** Records that an offer was taken: its booking is no longer a hold of the waitlist. */
export async function takeOffer(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  bookingId: number,
): Promise<void> {
  await closeOffer(tx, bookingId, 'taken');
  entry.state = stateAfter(waitlistTransitions, 'take', entry.state);
  entry.offerExpiresAt = null;
  await recordChange(tx, 'waitlist_entry.taken', entry, changedBy(context));
}

/** An entry that did not answer goes to the end of the line, and expires after too many such offers. */
async function endOffer(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  bookingId: number,
  isUnanswered: boolean,
): Promise<void> {
  await closeOffer(tx, bookingId, isUnanswered ? 'unanswered' : 'withdrawn');
  const now = context.clock.now();
  Object.assign(entry, withoutOffer);
  if (isUnanswered) Object.assign(entry, { queuedAt: now, unansweredOffers: entry.unansweredOffers + 1 });
  if (entry.to <= now) return closeEntry(context, tx, entry, WaitlistClosedReason.PERIOD_OVER);
  if (entry.unansweredOffers >= maxUnansweredOffers) {
    return closeEntry(context, tx, entry, WaitlistClosedReason.UNANSWERED);
  }
  entry.state = stateAfter(waitlistTransitions, isUnanswered ? 'noAnswer' : 'withdraw', entry.state);
  const change = isUnanswered ? 'waitlist_entry.unanswered' : 'waitlist_entry.modified';
  await recordChange(tx, change, entry, changedBy(context));
}

const withoutOffer = { bookingId: null, offerExpiresAt: null };

async function closeOffer(tx: AccountTransaction, bookingId: number, outcome: OfferOutcome): Promise<void> {
  await tx.query(`update waitlist_offer set state = $3 where account_id = $1 and booking_id = $2 and state = 'open'`, [
    bookingId,
    outcome,
  ]);
}

type Contact = Pick<WaitlistEntry, 'personId' | 'name' | 'email' | 'phoneNumber' | 'locale'>;

/**
 * Returns the person of an entry's booking: the person of the entry, the one who matches its contact, or a new one. As
 * for a visitor's booking, a known person does not change, and attributes of another person are omitted.
 */
async function personOfEntry(
  { account }: RequestContext,
  tx: AccountTransaction,
  { personId, name, email, phoneNumber, locale }: Contact,
): Promise<Pick<NewBookingInput, 'personId' | 'personAttributes'>> {
  if (personId !== null) return { personId };
  const given = toIdentity({ email, phoneNumber }, account.countryCode);
  const people = await listPeopleSharing(tx, [given]);
  const match = matchPerson(given, people);
  if (match && !hasErrors(contradictionErrors(given, match))) return { personId: match.id };
  const taken = takenAttributes(given, people);
  const own = Object.entries({ name, email, phoneNumber, locale }).filter(
    ([attribute, value]) => value !== null && !Object.hasOwn(taken, attribute),
  );
  return { personAttributes: Object.fromEntries(own) };
}
