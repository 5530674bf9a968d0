import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { dateOfEpochDay, datesBetween } from '../../../src/platform/time/plain-date.js';
import { isZone, zoneOf } from '../../../src/platform/time/zone.js';
import { between, type Random, seeded } from '../../support/random.js';

const msPerMinute = 60_000;
const msPerDay = 1440 * msPerMinute;

const zones = [
  'UTC',
  'Europe/Oslo',
  'Europe/Dublin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Asia/Gaza',
];

/** Returns a random instant from the start of a year up to the start of another. */
function randomInstant(random: Random, from: number, to: number): number {
  const [start, end] = [Date.UTC(from, 0), Date.UTC(to, 0)];
  return start + random((end - start) / msPerDay) * msPerDay + random(msPerDay);
}

function instant(text: string): number {
  return DateTime.fromISO(text, { setZone: true }).toMillis();
}

describe.each(zones)('%s', (name) => {
  const zone = zoneOf(name);
  const rules = IANAZone.create(name);
  const random = seeded(zones.indexOf(name) + 1);
  const instants = [
    ...Array.from({ length: 400 }, () => randomInstant(random, 1995, 2040)),
    ...Array.from({ length: 100 }, () => randomInstant(random, 1900, 2200)),
  ];

  it('agrees with luxon on random instants', () => {
    const seen = instants.map((epochMs) => [
      zone.offsetAt(epochMs),
      zone.format(epochMs),
      zone.dateAt(epochMs),
      zone.minuteOfDayAt(epochMs),
    ]);
    const expected = instants.map((epochMs) => {
      const offset = Math.round(rules.offset(epochMs)) + 0;
      const local = DateTime.fromMillis(epochMs, { zone: FixedOffsetZone.instance(offset) });
      return [offset, local.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"), local.toISODate(), local.hour * 60 + local.minute];
    });
    expect(seen).toEqual(expected);
  });

  it('finds the first instant of a wall-clock time, also around the clock changes of a decade', () => {
    const wrong = [...instants.slice(0, 100), ...aroundChanges(rules, random)].filter((near) => {
      const local = Math.floor(near / msPerMinute) * msPerMinute;
      const day = Math.floor(local / msPerDay);
      const found = zone.toEpoch(dateOfEpochDay(day), (local - day * msPerDay) / msPerMinute);
      const shown = (epochMs: number) => epochMs + rules.offset(epochMs) * msPerMinute;
      const gap = (rules.offset(found) - rules.offset(local - msPerDay)) * msPerMinute;
      return shown(found) === local
        ? [30, 60, 120].some((earlier) => shown(found - earlier * msPerMinute) === local)
        : gap <= 0 || shown(found) !== local + gap;
    });
    expect(wrong).toEqual([]);
  });

  it('starts each date of a decade at its first instant', () => {
    const wrong = datesBetween('2009-01-01', '2019-12-31').filter((date) => {
      const start = zone.startOfDay(date);
      return zone.dateAt(start) !== date || zone.dateAt(start - 1) >= date;
    });
    expect(wrong).toEqual(name === 'Pacific/Apia' ? ['2011-12-30'] : []);
  });
});

function aroundChanges(rules: IANAZone, random: Random): number[] {
  const days = Array.from({ length: 3652 }, (_, index) => Date.UTC(2010, 0) + index * msPerDay);
  return days
    .filter((day) => rules.offset(day) !== rules.offset(day + msPerDay))
    .flatMap((day) => Array.from({ length: 40 }, () => day + between(random, -msPerDay / 2, 2 * msPerDay)));
}

describe('toEpoch', () => {
  it.each([
    ['Europe/Oslo', '2026-03-29', 150, '2026-03-29T03:30+02:00', 'is moved out of the gap'],
    ['Europe/Oslo', '2026-10-25', 150, '2026-10-25T02:30+02:00', 'is the first of the two'],
    ['Europe/Oslo', '2026-10-24', 1440, '2026-10-25T00:00+02:00', 'is the next midnight'],
    ['Europe/Oslo', '2026-10-25', 1440, '2026-10-26T00:00+01:00', 'is the next midnight, 25 hours later'],
    ['Europe/Oslo', '2026-12-31', 1440, '2027-01-01T00:00+01:00', 'is in the next year'],
    ['America/New_York', '2026-03-08', 120, '2026-03-08T03:00-04:00', 'is moved out of the gap'],
    ['America/New_York', '2026-11-01', 60, '2026-11-01T01:00-04:00', 'is the first of the two'],
    ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-04T02:45+11:00', 'is moved by half an hour'],
    ['America/Havana', '2026-11-01', 0, '2026-11-01T00:00-04:00', 'is the first of two midnights'],
    ['America/Sao_Paulo', '2018-02-17', 1410, '2018-02-17T23:30-02:00', 'is the first of the two'],
    ['Pacific/Apia', '2011-12-30', 720, '2011-12-31T12:00+14:00', 'is moved by the skipped day'],
    ['Asia/Kathmandu', '2026-11-23', 540, '2026-11-23T09:00+05:45', 'has an offset that is not whole hours'],
    ['Europe/Oslo', '2150-07-01', 720, '2150-07-01T12:00+02:00', 'is in the far future'],
  ])('in %s, %s minute %i is %s: it %s', (name, date, minuteOfDay, expected) => {
    expect(zoneOf(name).toEpoch(date, minuteOfDay)).toBe(instant(expected));
  });

  it('accepts seconds', () => {
    expect(zoneOf('Europe/Oslo').toEpoch('2026-11-23', 540, 7)).toBe(instant('2026-11-23T09:00:07+01:00'));
  });
});

describe('startOfDay', () => {
  it.each([
    ['Europe/Oslo', '2026-03-29', '2026-03-29T00:00+01:00'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T01:00-02:00'],
    ['Asia/Beirut', '2022-03-27', '2022-03-27T01:00+03:00'],
    ['America/Havana', '2026-11-01', '2026-11-01T00:00-04:00'],
    ['America/Toronto', '1919-03-31', '1919-03-31T00:30-04:00'],
  ])('in %s, %s starts at %s', (name, date, expected) => {
    expect(zoneOf(name).startOfDay(date)).toBe(instant(expected));
  });
});

describe('offsets', () => {
  it.each([
    ['UTC', '2026-11-23T00:57:53Z', '2026-11-23T00:57:53+00:00'],
    ['Europe/London', '2026-11-23T00:57:53Z', '2026-11-23T00:57:53+00:00'],
    ['America/St_Johns', '2026-11-23T00:00:00Z', '2026-11-22T20:30:00-03:30'],
    ['Asia/Kathmandu', '2026-11-23T00:57:53.999Z', '2026-11-23T06:42:53+05:45'],
    ['Africa/Monrovia', '1960-01-01T00:00:00Z', '1959-12-31T23:15:00-00:45'],
    ['America/Noronha', '2000-10-10T12:00:00Z', '2000-10-10T11:00:00-01:00'],
    ['Europe/Oslo', '1969-12-31T23:59:59.500Z', '1970-01-01T00:59:59+01:00'],
  ])('%s shows %s as %s', (name, at, text) => {
    expect(zoneOf(name).format(instant(at))).toBe(text);
  });
});

describe('zoneOf', () => {
  it('creates each zone once', () => {
    expect(zoneOf('Europe/Oslo')).toBe(zoneOf('Europe/Oslo'));
    expect(zoneOf('Europe/Oslo').name).toBe('Europe/Oslo');
  });

  it.each(['Europe/Atlantis', '', '+01:00', 'Europe/Oslo ', 'local'])('rejects the zone %j', (name) => {
    expect(isZone(name)).toBe(false);
    expect(() => zoneOf(name)).toThrow(RangeError);
  });

  it.each(['UTC', 'Europe/Oslo', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta'])('accepts %s', (name) => {
    expect(isZone(name)).toBe(true);
  });
});
