import nodeIcal, { type VEvent } from 'node-ical';
import { readBusyTimes } from '../../../src/domain/calendar-source/busy-times.rules.js';
import { type Interval, union } from '../../../src/platform/time/interval.js';
import {
  addDays,
  dateOfEpochDay,
  epochDayOf,
  type PlainDate,
  weekdayOf,
} from '../../../src/platform/time/plain-date.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { between, pick, type Random, seeded } from '../../support/random.js';
import { sampledSeeds, seed } from '../../support/sample.js';
import { exampleFiles } from './calendar-files.js';

const window = { from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-04-05T00:00:00Z') };

async function ours(text: string): Promise<Interval[]> {
  const isOwnUid = (uid: string) => uid.endsWith('@ours');
  const { from, to } = { from: new Date(window.from), to: new Date(window.to) };
  const options = { zone: 'Europe/Oslo', from, to, owner: ['kari@example.org'], isOwnUid, maxEntries: 50_000 };
  const { periods, warning } = await readBusyTimes(text, options);
  expect(warning).toBeUndefined();
  return periods.map(({ start, end }) => ({ from: start.getTime(), to: end.getTime() }));
}

interface Instance {
  start: Date;
  end: Date;
  event: VEvent;
}

/** Reads busy times with node-ical, which knows neither RDATE nor, apart from the zone of the process, whole days. */
function theirs(text: string): Interval[] {
  const found: Instance[] = [];
  for (const event of Object.values(nodeIcal.sync.parseICS(text))) {
    if (event?.type !== 'VEVENT') continue;
    if (event.rrule) {
      const span = { from: new Date(window.from), to: new Date(window.to), expandOngoing: true };
      found.push(...nodeIcal.expandRecurringEvent(event, span));
    } else if (event.end) {
      found.push({ start: event.start, end: event.end, event });
    }
  }
  const busy = found.filter(({ event }) => isBusy(event));
  const cut = busy.map(({ start, end }) => ({
    from: Math.max(start.getTime(), window.from),
    to: Math.min(end.getTime(), window.to),
  }));
  return union(cut.filter(({ from, to }) => from < to));
}

function isBusy(event: VEvent): boolean {
  const attendees = [event.attendee ?? []].flat();
  const isDeclined = attendees.some((one) => typeof one !== 'string' && one.params.PARTSTAT === 'DECLINED');
  return (
    event.status !== 'CANCELLED' && event.transparency !== 'TRANSPARENT' && !isDeclined && !event.uid.endsWith('@ours')
  );
}

const withoutWholeDays = (text: string): string =>
  text
    .split(/(?=BEGIN:VEVENT)/)
    .filter((part) => !part.includes('VALUE=DATE:'))
    .join('');

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const zones = ['Europe/Oslo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'W. Europe Standard Time'];
const basic = (date: PlainDate) => date.replaceAll('-', '');

/** Returns a series that begins with a time that its rule has: parsers differ about one that it does not match, or ends before. */
function randomSeries(random: Random): string[] {
  const first = dateOfEpochDay(epochDayOf('2023-01-01') + random(1_200));
  const hour = String(between(random, 6, 20)).padStart(2, '0');
  const zone = pick(random, zones);
  const at = (date: PlainDate) => `;TZID=${zone}:${basic(date)}T${hour}3000`;
  const until = addDays(first > '2026-02-20' ? first : '2026-02-20', random(60));
  const rule = [
    ...randomDays(random, first),
    `INTERVAL=${pick(random, [1, 1, 2, 3])}`,
    pick(random, ['WKST=MO', 'WKST=SU']),
    ...pick(random, [[], [`COUNT=${between(random, 1, 900)}`], [`UNTIL=${basic(until)}T235959Z`]]),
  ];
  const excluded = Array.from({ length: random(4) }, () => addDays('2026-03-01', random(34)));
  return [
    `DTSTART${at(first)}`,
    `DURATION:PT${between(random, 10, 200)}M`,
    `RRULE:${rule.join(';')}`,
    ...excluded.map((date) => `EXDATE${at(date)}`),
  ];
}

function randomDays(random: Random, first: PlainDate): string[] {
  const weekday = names[weekdayOf(first)];
  const others = names.filter((name) => name === weekday || random(3) === 0);
  const day = Number(first.slice(8));
  const nth = Math.ceil(day / 7);
  return pick(random, [
    ['FREQ=DAILY'],
    ['FREQ=WEEKLY'],
    ['FREQ=WEEKLY', `BYDAY=${others}`],
    ['FREQ=MONTHLY', `BYDAY=${nth}${weekday}`],
    ['FREQ=MONTHLY', `BYMONTHDAY=${[...new Set([day, between(random, 1, 28)])]}`],
    [
      'FREQ=MONTHLY',
      `BYDAY=${others}`,
      'BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31',
    ],
    ['FREQ=YEARLY'],
    ['FREQ=YEARLY', `BYMONTH=${[...new Set([Number(first.slice(5, 7)), 3])]}`, `BYMONTHDAY=${day}`],
  ]);
}

const shown = (intervals: readonly Interval[]): string[] =>
  intervals.map(({ from, to }) => `${zoneOf('UTC').format(from)}/${zoneOf('UTC').format(to)}`);

describe('busy times, read with node-ical as well', () => {
  it.each(Object.entries(exampleFiles))(
    'are the same in a file of %s, without whole days and RDATEs',
    async (_, { text }) => {
      const compared = withoutWholeDays(text).replace(/^RDATE.*\r\n/gm, '');
      expect(shown(theirs(compared))).toEqual(shown(await ours(compared)));
    },
  );

  it('are the same for generated series', async () => {
    for (const index of sampledSeeds(200, 8, 'busy times')) {
      const series = randomSeries(seeded(seed + index));
      const lines = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VEVENT',
        `UID:${index}`,
        ...series,
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ];
      const text = lines.join('\r\n');
      expect([seed, series, shown(theirs(text))]).toEqual([seed, series, shown(await ours(text))]);
    }
  });
});
