import { dateRange } from '../../src/domain/date-range.rules.js';
import { DomainError } from '../../src/platform/errors.js';

const today = '2026-03-02';

it.each([
  { of: 'nothing', from: undefined, to: undefined, range: { from: today, to: today } },
  { of: 'a beginning before today', from: '2026-02-28', to: null, range: { from: '2026-02-28', to: today } },
  { of: 'a beginning after today', from: '2026-03-09', to: null, range: { from: '2026-03-09', to: '2026-03-09' } },
  { of: 'an end', from: null, to: '2026-03-09', range: { from: today, to: '2026-03-09' } },
  { of: 'one date', from: '2026-01-01', to: '2026-01-01', range: { from: '2026-01-01', to: '2026-01-01' } },
  { of: 'the longest', from: '2026-01-01', to: '2027-01-02', range: { from: '2026-01-01', to: '2027-01-02' } },
])('accepts $of', ({ from, to, range }) => {
  expect(dateRange(from, to, today)).toEqual(range);
});

describe('rejects', () => {
  it.each([
    { of: 'an end before the beginning', from: '2026-03-09', to: '2026-03-08', fields: { to: ['must be after from'] } },
    { of: 'an end before today', from: undefined, to: '2026-03-01', fields: { to: ['must be after from'] } },
    {
      of: 'more than 366 days',
      from: '2026-01-01',
      to: '2027-01-03',
      fields: { to: ['must be within 366 days of from'] },
    },
    { of: 'dates before our time', from: '1899-12-31', to: '1900-01-01', fields: { from: ['is invalid'] } },
    { of: 'dates after it', from: '2201-01-01', to: undefined, fields: { from: ['is invalid'] } },
  ])('$of', ({ from, to, fields }) => {
    expect(fieldErrorsThrownBy(() => dateRange(from, to, today))).toEqual(fields);
  });
});

function fieldErrorsThrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof DomainError ? error.fields : error;
  }
}
