import { expireHold } from '../domain/booking/states/booking-state.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';

/** Runs at the `expires_at` of a hold (spec, Bookings). */
export const expireHoldJob = (context: JobContext): JobDefinition<{ accountId: number; bookingId: number }> => ({
  name: 'expire-hold',
  onAccountClock: true,
  lockSeconds: 10,
  maxAttempts: 10,
  run: async ({ accountId, bookingId }) => {
    await expireHold(await contextOf(context, accountId), bookingId);
  },
});
