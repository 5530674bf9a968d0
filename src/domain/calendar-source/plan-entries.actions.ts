import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { RequestContext } from '../context.js';
import type { CalendarSource } from './calendar-source.entity.js';

/** Whether bookings of the resource are written into the calendar. */
export function writesEntries({ active, target }: Pick<CalendarSource, 'active' | 'target'>): boolean {
  return active && target !== null;
}

/**
 * Plans to write or remove the entries of a calendar that do not end in the past: after another target, another sign-in, or a
 * pause. Call it in the transaction of the change. Those that have no row yet are added in batches by a job.
 */
export async function planEntries(
  { clock, serverClock }: RequestContext,
  tx: AccountTransaction,
  source: CalendarSource,
): Promise<void> {
  const now = serverClock.now();
  Object.assign(source, { plansEntriesSince: writesEntries(source) ? now : null });
  Object.assign(source, { writeAfter: null, writeFailures: 0, writeError: null });
  await tx.query(
    `update calendar_source_entry set ${becomesDue('$3')}
     where account_id = $1 and calendar_source_id = $2 and ends_at > $4`,
    [source.id, now, clock.now()],
  );
}

/** SQL: sets the columns of an entry that is to be written. @param now the time of the server, in SQL */
export function becomesDue(now: string): string {
  return `state = 'pending', version = calendar_source_entry.version + 1, attempt_count = 0, error = null,
    next_attempt_at = ${now}, updated_at = ${now}`;
}
