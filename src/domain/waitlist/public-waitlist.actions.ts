import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { countAttempt } from '../../platform/database/attempt-limiter.js';
import { DomainError, hasErrors, invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import { parseAccountToken } from '../account/account-token.rules.js';
import { openRecordToken } from '../account/record-token.rules.js';
import { Booking } from '../booking/booking.entity.js';
import { publicBookingLimits, removeUrls } from '../booking/public/public-booking.rules.js';
import { verifyBooking } from '../booking/states/booking-state.actions.js';
import { changedBy, isVisitor, type RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { requireActing } from '../person/guardian.queries.js';
import { validateVisitorChoice } from '../provider/visitor-choice.actions.js';
import { stateAfter } from '../records/transitions.rules.js';
import { validateName } from '../text/contact-details.js';
import { recordEntry } from './waitlist-closing.actions.js';
import { joinWaitlist } from './waitlist-entry.actions.js';
import { WaitlistEntry, WaitlistState, type WaitlistTicket } from './waitlist-entry.entity.js';
import { type PublicWaitlistEntryInput, WaitlistAnswer } from './waitlist-entry.input.js';
import { isOpenEntry, waitlistTransitions } from './waitlist-entry.rules.js';
import { hasPresentContact, takeOffer, withdrawOffer } from './waitlist-offer.actions.js';

/**
 * Adds a visitor to the waitlist. The request counts as an attempt to book, because it causes messages. The response
 * does not depend on who is on the list.
 *
 * @throws DomainError INVALID by attribute, RateLimitError
 */
export async function startPublicWaitlistEntry(
  context: RequestContext,
  given: PublicWaitlistEntryInput,
): Promise<WaitlistTicket> {
  const name = given.name && removeUrls(given.name);
  const nameErrors = name?.trim() ? validateName(name) : { name: ["can't be blank"] };
  const choiceErrors = await validateVisitorChoice(context, given);
  return context.db.transaction(async (tx) => {
    if (hasErrors(nameErrors, choiceErrors)) rejectIfAny(nameErrors, choiceErrors);
    if (isVisitor(context)) await countAttempt({ ...context, db: tx }, publicBookingLimits(context, given));
    const { entry, token } = await joinWaitlist(context, tx, { ...given, name });
    return { entry, token, canTake: false };
  });
}

/** The entry of a token. The person who joined has a token, and each offer has one. */
interface FoundToken {
  entryId: number;
  /** The booking of the offer that has the token. Null for the token of the person who joined. */
  bookingId: number | null;
}

/** Returns the entry and the offer of a token. @throws DomainError NOT_FOUND, the same for every unknown token */
export async function getWaitlistTicket(context: RequestContext, token: string): Promise<WaitlistTicket> {
  const found = await findToken(context, token);
  const entry = await context.db.load(WaitlistEntry, found.entryId);
  if (!entry) throw notFound();
  return toTicket(context, entry, found);
}

/**
 * Takes or declines an offer, or leaves the list. Repeating an answer has no further effect.
 *
 * @throws DomainError NOT_FOUND for an unknown token, INVALID on `answer`
 */
export async function answerWaitlistOffer(
  context: RequestContext,
  token: string,
  answer: WaitlistAnswer | null | undefined,
): Promise<WaitlistTicket> {
  const found = await findToken(context, token);
  if (!answer) throw invalid({ answer: ["can't be blank"] });
  await context.db.atomically(async (db, tx) => {
    const entry = await tx.getLocked(WaitlistEntry, found.entryId);
    const scope = { ...context, db };
    if (answer === WaitlistAnswer.TAKE) await take(scope, tx, entry, found);
    else if (answer === WaitlistAnswer.DECLINE) await decline(scope, tx, entry, found);
    else await leave(scope, tx, entry);
  });
  return getWaitlistTicket(context, token);
}

async function findToken({ account, db, serverClock }: RequestContext, token: string): Promise<FoundToken> {
  const opened = openRecordToken(account, 'waitlist_entry', token, serverClock.now());
  if (opened) {
    if (opened.guardianId !== null) await requireActing(db, opened.guardianId, await db.load(WaitlistEntry, opened.id));
    return { entryId: opened.id, bookingId: null };
  }
  const { accountId, hash } = parseAccountToken(token) ?? {};
  if (accountId !== db.accountId) throw notFound();
  const [found] = await db.query<FoundToken>(
    `select entry_id as "entryId", booking_id as "bookingId" from waitlist_offer
       where account_id = $1 and token_hash = $2
     union all select id, null from waitlist_entry where account_id = $1 and token_hash = $2`,
    [hash],
  );
  const entry = found && (await db.load(WaitlistEntry, found.entryId));
  if (!entry || !(await hasPresentContact(db, entry))) throw notFound();
  return found;
}

const offerIsOver = 'the offer is no longer open';

/** The message proves that its recipient owns the contact, so the booking needs no other verification. */
async function take(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  { bookingId }: FoundToken,
): Promise<void> {
  if (bookingId === null) throw invalid({ answer: ['needs the link of the message with the offer'] });
  if (entry.bookingId === bookingId && entry.state === WaitlistState.TAKEN) return;
  if (!hasOpenOffer(context, entry, bookingId)) throw invalid({ answer: [offerIsOver] });
  const [hold] = await tx.rows(Booking, { id: bookingId });
  const isBySms = hold?.verificationMethod === MessageChannel.SMS;
  const confirmation = isBySms ? { confirmationSms: true } : { confirmationEmail: true };
  try {
    await verifyBooking(context, bookingId, confirmation);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'INVALID') throw invalid({ answer: [offerIsOver] });
    throw error;
  }
  await takeOffer(context, tx, entry, bookingId);
}

/** Declines the offer. An entry for an event leaves the list, because it waits for no other time. */
async function decline(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  { bookingId }: FoundToken,
): Promise<void> {
  const isOwn = bookingId === null || bookingId === entry.bookingId;
  if (!isOwn || entry.state !== WaitlistState.OFFERED) {
    if (isOpenEntry(entry)) return;
    throw invalid({ answer: [offerIsOver] });
  }
  await withdrawOffer(context, tx, entry, 'declined');
  entry.state = stateAfter(waitlistTransitions, entry.eventId === null ? 'decline' : 'leave', entry.state);
  const change = entry.eventId === null ? 'waitlist_entry.declined' : 'waitlist_entry.left';
  await recordChange(tx, change, entry, changedBy(context));
}

async function leave(context: RequestContext, tx: AccountTransaction, entry: WaitlistEntry): Promise<void> {
  if (!isOpenEntry(entry)) return;
  await withdrawOffer(context, tx, entry, 'declined');
  entry.state = stateAfter(waitlistTransitions, 'leave', entry.state);
  await recordEntry(context, tx, 'waitlist_entry.left', entry);
}

type Offered = Pick<WaitlistTicket['entry'], 'state' | 'bookingId' | 'offerExpiresAt'>;

function hasOpenOffer({ clock }: RequestContext, entry: Offered, bookingId: number): boolean {
  const { state, offerExpiresAt } = entry;
  if (state !== WaitlistState.OFFERED || entry.bookingId !== bookingId || offerExpiresAt === null) return false;
  return offerExpiresAt > clock.now();
}

function toTicket(context: RequestContext, entry: WaitlistTicket['entry'], { bookingId }: FoundToken): WaitlistTicket {
  return { token: null, entry, canTake: bookingId !== null && hasOpenOffer(context, entry, bookingId) };
}
