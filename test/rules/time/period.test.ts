import { applyPeriod, directionOf, isPeriod } from '../../../src/platform/time/period.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const oslo = zoneOf('Europe/Oslo');

/** A Saturday, 12:15:30 in Oslo. The clocks go back that night. */
const baseInstant = new Date('2026-10-24T10:15:30Z');

describe('applyPeriod', () => {
  it.each([
    ['in 2 months', '2026-12-24T11:15:30.000Z'],
    ['10 days', '2026-11-03T11:15:30.000Z'],
    ['2 weeks', '2026-11-07T11:15:30.000Z'],
    ['1 month', '2026-11-24T11:15:30.000Z'],
    ['one year', '2027-10-24T10:15:30.000Z'],
    ['1 day', '2026-10-25T11:15:30.000Z'],
    ['in 24 hours', '2026-10-25T10:15:30.000Z'],
    ['in 1 day and 3 hours', '2026-10-25T14:15:30.000Z'],
    ['1 week, 2 days and 30 minutes', '2026-11-02T11:45:30.000Z'],
    ['in  2   Months ', '2026-12-24T11:15:30.000Z'],
    ['3 hours ago', '2026-10-24T07:15:30.000Z'],
    ['1 day before', '2026-10-23T10:15:30.000Z'],
    ['2 days after', '2026-10-26T11:15:30.000Z'],
    ['2 days from now', '2026-10-26T11:15:30.000Z'],
    ['in half an hour', '2026-10-24T10:45:30.000Z'],
    ['90 min', '2026-10-24T11:45:30.000Z'],
    ['2h', '2026-10-24T12:15:30.000Z'],
    ['1.5 hours', '2026-10-24T11:45:30.000Z'],
    ['in 10 years', '2036-10-24T10:15:30.000Z'],
    ['now', '2026-10-24T10:15:30.000Z'],
    ['tomorrow', '2026-10-25T11:15:30.000Z'],
    ['tomorrow at 12:00', '2026-10-25T11:00:00.000Z'],
    ['tomorrow at 02:30', '2026-10-25T00:30:00.000Z'],
    ['at 9:00', '2026-10-25T08:00:00.000Z'],
    ['next friday at 10', '2026-10-30T09:00:00.000Z'],
    ['1 day before at 12:00', '2026-10-23T10:00:00.000Z'],
  ])('%j leads to %s', (text, expected) => {
    expect(applyPeriod(text, baseInstant, oslo)?.toISOString()).toBe(expected);
    expect(isPeriod(text)).toBe(true);
  });

  it.each([
    ['10 days', '2026-10-14T10:15:30.000Z'],
    ['24 hours', '2026-10-23T10:15:30.000Z'],
    ['1 day 2 hours', '2026-10-23T08:15:30.000Z'],
    ['1 day before', '2026-10-23T10:15:30.000Z'],
    ['2 days ago', '2026-10-22T10:15:30.000Z'],
    ['in 2 hours', '2026-10-24T12:15:30.000Z'],
    ['2 hours after', '2026-10-24T12:15:30.000Z'],
    ['at 9:00', '2026-10-24T07:00:00.000Z'],
  ])('counted back, %j leads to %s', (text, expected) => {
    expect(applyPeriod(text, baseInstant, oslo, 'backward')?.toISOString()).toBe(expected);
  });

  it.each([
    ['1 day', '2026-03-28T01:30:00Z', '2026-03-29T01:30:00.000Z', 'is moved out of the gap'],
    ['1 day', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00.000Z', 'is the first of the two'],
    ['1 hour', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00.000Z', 'is exact within the repeated hour'],
    ['5 minutes', '2026-10-25T01:30:00Z', '2026-10-25T01:35:00.000Z', 'stays in the second of the two'],
    ['1 month', '2026-01-31T12:00:00Z', '2026-02-28T12:00:00.000Z', 'is the last day of the month'],
    ['1 day', '1969-12-30T23:59:59.250Z', '1969-12-31T23:59:59.250Z', 'keeps milliseconds'],
  ])('%s from %s is %s: it %s', (text, base, expected) => {
    expect(applyPeriod(text, new Date(base), oslo)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'blah 2 days',
    '2 days blah',
    '2 dayss',
    'in 2 days ago',
    'two and days',
    '10',
    'monday to friday',
    'tomorrow at 12:00 EST',
    'tomorrow at 12:00 or so',
    'in 11 years',
    '11 years ago',
    '99999999999999999999 days',
    `${'9'.repeat(90)} hours`,
    '1 day '.repeat(17),
    'a half an '.repeat(9),
  ])('rejects %j', (text) => {
    expect(applyPeriod(text, baseInstant, oslo)).toBeUndefined();
    expect(isPeriod(text)).toBe(false);
  });
});

describe('directionOf', () => {
  it.each([
    ['in 5 minutes', 'forward', 'forward'],
    ['3 hours ago', 'backward', 'backward'],
    ['1 day before at 12:00', 'backward', 'backward'],
    ['10 days', 'forward', 'backward'],
    ['now', 'forward', 'forward'],
    ['tomorrow at 00:00', 'forward', 'forward'],
    ['yesterday at 23:59', 'backward', 'backward'],
    ['at 9:00', 'forward', undefined],
    ['today at 9:00', undefined, undefined],
    ['in 2 days ago', undefined, undefined],
    ['some day', undefined, undefined],
  ] as const)('%j leads %s, and %s when counted back', (text, forward, backward) => {
    expect([directionOf(text, 'forward'), directionOf(text, 'backward')]).toEqual([forward, backward]);
  });
});
