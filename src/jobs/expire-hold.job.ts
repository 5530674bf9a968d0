import type { JobDefinition, JobRequest } from './job-queue.js';

interface BookingReference {
  accountId: number;
  bookingId: number;
}

export interface ExpireHoldTools {
  /** Ends a hold whose time has passed; leaves alone a booking that is none any more, or whose time was extended. */
  expireHold(accountId: number, bookingId: number): Promise<void>;
}

/** Of one hold and end there is one job, however often the booking changes meanwhile. */
export function expireHoldRequest(hold: BookingReference, expiresAt: Date): JobRequest {
  const key = `expire-hold:${hold.accountId}:${hold.bookingId}:${expiresAt.toISOString()}`;
  return { name: 'expire-hold', key, data: hold, at: expiresAt };
}

/** Due when a hold's `expires_at` passes (spec, Bookings). */
export function expireHoldJob({ expireHold }: ExpireHoldTools): JobDefinition<BookingReference> {
  return {
    name: 'expire-hold',
    lockSeconds: 10,
    tries: 10,
    run: ({ accountId, bookingId }) => expireHold(accountId, bookingId),
  };
}
