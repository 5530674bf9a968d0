import { closedDayOn } from '../../../src/domain/account/closed-days.rules.js';
import { datesBetween } from '../../../src/platform/time/plain-date.js';

const day = (from: string, to: string, repeatsYearly = false) => ({ from, to, reason: null, repeatsYearly });

describe('a closed day', () => {
  it.each([
    ['on its date only', day('2026-07-06', '2026-07-06'), '2026-07-05', '2026-07-07', '06'],
    ['not a year later', day('2026-07-06', '2026-07-06'), '2027-07-05', '2027-07-07', ''],
    ['from its first to its last date', day('2026-07-06', '2026-07-08'), '2026-07-01', '2026-07-31', '06 07 08'],
    ['a year later, if it repeats', day('2026-07-06', '2026-07-07', true), '2027-07-01', '2027-07-31', '06 07'],
    ['not before its first year', day('2026-07-06', '2026-07-07', true), '2025-07-01', '2025-07-31', ''],
    ['over New Year, if it repeats', day('2026-12-30', '2027-01-02', true), '2027-12-15', '2028-01-15', '30 31 01 02'],
    [
      'not before it first begins, if it repeats',
      day('2026-12-30', '2027-01-02', true),
      '2026-01-01',
      '2026-01-31',
      '',
    ],
    ['on 29 February, if the year has it', day('2024-02-29', '2024-02-29', true), '2028-02-27', '2028-03-02', '29'],
    ['not on 29 February in other years', day('2024-02-29', '2024-02-29', true), '2027-02-27', '2027-03-02', ''],
    [
      'from 1 March, if it begins on 29 February',
      day('2024-02-29', '2024-03-02', true),
      '2027-02-25',
      '2027-03-09',
      '01 02',
    ],
    [
      'to 28 February, if it ends on 29 February',
      day('2024-02-27', '2024-02-29', true),
      '2027-02-25',
      '2027-03-09',
      '27 28',
    ],
  ])('closes %s', (_name, closed, from, to, expected) => {
    const dates = datesBetween(from, to).filter((date) => closedDayOn(date, [closed]) !== undefined);
    expect(dates.map((date) => date.slice(8)).join(' ')).toBe(expected);
  });

  it('has the reason of the first entry', () => {
    const days = [
      { ...day('2026-07-06', '2026-07-26'), reason: 'Summer' },
      { ...day('2026-07-10', '2026-07-10'), reason: 'Party' },
    ];
    expect(closedDayOn('2026-07-10', days)?.reason).toBe('Summer');
  });
});
