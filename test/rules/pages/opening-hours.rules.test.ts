import { closedPeriods, isOpenDuring, wholeDays } from '../../../src/pages/dashboard/bookings/opening-hours.rules.js';

const date = '2026-03-03';
const day = { start: '2026-03-03T00:00:00', end: '2026-03-04T00:00:00' };
const hoursOf = (...openingHours: string[]) => ({ resourceId: 1, date, openingHours });

describe('closedPeriods', () => {
  it.each([
    ['no hours', [], [['00:00', '24:00']]],
    [
      'one pair',
      ['09:00', '17:00'],
      [
        ['00:00', '09:00'],
        ['17:00', '24:00'],
      ],
    ],
    [
      'a break',
      ['09:00', '12:00', '13:00', '17:00'],
      [
        ['00:00', '09:00'],
        ['12:00', '13:00'],
        ['17:00', '24:00'],
      ],
    ],
    ['all day', ['00:00', '24:00'], []],
    ['until midnight', ['18:00', '24:00'], [['00:00', '18:00']]],
    [
      'pairs that touch',
      ['09:00', '12:00', '12:00', '15:00'],
      [
        ['00:00', '09:00'],
        ['15:00', '24:00'],
      ],
    ],
    ['half a pair', ['09:00'], [['00:00', '24:00']]],
  ])('of %s', (_name, openingHours, expected) => {
    const end = (time: string) => (time === '24:00' ? '2026-03-04T00:00:00' : `${date}T${time}:00`);
    expect(closedPeriods(day, [hoursOf(...openingHours)])).toEqual(
      expected.map(([from = '', to = '']) => ({ start: `${date}T${from}:00`, end: end(to) })),
    );
  });

  it('are the whole day for a resource without hours', () =>
    expect(closedPeriods(day, [{ ...hoursOf(), openingHours: null }])).toHaveLength(1));

  it('leave out a night, which belongs to the day on which it begins', () => {
    const before = { ...hoursOf('20:00', '25:30'), date: '2026-03-02' };
    const night = [before, hoursOf('18:00', '26:00')];
    expect(closedPeriods(day, night)).toEqual([{ start: `${date}T01:30:00`, end: `${date}T18:00:00` }]);
    expect(closedPeriods(day, [before, hoursOf()])).toEqual([{ start: `${date}T01:30:00`, end: day.end }]);
    expect(closedPeriods(day, [before, hoursOf('01:00', '24:00')])).toEqual([]);
    expect(wholeDays(night)).toEqual(night.slice(1));
  });
});

describe('isOpenDuring', () => {
  const hours = [
    { ...hoursOf('20:00', '26:00'), date: '2026-03-02' },
    hoursOf('09:00', '12:00', '13:00', '24:00'),
    { ...hoursOf('00:00', '02:00'), date: '2026-03-04' },
    { ...hoursOf(), date: '2026-03-05', openingHours: null },
  ];
  it.each([
    ['09:00', '12:00', true],
    ['13:00', '14:00', true],
    ['00:00', '02:00', true],
    ['01:30', '02:15', false],
    ['08:45', '09:15', false],
    ['11:30', '13:30', false],
    ['12:00', '13:00', false],
  ])('from %s to %s is %j', (from, to, expected) =>
    expect(isOpenDuring({ start: `${date}T${from}:00`, end: `${date}T${to}:00` }, hours)).toBe(expected),
  );

  it.each([
    ['2026-03-03T23:00:00', '2026-03-04T00:00:00', true],
    ['2026-03-03T23:00:00', '2026-03-04T02:00:00', true],
    ['2026-03-03T23:00:00', '2026-03-04T03:00:00', false],
    ['2026-03-05T10:00:00', '2026-03-05T11:00:00', false],
  ])('from %s to %s is %j', (start, end, expected) => expect(isOpenDuring({ start, end }, hours)).toBe(expected));
});
