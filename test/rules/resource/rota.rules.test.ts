import { toStoredWeeks, validateRotaDates } from '../../../src/domain/resource/rota.rules.js';

describe('the weeks of a rota', () => {
  it('are stored by weekday from Monday, with null where a day has no entry', () => {
    const { weeks, errors } = toStoredWeeks([
      { openingHoursTue: ['18:00', '02:00'], openingHoursSun: [] },
      { openingHoursMon: ['9:00', '12:00', '12:00', '17:00'], openingHoursFri: null },
    ]);
    expect(errors).toEqual({});
    expect(weeks).toEqual([
      [null, ['18:00', '26:00'], null, null, null, null, []],
      [['09:00', '17:00'], null, null, null, null, null, null],
    ]);
  });

  it.each([1, 2, 8])('can be %i', (count) => {
    const { weeks, errors } = toStoredWeeks(Array(count).fill({}));
    expect([weeks.length, errors]).toEqual([count, {}]);
  });

  const closesBefore = ['is invalid', 'must not close when it opens: write 00:00, 24:00 for a whole day'];

  it.each([
    { name: 'none', weeks: [], errors: { weeks: ["can't be blank"] } },
    { name: 'nine', weeks: Array(9).fill({}), errors: { weeks: ['is too long (maximum is 8 items)'] } },
    {
      name: 'an empty pair in the second week',
      weeks: [{}, { openingHoursWed: ['09:00', '09:00'] }, { openingHoursMon: ['1'] }],
      errors: { weeks: { openingHoursWed: [...closesBefore, 'in item 2'] } },
    },
    {
      name: 'two bad days of one week',
      weeks: [{ openingHoursMon: ['09:00'], openingHoursSun: ['37:00', '38:00'] }],
      errors: {
        weeks: {
          openingHoursMon: ['is invalid', expect.stringMatching(/^must be pairs/), 'in item 1'],
          openingHoursSun: ['is invalid', expect.stringMatching(/^must be pairs/), 'in item 1'],
        },
      },
    },
  ])('cannot be $name', ({ weeks, errors }) => expect(toStoredWeeks(weeks)).toEqual({ weeks: [], errors }));
});

describe('the dates of a rota', () => {
  const rota = { validFrom: '2026-03-04', validTo: null, startsOn: '2026-03-02' };

  it.each([
    { name: 'no end', dates: {} },
    { name: 'one day', dates: { validTo: '2026-03-04' } },
    { name: 'a cycle that starts later', dates: { startsOn: '2026-12-28' } },
    { name: 'a cycle that starts long before', dates: { startsOn: '1900-01-01' } },
  ])('can have $name', ({ dates }) => expect(validateRotaDates({ ...rota, ...dates })).toEqual({}));

  it.each([
    { name: 'start on a Tuesday', dates: { startsOn: '2026-03-03' }, errors: { startsOn: ['must be a Monday'] } },
    { name: 'start on a Sunday', dates: { startsOn: '2026-03-01' }, errors: { startsOn: ['must be a Monday'] } },
    {
      name: 'end before they begin',
      dates: { validTo: '2026-03-03' },
      errors: { validTo: ['must not be before valid_from'] },
    },
    { name: 'begin in 1899', dates: { validFrom: '1899-12-31' }, errors: { validFrom: ['is invalid'] } },
    { name: 'end in 2201', dates: { validTo: '2201-01-01' }, errors: { validTo: ['is invalid'] } },
    { name: 'start in 1899', dates: { startsOn: '1899-12-25' }, errors: { startsOn: ['is invalid'] } },
  ])('cannot $name', ({ dates, errors }) => expect(validateRotaDates({ ...rota, ...dates })).toEqual(errors));
});
