import { compactBookingCounts } from '../domain/booking/booking-counts.queries.js';
import type { Database } from '../platform/database/database.js';
import type { JobDefinition } from './job-queue.js';

/** Merges the increments of booking counts, so that counting stays fast however many bookings change. */
export function compactBookingCountsJob({ database }: { database: Database }): JobDefinition {
  return {
    name: 'compact-booking-counts',
    lockSeconds: 30,
    maxAttempts: 3,
    every: '1 minute',
    run: (_, job) => compactBookingCounts(database, () => job.touch()),
  };
}
