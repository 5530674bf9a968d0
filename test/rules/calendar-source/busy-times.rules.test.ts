import {
  calendarBudget,
  readBusyTimes,
  UnreadableCalendar,
} from '../../../src/domain/calendar-source/busy-times.rules.js';
import { StepBudget } from '../../../src/platform/step-budget.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { ServerBusy } from '../../../src/platform/turns.js';
import { exampleFiles } from './calendar-files.js';

const options = {
  zone: 'Europe/Oslo',
  from: new Date('2026-03-01T00:00:00Z'),
  to: new Date('2026-04-05T00:00:00Z'),
  owner: ['Kari@example.org'],
  isOwnUid: (uid: string) => uid.endsWith('@ours'),
  maxEntries: 50_000,
};

const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

/** Formats periods without seconds, in UTC: `03-29 22:00 – 03-30 06:00`. */
async function busy(text: string | Uint8Array, given: Partial<Parameters<typeof readBusyTimes>[1]> = {}) {
  const { periods } = await readBusyTimes(text, { ...options, ...given });
  const shown = (time: Date) => time.toISOString().slice(5, 16).replace('T', ' ');
  return periods.map(({ start, end }) => `${shown(start)} – ${shown(end)}`);
}

const one = ['03-02 09:00 – 03-02 10:00'];
const at9 = ['UID:a', 'DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z'];

const newYork = [
  'BEGIN:VTIMEZONE',
  'TZID:Branch office',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:16010101T020000',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'END:VTIMEZONE',
];

describe('readBusyTimes', () => {
  it.each<[string, string[], string[]]>([
    ['an event in UTC', event(...at9), one],
    ['no entries', [], []],
    ['a transparent event', event(...at9, 'TRANSP:TRANSPARENT'), []],
    ['an opaque event', event(...at9, 'TRANSP:OPAQUE'), one],
    ['one that Outlook shows as free', event(...at9, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'), []],
    ['one that Outlook shows as tentative', event(...at9, 'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE'), one],
    ['one that Outlook shows as out of office', event(...at9, 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'), one],
    ['a tentative event', event(...at9, 'STATUS:TENTATIVE'), one],
    ['a cancelled event', event(...at9, 'STATUS:CANCELLED'), []],
    ['one that the owner declined', event(...at9, 'ATTENDEE;PARTSTAT=DECLINED:mailto:kari@example.org'), []],
    [
      'one that the owner declined, folded',
      event(...at9, 'ATTENDEE;CN="Kari: Hair; nails";PARTSTAT=DECL', ' INED:MAILTO:kari@exa', ' mple.org'),
      [],
    ],
    ['one that somebody else declined', event(...at9, 'ATTENDEE;PARTSTAT=DECLINED:mailto:ola@example.org'), one],
    ['one that the owner accepted', event(...at9, 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:kari@example.org'), one],
    ['an entry of this server', event(...at9.with(0, 'UID:booking-1-2@ours')), []],
    ['a task', ['BEGIN:VTODO', ...at9, 'END:VTODO'], []],
    ['an alarm with a length of its own', event(...at9, 'BEGIN:VALARM', 'DURATION:P5D', 'END:VALARM'), one],

    ['a whole day', event('DTSTART;VALUE=DATE:20260303', 'DTEND;VALUE=DATE:20260304'), ['03-02 23:00 – 03-03 23:00']],
    ['a whole day without an end', event('DTSTART;VALUE=DATE:20260303'), ['03-02 23:00 – 03-03 23:00']],
    ['a whole day without a type', event('DTSTART:20260303'), ['03-02 23:00 – 03-03 23:00']],
    [
      'a whole day that ends on itself',
      event('DTSTART;VALUE=DATE:20260303', 'DTEND;VALUE=DATE:20260303'),
      ['03-02 23:00 – 03-03 23:00'],
    ],
    ['the day of the clock change', event('DTSTART;VALUE=DATE:20260329'), ['03-28 23:00 – 03-29 22:00']],
    ['two days', event('DTSTART;VALUE=DATE:20260328', 'DURATION:P2D'), ['03-27 23:00 – 03-29 22:00']],

    ['a floating time', event('DTSTART:20260302T090000', 'DURATION:PT1H'), ['03-02 08:00 – 03-02 09:00']],
    [
      'a duration of a day and hours over a clock change',
      event('DTSTART:20260328T120000', 'DURATION:P1DT2H'),
      ['03-28 11:00 – 03-29 12:00'],
    ],
    [
      'exact hours over a clock change',
      event('DTSTART:20260328T220000', 'DURATION:PT8H'),
      ['03-28 21:00 – 03-29 05:00'],
    ],
    ['a time without an end', event('DTSTART:20260302T090000Z'), []],
    ['no length', event('DTSTART:20260302T090000Z', 'DTEND:20260302T090000Z'), []],
    ['an end before the start', event('DTSTART:20260302T090000Z', 'DTEND:20260302T080000Z'), []],
    ['no start', event('DTEND:20260302T080000Z'), []],
    [
      'an event longer than the window',
      event('DTSTART:20200101T000000Z', 'DTEND:20300101T000000Z'),
      ['03-01 00:00 – 04-05 00:00'],
    ],
    ['an event before and one after the window', [...event('DTSTART:20260101'), ...event('DTSTART:20260601')], []],

    [
      'an IANA zone',
      event('DTSTART;TZID=America/New_York:20260302T090000', 'DTEND;TZID=America/New_York:20260302T100000'),
      ['03-02 14:00 – 03-02 15:00'],
    ],
    [
      'two zones',
      event('DTSTART;TZID=Europe/Oslo:20260302T090000', 'DTEND;TZID=America/New_York:20260302T100000'),
      ['03-02 08:00 – 03-02 15:00'],
    ],
    [
      'an IANA zone with the prefix of a program',
      event('DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20260302T090000', 'DURATION:PT1H'),
      ['03-02 14:00 – 03-02 15:00'],
    ],
    [
      'a zone of Windows',
      event('DTSTART;TZID="Eastern Standard Time":20260302T090000', 'DURATION:PT1H'),
      ['03-02 14:00 – 03-02 15:00'],
    ],
    [
      'a zone of the file, before and after its clock change',
      [
        ...event('DTSTART;TZID=Branch office:20260302T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'),
        ...newYork,
      ],
      ['03-02 14:00 – 03-02 15:00', '03-09 13:00 – 03-09 14:00'],
    ],

    [
      'a weekly series over the clock change',
      event('DTSTART;TZID=Europe/Oslo:20260323T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;UNTIL=20260330T070000Z'),
      ['03-23 08:00 – 03-23 09:00', '03-30 07:00 – 03-30 08:00'],
    ],
    [
      'a night shift over the clock change, which ends at 06:00',
      event('DTSTART:20260327T220000', 'DTEND:20260328T060000', 'RRULE:FREQ=DAILY;COUNT=3'),
      ['03-27 21:00 – 03-28 05:00', '03-28 21:00 – 03-29 04:00', '03-29 20:00 – 03-30 04:00'],
    ],
    [
      'a time that the clock change skips',
      event('DTSTART:20260328T023000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'),
      ['03-28 01:30 – 03-28 02:30', '03-29 01:30 – 03-29 02:30'],
    ],
    [
      'added and removed dates',
      event(
        'DTSTART:20260302T090000Z',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE:20260303T090000Z',
        'RDATE:20260310T090000Z,20260311T120000Z',
        'RDATE;VALUE=PERIOD:20260312T090000Z/PT3H,20260313T090000Z/20260313T093000Z',
      ),
      [
        '03-02 09:00 – 03-02 10:00',
        '03-04 09:00 – 03-04 10:00',
        '03-10 09:00 – 03-10 10:00',
        '03-11 12:00 – 03-11 13:00',
        '03-12 09:00 – 03-12 12:00',
        '03-13 09:00 – 03-13 09:30',
      ],
    ],
    [
      'a removed date in another zone, and one without a time',
      event(
        'DTSTART;TZID=Europe/Oslo:20260302T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=America/New_York:20260302T030000',
        'EXDATE;VALUE=DATE:20260303',
      ),
      ['03-04 08:00 – 03-04 09:00'],
    ],
    [
      'a series without the dates of another rule, as old Exchange servers write it',
      event(
        'DTSTART;TZID=Europe/Oslo:20260324T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=8',
        'EXRULE:FREQ=WEEKLY;BYDAY=SA,SU',
        'EXRULE:FREQ=DAILY;COUNT=2',
      ),
      [
        ...['03-24 08:00 – 03-24 09:00', '03-26 08:00 – 03-26 09:00', '03-27 08:00 – 03-27 09:00'],
        ...['03-30 07:00 – 03-30 08:00', '03-31 07:00 – 03-31 08:00'],
      ],
    ],
    ['working hours', ['BEGIN:VAVAILABILITY', 'BEGIN:AVAILABLE', ...at9, 'END:AVAILABLE', 'END:VAVAILABILITY'], []],
    [
      'a moved and a cancelled date of a series',
      [
        ...event('UID:s', 'DTSTART;TZID=Europe/Oslo:20260302T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
        ...event('UID:s', 'RECURRENCE-ID;TZID=Europe/Oslo:20260303T090000', 'DTSTART:20260320T090000', 'DURATION:PT2H'),
        ...event('UID:s', 'RECURRENCE-ID:20260304T080000Z', 'DTSTART:20260304T080000Z', 'STATUS:CANCELLED'),
      ],
      ['03-02 08:00 – 03-02 09:00', '03-20 08:00 – 03-20 10:00'],
    ],
    [
      'a date moved into the window by two revisions',
      [
        ...event('UID:s', 'DTSTART:20250302T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
        ...event('UID:s', 'RECURRENCE-ID:20250303T090000Z', 'DTSTART:20260320T090000Z', 'DURATION:PT2H', 'SEQUENCE:2'),
        ...event('UID:s', 'RECURRENCE-ID:20250303T090000Z', 'DTSTART:20260319T090000Z', 'DURATION:PT2H', 'SEQUENCE:1'),
      ],
      ['03-20 09:00 – 03-20 11:00'],
    ],
    [
      'a change of this and all future dates, with one of them moved',
      [
        ...event('UID:s', 'DTSTART:20260302T090000', 'DTEND:20260302T100000', 'RRULE:FREQ=DAILY;COUNT=4'),
        ...event(
          'UID:s',
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T090000',
          'DTSTART:20260304T110000',
          'DURATION:PT30M',
        ),
        ...event('UID:s', 'RECURRENCE-ID:20260305T090000', 'DTSTART:20260309T150000', 'DURATION:PT1H'),
      ],
      [
        '03-02 08:00 – 03-02 09:00',
        '03-03 08:00 – 03-03 09:00',
        '03-04 10:00 – 03-04 10:30',
        '03-09 14:00 – 03-09 15:00',
      ],
    ],
    [
      'a whole-day series with a removed day',
      event('DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20260309'),
      ['03-01 23:00 – 03-02 23:00', '03-15 23:00 – 03-16 23:00'],
    ],
    [
      'a daily series of 20 years',
      event('DTSTART:20060101T090000Z', 'DTEND:20060101T100000Z', 'RRULE:FREQ=DAILY;INTERVAL=7'),
      [
        '03-01 09:00 – 03-01 10:00',
        '03-08 09:00 – 03-08 10:00',
        '03-15 09:00 – 03-15 10:00',
        '03-22 09:00 – 03-22 10:00',
        '03-29 09:00 – 03-29 10:00',
      ],
    ],
    [
      'every other month and year since long ago',
      [
        ...event('DTSTART:19990310T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'),
        ...event('DTSTART:20000311T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;INTERVAL=2'),
        ...event('DTSTART:20010312T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;INTERVAL=2'),
      ],
      ['03-11 09:00 – 03-11 10:00', '03-31 09:00 – 03-31 10:00'],
    ],
    ['an invalid rule, of which the first date counts', event(...at9, 'RRULE:FREQ=SOMETIMES'), one],
    ['a free series with a time for each second', event(...at9, 'RRULE:FREQ=SECONDLY', 'TRANSP:TRANSPARENT'), []],
    [
      'a date of a series that is moved by its day alone, and one that the owner declined',
      [
        ...event('UID:s', 'DTSTART:20260302T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
        ...event('UID:s', 'RECURRENCE-ID;VALUE=DATE:20260303', 'DTSTART:20260310T090000Z', 'DURATION:PT1H'),
        ...event(
          'UID:s',
          'RECURRENCE-ID:20260304T090000Z',
          ...at9.slice(1),
          'ATTENDEE;PARTSTAT=DECLINED:mailto:kari@example.org',
        ),
      ],
      [...one, '03-10 09:00 – 03-10 10:00'],
    ],
    ['an interval of 0', event(...at9, 'RRULE:FREQ=DAILY;INTERVAL=0;COUNT=1'), one],
    ['a rule that never matches', event(...at9, 'RRULE:FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2'), one],

    [
      'the latest revision of a UID',
      [...event(...at9, 'SEQUENCE:2'), ...event('UID:a', 'DTSTART:20260303T090000Z', 'DURATION:PT1H', 'SEQUENCE:1')],
      one,
    ],
    [
      'different events with the same UID and no SEQUENCE',
      [...event(...at9), ...event('UID:a', 'DTSTART:20260303T090000Z', 'DURATION:PT1H')],
      [...one, '03-03 09:00 – 03-03 10:00'],
    ],
    [
      'overlapping and adjacent events',
      [
        ...event(...at9),
        ...event('DTSTART:20260302T093000Z', 'DURATION:PT1H'),
        ...event('DTSTART:20260302T103000Z', 'DURATION:PT1H'),
      ],
      ['03-02 09:00 – 03-02 11:30'],
    ],
    [
      'free and busy periods',
      [
        'BEGIN:VFREEBUSY',
        'FREEBUSY;FBTYPE=FREE:20260302T060000Z/PT1H',
        'FREEBUSY:20260302T090000Z/PT1H,20260303T090000Z/20260303T100000Z',
        'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260304T090000Z/PT1H',
        'END:VFREEBUSY',
      ],
      [...one, '03-03 09:00 – 03-03 10:00', '03-04 09:00 – 03-04 10:00'],
    ],
  ])('%s', async (_name, lines, expected) => {
    expect(await busy(file(...lines))).toEqual(expected);
  });

  it.each(Object.entries(exampleFiles))('a file of %s', async (_name, { text, periods }) => {
    expect(await busy(text)).toEqual(periods);
  });

  const text = file('X-WR-CALNAME:Kåres', ...event(...at9, 'SUMMARY:Blåbær'));
  const folded = Buffer.from(text).toString('latin1').replaceAll('Ã', 'Ã\r\n ');
  it.each<[string, string | Uint8Array]>([
    ['a byte order mark', `\uFEFF${text}`],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['CR alone', text.replaceAll('\r\n', '\r')],
    ['LF alone', text.replaceAll('\r\n', '\n')],
    ['no last line break', text.trimEnd()],
    ['lines folded within characters', Buffer.from(folded, 'latin1')],
    ['lower case', text.replace('BEGIN:VEVENT', 'begin:vevent').replace('DTSTART', 'dtstart')],
    ['two files', `${text}${text}`],
    ['blank lines', text.replaceAll('\r\n', '\r\n\r\n')],
  ])('reads a file with %s', async (_name, given) => {
    const { periods, calendarName, warning } = await readBusyTimes(given, options);
    expect({ count: periods.length, calendarName, warning }).toEqual({ count: 1, calendarName: 'Kåres' });
  });

  const upTo = (last: number) => Array.from({ length: last + 1 }, (_, index) => index);
  const everyTime = `BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYSECOND=${upTo(59)}`;
  const everySecond = upTo(50_000)
    .map((second) =>
      zoneOf('UTC')
        .format(second * 1000)
        .slice(11, 19)
        .replaceAll(':', ''),
    )
    .map((time, second) => `202603${String(10 + Math.floor(second / 86_400)).padStart(2, '0')}T${time}Z`);
  const series = (rule: string, start = '20260302T090000Z') =>
    file(...event(`DTSTART:${start}`, 'DURATION:PT2S', `RRULE:${rule}`));
  const tooMany = /more than 50000 entries from 2026-03-01 to 2026-04-05/;
  const tooLong = /a series, "one without a title", whose rule goes through too many times: FREQ=/;
  it.each<[string, string, RegExp]>([
    ['an empty file', '', /empty file instead of a calendar/],
    ['a web page', '<!doctype html><html>BEGIN:VCALENDAR', /web page instead of a calendar: use the address/],
    ['JSON', '{"error": "quota"}', /no calendar, which would begin with BEGIN:VCALENDAR/],
    ['half a file', text.slice(0, 100), /incomplete: its END:VEVENT is missing/],
    ['a file without its end', text.replace('END:VCALENDAR', ''), /incomplete: its END:VCALENDAR is missing/],
    ['crossed components', file('BEGIN:VEVENT', 'BEGIN:VALARM', 'END:VEVENT'), /a wrong END:VEVENT/],
    ['nested components', file(...Array(100_000).fill('BEGIN:VEVENT')), /nests more than 10 components/],
    ['10 MB and a byte', ' '.repeat(10_000_001), /larger than 10 MB/],
    ['a time for each second', series('FREQ=SECONDLY'), tooMany],
    ['two times for each minute', series('FREQ=MINUTELY;COUNT=999999999;BYSECOND=0,30'), tooMany],
    ['every time of each day, also before the window', series(`FREQ=DAILY;${everyTime}`, '20200302T090000Z'), tooLong],
    ['many times before the window', series('FREQ=SECONDLY;COUNT=999999', '20250101T000000Z'), tooLong],
    [
      'more added times than are allowed',
      file(...event('DTSTART:20260302T090000Z', 'DURATION:PT1S', ...everySecond.map((time) => `RDATE:${time}`))),
      tooMany,
    ],
  ])('does not read %s', async (_name, given, message) => {
    await expect(readBusyTimes(given, options)).rejects.toThrow(UnreadableCalendar);
    await expect(readBusyTimes(given, options)).rejects.toThrow(message);
  });

  it.each<[string, string[], string]>([
    [
      'an invalid rule',
      event(...at9, 'SUMMARY:Choir', 'RRULE:FREQ=SOMETIMES'),
      '"Choir": its rule FREQ=SOMETIMES is invalid',
    ],
    ['many rules', event(...at9, ...Array(11).fill('RRULE:FREQ=YEARLY')), 'it has more than 10 rules'],
    ['no start', event('SUMMARY:Choir'), '"Choir": it has no start that can be read'],
    ['an impossible start', event('DTSTART:20260230T090000Z'), 'it has no start that can be read'],
    [
      'an end before the start',
      event('DTSTART:20260302T090000Z', 'DTEND:20260302T080000Z'),
      'it ends before it starts',
    ],
    ...['DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID', 'RDATE;VALUE=PERIOD'].map(
      (name): [string, string[], string] => [
        `a ${name} in a zone that does not exist`,
        event(
          ...(name === 'DTSTART' ? [] : ['DTSTART:20260302T070000Z']),
          ...['SUMMARY:Choir', 'RRULE:FREQ=DAILY;COUNT=2'].slice(0, name === 'RECURRENCE-ID' ? 1 : 2),
          `${name};TZID=Mars/Olympus:20260302T090000${name.endsWith('PERIOD') ? '/PT1H' : ''}`,
        ),
        '"Choir": its time zone "Mars/Olympus" is unknown',
      ],
    ),
    [
      'a zone of the file that has no clock',
      [
        ...event('DTSTART;TZID=Branch office:20260302T090000', 'SUMMARY:Choir'),
        ...['BEGIN:VTIMEZONE', 'TZID:Branch office', 'END:VTIMEZONE'],
      ],
      '"Choir": its time zone "Branch office" is unknown',
    ],
    [
      'a rule of exceptions that is invalid',
      event(...at9, 'RRULE:FREQ=DAILY;COUNT=2', 'EXRULE:FREQ=NEVER'),
      'its rule FREQ=NEVER is invalid',
    ],
    ['an added date that is none', event(...at9, 'RDATE:20260305T090000Z,tomorrow'), 'its RDATE cannot be read'],
    [
      'too many dates in a line',
      event(...at9, `EXDATE:${Array(20_000).fill('20260302T090000Z')}`),
      'its EXDATE cannot be read',
    ],
  ])('warns of %s, and reads the other entries', async (_name, lines, reason) => {
    const { periods, warning } = await readBusyTimes(
      file(...lines, ...event('DTSTART:20260404T230000Z', 'DURATION:P1D')),
      options,
    );
    expect(periods.at(-1)?.end).toEqual(options.to);
    expect(warning).toMatch(/^an entry could not be read completely, /);
    expect(warning).toContain(reason);
  });

  it.each([
    ['EXDATE', 3],
    ['RDATE', 3],
    ['DTSTART', 0],
    ['DTEND', 0],
  ])('reads what it can of a series with a %s in a zone that does not exist', async (name, count) => {
    const lines = event(
      ...(name === 'DTSTART' ? [] : ['DTSTART:20260302T070000Z']),
      ...(name === 'DTEND' ? [] : ['DURATION:PT1H']),
      ...['RRULE:FREQ=DAILY;COUNT=3', `${name};TZID=Mars/Olympus:20260302T080000`],
    );
    expect((await readBusyTimes(file(...lines), options)).periods).toHaveLength(count);
  });

  it('counts the entries in its warning', async () => {
    const { warning } = await readBusyTimes(file(...event('SUMMARY:Choir'), ...event(), ...event()), options);
    expect(warning).toBe('3 entries could not be read completely, such as "Choir": it has no start that can be read');
  });

  it('lets other work run while it reads a large file', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) =>
      event(
        `UID:${index}`,
        `DTSTART;TZID=Europe/Oslo:20260302T0900${String(index % 60).padStart(2, '0')}`,
        'DURATION:PT1H',
      ),
    );
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const { periods } = await readBusyTimes(file(...lines.flat()), options);
    clearInterval(timer);
    expect(periods).toHaveLength(1);
    expect(turns).toBeGreaterThan(5);
  });

  it('ends by the steps of its own work, and never by the time that other work takes', async () => {
    const lines = Array(20_000)
      .fill(event(...at9))
      .flat();
    const budget = new StepBudget(1_000_000);
    await expect(readBusyTimes(file(...lines), { ...options, budget })).rejects.toThrow(
      'the calendar takes too long to read: it has too many entries or long series',
    );
    const pause = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200), 1);
    const { periods } = await readBusyTimes(file(...lines), options);
    clearInterval(pause);
    expect(periods).toHaveLength(1);
  });

  it('says so when the server was too busy', async () => {
    const lines = Array(20_000)
      .fill(event(...at9))
      .flat();
    await expect(readBusyTimes(file(...lines), { ...options, budget: calendarBudget(0) })).rejects.toThrow(ServerBusy);
  });

  it('reads daily series of 20 years with and without a COUNT alike', async () => {
    const text = series('FREQ=DAILY', '20060101T090000Z');
    expect(await busy(text)).toHaveLength(35);
    expect(await busy(series('FREQ=DAILY;COUNT=9999', '20060101T090000Z'))).toEqual(await busy(text));
  });
});
