import { reminderTime } from '../../../../src/domain/booking/states/booking-revision.actions.js';
import { zoneOf } from '../../../../src/platform/time/zone.js';

const oslo = zoneOf('Europe/Oslo');

it.each([
  ['at noon of the day before', '2026-03-10T08:00Z', null, '2026-03-01T00:00Z', '2026-03-09T11:00:00.000Z'],
  [
    'at the time that the account has set',
    '2026-03-10T08:00Z',
    '18:30',
    '2026-03-01T00:00Z',
    '2026-03-09T17:30:00.000Z',
  ],
  ['on the day before by the wall clock', '2026-03-09T23:30Z', null, '2026-03-01T00:00Z', '2026-03-09T11:00:00.000Z'],
  [
    'at the same wall-clock time across a clock change',
    '2026-03-29T08:00Z',
    null,
    '2026-03-01T00:00Z',
    '2026-03-28T11:00:00.000Z',
  ],
  [
    'at noon if the setting is not a time',
    '2026-03-10T08:00Z',
    'soon',
    '2026-03-01T00:00Z',
    '2026-03-09T11:00:00.000Z',
  ],
  ['absent if that time has passed', '2026-03-10T08:00Z', null, '2026-03-09T11:00Z', null],
])('the reminder is %s', (_, bookedFrom, setting, now, expected) => {
  const settings = setting === null ? null : { sms_reminder_time: setting };
  const reminder = reminderTime(new Date(bookedFrom), settings, oslo, new Date(now));
  expect(reminder?.toISOString() ?? null).toBe(expected);
});
