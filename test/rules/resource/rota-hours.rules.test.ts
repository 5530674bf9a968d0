import { openTimesReader } from '../../../src/domain/availability/open-times.rules.js';
import {
  hasExceptionHours,
  type OpeningHours,
  openingHoursOn,
  type RotaHours,
  weekOfCycle,
} from '../../../src/domain/resource/opening-hours.rules.js';
import { addDays } from '../../../src/platform/time/plain-date.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

/** A week in which each day opens at the hour, for an hour. */
const weekAt = (hour: number): OpeningHours[] => Array(7).fill([`${hour}:00`, `${hour + 1}:00`]);
const cycleOf = (length: number) => Array.from({ length }, (_, index) => weekAt(10 + index));
/** Two weeks from Monday 2026-01-05: the days of the first open at 10:00, those of the second at 11:00. */
const rotaOf = (changes: Partial<RotaHours> = {}): RotaHours => ({
  validFrom: '2026-01-05',
  validTo: null,
  startsOn: '2026-01-05',
  weeks: cycleOf(2),
  ...changes,
});
const sourceOf = (...rotas: RotaHours[]) => ({
  exceptions: [],
  rotas,
  providerHours: null,
  resourceHours: weekAt(20),
});
const openingOn = (date: string, ...rotas: RotaHours[]) => openingHoursOn(date, sourceOf(...rotas))?.[0] ?? null;

describe('the week of a rota', () => {
  it.each([
    // 51 weeks after 2026-01-05 is 2026-12-28, in 2026-W53. By the numbers of ISO weeks, 53 and 1 would be the same week.
    { date: '2026-12-20', opening: '11:00', name: 'the Sunday of 2026-W51' },
    { date: '2026-12-21', opening: '10:00', name: 'the Monday of 2026-W52' },
    { date: '2026-12-28', opening: '11:00', name: 'the Monday of 2026-W53' },
    { date: '2027-01-03', opening: '11:00', name: 'the Sunday of 2026-W53' },
    { date: '2027-01-04', opening: '10:00', name: 'the Monday of 2027-W01' },
    { date: '2027-01-11', opening: '11:00', name: 'the Monday of 2027-W02' },
    { date: '2026-03-08', opening: '10:00', name: 'the Sunday on which New York goes forward' },
    { date: '2026-03-09', opening: '11:00', name: 'the Monday after it' },
    { date: '2026-03-29', opening: '11:00', name: 'the Sunday on which Oslo goes forward' },
    { date: '2026-03-30', opening: '10:00', name: 'the Monday after it' },
    { date: '2026-10-25', opening: '11:00', name: 'the Sunday on which Oslo goes back' },
    { date: '2026-10-26', opening: '10:00', name: 'the Monday after it' },
    { date: '2026-11-01', opening: '10:00', name: 'the Sunday on which New York goes back' },
    { date: '2026-11-02', opening: '11:00', name: 'the Monday after it' },
  ])('opens at $opening on $date, $name', ({ date, opening }) => expect(openingOn(date, rotaOf())).toBe(opening));

  it.each(['Europe/Oslo', 'America/New_York'])('changes at each midnight of Monday on the clocks of %s', (name) => {
    const zone = zoneOf(name);
    const source = sourceOf(rotaOf());
    for (let day = 0; day < 730; day++) {
      const date = addDays('2026-01-05', day);
      const hour = 10 + (Math.floor(day / 7) % 2);
      const opening = { zone, dayBooking: 'NONE' as const, closedDates: new Set<string>() };
      const expected = [{ from: zone.toEpoch(date, hour * 60), to: zone.toEpoch(date, (hour + 1) * 60) }];
      expect(openTimesReader(date, opening)(source)).toEqual(expected);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('repeats after a cycle of %i', (length) => {
    const rota = rotaOf({ weeks: cycleOf(length) });
    for (let week = -20; week < 20; week++) {
      const expected = (week + 20 * length) % length;
      for (const day of [0, 3, 6]) {
        expect(weekOfCycle(addDays(rota.startsOn, week * 7 + day), rota)).toBe(expected);
      }
    }
  });
});

describe('the hours of a rota', () => {
  const ended = rotaOf({ validFrom: '2026-01-14', validTo: '2026-01-21' });

  it.each([
    { name: 'not before valid_from, mid-week', date: '2026-01-13', opening: '20:00' },
    { name: 'on valid_from, in the week of the cycle by starts_on', date: '2026-01-14', opening: '11:00' },
    { name: 'on valid_to', date: '2026-01-21', opening: '10:00' },
    { name: 'not after valid_to', date: '2026-01-22', opening: '20:00' },
  ])('apply $name', ({ date, opening }) => expect(openingOn(date, ended)).toBe(opening));

  it('are those of the rota that is valid', () => {
    const next = rotaOf({ validFrom: '2026-01-22', startsOn: '2026-02-02', weeks: [weekAt(15)] });
    expect(['2026-01-21', '2026-01-22'].map((date) => openingOn(date, ended, next))).toEqual(['10:00', '15:00']);
  });

  it('fall through on days without an entry, and close on days with an empty one', () => {
    const weeks = [[null, [], ...weekAt(10).slice(2)]];
    const source = { ...sourceOf(rotaOf({ weeks })), providerHours: weekAt(18) };
    const hours = ['2026-01-05', '2026-01-06', '2026-01-07'].map((date) => openingHoursOn(date, source));
    expect(hours).toEqual([['18:00', '19:00'], [], ['10:00', '11:00']]);
  });

  it('yield to exception dates, and do not open holidays', () => {
    const date = '2026-01-05';
    const source = sourceOf(rotaOf());
    const exceptions = [{ date, serviceId: null, openingHours: ['12:00', '13:00'] }];
    expect(openingHoursOn(date, { ...source, exceptions })).toEqual(['12:00', '13:00']);
    expect(openingHoursOn(date, { ...source, exceptions: [{ date, serviceId: null, openingHours: [] }] })).toEqual([]);
    expect(hasExceptionHours(date, source)).toBe(false);
  });
});
