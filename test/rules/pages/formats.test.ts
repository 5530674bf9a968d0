import { addMonths, datesIn, daysAround, weeksOf } from '../../../src/http/public-pages/booking-page/dates.js';
import { formatsOf } from '../../../src/http/public-pages/booking-page/formats.js';
import type { Language } from '../../../src/platform/language.js';
import { datesBetween, type PlainDate } from '../../../src/platform/time/plain-date.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

it.each<[Language, string, string | null, string[]]>([
  ['en', 'NO', 'NOK', ['Tuesday, 3 March 2026', '10:00', '1 450 kr', '1 hr 30 mins']],
  ['en', 'US', 'USD', ['Tuesday, March 3, 2026', '10:00 AM', '$1,450', '1 hr 30 min']],
  ['nb', 'NO', 'NOK', ['tirsdag 3. mars 2026', '10:00', '1 450 kr', '1 t 30 min']],
  ['sv', 'SE', 'SEK', ['tisdag 3 mars 2026', '10:00', '1 450 kr', '1 tim 30 min']],
  ['sv', 'SE', null, ['tisdag 3 mars 2026', '10:00', '1 450', '1 tim 30 min']],
])('formats values in %s for %s with %s', (language, countryCode, currency, expected) => {
  const formats = formatsOf({ language, countryCode, zone: 'Europe/Oslo', currency });
  const written = [
    formats.day('2026-03-03'),
    formats.time('2026-03-03T09:00:00Z'),
    formats.price('1450.0'),
    formats.minutes(90),
  ];
  expect(written).toEqual(expected);
});

it.each<[Language, string, string, string]>([
  ['en', '2026-03-03T00:00:00+01:00', '2026-03-04T00:00:00+01:00', 'Tuesday, 3 March 2026'],
  ['en', '2026-03-03T00:00:00+01:00', '2026-03-06T00:00:00+01:00', 'Tuesday, 3 March 2026 – Thursday, 5 March 2026'],
  ['nb', '2026-03-28T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 'lørdag 28. mars 2026 – søndag 29. mars 2026'],
  ['sv', '2026-03-03T00:00:00+01:00', '2026-03-05T00:00:00+01:00', 'tisdag 3 mars 2026 – onsdag 4 mars 2026'],
  ['en', '2026-03-03T00:00:00+01:00', '2026-03-03T10:00:00+01:00', 'Tuesday, 3 March 2026, 00:00–10:00'],
])('formats a time in %s from %s to %s as %s', (language, from, to, expected) => {
  const { period } = formatsOf({ language, countryCode: 'NO', zone: 'Europe/Oslo', currency: null });
  expect(period(from, to)).toBe(expected);
});

it.each<[Language, string, string, string]>([
  ['en', 'NO', '2–8 March 2026', '30 March – 5 April 2026'],
  ['en', 'US', 'March 1 – 7, 2026', 'March 29 – April 4, 2026'],
  ['nb', 'NO', '2.–8. mars 2026', '30. mars–5. april 2026'],
  ['sv', 'SE', '2–8 mars 2026', '30 mars–5 april 2026'],
  ['da', 'DK', '2.–8. marts 2026', '30. marts–5. april 2026'],
  ['de', 'DE', '2.–8. März 2026', '30. März – 5. April 2026'],
])('formats weeks in %s for %s from the first day of a week', (language, countryCode, ofMonth, ofTwo) => {
  const { firstWeekday, dayRange } = formatsOf({ language, countryCode, zone: 'Europe/Oslo', currency: null });
  const written = ['2026-03-05', '2026-04-02'].map((date) => {
    const { from, to } = daysAround(date, 'week', { today: '2026-03-03', firstWeekday });
    return dayRange(from, to);
  });
  expect(written).toEqual([ofMonth, ofTwo]);
});

it.each([
  ['Europe/Oslo', '2026-03-03T00:00:00+01:00', '2026-03-04T00:00:00+01:00', '2026-03-03', 1],
  ['Europe/Oslo', '2026-03-28T00:00:00+01:00', '2026-03-31T00:00:00+02:00', '2026-03-30', 3],
  ['Europe/Oslo', '2026-03-03T09:00:00+01:00', '2026-03-03T17:00:00+01:00', '2026-03-03', 1],
  ['Europe/Oslo', '2026-03-03T09:00:00+01:00', '2026-03-05T17:00:00+01:00', '2026-03-05', 3],
  // A clock change skips the midnight at which the time ends.
  ['Africa/Cairo', '2026-04-22T00:00:00+02:00', '2026-04-24T01:00:00+03:00', '2026-04-23', 2],
  ['Asia/Beirut', '2026-03-28T00:00:00+02:00', '2026-03-29T01:00:00+03:00', '2026-03-28', 1],
  ['America/Santiago', '2026-09-05T00:00:00-04:00', '2026-09-06T01:00:00-03:00', '2026-09-05', 1],
  ['America/Sao_Paulo', '2018-11-01T00:00:00-03:00', '2018-11-04T01:00:00-02:00', '2018-11-03', 3],
  ['America/Asuncion', '2024-10-05T00:00:00-04:00', '2024-10-06T01:00:00-03:00', '2024-10-05', 1],
  // It skips the midnight at which the time begins.
  ['Africa/Cairo', '2026-04-24T01:00:00+03:00', '2026-04-25T00:00:00+03:00', '2026-04-24', 1],
  ['America/Santiago', '2026-09-06T01:00:00-03:00', '2026-09-08T00:00:00-03:00', '2026-09-07', 2],
  // The hour before midnight, or that after it, occurs twice.
  ['America/Sao_Paulo', '2018-02-17T00:00:00-02:00', '2018-02-18T00:00:00-03:00', '2018-02-17', 1],
  ['Africa/Cairo', '2026-10-29T00:00:00+03:00', '2026-10-30T00:00:00+02:00', '2026-10-29', 1],
  ['America/Havana', '2026-10-31T00:00:00-04:00', '2026-11-01T00:00:00-04:00', '2026-10-31', 1],
  ['America/Havana', '2026-10-31T00:00:00-04:00', '2026-11-01T00:00:00-05:00', '2026-11-01', 2],
])('in %s, a time from %s to %s ends on %s and touches %i dates', (zone, from, to, last, days) => {
  const { lastDayOf, countDays } = datesIn(zoneOf(zone));
  expect([lastDayOf(to), countDays(from, to)]).toEqual([last, days]);
});

it('formats whole days that begin after a skipped midnight as dates', () => {
  const { period } = formatsOf({
    language: 'en',
    countryCode: 'GB',
    zone: 'Africa/Cairo',
    currency: null,
  });
  expect([
    period('2026-04-23T00:00:00+02:00', '2026-04-24T01:00:00+03:00'),
    period('2026-04-24T01:00:00+03:00', '2026-04-26T00:00:00+03:00'),
    period('2026-04-22T01:00:00+02:00', '2026-04-23T01:00:00+02:00'),
  ]).toEqual([
    'Thursday, 23 April 2026',
    'Friday, 24 April 2026 – Saturday, 25 April 2026',
    'Wednesday, 22 April 2026 at 01:00 – Thursday, 23 April 2026 at 01:00',
  ]);
});

it('formats several times a price with all decimals of its currency', () => {
  const { price } = formatsOf({ language: 'en', countryCode: 'KW', zone: 'UTC', currency: 'KWD' });
  expect([price('1.234', 3), price('1.5', 2), price('-1.234')]).toEqual(['KWD 3.702', 'KWD 3', '-KWD 1.234']);
});

it('formats a price with hundredths only if they are not 0', () => {
  const { price } = formatsOf({ language: 'en', countryCode: 'US', zone: 'UTC', currency: 'USD' });
  expect(['10.0', '10.5', '0.0'].map((amount) => price(amount))).toEqual(['$10', '$10.50', '$0']);
});

it.each<[string, PlainDate, PlainDate, number, [PlainDate, PlainDate], string]>([
  ['a month', '2026-03-10', '2026-03-03', 0, ['2026-03-01', '2026-03-31'], 'March 2026'],
  ['a month before this one', '2026-02-10', '2026-03-30', 0, ['2026-02-01', '2026-02-28'], 'February 2026'],
  ['a month after this one', '2026-04-01', '2026-03-30', 0, ['2026-04-01', '2026-04-30'], 'April 2026'],
  ['this month with two weeks left', '2026-03-17', '2026-03-17', 0, ['2026-03-01', '2026-03-31'], 'March 2026'],
  ['this month with less left', '2026-03-18', '2026-03-18', 0, ['2026-03-01', '2026-04-05'], 'March – April 2026'],
  ['this month on its last day', '2026-03-31', '2026-03-31', 0, ['2026-03-01', '2026-04-19'], 'March – April 2026'],
  ['weeks from Sunday', '2026-03-31', '2026-03-31', 6, ['2026-03-01', '2026-04-18'], 'March – April 2026'],
  ['a year that ends', '2026-12-28', '2026-12-28', 0, ['2026-12-01', '2027-01-17'], 'December 2026 – January 2027'],
])('the days of %s, %s on %s', (_name, date, today, firstWeekday, [from, to], title) => {
  const { months } = formatsOf({ language: 'en', countryCode: 'NO', zone: 'Europe/Oslo', currency: null });
  expect(daysAround(date, 'month', { today, firstWeekday })).toEqual({ unit: 'month', from, to });
  expect(months(from, to)).toBe(title);
});

it('the weeks of days begin on the first weekday and contain each day once', () => {
  const days = { unit: 'month', from: '2026-03-01', to: '2026-03-31' } as const;
  const weeks = weeksOf(days, 0);
  expect([weeks.length, weeks[0]?.at(-1), weeks[1]?.[0], weeks.at(-1)?.[1]]).toEqual([
    6,
    '2026-03-01',
    '2026-03-02',
    '2026-03-31',
  ]);
  expect(weeksOf(days, 6)[0]?.[0]).toBe('2026-03-01');
  expect(weeks.flat().filter((day) => day !== undefined)).toHaveLength(31);
  expect(weeksOf({ ...days, to: '2026-04-05' }, 0).at(-1)).toEqual(datesBetween('2026-03-30', '2026-04-05'));
});

it.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['0001-01', -1, undefined],
  ['9999-12', 1, undefined],
])('the month %s plus %s months is %s', (month, months, expected) => expect(addMonths(month, months)).toBe(expected));
