import { compactBookingCounts } from '../domain/booking/booking-counts.js';
import type { Database } from '../platform/database/database.js';
import type { JobDefinition } from './job-queue.js';

/** Keeps the time that it takes to count bookings from growing with the changes of bookings. */
export function compactBookingCountsJob({ database }: { database: Database }): JobDefinition {
  return {
    name: 'compact-booking-counts',
    lockSeconds: 30,
    tries: 3,
    every: '1 minute',
    run: (_, job) => compactBookingCounts(database, () => job.touch()),
  };
}
