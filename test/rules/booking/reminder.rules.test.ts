import { reminderTime } from '../../../src/domain/booking/reminder.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const oslo = zoneOf('Europe/Oslo');

it.each([
  ['at noon the day before', '2026-03-10T08:00Z', null, '2026-03-01T00:00Z', '2026-03-09T11:00:00.000Z'],
  ['at the time of the account', '2026-03-10T08:00Z', '18:30', '2026-03-01T00:00Z', '2026-03-09T17:30:00.000Z'],
  ['the day before on the wall clock', '2026-03-09T23:30Z', null, '2026-03-01T00:00Z', '2026-03-09T11:00:00.000Z'],
  ['across a change of the clock', '2026-03-29T08:00Z', null, '2026-03-01T00:00Z', '2026-03-28T11:00:00.000Z'],
  ['at noon when the setting is no time', '2026-03-10T08:00Z', 'soon', '2026-03-01T00:00Z', '2026-03-09T11:00:00.000Z'],
  ['not when that has passed', '2026-03-10T08:00Z', null, '2026-03-09T11:00Z', null],
])('is %s', (_, bookedFrom, setting, now, expected) => {
  const settings = setting === null ? null : { sms_reminder_time: setting };
  const reminder = reminderTime(new Date(bookedFrom), settings, oslo, new Date(now));
  expect(reminder?.toISOString() ?? null).toBe(expected);
});
