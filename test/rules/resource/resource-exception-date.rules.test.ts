import { exceptionKey, validateExceptionDates } from '../../../src/domain/resource/resource-exception-date.rules.js';

const on = (exceptionDate: string, others: object = {}) => ({ exceptionDate, ...others });

describe('validateExceptionDates', () => {
  it.each([
    ['one', [on('2026-03-03')]],
    ['of one date for several services', [on('2026-03-03'), on('2026-03-03', { serviceId: 1 })]],
    [
      'closed, open, and as ever',
      [[], ['09:00', '12:00', '13:00', '24:00'], null].map((openingHours, day) =>
        on(`2026-03-0${day + 1}`, { openingHours }),
      ),
    ],
    ['at both ends of what can be asked about', [on('1900-01-01'), on('2200-12-31')]],
  ])('accepts %s', (_name, entries) => {
    expect(validateExceptionDates(entries)).toEqual({});
  });

  it.each([
    ['none', [], { resourceExceptionDates: ["can't be blank"] }],
    [
      'twice the same',
      [on('2026-03-03'), on('2026-03-03')],
      { exceptionDate: ['has already been taken', 'in item 2 (2026-03-03)'] },
    ],
    [
      'twice the same of a service',
      [on('2026-03-03', { serviceId: 1 }), on('2026-03-03', { serviceId: 1 })],
      { exceptionDate: ['has already been taken', 'in item 2 (2026-03-03)'] },
    ],
    [
      'with and without null',
      [on('2026-03-03', { serviceId: null }), on('2026-03-03')],
      { exceptionDate: ['has already been taken', 'in item 2 (2026-03-03)'] },
    ],
    ['out of reach', [on('2201-01-01'), on('1899-12-31')], { exceptionDate: ['is invalid', 'in item 1 (2201-01-01)'] }],
    [
      'half open, and out of reach',
      [on('2026-03-03', { openingHours: ['09:00'] }), on('0001-01-01')],
      {
        exceptionDate: ['is invalid', 'in item 2 (0001-01-01)'],
        openingHours: ['is invalid', 'in item 1 (2026-03-03)'],
      },
    ],
  ])('rejects %s', (_name, entries, errors) => {
    expect(validateExceptionDates(entries)).toEqual(errors);
  });

  it('accepts at most the dates of a year', () => {
    const dates = Array.from({ length: 367 }, (_, index) => on('2026-03-03', { serviceId: index }));
    expect(validateExceptionDates(dates.slice(1))).toEqual({});
    expect(validateExceptionDates(dates)).toEqual({ resourceExceptionDates: ['is too long (maximum is 366 items)'] });
  });
});

it('compares date and service', () => {
  const keys = [on('2026-03-03'), on('2026-03-03', { serviceId: 1 }), on('2026-03-04', { serviceId: 1 })].map(
    exceptionKey,
  );
  expect(new Set(keys).size).toBe(3);
});
