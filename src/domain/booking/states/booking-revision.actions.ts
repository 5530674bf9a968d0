import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { recordChanges } from '../../../outbox/change-log.js';
import type { ChangeNameOf } from '../../../outbox/recorded-change.js';
import { isDeadlock } from '../../../platform/database/account-database.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid } from '../../../platform/errors.js';
import { addDays } from '../../../platform/time/plain-date.js';
import { parseWallTime } from '../../../platform/time/wall-time.js';
import type { Zone } from '../../../platform/time/zone.js';
import { changedBy, type RequestContext } from '../../context.js';
import { type DepositOrder, isPaidEnough } from '../../order/order.rules.js';
import { Service } from '../../service/service.entity.js';
import { type Booking, BookingState } from '../booking.entity.js';
import { defaultHoldMinutes, hasExpired, isHold, stateAfterPayment } from './booking-state.rules.js';

/** The names of the changes of an existing booking. */
export type BookingChangeName = Exclude<ChangeNameOf<'booking'>, 'booking.created'>;

/** Writes changed bookings and records their changes. @returns the written bookings */
export function recordRevision(
  context: RequestContext,
  tx: AccountTransaction,
  name: BookingChangeName,
  ...bookings: Booking[]
): Promise<ReadonlySet<object>> {
  return recordChanges(tx, name, bookings, changedBy(context));
}

/** Sets the state of a booking. A hold gets an expiry; a booking that is no longer a hold loses it. */
export function enterState(
  { clock }: RequestContext,
  booking: Booking,
  state: BookingState,
  expiresAt?: Date | null,
): void {
  const wasHold = booking.state !== undefined && isHold(booking.state);
  booking.state = state;
  if (state !== BookingState.AWAITING_VERIFICATION) booking.unverifiedAttributes = null;
  if (isHold(state)) booking.expiresAt = expiresAt ?? new Date(clock.now().getTime() + defaultHoldMinutes * 60_000);
  else if (wasHold) booking.expiresAt = null;
}

/**
 * Returns the requirements that a booking must meet before it is confirmed, by its service and account.
 *
 * @param order of the booking; null without one, or if its payment is not awaited any more
 */
export function confirmationRequirements(
  { account }: RequestContext,
  service: Pick<Service, 'paymentRequired' | 'confirmManually'> | null,
  order: DepositOrder | null,
): { needsPayment: boolean; needsConfirmation: boolean } {
  return {
    needsPayment:
      order !== null && (order.deposit !== null || service?.paymentRequired === true) && !isPaidEnough(order),
    needsConfirmation: account.confirmManually || service?.confirmManually === true,
  };
}

/**
 * Advances a booking that was awaiting payment.
 *
 * @param now read under the locks of the booking and its place
 * @throws DomainError INVALID on `state` if the booking has expired
 */
export async function settleBooking(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  now: Date,
): Promise<void> {
  if (hasExpired(booking, now)) throw invalid({ state: ['has expired'] });
  const service = await serviceOf(tx, booking);
  enterState(context, booking, stateAfterPayment(confirmationRequirements(context, service, null)));
}

export async function serviceOf(tx: AccountTransaction, booking: Booking): Promise<Service | null> {
  return booking.serviceId ? tx.find(Service, booking.serviceId) : null;
}

/** Schedules the SMS reminder according to the settings of the account. */
export function addReminder({ account, zone, clock }: RequestContext, booking: Booking): void {
  booking.reminderAt = reminderTime(booking.bookedFrom, account.settings, zone, clock.now());
}

/**
 * Reschedules the reminder of a booking that moves, if the settings of the account determined its time. A rescheduled
 * reminder counts as not sent.
 */
export function moveReminder(
  context: RequestContext,
  before: Pick<Booking, 'bookedFrom' | 'reminderAt' | 'remindedAt'>,
  booking: Booking,
): void {
  const { account, zone } = context;
  const isUntouched = booking.reminderAt?.getTime() === before.reminderAt?.getTime();
  const bySettings = reminderTime(before.bookedFrom, account.settings, zone, new Date(0));
  const isBySettings = before.reminderAt !== null && before.reminderAt.getTime() === bySettings?.getTime();
  const hasMoved = booking.bookedFrom.getTime() !== before.bookedFrom.getTime();
  if (hasMoved && isUntouched && isBySettings) addReminder(context, booking);
  const isMoved = booking.reminderAt?.getTime() !== before.reminderAt?.getTime();
  if (isMoved && booking.remindedAt?.getTime() === before.remindedAt?.getTime()) booking.remindedAt = null;
}

/**
 * Whether a retry can succeed: of two requests that create the same person, the second finds it on its next attempt.
 */
export function isRetryableConflict(error: unknown): boolean {
  return error instanceof UniqueConstraintViolationException || isDeadlock(error);
}

const noon = 720;

/**
 * Returns when to send the SMS reminder of a booking: the day before, at the account's `sms_reminder_time` (`HH:MM`,
 * default 12:00). Returns null if that time has passed (spec, Create booking parameters).
 */
export function reminderTime(
  bookedFrom: Date,
  settings: Readonly<Record<string, unknown>> | null,
  zone: Zone,
  now: Date,
): Date | null {
  const setting = settings?.['sms_reminder_time'];
  const minute = (typeof setting === 'string' ? parseWallTime(setting) : undefined) ?? noon;
  const at = zone.toEpoch(addDays(zone.dateAt(bookedFrom.getTime()), -1), minute);
  return at > now.getTime() ? new Date(at) : null;
}
