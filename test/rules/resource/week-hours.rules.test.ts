import type { WeekHours } from '../../../src/domain/resource/opening-hours.columns.js';
import { toStoredHours, type WeekdaySpans } from '../../../src/domain/resource/week-hours.rules.js';

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
    { of: 'nothing', given: {}, hours: {} },
    {
      of: 'one weekday alone',
      given: { openingHoursTue: ['09:00', '17:00'] },
      hours: { openingHoursTue: ['09:00', '17:00'] },
    },
    { of: 'null', given: { openingHoursMon: null }, hours: { openingHoursMon: null } },
    { of: 'closed', given: { openingHoursSun: [] }, hours: { openingHoursSun: [] } },
    {
      of: 'pairs that touch',
      given: { openingHoursMon: ['9:00', '12:00', '12:00', '24:00'] },
      hours: { openingHoursMon: ['09:00', '24:00'] },
    },
  ])('are stored: $of', ({ given, hours }) => {
    expect(toStoredHours(given, noHours)).toEqual({ hours, errors: {} });
  });

  it('are rejected by weekday, and the others are stored', () => {
    const given = {
      openingHoursMon: ['09:00'],
      openingHoursWed: ['10:00', '09:00'],
      openingHoursFri: ['09:00', '10:00'],
    };
    expect(toStoredHours(given, noHours)).toEqual({
      hours: { openingHoursFri: ['09:00', '10:00'] },
      errors: { openingHoursMon: ['is invalid'], openingHoursWed: ['is invalid'] },
    });
  });
});

describe('first opening and last closing', () => {
  const withBreak = ['08:00', '12:00', '13:00', '17:00'];

  const table: { of: string; spans: WeekdaySpans; current?: string[] | null; mon?: string[] | null; error?: string }[] =
    [
      { of: 'both make one pair', spans: { open0: '09:00', close0: '16:00' }, mon: ['09:00', '16:00'] },
      {
        of: 'both take breaks away',
        spans: { open0: '09:00', close0: '16:00' },
        current: withBreak,
        mon: ['09:00', '16:00'],
      },
      {
        of: 'an opening moves',
        spans: { open0: '07:00' },
        current: withBreak,
        mon: ['07:00', '12:00', '13:00', '17:00'],
      },
      {
        of: 'a closing moves',
        spans: { close0: '18:00' },
        current: withBreak,
        mon: ['08:00', '12:00', '13:00', '18:00'],
      },
      { of: 'both null are no entry', spans: { open0: null, close0: null }, current: withBreak, mon: null },
      { of: 'null where there is no entry', spans: { open0: null }, current: null, mon: null },
      { of: 'an opening alone, where it is closed', spans: { open0: '09:00' }, current: [], error: 'open0' },
      { of: 'a closing alone, without entry', spans: { close0: '09:00' }, current: null, error: 'close0' },
      { of: 'an opening taken away', spans: { open0: null }, current: withBreak, error: 'open0' },
      { of: 'one of both null', spans: { open0: null, close0: '16:00' }, error: 'close0' },
      { of: 'a closing before the opening', spans: { open0: '09:00', close0: '08:00' }, error: 'close0' },
      { of: 'an opening in the break', spans: { open0: '12:30' }, current: withBreak, error: 'open0' },
    ];

  it.each(table)('$of', ({ spans, current = null, mon, error }) => {
    expect(toStoredHours({}, { ...noHours, openingHoursMon: current }, spans)).toEqual(
      error ? { hours: {}, errors: { [error]: ['is invalid'] } } : { hours: { openingHoursMon: mon }, errors: {} },
    );
  });

  it('belong to the weekday of their number, and are overridden by given hours', () => {
    const spans = { open0: '09:00', close0: '08:00', open6: '10:00', close6: '11:00' };
    expect(toStoredHours({ openingHoursMon: ['12:00', '13:00'] }, noHours, spans)).toEqual({
      hours: { openingHoursMon: ['12:00', '13:00'], openingHoursSun: ['10:00', '11:00'] },
      errors: {},
    });
  });
});
