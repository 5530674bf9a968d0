import type { Database } from '../../platform/database/database.js';
import { deleteOldRows } from '../../platform/database/old-rows.js';

const isOld = (now: string): string => `expires_at <= ${now}`;

/** Deletes codes and sessions of visitors that have expired, of all accounts. @param onBatch see `deleteOldRows` */
export async function trimVisitorSessions(database: Database, now: Date, onBatch?: () => Promise<void>): Promise<void> {
  for (const table of ['visitor_code', 'visitor_session']) {
    await deleteOldRows(database, { table, isOld, oldestBy: 'expires_at' }, now, onBatch);
  }
}
