import type { Database } from '../../platform/database/database.js';
import { deleteOldRows } from '../../platform/database/old-rows.js';

/** Days for which an entry is kept after it was taken, has expired or left. */
export const closedEntryDays = 90;

const closedEntries = {
  table: 'waitlist_entry',
  where: "state in ('taken', 'expired', 'left')",
  // The age of the entries of a sandbox is measured by its clock.
  isOld: (before: string): string =>
    `updated_at < ${before}::timestamptz + make_interval(secs => (select clock_offset from account owner where owner.id = account_id))`,
  oldestBy: 'updated_at',
};

/** Deletes the entries of all accounts, with their offers, that were closed before an instant. @param onBatch see `deleteOldRows` */
export function trimWaitlist(database: Database, before: Date, onBatch?: () => Promise<void>): Promise<void> {
  return deleteOldRows(database, closedEntries, before, onBatch);
}
