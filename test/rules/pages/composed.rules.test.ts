import {
  dayHoursOf,
  dayHoursText,
  lengthOf,
  lengthText,
  minutesText,
  periodOf,
  periodOfMinutes,
  periodText,
} from '../../../src/pages/dashboard/records/composed.rules.js';

describe('opening hours of a day', () => {
  it.each([
    ['', false, [['', '']]],
    ['closed', true, []],
    ['09:00–17:00', false, [['09:00', '17:00']]],
    [
      '09:00–12:00, 13:00–24:00',
      false,
      [
        ['09:00', '12:00'],
        ['13:00', '00:00'],
      ],
    ],
    ['18:00–02:00', false, [['18:00', '02:00']]],
    ['09:00–', false, [['09:00', '']]],
    [
      '09:00–12:00, –',
      false,
      [
        ['09:00', '12:00'],
        ['', ''],
      ],
    ],
  ])('are shown by inputs, and written as they were read: %s', (text, isClosed, intervals) => {
    const hours = dayHoursOf(text);
    expect(hours).toEqual({ isClosed, intervals });
    expect(hours && dayHoursText(hours)).toBe(text);
  });

  it.each(['02:00–26:00', '25:00–26:00', 'mornings', '09:00–12:00–17:00', '9–17'])(
    'stay a text if inputs cannot show them: %s',
    (text) => expect(dayHoursOf(text)).toBeUndefined(),
  );
});

describe('a period', () => {
  it.each(['24 hours', '3 months', '1 weeks', ''])('has a number and a unit: %s', (text) => {
    const period = periodOf(text);
    expect(period && periodText(period)).toBe(text);
  });

  it('is read in the singular, too', () => expect(periodOf('1 day')).toEqual({ count: '1', unit: 'days' }));

  it.each(['in the morning', '3 fortnights', '-1 days', '1.5 hours', 'at 9:00'])('stays a text: %s', (text) =>
    expect(periodOf(text)).toBeUndefined(),
  );

  it.each([
    ['', '', 'minutes'],
    ['0', '0', 'minutes'],
    ['90', '90', 'minutes'],
    ['60', '60', 'minutes'],
    ['240', '4', 'hours'],
    ['2880', '2', 'days'],
  ] as const)('in minutes has the largest whole unit, from four hours on: %s', (text, count, unit) => {
    expect(periodOfMinutes(text)).toEqual({ count, unit });
    expect(minutesText({ count, unit })).toBe(text);
  });

  it('in minutes that is no number goes to the server as it is', () =>
    expect(minutesText({ count: '1,5', unit: 'hours' })).toBe('1,5'));
});

describe('a length', () => {
  it.each([
    ['90', '1', '30'],
    ['45', '0', '45'],
    ['1500', '25', '0'],
    ['', '', ''],
  ])('of %s minutes is shown in hours and minutes, and written as it was read', (text, hours, minutes) => {
    expect(lengthOf(text)).toEqual({ hours, minutes });
    expect(lengthText({ hours, minutes })).toBe(text);
  });

  it.each([
    ['1', '', '60'],
    ['', '90', '90'],
    [' 2 ', '5', '125'],
    ['1.5', '', '1.5:'],
    ['-1', '30', '-1:30'],
  ])('of %s hours and %s minutes is written as %s', (hours, minutes, text) => {
    expect(lengthText({ hours, minutes })).toBe(text);
  });
});
