import { exceptionKey, validateExceptionDates } from '../../../src/domain/resource/resource-exception-date.actions.js';

const on = (exceptionDate: string, others: object = {}) => ({ exceptionDate, ...others });

describe('validateExceptionDates', () => {
  it.each([
    ['one date', [on('2026-03-03')]],
    ['a date for several services', [on('2026-03-03'), on('2026-03-03', { serviceId: 1 })]],
    [
      'dates that are closed, open or without hours',
      [[], ['09:00', '12:00', '13:00', '24:00'], null].map((openingHours, day) =>
        on(`2026-03-0${day + 1}`, { openingHours }),
      ),
    ],
    ['the first and the last supported date', [on('1900-01-01'), on('2200-12-31')]],
  ])('accepts %s', (_name, entries) => {
    expect(validateExceptionDates(entries)).toEqual({});
  });

  it.each([
    ['an empty list', [], { resourceExceptionDates: ["can't be blank"] }],
    [
      'the same date twice',
      [on('2026-03-03'), on('2026-03-03')],
      { exceptionDate: ['has already been taken', 'in item 2 (2026-03-03)'] },
    ],
    [
      'the same date of a service twice',
      [on('2026-03-03', { serviceId: 1 }), on('2026-03-03', { serviceId: 1 })],
      { exceptionDate: ['has already been taken', 'in item 2 (2026-03-03)'] },
    ],
    [
      'the same date with service_id null and without it',
      [on('2026-03-03', { serviceId: null }), on('2026-03-03')],
      { exceptionDate: ['has already been taken', 'in item 2 (2026-03-03)'] },
    ],
    [
      'unsupported dates',
      [on('2201-01-01'), on('1899-12-31')],
      { exceptionDate: ['is invalid', 'in item 1 (2201-01-01)'] },
    ],
    [
      'incomplete hours and an unsupported date',
      [on('2026-03-03', { openingHours: ['09:00'] }), on('0001-01-01')],
      {
        exceptionDate: ['is invalid', 'in item 2 (0001-01-01)'],
        openingHours: ['is invalid', expect.stringMatching(/^must /), 'in item 1 (2026-03-03)'],
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

it('exceptionKey differs by date and service', () => {
  const keys = [on('2026-03-03'), on('2026-03-03', { serviceId: 1 }), on('2026-03-04', { serviceId: 1 })].map(
    exceptionKey,
  );
  expect(new Set(keys).size).toBe(3);
});
