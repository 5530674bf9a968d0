import { dateRange } from '../../../src/domain/records/period.input.js';
import { DomainError } from '../../../src/platform/errors.js';

const today = '2026-03-02';

it.each([
  { name: 'no dates', from: undefined, to: undefined, range: { from: today, to: today } },
  { name: 'a start before today', from: '2026-02-28', to: null, range: { from: '2026-02-28', to: today } },
  { name: 'a start after today', from: '2026-03-09', to: null, range: { from: '2026-03-09', to: '2026-03-09' } },
  { name: 'an end alone', from: null, to: '2026-03-09', range: { from: today, to: '2026-03-09' } },
  { name: 'a single date', from: '2026-01-01', to: '2026-01-01', range: { from: '2026-01-01', to: '2026-01-01' } },
  { name: 'the longest range', from: '2026-01-01', to: '2027-01-02', range: { from: '2026-01-01', to: '2027-01-02' } },
])('accepts $name', ({ from, to, range }) => {
  expect(dateRange(from, to, today)).toEqual(range);
});

describe('rejects', () => {
  it.each([
    {
      name: 'an end before the start',
      from: '2026-03-09',
      to: '2026-03-08',
      fields: { to: ['must be after from'] },
    },
    { name: 'an end before today', from: undefined, to: '2026-03-01', fields: { to: ['must be after from'] } },
    {
      name: 'more than 366 days',
      from: '2026-01-01',
      to: '2027-01-03',
      fields: { to: ['must be within 366 days of from'] },
    },
    { name: 'dates before 1900', from: '1899-12-31', to: '1900-01-01', fields: { from: ['is invalid'] } },
    { name: 'dates after 2200', from: '2201-01-01', to: undefined, fields: { from: ['is invalid'] } },
  ])('$name', ({ from, to, fields }) => {
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
