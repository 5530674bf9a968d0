import { expandPattern, type Pattern } from '../../../src/domain/recurrence/recurrence.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

/** Returns the starts and ends on the wall clock with their offset, or the error. */
async function occurrences(pattern: Pattern, [date, from, to]: [string, number, number], name = 'Europe/Oslo') {
  const zone = zoneOf(name);
  const first = { from: zone.toEpoch(date, from), to: zone.toEpoch(date, to) };
  const found = await expandPattern(pattern, first, zone);
  if ('problem' in found) return found.problem;
  const all = [...(found.keepsFirst ? [first] : []), ...found.others].toSorted((a, b) => a.from - b.from);
  return all.map((one) => `${zone.format(one.from).slice(0, 16)} ${zone.format(one.to).slice(11)}`);
}

const ten: [string, number, number] = ['2026-03-02', 600, 660];
const days = async (pattern: Pattern) => {
  const found = await occurrences(pattern, ten);
  return typeof found === 'string' ? found : found.map((one) => one.slice(5, 16)).join(' ');
};

describe('clock changes', () => {
  it.each<[string, [string, number, number], string, string[]]>([
    [
      'Europe/Oslo',
      ['2026-03-28', 150, 180],
      'a time that the clock skips moves by the gap, with its end',
      ['2026-03-28T02:30 03:00:00+01:00', '2026-03-29T03:30 04:00:00+02:00', '2026-03-30T02:30 03:00:00+02:00'],
    ],
    [
      'Europe/Oslo',
      ['2026-10-24', 150, 240],
      'a time that the clock repeats is the first of the two',
      ['2026-10-24T02:30 04:00:00+02:00', '2026-10-25T02:30 04:00:00+01:00', '2026-10-26T02:30 04:00:00+01:00'],
    ],
    [
      'America/New_York',
      ['2026-03-07', 120, 540],
      'the end follows the wall clock',
      ['2026-03-07T02:00 09:00:00-05:00', '2026-03-08T03:00 10:00:00-04:00', '2026-03-09T02:00 09:00:00-04:00'],
    ],
    [
      'Australia/Lord_Howe',
      ['2026-10-03', 135, 195],
      'a change by half an hour',
      ['2026-10-03T02:15 03:15:00+10:30', '2026-10-04T02:45 03:45:00+11:00', '2026-10-05T02:15 03:15:00+11:00'],
    ],
  ])('in %s from %j: %s', async (zone, first, _, expected) => {
    expect(await occurrences({ rrule: 'FREQ=DAILY;COUNT=3' }, first, zone)).toEqual(expected);
  });
});

describe('the text of a pattern', () => {
  const daily = 'FREQ=DAILY;COUNT=3';
  const three = '03-02T10:00 03-03T10:00 03-04T10:00';
  const invalid = 'has an invalid rrule';
  it.each<[Pattern, string]>([
    [{ rrule: daily }, three],
    [{ rrule: `RRULE:${daily}` }, three],
    [{ rrule: 'rrule:freq=daily;count=3;' }, three],
    [{ rrule: `DTSTART:19990101T090000Z\nRRULE:${daily}` }, three],
    [{ rrule: `DTSTART;TZID=Europe/Oslo:19990101T090000\r\n${daily}` }, three],
    [{ rrule: `DTSTART=19990101T090000Z;${daily}` }, three],
    [{ rrule: 'FREQ=DAILY;UNTIL=20260304' }, three],
    [{ rrule: 'FREQ=DAILY;UNTIL=20260304T100000' }, three],
    [{ rrule: 'FREQ=DAILY;UNTIL=20260304T095959' }, '03-02T10:00 03-03T10:00'],
    [{ rrule: 'FREQ=DAILY;UNTIL=20260304T090000Z' }, three],
    [{ rrule: 'FREQ=DAILY;UNTIL=20260304T085959Z' }, '03-02T10:00 03-03T10:00'],
    [{ rrule: 'FREQ=DAILY;UNTIL=2026-03-04' }, invalid],
    [{ rrule: 'FREQ=DAILY;COUNT=0' }, invalid],
    [{ rrule: 'FREQ=DAILY;COUNT=-1' }, invalid],
    [{ rrule: 'FREQ=DAILY;INTERVAL=0' }, invalid],
    [{ rrule: 'FREQ=DAILY;FREQ=WEEKLY' }, invalid],
    [{ rrule: 'FREQ=FORTNIGHTLY' }, invalid],
    [{ rrule: 'COUNT=3' }, invalid],
    [{ rrule: 'FREQ=DAILY;BYEASTER=1' }, invalid],
    [{ rrule: 'FREQ=DAILY;BYDAY=1MO' }, invalid],
    [{ rrule: 'FREQ=DAILY;BYDAY=XX' }, invalid],
    [{ rrule: 'FREQ=DAILY;BYMONTH=13' }, invalid],
    [{ rrule: 'FREQ=DAILY;BYMONTH=-1' }, invalid],
    [{ rrule: 'FREQ=DAILY;BYSETPOS=0' }, invalid],
    [{ rrule: 'FREQ=MONTHLY;BYDAY=0MO' }, invalid],
    [{ rrule: 'FREQ=MONTHLY;BYWEEKNO=1' }, invalid],
    [{ rrule: 'FREQ=WEEKLY;BYMONTHDAY=1' }, invalid],
    [{ rrule: `RRULE:${daily}\nRRULE:${daily}` }, invalid],
    [{ rdate: 'VALUE=DATE:20260304,20260303' }, three],
    [{ rdate: 'RDATE;VALUE=DATE:20260303,20260304' }, three],
    [{ rdate: '20260303, 20260304, 20260303' }, three],
    [{ rdate: '20260303T100000,20260304T090000Z' }, three],
    [{ rdate: 'RDATE;TZID=America/New_York:20260303T040000,20260304T040000' }, three],
    [{ rdate: 'RDATE:20260303\nRDATE:20260304' }, three],
    [{ rdate: '20260303T120000' }, '03-02T10:00 03-03T12:00'],
    [{ rdate: '20260230' }, 'has an invalid rdate'],
    [{ rdate: '20260303T250000' }, 'has an invalid rdate'],
    [{ rdate: '22010101' }, 'must end by the year 2200'],
    [{ rdate: 'RDATE;TZID=Mars/Base:20260303T040000' }, 'has an invalid rdate'],
    [{ rrule: daily, exdate: 'EXDATE;VALUE=DATE:20260303' }, '03-02T10:00 03-04T10:00'],
    [{ rrule: daily, exdate: '20260303T090000Z' }, '03-02T10:00 03-04T10:00'],
    [{ rrule: daily, exdate: '20260303T110000' }, three],
    [{ rrule: daily, exdate: '20260302' }, '03-03T10:00 03-04T10:00'],
    [{ rrule: daily, rdate: '20260309', exdate: '20260302,20260303,20260304' }, '03-09T10:00'],
    [{ rrule: daily, exdate: '20260302,20260303,20260304' }, 'has no occurrences'],
    [{ rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=2' }, '03-02T10:00 03-04T10:00'],
    [{ rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=1' }, '03-02T10:00'],
    [{ rrule: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20260303' }, 'has no occurrences'],
    [{ rrule: 'FREQ=MONTHLY;BYDAY=MO,1TU;COUNT=4' }, '03-02T10:00 03-03T10:00 03-09T10:00 03-16T10:00'],
    [{ rrule: 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-6,2;COUNT=2' }, '03-02T10:00 03-10T10:00'],
  ])('%j gives %s', async (pattern, expected) => expect(await days(pattern)).toBe(expected));
});

describe('the limit of 731 occurrences', () => {
  const tooMany = 'has too many occurrences (maximum is 731)';
  const count = async (pattern: Pattern) => {
    const found = await occurrences(pattern, ten);
    return typeof found === 'string' ? found : found.length;
  };
  const dates = (many: number) =>
    Array.from({ length: many }, (_, index) =>
      new Date(Date.UTC(2026, 2, 3 + index)).toISOString().slice(0, 10).replaceAll('-', ''),
    ).join();

  it.each<[Pattern, number | string]>([
    [{ rrule: 'FREQ=DAILY;COUNT=731' }, 731],
    [{ rrule: 'FREQ=DAILY;COUNT=732' }, tooMany],
    [{ rrule: 'FREQ=DAILY;UNTIL=20280301' }, 731],
    [{ rrule: 'FREQ=DAILY;UNTIL=20280302' }, tooMany],
    [{ rrule: 'FREQ=DAILY;COUNT=732', exdate: '20260401' }, 731],
    [{ rrule: 'FREQ=DAILY;COUNT=731', rdate: '20260302T120000' }, tooMany],
    [{ rrule: 'FREQ=DAILY;COUNT=731', rdate: '20260302T120000', exdate: '20260302T100000' }, 731],
    [{ rrule: 'FREQ=DAILY' }, 731],
    [{ rrule: 'FREQ=DAILY', exdate: '20260401', rdate: '20260302T120000' }, 731],
    [{ rrule: 'FREQ=WEEKLY;BYDAY=WE' }, 731],
    [{ rdate: dates(730) }, 731],
    [{ rdate: dates(731) }, tooMany],
  ])('%#: %j gives %s', async (pattern, expected) => expect(await count(pattern)).toBe(expected));
});
