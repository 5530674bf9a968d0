import { createFormats } from '../../../src/pages/dashboard/format.js';
import {
  comparisonOf,
  csvRowsOf,
  headlinesOf,
  heatMapOf,
  reportOf,
  seriesOf,
} from '../../../src/pages/dashboard/views/figures/report.rules.js';

interface Figure {
  paid: string;
  rate: number | null;
}

const measures = [
  { title: 'Paid', kind: 'money', read: ({ paid }: Figure) => paid },
  { title: 'Rate', kind: 'share', read: ({ rate }: Figure) => rate },
] as const;

const group = (label: string, figure: Figure, previous: Figure | null = null) => ({
  keys: [{ label }],
  figure,
  previous,
});

it('creates a table of numbers with their total', () => {
  const figures = {
    groups: [group('=1', { paid: '115.5', rate: null }), group('Tue', { paid: '0.0', rate: 0.25 })],
    total: { paid: '115.5', rate: 0.25 },
    previousTotal: null,
  };
  const report = reportOf(figures, ['Day'], measures);
  expect(csvRowsOf(report)).toEqual([
    ['Day', 'Paid', 'Rate'],
    ['=1', 115.5, null],
    ['Tue', 0, 0.25],
    ['Total', 115.5, 0.25],
  ]);
  expect(seriesOf(report, ['Rate', 'Unknown'])).toEqual([{ title: 'Rate', values: [0, 0.25] }]);
});

it('shows the value of the compared period beside each value', () => {
  const figures = {
    groups: [group('Mon', { paid: '2', rate: 1 }, { paid: '1', rate: 0.5 }), group('Tue', { paid: '2', rate: 1 })],
    total: { paid: '4', rate: 1 },
    previousTotal: { paid: '1', rate: 0.5 },
  };
  expect(csvRowsOf(reportOf(figures, ['Day'], measures))).toEqual([
    ['Day', 'Paid', 'Paid, earlier', 'Rate', 'Rate, earlier'],
    ['Mon', 2, 1, 1, 0.5],
    ['Tue', 2, null, 1, null],
    ['Total', 4, 1, 1, 0.5],
  ]);
});

it('groups utilisation by weekday and hour, and omits hours that are never open', () => {
  const cell = (weekday: string, hour: string, rate: number | null) => ({
    keys: [{ label: weekday }, { label: hour }],
    figure: { paid: '0', rate },
    previous: null,
  });
  const groups = [
    cell('Monday', '08:00', null),
    cell('Monday', '09:00', 0.5),
    cell('Monday', '10:00', null),
    cell('Tuesday', '08:00', null),
    cell('Tuesday', '09:00', null),
    cell('Tuesday', '10:00', 0),
  ];
  const report = reportOf(
    { groups, total: { paid: '0', rate: 0.1 }, previousTotal: null },
    ['Weekday', 'Hour'],
    measures,
  );
  expect(heatMapOf(report)).toEqual({
    hours: ['09:00', '10:00'],
    rows: [
      { weekday: 'Monday', rates: [0.5, null] },
      { weekday: 'Tuesday', rates: [null, 0] },
    ],
  });
});

it.each([
  ['115.5', '105', 0.1],
  ['90', '120', -0.25],
  ['90', '90', 0],
  ['90', '0', undefined],
])('shows how %s differs from %s of the earlier period', (paid, before, change) => {
  const figures = { groups: [], total: { paid, rate: 0.5 }, previousTotal: { paid: before, rate: 0.25 } };
  expect(headlinesOf(reportOf(figures, ['Day'], measures))).toEqual([
    { title: 'Paid', kind: 'money', value: Number(paid), change },
    { title: 'Rate', kind: 'share', value: 0.5, change: 0.25 },
  ]);
});

it('shows no change without an earlier period', () => {
  const figures = { groups: [], total: { paid: '1', rate: null }, previousTotal: null };
  expect(headlinesOf(reportOf(figures, ['Day'], measures)).map(({ change }) => change)).toEqual([undefined, undefined]);
});

it.each([
  ['money', 0.123, '12% more than October 2026'],
  ['count', -0.5, '50% less than October 2026'],
  ['count', 0.004, 'As much as October 2026'],
  // Half of a half is a quarter, and 25 points.
  ['share', -0.25, '25 percentage points less than October 2026'],
  ['share', 0.25, '25 percentage points more than October 2026'],
  ['money', undefined, undefined],
] as const)('says in a sentence how %s has changed by %s', (kind, change, sentence) => {
  const formats = createFormats('en', 'Europe/Oslo', 'NOK', 2);
  expect(comparisonOf({ title: 'Paid', kind, value: 1, change }, 'October 2026', formats)).toBe(sentence);
});
