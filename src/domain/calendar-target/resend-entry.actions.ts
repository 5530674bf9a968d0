import { recordChange } from '../../outbox/change-log.js';
import { invalid } from '../../platform/errors.js';
import { CalendarSource } from '../calendar-source/calendar-source.entity.js';
import { changedBy, type RequestContext } from '../context.js';
import { CalendarEntryState, CalendarSourceEntry } from './calendar-source-entry.entity.js';

/**
 * Writes an entry again, with all attempts, and ends the pause of its calendar.
 *
 * @throws DomainError NOT_FOUND, INVALID on `state` if the calendar is switched off
 */
export function resendEntry(context: RequestContext, id: number): Promise<CalendarSourceEntry> {
  return context.db.transaction(async (tx) => {
    const entry = await tx.getLocked(CalendarSourceEntry, id);
    const { active } = await tx.get(CalendarSource, entry.calendarSourceId);
    if (!active) throw invalid({ state: ['is of a calendar that is switched off'] });
    await tx.query('update calendar_source set write_after = null where account_id = $1 and id = $2', [
      entry.calendarSourceId,
    ]);
    Object.assign(entry, {
      ...{ state: CalendarEntryState.PENDING, version: entry.version + 1, attemptCount: 0, error: null },
      nextAttemptAt: context.serverClock.now(),
    });
    await recordChange(tx, 'calendar_source_entry.requested', entry, changedBy(context));
    return entry;
  });
}
