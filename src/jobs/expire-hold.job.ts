import type { JobDefinition, JobRequest } from './job-queue.js';

interface BookingReference {
  accountId: number;
  bookingId: number;
}

export interface ExpireHoldHandlers {
  /** Expires a hold. Does nothing if the booking is no longer a hold, or if its time was extended. */
  expireHold(accountId: number, bookingId: number): Promise<void>;
}

/** The key contains the time, so that a hold has one job per expiry, however often the booking changes. */
export function expireHoldRequest(hold: BookingReference, expiresAt: Date): JobRequest {
  const key = `expire-hold:${hold.accountId}:${hold.bookingId}:${expiresAt.toISOString()}`;
  return { name: 'expire-hold', key, data: hold, at: expiresAt };
}

/** Runs at the `expires_at` of a hold (spec, Bookings). */
export function expireHoldJob({ expireHold }: ExpireHoldHandlers): JobDefinition<BookingReference> {
  return {
    name: 'expire-hold',
    onAccountClock: true,
    lockSeconds: 10,
    maxAttempts: 10,
    run: ({ accountId, bookingId }) => expireHold(accountId, bookingId),
  };
}
