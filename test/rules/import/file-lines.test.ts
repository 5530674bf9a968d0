import { chmod, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvRows } from '../../../src/platform/read-csv.rules.js';
import { StepBudget } from '../../../src/platform/step-budget.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { calendarLines } from '../../../src/process/import/calendar-lines.rules.js';
import { csvLines } from '../../../src/process/import/csv-lines.rules.js';
import { easyAppointmentsLines } from '../../../src/process/import/easyappointments-lines.rules.js';
import type { FileLine } from '../../../src/process/import/file-line.js';
import { requireReadable, rowsOf, textOf } from '../../../src/process/import/table.rules.js';
import { bytesOf } from '../../../src/process/import-command.js';
import { cpuLimit } from '../../support/cpu-time.js';

const zone = zoneOf('Europe/Oslo');
const now = new Date('2027-03-01T00:00:00Z');

/** Returns lines in short: `id from to title notes name email phone resource service` of a booking, without what is empty. */
const shortOf = (lines: Iterable<FileLine | undefined>) =>
  [...lines].map((line) => {
    if (line === undefined) return 'a turn';
    if ('isLeftOut' in line) return 'left out';
    if ('errors' in line) return { [line.place]: line.errors };
    const { externalId, resource, service, input } = line.booking;
    const { name, email, phoneNumber } = input.personAttributes ?? {};
    const times = [input.bookedFrom, input.bookedTo].map((at) => at?.toISOString().replace('.000', ''));
    const texts = [input.title, input.notes, name, email, phoneNumber, resource, service, input.count];
    return [externalId, ...times, ...texts].filter((text) => (text ?? undefined) !== undefined).join(' | ');
  });

describe('csvLines', () => {
  const read = (text: string) => shortOf(csvLines(csvRows(text), zone));

  it.each([
    [
      'every column',
      'external_id,booked_from,booked_to,title,notes,count,name,email,phone_number,resource,service,state\n' +
        'a,2027-03-02 10:00,2027-03-02T11:00:00Z,T,N,2,Kari,k@x.no,+4799,Ingrid,7,Confirmed',
      ['a | 2027-03-02T09:00:00Z | 2027-03-02T11:00:00Z | T | N | Kari | k@x.no | +4799 | Ingrid | 7 | 2'],
    ],
    [
      'a time that does not exist and one that is there twice',
      'booked_from;booked_to;EXTERNAL_ID \n2027-03-28 02:30;2027-10-31 02:30; a ',
      ['a | 2027-03-28T01:30:00Z | 2027-10-31T00:30:00Z'],
    ],
    [
      'markup and quotes as text',
      'external_id,booked_from,booked_to,name\na,2027-03-02,2027-03-03,"<b>""x"", y</b>"',
      ['a | 2027-03-01T23:00:00Z | 2027-03-02T23:00:00Z | <b>"x", y</b>'],
    ],
    [
      'cancelled lines as left out',
      'external_id,booked_from,booked_to,state\na,,,cancelled\nb,x,,Declined\n',
      ['left out', 'left out'],
    ],
    [
      'what a Nordic spreadsheet writes, also with a Finnish date',
      'external_id;booked_from;booked_to;title;count\r\n1;02.03.2027 10:00;02.03.2027 11:00:00;"Klipp; lang";2,0\r\n2;2.3.2027 9.30;2.3.2027 10.00;;1\r\n',
      [
        '1 | 2027-03-02T09:00:00Z | 2027-03-02T10:00:00Z | Klipp; lang | 2',
        '2 | 2027-03-02T08:30:00Z | 2027-03-02T09:00:00Z | 1',
      ],
    ],
    [
      'wrong values by attribute',
      'external_id,booked_from,booked_to,count,state\na,soon,31.2.2027 10:00,1.5,new,1',
      [
        {
          'line 2': {
            base: ['has more cells than the first line'],
            bookedFrom: ['is invalid', expect.stringMatching('must be a date and time')],
            bookedTo: ['is invalid', expect.stringMatching('must be a date and time')],
            count: ['is not a number'],
            state: ['must be confirmed, or cancelled, which is left out'],
          },
        },
      ],
    ],
  ])('reads %s', (_name, text, expected) => expect(read(text)).toEqual(expected));

  it.each([
    [
      'an unknown column',
      'external_id,booked_from,booked_to,e-mail\n',
      /^the column "e-mail" is unknown: .* email, phone_number/,
    ],
    ['a missing column', 'external_id,booked_to\n', /^the column booked_from is missing/],
    ['a column twice', 'external_id,booked_from,booked_to,TITLE,title\n', /^the column title is there twice$/],
    ['an empty file', '', /^the column external_id is missing/],
  ])('refuses %s', (_name, text, message) => expect(() => read(text)).toThrow(message));

  it('reads what a spreadsheet saves as text in Unicode: UTF-16, tabs and quotes', () => {
    const text =
      '\uFEFFexternal_id\tbooked_from\tbooked_to\ttitle\tnotes\r\n' +
      'a\t02.03.2027 10:00\t02.03.2027 11:00\t"Kort, ""rødt"" →"\t"C:\\new\ntwo lines"\r\n';
    const short = ['a | 2027-03-02T09:00:00Z | 2027-03-02T10:00:00Z | Kort, "rødt" → | C:\\new\ntwo lines'];
    const bytes = Buffer.from(text, 'utf16le');
    expect(read(textOf(bytes))).toEqual(short);
    expect(read(textOf(bytes.swap16()))).toEqual(short);
  });

  it.each([
    ['Windows-1252', Buffer.from('name\nJos\xe9', 'latin1'), /^the file is not UTF-8: /],
    ['a NUL', Buffer.from('name\nKari\0'), /^the file is not text: line 2 has a NUL$/],
    ['lost letters', Buffer.from('name\n\uFFFD'), /^letters on line 2 were lost/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /^the file is not /],
  ])('refuses a file with %s', (_name, bytes, message) => expect(() => textOf(bytes)).toThrow(message));

  it.each([
    ['a quote that is never closed', 'external_id\n"a\nb', 'the quote that opens on line 2 is never closed'],
    ['too many lines', `external_id\n${'a\n'.repeat(100_001)}`, 'the file has more than 100000 lines: divide it'],
    ['too many cells', `external_id\n${','.repeat(16_384)}`, 'line 2 has more than 16384 cells'],
    ['too many cells between tabs', `id\t\n${'\t'.repeat(16_384)}`, 'line 2 has more than 16384 cells'],
    ['a long cell', `a\n\n${'b'.repeat(500_001)}`, 'line 3 has more than 500000 characters'],
    ['a long cell between tabs', `id\tx\n${'b'.repeat(500_001)}`, 'line 2 has more than 500000 characters'],
    ['a long cell in quotes', `a\n"${'""'.repeat(250_001)}"`, 'line 2 has more than 500000 characters'],
    ['many cells in quotes', `a\n${`"${'b'.repeat(9_000)}",`.repeat(60)}`, 'line 2 has more than 500000 characters'],
  ])('refuses a file with %s before anything is written', async (_name, text, message) => {
    const budget = new StepBudget();
    await expect(requireReadable(rowsOf(text, budget), budget)).rejects.toThrow(message);
  });
});

describe('bytesOf', () => {
  it('reads a file of at most 50 MB', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'booking-import-'));
    const file = join(folder, 'file');
    const asNobody = process.getuid?.() === 0;
    try {
      await expect(bytesOf(file)).rejects.toThrow(`there is no file ${file}`);
      await expect(bytesOf(folder)).rejects.toThrow(`${folder} is a folder: give the name of a file`);
      await expect(bytesOf('/dev/zero')).rejects.toThrow('/dev/zero is no file that can be read twice');
      await writeFile(file, '');
      await expect(bytesOf(file)).rejects.toThrow(`the file ${file} is empty`);
      await expect(bytesOf(`${file}/x`)).rejects.toThrow(`there is no file ${file}/x`);
      // Sparse.
      await truncate(file, 50_000_000);
      expect(await bytesOf(file)).toHaveLength(50_000_000);
      await truncate(file, 50_000_001);
      await expect(bytesOf(file)).rejects.toThrow(/^the file is larger than 50 MB: divide it$/);
      await truncate(file, 2 ** 40);
      await expect(bytesOf(file)).rejects.toThrow('larger than 50 MB');
      await truncate(file, 1);
      await chmod(file, 0);
      if (asNobody) process.seteuid?.(65_534);
      await expect(bytesOf(file)).rejects.toThrow(`the file ${file} may not be read by this user`);
    } finally {
      if (asNobody) process.seteuid?.(0);
      await rm(folder, { recursive: true });
    }
  });
});

describe('easyAppointmentsLines', () => {
  const read = (text: string) => shortOf(easyAppointmentsLines(rowsOf(text, new StepBudget()), zone));
  const columns =
    'id,hash,start_datetime,end_datetime,notes,status,is_unavailability,provider,timezone,service,first_name,last_name,email,phone_number';

  it.each([
    [
      'what mysql --batch prints',
      `${columns.replaceAll(',', '\t')}\n1\tabc\t2027-03-02 10:00:00\t2027-03-02 11:00:00\t"a"\\n\\\\b\\tc\tBooked\t0\tJane Doe\tAmerica/New_York\tCut\tKari\tLie\tk@x.no\tNULL\n`,
      ['abc | 2027-03-02T15:00:00Z | 2027-03-02T16:00:00Z | "a"\n\\b\tc | Kari Lie | k@x.no | Jane Doe | Cut'],
    ],
    [
      'CSV of phpMyAdmin, with an unavailability',
      `${columns}\n"2",NULL,"2027-03-02 10:00:00","2027-03-02 11:00:00","Lunch",NULL,"1","Jane Doe","UTC",NULL,NULL,NULL,NULL,NULL`,
      ['2 | 2027-03-02T10:00:00Z | 2027-03-02T11:00:00Z | Lunch | Jane Doe'],
    ],
    [
      'cancelled appointments as left out, and the zone of the account without another',
      'id,start_datetime,end_datetime,provider,status\n1,,,,Cancelled\n2,2027-03-02 10:00:00,2027-03-02 11:00:00,Jane,',
      ['left out', '2 | 2027-03-02T09:00:00Z | 2027-03-02T10:00:00Z | Jane'],
    ],
    [
      'wrong values by column',
      'id,start_datetime,end_datetime,provider,timezone\n1,0000-00-00 00:00:00,x,Jane,Mars/Base',
      [
        {
          'line 2': {
            timezone: ['is unknown'],
            start_datetime: ['is invalid', expect.anything()],
            end_datetime: ['is invalid', expect.anything()],
          },
        },
      ],
    ],
  ])('reads %s', (_name, text, expected) => expect(read(text)).toEqual(expected));
});

describe('calendarLines', () => {
  const file = (lines: string[]) => Buffer.from(`BEGIN:VCALENDAR\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`);
  const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
  const read = async (bytes: Buffer) => shortOf(await calendarLines(bytes, zone, now));
  const hour = ['DTSTART:20270302T100000Z', 'DURATION:PT1H'];

  it.each<[string, string[], unknown[]]>([
    [
      'texts, and the first who is not the organizer',
      event(
        'a',
        ...hour,
        'SUMMARY:Cut\\, <b>long</b>',
        'DESCRIPTION:one\\n two',
        'ATTENDEE;CN=Room;CUTYPE=ROOM:mailto:room@x.no',
        'ATTENDEE;CN=Ingrid:mailto:Ingrid@x.no',
        'ATTENDEE;CN="Lie, Kari":mailto:k@x.no',
        'ORGANIZER;CN=Ingrid:MAILTO:ingrid@x.no',
      ),
      ['a | 2027-03-02T10:00:00Z | 2027-03-02T11:00:00Z | Cut, <b>long</b> | one\n two | Lie, Kari | k@x.no'],
    ],
    [
      'past events, times in the zone of the account, a zone of Windows, and whole days',
      [
        ...event('a', 'DTSTART:20200302T100000', 'DTEND:20200302T110000'),
        ...event('b', 'DTSTART;TZID=Eastern Standard Time:20270302T100000', 'DURATION:PT1H'),
        ...event('c', 'DTSTART;VALUE=DATE:20270302'),
      ],
      [
        'a | 2020-03-02T09:00:00Z | 2020-03-02T10:00:00Z',
        'b | 2027-03-02T15:00:00Z | 2027-03-02T16:00:00Z',
        'c | 2027-03-01T23:00:00Z | 2027-03-02T23:00:00Z',
      ],
    ],
    [
      'a VTIMEZONE of the file, also years ago',
      [
        ...['BEGIN:VTIMEZONE', 'TZID:Own', 'BEGIN:STANDARD', 'DTSTART:20000101T000000', 'TZOFFSETFROM:+0500'],
        ...['TZOFFSETTO:+0500', 'RRULE:FREQ=YEARLY;BYMONTH=10', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
        ...['DTSTART:20000401T000000', 'TZOFFSETFROM:+0500', 'TZOFFSETTO:+0600', 'RRULE:FREQ=YEARLY;BYMONTH=4'],
        ...['END:DAYLIGHT', 'END:VTIMEZONE'],
        ...event('a', 'DTSTART;TZID=Own:20150702T100000', 'DURATION:PT1H'),
        ...event('b', 'DTSTART;TZID=Own:20151202T100000', 'DURATION:PT1H'),
      ],
      ['a | 2015-07-02T04:00:00Z | 2015-07-02T05:00:00Z', 'b | 2015-12-02T05:00:00Z | 2015-12-02T06:00:00Z'],
    ],
    [
      'occurrences from now on, each by its original start',
      [
        ...event(
          'a',
          'DTSTART:20270215T100000Z',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=6',
          'EXDATE:20270308T100000Z',
          'SUMMARY:S',
        ),
        ...event('a', 'RECURRENCE-ID:20270315T100000Z', 'DTSTART:20270316T120000Z', 'DURATION:PT2H', 'SUMMARY:Moved'),
        ...event('a', 'RECURRENCE-ID:20270322T100000Z', ...hour, 'STATUS:CANCELLED'),
      ],
      [
        'a/20270301T100000Z | 2027-03-01T10:00:00Z | 2027-03-01T11:00:00Z | S',
        'a/20270315T100000Z | 2027-03-16T12:00:00Z | 2027-03-16T14:00:00Z | Moved',
        'left out',
      ],
    ],
    [
      'cancelled and free entries as left out',
      [...event('a', ...hour, 'STATUS:CANCELLED'), ...event('b', ...hour, 'TRANSP:TRANSPARENT')],
      ['left out', 'left out'],
    ],
    [
      'entries that cannot be read, with a reason, beside others',
      [
        ...event('end', 'DTSTART:20270302T100000Z', 'DTEND:20270302T090000Z', 'SUMMARY:Back'),
        ...event('none', 'SUMMARY:x'),
        ...event('text', ...hour, `DESCRIPTION:${'x'.repeat(300_001)}`),
        ...event('old', 'DTSTART:00010101T000000Z', 'DURATION:PT1H'),
        ...event('endless', ...hour, 'RRULE:FREQ=SECONDLY'),
        ...event('dates', ...hour, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20279999T100000Z'),
        ...['BEGIN:VEVENT', ...hour, 'SUMMARY:Own', 'END:VEVENT'],
        ...event('good', ...hour),
      ],
      [
        { 'UID old': { bookedFrom: ['is invalid'], bookedTo: ['is invalid'] } },
        'good | 2027-03-02T10:00:00Z | 2027-03-02T11:00:00Z',
        { 'UID end': { base: ['"Back": it ends before it starts'] } },
        { 'UID none': { base: ['"x": it has no start that can be read'] } },
        { 'UID text': { base: ['an entry without a title: its DESCRIPTION cannot be read'] } },
        { 'UID endless': { base: [expect.stringMatching('whose rule goes through too many times')] } },
        { 'UID dates': { base: ['an entry without a title: its EXDATE cannot be read'] } },
        { 'an entry': { base: ['"Own" has no UID'] } },
      ],
    ],
  ])('reads %s', async (_name, lines, expected) => expect(await read(file(lines))).toEqual(expected));

  it('reads a series for two years, and leaves out 100000 dates', async () => {
    const daily = file(event('a', 'DTSTART:20200101T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'));
    expect(await read(daily)).toHaveLength(731);
    const at = (day: number) => new Date(Date.UTC(2027, 2, 2 + day)).toISOString().slice(0, 10).replaceAll('-', '');
    const dates = Array.from({ length: 100_000 }, (_none, day) => `EXDATE:${at(day)}T100000Z`);
    expect(await read(file(event('a', ...hour, 'RRULE:FREQ=DAILY', ...dates)))).toEqual([]);
  });

  const unfolded = 350_000;
  it.each<[string, string[], unknown]>([
    [
      'a million occurrences',
      [...hour, 'RRULE:FREQ=MINUTELY;COUNT=1000000'],
      { base: [expect.stringMatching('goes through too many times')] },
    ],
    [
      'a title of 1 MB',
      [...hour, `SUMMARY:${'x'.repeat(1_000_000)}`],
      { base: ['an entry without a title: its SUMMARY cannot be read'] },
    ],
    [
      'notes of 1 MB, a letter a line',
      [...hour, `DESCRIPTION:${'\r\n x'.repeat(unfolded)}`],
      { base: ['an entry without a title: its DESCRIPTION cannot be read'] },
    ],
    [
      'an interval beyond all numbers',
      [...hour, `RRULE:FREQ=DAILY;INTERVAL=${'9'.repeat(30)}`],
      { base: [expect.stringMatching('is invalid')] },
    ],
  ])('refuses an entry with %s, at once', async (_name, lines, errors) => {
    const begin = process.threadCpuUsage();
    const found = await read(file([...event('a', ...lines), ...event('b', ...hour)]));
    const { user, system } = process.threadCpuUsage(begin);
    expect(found).toEqual([expect.stringMatching(/^b /), { 'UID a': errors }]);
    expect((user + system) / 1_000).toBeLessThan(cpuLimit(1_000));
  });

  it.each(['FREQ=DAILY', 'FREQ=SECONDLY'])('stops when series of %s take too long', async (rule) => {
    const days = Array.from({ length: 150 }, (_none, at) => event(`${at}`, ...hour, `RRULE:${rule}`)).flat();
    const reading = calendarLines(file(days), zone, now, { maxSteps: 2_000_000 });
    await expect(reading).rejects.toThrow(
      'the calendar takes too long to read: it has too many entries or long series',
    );
  });

  it.each([
    ['a web page', Buffer.from('<html>'), /^the file is no calendar, which would begin with BEGIN:VCALENDAR$/],
    ['a NUL', Buffer.from('BEGIN:VCALENDAR\r\nX:\0\r\nEND:VCALENDAR'), /^the file is no calendar: it has a NUL$/],
    ['a NUL in UTF-16', Buffer.from('\uFEFFBEGIN:VCALENDAR\r\nX:\0', 'utf16le'), /it has a NUL$/],
    ['an end that is missing', Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'), /is incomplete/],
    [
      'too many entries',
      file(Array.from({ length: 100_001 }, (_none, at) => event(`${at}`, ...hour)).flat()),
      /more than 100000/,
    ],
  ])('refuses a file with %s', async (_name, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});
