import { formatLocalized } from '../../../src/platform/time/localized.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const NINE_IN_OSLO = Date.UTC(2026, 10, 23, 8);

it.each([
  ['en', 'Europe/Oslo', 'Monday, November 23, 2026 at 9:00 AM'],
  ['sv', 'Europe/Oslo', 'måndag 23 november 2026 kl. 09:00'],
  ['nb', 'Europe/Oslo', 'mandag 23. november 2026 kl. 09:00'],
  ['de', 'Europe/Oslo', 'Monday, November 23, 2026 at 9:00 AM'],
  ['not a locale', 'Asia/Kathmandu', 'Monday, November 23, 2026 at 1:45 PM'],
])('writes in %s in %s', (locale, zone, text) => {
  expect(formatLocalized(NINE_IN_OSLO, locale, zoneOf(zone))).toBe(text);
});
