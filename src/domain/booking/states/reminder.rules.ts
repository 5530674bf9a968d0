import { addDays } from '../../../platform/time/plain-date.js';
import { parseWallTime } from '../../../platform/time/wall-time.js';
import type { Zone } from '../../../platform/time/zone.js';

const noon = 720;

/**
 * Returns when to send the SMS reminder of a booking: the day before, at the account's `sms_reminder_time` (`HH:MM`,
 * default 12:00). Returns null if that time has passed (spec, Create booking parameters).
 */
export function reminderTime(
  bookedFrom: Date,
  settings: Readonly<Record<string, unknown>> | null,
  zone: Zone,
  now: Date,
): Date | null {
  const setting = settings?.['sms_reminder_time'];
  const minute = (typeof setting === 'string' ? parseWallTime(setting) : undefined) ?? noon;
  const at = zone.toEpoch(addDays(zone.dateAt(bookedFrom.getTime()), -1), minute);
  return at > now.getTime() ? new Date(at) : null;
}
