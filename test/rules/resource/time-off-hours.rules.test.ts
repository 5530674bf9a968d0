import {
  type HoursSource,
  openingHoursOn,
  type TimeOffHours,
} from '../../../src/domain/resource/opening-hours.rules.js';

const closedWeek = Array(7).fill([]);
const date = '2026-03-04';

const whole = (startsOn: string, endsOn: string): TimeOffHours => ({ startsOn, endsOn, fromTime: null, toTime: null });
const part = (fromTime: string, toTime: string): TimeOffHours => ({ startsOn: date, endsOn: date, fromTime, toTime });

/** Returns the hours on the date of a resource with these hours on every day. */
const hoursWith = (hours: string[] | null, timeOff: TimeOffHours[], source: Partial<HoursSource> = {}) =>
  openingHoursOn(date, {
    exceptions: [],
    providerHours: null,
    resourceHours: Array(7).fill(hours),
    timeOff,
    ...source,
  });

describe('time off', () => {
  it.each([
    ['on its only date', [whole(date, date)], []],
    ['on its first date', [whole(date, '2026-03-09')], []],
    ['on its last date', [whole('2026-03-01', date)], []],
    ['not on the date before', [whole('2026-03-05', '2026-03-06')], ['09:00', '12:00', '13:00', '26:00']],
    ['not on the date after', [whole('2026-03-01', '2026-03-03')], ['09:00', '12:00', '13:00', '26:00']],
    ['in the midst of hours', [part('10:00', '11:00')], ['09:00', '10:00', '11:00', '12:00', '13:00', '26:00']],
    ['over a break', [part('11:00', '14:00')], ['09:00', '11:00', '14:00', '26:00']],
    ['before and at the opening', [part('07:00', '09:30')], ['09:30', '12:00', '13:00', '26:00']],
    ['after midnight', [part('25:00', '27:00')], ['09:00', '12:00', '13:00', '25:00']],
    ['outside of the hours', [part('12:00', '13:00')], ['09:00', '12:00', '13:00', '26:00']],
    ['twice', [part('09:00', '12:00'), part('20:00', '36:00')], ['13:00', '20:00']],
    ['all of the hours', [part('00:00', '36:00')], []],
  ])('closes a resource %s', (_, timeOff, expected) => {
    expect(hoursWith(['09:00', '12:00', '13:00', '26:00'], timeOff)).toEqual(expected);
  });

  it('closes the hours of exception dates of any service, of rotas and of providers', () => {
    const timeOff = [part('10:00', '11:00')];
    const openingHours = ['09:00', '12:00'];
    const expected = ['09:00', '10:00', '11:00', '12:00'];
    const sources: Partial<HoursSource>[] = [
      { exceptions: [{ date, serviceId: null, openingHours }] },
      { serviceId: 7, exceptions: [{ date, serviceId: 7, openingHours }] },
      { rotas: [{ validFrom: date, validTo: null, startsOn: '2026-03-02', weeks: [Array(7).fill(openingHours)] }] },
      { providerHours: Array(7).fill(openingHours), resourceHours: closedWeek },
    ];
    expect(sources.map((source) => hoursWith([], timeOff, source))).toEqual(sources.map(() => expected));
  });

  it('leaves a resource without hours as it is', () => {
    expect([hoursWith(null, [whole(date, date)]), hoursWith([], [part('10:00', '11:00')])]).toEqual([null, []]);
  });

  it('leaves the other hours of a date with more parts than can be entered', () => {
    const half = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 ? '30' : '00'}`;
    const timeOff = Array.from({ length: 24 }, (_, hour) => part(half(60 * hour), half(60 * hour + 30)));
    expect(hoursWith(['00:00', '36:00'], timeOff)).toEqual([
      ...Array.from({ length: 23 }, (_, hour) => [half(60 * hour + 30), half(60 * hour + 60)]).flat(),
      ...['23:30', '36:00'],
    ]);
  });
});
