import { exampleVariables } from '../../../src/pages/explorer/example-variables.js';

const query =
  'query Q($now: DateTime!, $endOfDay: DateTime!, $inTwoWeeks: DateTime!, $monthFrom: DateTime!, $top: Int) { a }';

describe('the variables of examples', () => {
  it.each([
    // The account's day has begun, in UTC it has not.
    [
      '2026-11-30T11:30:00Z',
      'Pacific/Kiritimati',
      '2026-12-01 01:30:00',
      '2026-12-02 00:00',
      '2026-12-15 00:00',
      '2026-12-01 00:00',
    ],
    [
      '2026-11-30T23:30:00Z',
      'Europe/Oslo',
      '2026-12-01 00:30:00',
      '2026-12-02 00:00',
      '2026-12-15 00:00',
      '2026-12-01 00:00',
    ],
    [
      '2026-12-01T04:30:00Z',
      'America/New_York',
      '2026-11-30 23:30:00',
      '2026-12-01 00:00',
      '2026-12-14 00:00',
      '2026-11-01 00:00',
    ],
    ['2026-12-01T04:30:00Z', 'UTC', '2026-12-01 04:30:00', '2026-12-02 00:00', '2026-12-15 00:00', '2026-12-01 00:00'],
  ])('at %s in %s are of the account’s day', (instant, zone, now, endOfDay, inTwoWeeks, monthFrom) => {
    const expected = { now, endOfDay, inTwoWeeks, monthFrom };
    expect(exampleVariables(query, new Date(instant), zone)).toEqual(expected);
  });
});
