import { isDate } from '../../../src/pages/dashboard/dates.js';
import {
  daysOf,
  earlierOf,
  presetPeriodOf,
  presets,
  problemOf,
  readChoice,
  stepOf,
  toDuring,
  toQuery,
} from '../../../src/pages/dashboard/views/figures/period.rules.js';

const today = '2028-02-29';

describe('periodOf', () => {
  it.each([
    ['last-7-days', '2028-02-23', '2028-02-29'],
    ['last-30-days', '2028-01-31', '2028-02-29'],
    ['last-90-days', '2027-12-02', '2028-02-29'],
    ['this-month', '2028-02-01', '2028-02-29'],
    ['last-month', '2028-01-01', '2028-01-31'],
    ['this-year', '2028-01-01', '2028-12-31'],
    ['next-30-days', '2028-02-29', '2028-03-29'],
  ] as const)('%s is from %s to %s', (preset, from, to) => expect(presetPeriodOf(preset, today)).toEqual({ from, to }));

  it('returns a period within the limit for every preset', () =>
    expect(presets.map((preset) => problemOf(presetPeriodOf(preset, today)))).toEqual(presets.map(() => undefined)));
});

describe('earlierOf', () => {
  it.each([
    ['none', '2026-03-01', '2026-03-31', undefined],
    ['previous-period', '2026-03-01', '2026-03-31', { from: '2026-01-29', to: '2026-02-28' }],
    ['previous-period', '2026-03-02', '2026-03-02', { from: '2026-03-01', to: '2026-03-01' }],
    ['previous-year', '2028-02-01', '2028-02-29', { from: '2027-02-01', to: '2027-02-28' }],
    ['previous-year', '2027-02-01', '2027-02-28', { from: '2026-02-01', to: '2026-02-28' }],
  ] as const)('by %s of %s to %s is %j', (comparison, from, to, expected) =>
    expect(earlierOf({ from, to }, comparison)).toEqual(expected),
  );
});

describe('problemOf', () => {
  it.each([
    ['2026-01-01', '2026-01-01', undefined],
    ['2028-01-01', '2028-12-31', undefined],
    ['2028-01-01', '2029-01-01', 'A period has at most 366 days; this one has 367.'],
    ['2026-01-02', '2026-01-01', 'The last date must not be before the first.'],
    ['', '2026-01-01', 'Enter two dates.'],
    ['2026-02-30', '2026-03-01', 'Enter two dates.'],
    ['2026-1-1', '2026-03-01', 'Enter two dates.'],
  ])('of %s to %s is %s', (from, to, expected) => expect(problemOf({ from, to })).toBe(expected));
});

describe('readChoice', () => {
  const read = (query: string) => readChoice(new URLSearchParams(query), today);

  it.each([
    ['', { preset: 'last-30-days', comparison: 'previous-period' }],
    ['period=nonsense&compare=nonsense', { preset: 'last-30-days', comparison: 'previous-period' }],
    ['compare=none', { preset: 'last-30-days', comparison: 'none' }],
    ['period=this-year&compare=previous-year', { preset: 'this-year', comparison: 'previous-year' }],
    [
      'period=custom&from=2026-01-01&to=2026-01-31',
      { preset: 'custom', period: { from: '2026-01-01', to: '2026-01-31' } },
    ],
    [
      'period=custom&from=<b>&to=',
      { preset: 'custom', problem: 'Enter two dates.', period: presetPeriodOf('last-30-days', today) },
    ],
  ])('of %s is %j', (query, expected) => expect(read(query)).toMatchObject(expected));

  it.each(['period=last-7-days', 'period=custom&from=2026-01-01&to=2026-01-31&compare=none'])(
    'reads %s, which toQuery wrote',
    (query) => expect(new URLSearchParams(toQuery(read(query))).toString()).toBe(query),
  );
});

it('toDuring ends a period at the midnight after its last date, even on the day of a clock change', () => {
  const period = { from: '2026-03-28', to: '2026-03-29' };
  expect(toDuring(period)).toEqual({ from: '2026-03-28T00:00:00', to: '2026-03-30T00:00:00' });
  expect(daysOf(period)).toBe(2);
});

it('stepOf is a week for long periods', () => {
  expect([presetPeriodOf('last-90-days', today), presetPeriodOf('this-year', today)].map(stepOf)).toEqual([
    'DAY',
    'WEEK',
  ]);
});

it('isDate accepts only dates of the calendar', () => {
  expect(['2028-02-29', '2026-02-29', '2026-13-01', 'today'].map(isDate)).toEqual([true, false, false, false]);
});
