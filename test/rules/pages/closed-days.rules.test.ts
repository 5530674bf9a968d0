import { byDate } from '../../../src/pages/dashboard/views/setup/closed-days/closed-days.rules.js';

const day = (from: string, to = from, repeatsYearly = false) => ({ from, to, reason: null, repeatsYearly });

describe('the closed days by date', () => {
  it('has those ahead, the next one first, and those that are over, the latest first', () => {
    const entries = [
      day('2025-05-01'),
      day('2026-01-05', '2026-01-09'),
      day('2026-07-06', '2026-07-26'),
      day('2026-03-02'),
    ];
    const { coming, past } = byDate(entries, '2026-03-02');
    expect(coming.map(({ from, days }) => [from, days])).toEqual([
      ['2026-03-02', 1],
      ['2026-07-06', 21],
    ]);
    expect(past.map(({ from, days }) => [from, days])).toEqual([
      ['2026-01-05', 5],
      ['2025-05-01', 1],
    ]);
  });

  it.each([
    ['the first time', day('2030-12-24', '2030-12-26', true), '2026-03-02', ['2030-12-24', '2030-12-26', 3]],
    ['later this year', day('2020-12-24', '2020-12-26', true), '2026-03-02', ['2026-12-24', '2026-12-26', 3]],
    ['its last day', day('2020-12-24', '2020-12-26', true), '2026-12-26', ['2026-12-24', '2026-12-26', 3]],
    ['next year', day('2020-12-24', '2020-12-26', true), '2026-12-27', ['2027-12-24', '2027-12-26', 3]],
    ['over new year', day('2020-12-30', '2021-01-02', true), '2026-01-02', ['2025-12-30', '2026-01-02', 4]],
    [
      '29 February, in leap years only',
      day('2024-02-29', '2024-02-29', true),
      '2026-03-02',
      ['2028-02-29', '2028-02-29', 1],
    ],
    ['29 February of a century', day('2096-02-29', '2096-02-29', true), '2096-03-01', ['2104-02-29', '2104-02-29', 1]],
    ['from 29 February', day('2024-02-29', '2024-03-02', true), '2026-01-01', ['2026-03-01', '2026-03-02', 2]],
    ['until 29 February', day('2024-02-27', '2024-02-29', true), '2026-01-01', ['2026-02-27', '2026-02-28', 2]],
  ])('has the next time of what repeats yearly: %s', (_, entry, today, expected) => {
    const [next] = byDate([entry], today).coming;
    expect([next?.from, next?.to, next?.days]).toEqual(expected);
  });
});
