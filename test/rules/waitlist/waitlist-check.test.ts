import { nextCheckAt } from '../../../src/domain/waitlist/waitlist-check.actions.js';
import { applyPeriod } from '../../../src/platform/time/period.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const zone = zoneOf('Europe/Oslo');

/** Plans with a bookable period, all of it in ISO 8601 in UTC without seconds. */
function plan(period: string, now: string, start: string | null, eventOpensAt: string | null = null): string | null {
  const at = (text: string): Date => new Date(`${text}Z`);
  const upcoming = {
    start: start === null ? null : at(start).getTime(),
    eventOpensAt: eventOpensAt === null ? null : at(eventOpensAt),
  };
  const endAt = (instant: Date): number => applyPeriod(period, instant, zone)?.getTime() ?? Number.NaN;
  return nextCheckAt(at(now), upcoming, { zone, endAt })?.toISOString().slice(0, 16) ?? null;
}

describe('the next check of the waitlist', () => {
  const now = '2026-03-02T07:10';
  it.each<[string, string, string, string | null, string]>([
    ['is when a start is reached', '1 week', now, '2026-03-09T08:00', '2026-03-02T08:00'],
    ['is at a quarter of an hour', '1 week', now, '2026-03-09T08:50', '2026-03-02T09:00'],
    ['is after now', '1 week', now, '2026-03-09T07:10', '2026-03-02T07:15'],
    ['is after a check at a quarter of an hour', '1 week', '2026-03-02T07:15', '2026-03-09T07:15', '2026-03-02T07:30'],
    ['is on the last planned day', '1 week', now, '2026-03-16T22:30', '2026-03-09T22:30'],
    [
      'is at the end of the last planned day if nothing is reached by then',
      '1 week',
      now,
      '2027-03-01T00:00',
      '2026-03-09T23:00',
    ],
    [
      'is a day later if the last start of a day is reached after its last quarter',
      '1 week',
      now,
      '2026-03-09T22:50',
      '2026-03-02T23:00',
    ],
    ['keeps the wall clock over a clock change', '4 weeks', now, '2026-03-30T08:00', '2026-03-02T09:00'],
    ['comes an hour late on a day of 25 hours', '1 day', '2026-10-24T12:00', '2026-10-25T12:00', '2026-10-24T12:15'],
    [
      'is on the first of the days that a month leads to 28 February',
      '1 month',
      '2026-01-27T06:00',
      '2026-02-28T11:00',
      '2026-01-28T11:00',
    ],
    [
      'is at midnight if a text leads to the next day',
      'tomorrow at 12:00',
      now,
      '2026-03-04T11:00',
      '2026-03-02T23:00',
    ],
  ])('%s', (_, period, at, start, expected) => {
    expect(plan(period, at, start)).toBe(expected);
  });

  it.each([
    [null, null, null],
    [null, '2026-06-01T10:07', '2026-06-01T10:07'],
    ['2026-03-09T08:00', '2026-03-02T07:59', '2026-03-02T07:59'],
    ['2026-03-09T08:00', '2026-03-02T08:01', '2026-03-02T08:00'],
  ])('for the start %s and an event that opens at %s is at %s', (start, eventOpensAt, expected) => {
    expect(plan('1 week', now, start, eventOpensAt)).toBe(expected);
  });
});
