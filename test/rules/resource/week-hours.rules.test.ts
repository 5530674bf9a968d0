import type { WeekHours } from '../../../src/domain/resource/opening-hours.rules.js';
import { toStoredHours, type WeekdaySpans } from '../../../src/domain/resource/opening-hours.rules.js';

const refused = ['is invalid', expect.stringMatching(/^must /)];

const noHours: WeekHours = {
  openingHoursMon: null,
  openingHoursTue: null,
  openingHoursWed: null,
  openingHoursThu: null,
  openingHoursFri: null,
  openingHoursSat: null,
  openingHoursSun: null,
};

describe('given hours', () => {
  it.each([
    { name: 'no weekdays', given: {}, hours: {} },
    {
      name: 'one weekday alone',
      given: { openingHoursTue: ['09:00', '17:00'] },
      hours: { openingHoursTue: ['09:00', '17:00'] },
    },
    { name: 'null for a weekday', given: { openingHoursMon: null }, hours: { openingHoursMon: null } },
    { name: 'an empty list for a closed weekday', given: { openingHoursSun: [] }, hours: { openingHoursSun: [] } },
    {
      name: 'pairs that touch',
      given: { openingHoursMon: ['9:00', '12:00', '12:00', '24:00'] },
      hours: { openingHoursMon: ['09:00', '24:00'] },
    },
  ])('are stored: $name', ({ given, hours }) => {
    expect(toStoredHours(given, noHours)).toEqual({ hours, errors: {} });
  });

  it('may pass midnight on each weekday', () => {
    expect(toStoredHours({ openingHoursSun: ['18:00', '02:00'] }, noHours).hours).toEqual({
      openingHoursSun: ['18:00', '26:00'],
    });
  });

  it('are rejected by weekday, and valid ones are stored', () => {
    const given = {
      openingHoursMon: ['09:00'],
      openingHoursWed: ['10:00', '10:00'],
      openingHoursFri: ['09:00', '10:00'],
    };
    expect(toStoredHours(given, noHours)).toEqual({
      hours: { openingHoursFri: ['09:00', '10:00'] },
      errors: { openingHoursMon: refused, openingHoursWed: refused },
    });
  });
});

describe('the first opening and the last closing', () => {
  const withBreak = ['08:00', '12:00', '13:00', '17:00'];

  const table: {
    name: string;
    spans: WeekdaySpans;
    current?: string[] | null;
    mon?: string[] | null;
    error?: string;
  }[] = [
    { name: 'become one pair', spans: { open0: '09:00', close0: '16:00' }, mon: ['09:00', '16:00'] },
    {
      name: 'replace hours with breaks by one pair',
      spans: { open0: '09:00', close0: '16:00' },
      current: withBreak,
      mon: ['09:00', '16:00'],
    },
    {
      name: 'move the opening if only it is given',
      spans: { open0: '07:00' },
      current: withBreak,
      mon: ['07:00', '12:00', '13:00', '17:00'],
    },
    {
      name: 'move the closing if only it is given',
      spans: { close0: '18:00' },
      current: withBreak,
      mon: ['08:00', '12:00', '13:00', '18:00'],
    },
    { name: 'remove the hours if both are null', spans: { open0: null, close0: null }, current: withBreak, mon: null },
    {
      name: 'change nothing if they are null and there are no hours',
      spans: { open0: null },
      current: null,
      mon: null,
    },
    {
      name: 'are invalid as an opening alone on a closed weekday',
      spans: { open0: '09:00' },
      current: [],
      error: 'open0',
    },
    {
      name: 'are invalid as a closing alone on a weekday without hours',
      spans: { close0: '09:00' },
      current: null,
      error: 'close0',
    },
    { name: 'are invalid if only the opening is removed', spans: { open0: null }, current: withBreak, error: 'open0' },
    { name: 'are invalid if only one of the two is null', spans: { open0: null, close0: '16:00' }, error: 'close0' },
    {
      name: 'pass midnight if the closing is before the opening',
      spans: { open0: '18:00', close0: '02:00' },
      mon: ['18:00', '26:00'],
    },
    {
      name: 'move the closing past midnight',
      spans: { close0: '01:00' },
      current: withBreak,
      mon: ['08:00', '12:00', '13:00', '25:00'],
    },
    {
      name: 'are invalid if they are equal',
      spans: { open0: '09:00', close0: '09:00' },
      error: 'close0',
    },
    { name: 'are invalid if the opening is in a break', spans: { open0: '12:30' }, current: withBreak, error: 'open0' },
  ];

  it.each(table)('$name', ({ spans, current = null, mon, error }) => {
    expect(toStoredHours({}, { ...noHours, openingHoursMon: current }, spans)).toEqual(
      error ? { hours: {}, errors: { [error]: refused } } : { hours: { openingHoursMon: mon }, errors: {} },
    );
  });

  it('belong to the weekday of their number, and are overridden by given hours', () => {
    const spans = { open0: '09:00', close0: '09:00', open6: '10:00', close6: '11:00' };
    expect(toStoredHours({ openingHoursMon: ['12:00', '13:00'] }, noHours, spans)).toEqual({
      hours: { openingHoursMon: ['12:00', '13:00'], openingHoursSun: ['10:00', '11:00'] },
      errors: {},
    });
  });
});
