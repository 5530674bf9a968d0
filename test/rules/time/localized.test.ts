import type { Language } from '../../../src/platform/language.js';
import {
  formatLocalized,
  formatLocalizedDate,
  type Locale,
  localeOf,
  weekdayName,
  zoneName,
} from '../../../src/platform/time/localized.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const nineInOslo = Date.UTC(2026, 10, 23, 8);

it.each<[Locale, string, string]>([
  ['en', 'Europe/Oslo', 'Monday, November 23, 2026 at 9:00 AM'],
  ['sv', 'Europe/Oslo', 'måndag 23 november 2026 kl. 09:00'],
  ['nb', 'Europe/Oslo', 'mandag 23. november 2026 kl. 09:00'],
  ['de', 'Europe/Oslo', 'Montag, 23. November 2026 um 09:00'],
  ['da', 'Europe/Oslo', 'mandag den 23. november 2026 kl. 09.00'],
  ['en-GB', 'Europe/Oslo', 'Monday, 23 November 2026 at 09:00'],
  ['sv-FI', 'Europe/Oslo', 'måndag 23 november 2026 kl. 9.00'],
  ['en', 'Asia/Kathmandu', 'Monday, November 23, 2026 at 1:45 PM'],
])('writes a time in the locale %s and the zone %s', (locale, zone, text) => {
  expect(formatLocalized(nineInOslo, locale, zoneOf(zone))).toBe(text);
});

it.each<[Language, string, Locale, string]>([
  ['en', 'NO', 'en-NO', 'Monday, 23 November 2026'],
  ['en', 'US', 'en-US', 'Monday, November 23, 2026'],
  ['en', 'RU', 'en-GB', 'Monday, 23 November 2026'],
  ['nb', 'SE', 'nb', 'mandag 23. november 2026'],
  ['de', 'CH', 'de-CH', 'Montag, 23. November 2026'],
])('people read %s in %s in the locale %s', (language, countryCode, locale, text) => {
  expect(localeOf(language, countryCode)).toBe(locale);
  expect(formatLocalizedDate('2026-11-23', localeOf(language, countryCode))).toBe(text);
});

it.each<[Locale, string, string, string]>([
  ['en', 'Europe/Oslo', 'Central European Standard Time', 'Central European Summer Time'],
  ['sv', 'Europe/Oslo', 'CET', 'CEST'],
  ['nb', 'Europe/Oslo', 'CET', 'CEST'],
  ['en-US', 'America/New_York', 'EST', 'EDT'],
  ['en', 'Asia/Kathmandu', 'Nepal Time', 'Nepal Time'],
  ['en', 'Etc/GMT-3', 'GMT+03:00', 'GMT+03:00'],
])('names in the locale %s the zone %s: %s, in summer %s', (locale, name, winter, summer) => {
  const zone = zoneOf(name);
  expect(zoneName(nineInOslo, locale, zone)).toBe(winter);
  expect(zoneName(Date.UTC(2026, 6, 1), locale, zone)).toBe(summer);
  expect(zoneName(nineInOslo, locale, zone)).toBe(winter);
});

it('writes the same as Intl at random times', () => {
  for (const locale of ['en', 'en-AU', 'sv', 'nb'] as const) {
    for (const name of ['Europe/Oslo', 'America/St_Johns', 'Pacific/Chatham']) {
      const zone = zoneOf(name);
      const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: name });
      const instants = Array.from({ length: 300 }, (_, index) => Date.UTC(1985, 0, 1) + index * 5_800_019_000);
      expect(instants.map((instant) => formatLocalized(instant, locale, zone))).toEqual(
        instants.map((instant) => format.format(instant).replace(/\p{Zs}/gu, ' ')),
      );
    }
  }
});

it('creates no format for a weekday in a language that was used before', () => {
  weekdayName(0, 'sv');
  const { DateTimeFormat } = Intl;
  let created = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (target, given) => {
      created += 1;
      return Reflect.construct(target, given);
    },
  });
  try {
    expect([weekdayName(6, 'sv'), created]).toEqual(['söndag', 0]);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
});
