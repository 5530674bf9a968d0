import 'reflect-metadata';
import {
  alignBuckets,
  bucketAt,
  bucketsOf,
  calendarLabel,
  comparedPeriod,
  keysOf,
  wallDaysBetween,
} from '../../../src/domain/figures/buckets.rules.js';
import { FigureComparison, FigureDimension } from '../../../src/domain/figures/dimensions.js';
import { parseInstant } from '../../../src/platform/time/instant-input.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const { DAY, WEEK, MONTH, HOUR_OF_DAY, WEEKDAY } = FigureDimension;
const { PREVIOUS_PERIOD, PREVIOUS_YEAR } = FigureComparison;

function inZone(name: string) {
  const zone = zoneOf(name);
  const at = (text: string): number => parseInstant(text, zone) ?? Number.NaN;
  const period = (from: string, to: string) => ({ from: at(from), to: at(to) });
  const shown = (instants: readonly number[]) => instants.map((instant) => zone.format(instant));
  return { zone, at, period, shown };
}

describe('days, weeks and months', () => {
  it.each([
    [
      'Europe/Oslo',
      DAY,
      '2026-03-28',
      '2026-03-31',
      ['28T00:00:00+01:00', '29T00:00:00+01:00', '30T00:00:00+02:00', '31T00:00:00+02:00'],
    ],
    [
      'Europe/Oslo',
      DAY,
      '2026-03-02 10:00',
      '2026-03-03 09:00',
      ['02T10:00:00+01:00', '03T00:00:00+01:00', '03T09:00:00+01:00'],
    ],
    [
      'Europe/Oslo',
      WEEK,
      '2026-03-01',
      '2026-03-10',
      ['01T00:00:00+01:00', '02T00:00:00+01:00', '09T00:00:00+01:00', '10T00:00:00+01:00'],
    ],
    ['Africa/Cairo', DAY, '2026-04-23', '2026-04-25', ['23T00:00:00+02:00', '24T01:00:00+03:00', '25T00:00:00+03:00']],
    ['Pacific/Apia', DAY, '2011-12-29', '2012-01-01', ['29T00:00:00-10:00', '31T00:00:00+14:00', '01T00:00:00+14:00']],
  ] as const)(
    'begin at midnight on the wall clock: in %s, each %s from %s to %s',
    (name, dimension, from, to, expected) => {
      const { zone, period, shown } = inZone(name);
      const { cuts } = bucketsOf(dimension, period(from, to), zone);
      expect(shown(cuts).map((text) => text.slice(8))).toEqual(expected);
    },
  );

  it('follow the lengths of months, including a leap day', () => {
    const { zone, period, shown } = inZone('Europe/Oslo');
    const { cuts } = bucketsOf(MONTH, period('2028-01-31', '2028-03-02'), zone);
    expect(shown(cuts).map((text) => text.slice(0, 10))).toEqual([
      '2028-01-31',
      '2028-02-01',
      '2028-03-01',
      '2028-03-02',
    ]);
  });

  it.each([
    [DAY, '2026-03-02', '2026-03-02'],
    [WEEK, '2026-03-08', '2026-W10'],
    [WEEK, '2027-01-01', '2026-W53'],
    [WEEK, '2025-12-29', '2026-W01'],
    [MONTH, '2026-03-31', '2026-03'],
  ] as const)('have a label: the %s of %s is %s', (dimension, date, label) => {
    expect(calendarLabel(dimension, date)).toBe(label);
  });
});

describe('hours and weekdays', () => {
  it.each([
    ['omit an hour that the clock skips', 'Europe/Oslo', HOUR_OF_DAY, '2026-03-29', '2026-03-29 04:00', [0, 1, 3]],
    [
      'list an hour that the clock repeats once',
      'Europe/Oslo',
      HOUR_OF_DAY,
      '2026-10-25 01:30',
      '2026-10-25 03:00',
      [1, 2],
    ],
    [
      'follow a zone whose offset has half an hour',
      'Asia/Kolkata',
      HOUR_OF_DAY,
      '2026-03-02T10:15:00Z',
      '2026-03-02T11:45:00Z',
      [15, 16, 17],
    ],
    ['list the two days of a weekend', 'Australia/Lord_Howe', WEEKDAY, '2026-04-04', '2026-04-06', [5, 6]],
    [
      'list each weekday once, from Monday',
      'Europe/Oslo',
      WEEKDAY,
      '2026-10-21 12:00',
      '2026-10-29',
      [0, 1, 2, 3, 4, 5, 6],
    ],
  ] as const)('%s', (_name, zoneName, dimension, from, to, expected) => {
    const { zone, period } = inZone(zoneName);
    const asked = period(from, to);
    expect(keysOf(bucketsOf(dimension, asked, zone), asked)).toEqual(expected);
  });
});

describe('the compared period', () => {
  it.each([
    [
      'a day after a clock change',
      PREVIOUS_PERIOD,
      '2026-03-30',
      '2026-03-31',
      '2026-03-29T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
    ],
    [
      'a day with a clock change',
      PREVIOUS_PERIOD,
      '2026-03-29',
      '2026-03-30',
      '2026-03-28T00:00:00+01:00',
      '2026-03-29T00:00:00+01:00',
    ],
    [
      'three hours',
      PREVIOUS_PERIOD,
      '2026-03-02 09:00',
      '2026-03-02 12:00',
      '2026-03-02T06:00:00+01:00',
      '2026-03-02T09:00:00+01:00',
    ],
    [
      'an hour that the clock repeats',
      PREVIOUS_PERIOD,
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:30:00+01:00',
      '2026-10-25T01:30:00+02:00',
      '2026-10-25T02:30:00+02:00',
    ],
    ['a year', PREVIOUS_YEAR, '2026-01-01', '2027-01-01', '2025-01-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00'],
    ['a leap day', PREVIOUS_YEAR, '2028-02-29', '2028-03-01', '2027-03-01T00:00:00+01:00', '2027-03-01T00:00:00+01:00'],
    [
      '28 February',
      PREVIOUS_YEAR,
      '2029-02-28',
      '2029-03-01',
      '2028-02-28T00:00:00+01:00',
      '2028-03-01T00:00:00+01:00',
    ],
  ] as const)('precedes %s', (_name, comparison, from, to, expectedFrom, expectedTo) => {
    const { zone, period, shown } = inZone('Europe/Oslo');
    const compared = comparedPeriod(period(from, to), comparison, zone);
    expect(shown([compared.from, compared.to])).toEqual([expectedFrom, expectedTo]);
  });

  it.each([
    ['Europe/Oslo', '2028-02-01', '2028-04-01'],
    ['Europe/Oslo', '2026-10-24 02:30', '2026-10-26 02:15'],
    ['Australia/Lord_Howe', '2026-04-03 01:45', '2026-10-05'],
    ['America/Sao_Paulo', '2018-11-02', '2018-11-06'],
    ['Africa/Cairo', '2026-04-23 00:30', '2026-04-26'],
  ])('has as many buckets as the period: %s from %s to %s', (name, from, to) => {
    const { zone, period } = inZone(name);
    const asked = period(from, to);
    for (const comparison of [PREVIOUS_PERIOD, PREVIOUS_YEAR]) {
      const compared = comparedPeriod(asked, comparison, zone);
      for (const dimension of [DAY, WEEK, MONTH] as const) {
        const buckets = bucketsOf(dimension, asked, zone);
        const moved = alignBuckets(buckets, compared, zone);
        if (moved.kind !== 'calendar') throw new Error('not buckets of a calendar');
        expect(moved.cuts).toHaveLength(buckets.cuts.length);
        expect(moved.cuts.toSorted((a, b) => a - b)).toEqual(moved.cuts);
        expect([moved.cuts[0], moved.cuts.at(-1)]).toEqual([compared.from, compared.to]);
      }
    }
  });
});

it('finds the bucket of each instant by the wall clock of the zone', () => {
  // One expectation for all: one for each comparison, 119,000 in all, takes 5 s of CPU time.
  const wrong: string[] = [];
  for (const name of ['Europe/Oslo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC']) {
    const { zone, period } = inZone(name);
    const asked = period('2026-03-01', '2026-11-15');
    const hours = bucketsOf(HOUR_OF_DAY, asked, zone);
    const weekdays = bucketsOf(WEEKDAY, asked, zone);
    const days = bucketsOf(DAY, asked, zone);
    for (let instant = asked.from; instant < asked.to; instant += 47 * 60_000) {
      const date = zone.dateAt(instant);
      const isRight =
        bucketAt(hours, instant) === Math.floor(zone.minuteOfDayAt(instant) / 60) &&
        bucketAt(weekdays, instant) === (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7 &&
        zone.dateAt(days.cuts[bucketAt(days, instant) - 1] ?? 0) === date;
      if (!isRight) wrong.push(`${name} ${zone.format(instant)}`);
    }
  }
  expect(wrong).toEqual([]);
});

it.each([
  ['Europe/Oslo', '2026-01-01', '2027-01-01', 365],
  ['Europe/Oslo', '2026-03-29', '2026-03-30', 1],
  ['Europe/Oslo', '2026-03-29', '2026-03-29 12:00', 0.5],
])('counts days on the wall clock: in %s from %s to %s, %s', (name, from, to, days) => {
  const { zone, period } = inZone(name);
  expect(wallDaysBetween(period(from, to), zone)).toBe(days);
});
