import {
  firstFit,
  offerExpiry,
  parsePeriod,
  validateWaitingPeriod,
} from '../../../src/domain/waitlist/waitlist-entry.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const oslo = zoneOf('Europe/Oslo');
const now = new Date('2026-03-02T07:00:00Z');

describe('the period of an entry', () => {
  it.each([
    ['dates, both of them included', '2026-03-04', '2026-03-05', '2026-03-03T23:00:00Z', '2026-03-05T23:00:00Z'],
    ['a date of 23 hours', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['a date of 25 hours', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['dates around a clock change', '2026-03-28', '2026-03-30', '2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z'],
    ['times', '2026-03-04 10:00', '2026-03-04 12:00', '2026-03-04T09:00:00Z', '2026-03-04T11:00:00Z'],
    [
      'a time that the clock skips',
      '2026-03-29 02:30',
      '2026-03-29 04:00',
      '2026-03-29T01:30:00Z',
      '2026-03-29T02:00:00Z',
    ],
    [
      'times with offsets',
      '2026-03-04T10:00Z',
      '2026-03-04T12:00+02:00',
      '2026-03-04T10:00:00Z',
      '2026-03-04T10:00:00Z',
    ],
  ])('has %s', (_, from, to, start, end) => {
    expect(parsePeriod({ from, to }, oslo)).toEqual({
      period: { from: new Date(start), to: new Date(end) },
      errors: {},
    });
  });

  it('keeps absent ends, clears empty ones and rejects texts that are not times', () => {
    const message = 'must be a date and time such as 2026-12-15 10:00 or 2026-12-15T10:00:00+01:00';
    expect(parsePeriod({}, oslo)).toEqual({ period: {}, errors: {} });
    expect(parsePeriod({ from: null, to: ' ' }, oslo)).toEqual({ period: { from: null, to: null }, errors: {} });
    expect(parsePeriod({ from: 'soon', to: '2026-02-30' }, oslo)).toEqual({
      period: {},
      errors: { from: ['is invalid', message], to: ['is invalid', message] },
    });
  });

  it.each([
    ['2026-03-04T00:00Z', '2026-03-05T00:00Z', {}],
    ['2026-03-01T00:00Z', '2026-03-03T00:00Z', {}],
    ['2026-03-01T00:00Z', '2026-03-02T07:00Z', { to: ["can't be in the past"] }],
    ['2026-03-05T00:00Z', '2026-03-05T00:00Z', { to: ['must be after from'] }],
    ['2026-03-04T00:00Z', '2026-06-04T01:00Z', {}],
    ['2026-03-04T00:00Z', '2026-06-04T01:01Z', { to: ['must be within 92 days of from'] }],
    ['2028-03-01T00:00Z', '2028-03-05T00:00Z', { to: ['must be at most 2 years ahead'] }],
  ])('from %s to %s: %j', (from, to, errors) => {
    expect(validateWaitingPeriod({ from: new Date(from), to: new Date(to) }, now)).toEqual(errors);
  });
});

describe('the time that is offered', () => {
  const time = (from: number, free = 1) => ({ from, to: from + 10, free, eventId: null });
  const times = [time(40), time(10), time(20, 3), time(30)];
  const wanted = { from: 0, to: 100, places: 1 };
  const limits = { now: 0, passed: new Set<number>() };

  it.each([
    ['the earliest', wanted, limits, 10],
    ['one with enough places', { ...wanted, places: 2 }, limits, 20],
    ['none with too few places', { ...wanted, places: 4 }, limits, undefined],
    ['one that begins in the period', { ...wanted, from: 11 }, limits, 20],
    ['one that ends in the period', { ...wanted, to: 20 }, limits, 10],
    ['none that ends after the period', { ...wanted, to: 19 }, limits, undefined],
    ['one that has not begun', wanted, { ...limits, now: 10 }, 20],
    ['one that overlaps what was freed', wanted, { ...limits, freed: { from: 25, to: 30 } }, 20],
    ['none that only touches what was freed', wanted, { ...limits, freed: { from: 50, to: 60 } }, undefined],
    ['one that was not declined', wanted, { ...limits, passed: new Set([10, 20]) }, 30],
    ['the requested one', wanted, { ...limits, start: 30 }, 30],
    ['none for a start without a time', wanted, { ...limits, start: 31 }, undefined],
  ])('is %s', (_, entry, given, start) => {
    expect(firstFit(times, entry, given)?.from).toBe(start);
  });

  it.each([
    [60, '2026-03-04T07:00:00Z', '2026-03-02T08:00:00Z'],
    [60, '2026-03-02T07:30:00Z', '2026-03-02T07:30:00Z'],
    [10_080, '2026-04-04T07:00:00Z', '2026-03-09T07:00:00Z'],
  ])('is held for %i minutes, but not beyond its start at %s', (minutes, start, end) => {
    expect(offerExpiry(now, minutes, Date.parse(start))).toEqual(new Date(end));
  });
});
