import type { JobDefinition } from './job-queue.js';

export interface ExpireHoldTools {
  /** Ends a hold whose time has passed; leaves alone a booking that is none any more, or whose time was extended. */
  expireHold(accountId: number, bookingId: number): Promise<void>;
}

/** Due when a hold's `expires_at` passes (spec, Bookings). */
export function expireHoldJob({
  expireHold,
}: ExpireHoldTools): JobDefinition<{ accountId: number; bookingId: number }> {
  return {
    name: 'expire-hold',
    lockSeconds: 10,
    tries: 10,
    run: ({ accountId, bookingId }) => expireHold(accountId, bookingId),
  };
}
