import { glob, readFile } from 'node:fs/promises';
import { needDays, toNeedSearch } from '../../src/domain/availability/need-slots.queries.js';
import type { ScheduledResource } from '../../src/domain/availability/schedule.queries.js';
import type { SlotService } from '../../src/domain/availability/slots.rules.js';
import { type Arrangement, type VisitItem, visitTimes } from '../../src/domain/availability/visit-slots.rules.js';
import { BookingState } from '../../src/domain/booking-states.js';
import { type CalendarEntry, formatCalendar } from '../../src/domain/calendar/calendar.rules.js';
import { readBusyTimes } from '../../src/domain/calendar-source/busy-times.rules.js';
import { readOccurrences } from '../../src/domain/calendar-source/occurrences.rules.js';
import { digestsOfOwn } from '../../src/domain/calendar-source/written-entries.js';
import { htmlToText, maxTags } from '../../src/domain/messaging/composing/rendered-message.rules.js';
import { expandPattern } from '../../src/domain/recurrence/recurrence.rules.js';
import { maxNeeds, maxPool, NeedPer } from '../../src/domain/service/service-need.rules.js';
import { createRenderer } from '../../src/domain/text/liquid-text.rules.js';
import { parseMultistatus } from '../../src/platform/caldav/multistatus.js';
import { maxLiquidCharacters } from '../../src/platform/liquid/engine.js';
import { StepBudget } from '../../src/platform/step-budget.js';
import { zoneOf } from '../../src/platform/time/zone.js';
import { endTurn } from '../../src/platform/turns.js';
import { requireReadable, rowsOf } from '../../src/process/import/table.rules.js';
import { cpuLimit, cpuTimeSince } from '../support/cpu-time.js';
import { longestTurnOf } from '../support/longest-turn.js';

/** In bytes. */
const size = 500_000;
/** Of a calendar, so that the test ends soon. More turns are not longer ones. */
const maxSteps = 3_000_000;
/** In milliseconds of CPU time. */
const maxTurn = 20;

const zone = zoneOf('Europe/Oslo');
const filled = (part: string | ((index: number) => string), length = size): string => {
  const parts: string[] = [];
  for (let index = 0, left = length; left > 0; index += 1) {
    const next = typeof part === 'string' ? part : part(index);
    parts.push(next);
    left -= next.length;
  }
  return parts.join('');
};
const upTo = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, index) => least + index);
const both = (most: number) => [...upTo(-most, -1), ...upTo(1, most)];
const time = (second: number): string =>
  `${new Date(Date.UTC(2026, 2, 2) + second * 1_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const calendar = (...lines: string[]) => `BEGIN:VCALENDAR\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`;
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:a', 'DTSTART:20260302T090000Z', 'DURATION:PT1S', ...lines, 'END:VEVENT'].join('\r\n');
const observance = (...lines: string[]) =>
  [
    'BEGIN:STANDARD',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'DTSTART:19700101T000000',
    ...lines,
    'END:STANDARD',
  ].join('\r\n');
const timezone = (...parts: string[]) =>
  calendar(
    ['BEGIN:VTIMEZONE', 'TZID:Own', ...parts, 'END:VTIMEZONE'].join('\r\n'),
    'BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Own:20260302T090000\r\nDURATION:PT1H\r\nEND:VEVENT',
  );
const everyTime = `BYHOUR=${upTo(0, 23)};BYMINUTE=${upTo(0, 59)};BYSECOND=${upTo(0, 59)}`;
const rules = [
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=SECONDLY',
  'FREQ=SECONDLY;COUNT=50000',
  'FREQ=SECONDLY;INTERVAL=2;BYSECOND=1',
  'FREQ=DAILY',
  `FREQ=DAILY;${everyTime};BYSETPOS=${both(366)}`,
  `FREQ=HOURLY;BYMINUTE=${upTo(0, 59)};BYSECOND=${upTo(0, 59)};BYSETPOS=-1`,
  `FREQ=YEARLY;BYYEARDAY=${both(366)};BYMONTHDAY=${both(31)}`,
  `FREQ=YEARLY;BYWEEKNO=${both(53)};BYMONTH=2;BYMONTHDAY=30`,
  `FREQ=YEARLY;BYDAY=${both(53).flatMap((nth) => ['MO', 'TU', 'WE'].map((name) => nth + name))};BYMONTHDAY=31;BYYEARDAY=33`,
];

const workingHours = { exceptions: [], providerHours: null, resourceHours: upTo(1, 7).map(() => ['09:00', '17:00']) };

/** Lists a day of a service whose needs share resources and work at different times. */
async function listNeedSlots(count: number): Promise<void> {
  const needs = upTo(1, count).map((id) => ({
    ...{
      id,
      visitorsChoose: true,
      count: 2,
      per: NeedPer.PERSON,
      segments: [{ offset: id === 1 ? 0 : 5 * id, length: 20 }],
    },
    pool: upTo(10 * id, 10 * id + maxPool - 1).map(
      (resource): ScheduledResource => ({
        ...{ id: resource, capacity: 1, maxDailyBookings: null, offers: true, needId: id, priorityValue: null },
        ...{ terms: undefined, hours: { serviceId: null, ...workingHours }, external: [], blocked: [] },
        occupancies: upTo(8, 15).map((hour) => {
          const from = Date.UTC(2026, 2, 4, hour, (resource * 7) % 60);
          return { from, to: from + 600_000, count: 1 };
        }),
      }),
    ),
  }));
  const service: SlotService = {
    interval: 60,
    nextInterval: 15,
    bufferBefore: 0,
    bufferAfter: 0,
    generation: 'FIXED',
    rounding: 1,
    minimum: 1,
    dayBooking: 'NONE',
    sameDay: false,
  };
  const bookable = { from: Date.UTC(2026, 2, 4), to: Date.UTC(2026, 2, 5) };
  const search = { zone, dates: ['2026-03-04'], service, bookable, closedDates: new Set<string>() };
  for await (const _day of needDays(toNeedSearch(search, { interval: 60 }, needs), { hasDayBooking: false }));
}

/** Looks for visits of many items, which are free every quarter of an hour of a month but fit together only late or never. */
async function listVisits(arrangement: Arrangement, count: number): Promise<void> {
  const resources = upTo(1, count - 1);
  const times = upTo(0, 31 * 96).map((quarter) => {
    const from = Date.UTC(2026, 2, 4) + quarter * 900_000;
    return { from, to: from + 3_600_000, resourceIds: resources };
  });
  const item: VisitItem = {
    ...{ times, limitsAt: () => [] },
    partsAt: (time, booking) => [
      {
        ...{ booking, count: 1, people: 1, pool: resources, required: [] },
        ...{ occupiedWith: () => [time], roomOf: () => ({ capacity: 1, load: [] }) },
      },
    ],
  };
  const budget = new StepBudget(20_000_000);
  const items = Array<typeof item>(count).fill(item);
  const search = { items, arrangement, maxWait: 7_200_000, sameResource: 'require' as const };
  for (const visit of visitTimes(search, budget)) if (!visit) await endTurn(budget);
}

/** Inputs that make a calendar take as long as possible. */
const calendars: Record<string, string> = {
  'plain entries': calendar(filled((index) => `${event().replace('UID:a', `UID:${index}`)}\r\n`)),
  'entries of one UID': calendar(filled(`${event('SEQUENCE:1')}\r\n`)),
  'replaced occurrences': calendar(
    event('RRULE:FREQ=HOURLY'),
    filled((index) => `${event(`RECURRENCE-ID;RANGE=THISANDFUTURE:${time(index * 60)}`)}\r\n`),
  ),
  'unknown zones': calendar(
    filled((index) => `BEGIN:VEVENT\r\nDTSTART;TZID=Zone/${index}:20260302T090000\r\nEND:VEVENT\r\n`),
  ),
  'dates of a series': calendar(event(`RDATE:${filled((index) => `${time(index)},`, 240_000)}${time(0)}`)),
  'dates left out': calendar(
    event(`EXDATE:${filled((index) => `${time(index)},`, 240_000)}${time(0)}`, 'RRULE:FREQ=DAILY'),
  ),
  'lines of dates': calendar(event(...filled((index) => `RDATE:${time(index)}\n`).split('\n'))),
  'busy periods': calendar(
    'BEGIN:VFREEBUSY',
    ...upTo(0, 1).map(
      (part) => `FREEBUSY:${filled((index) => `${time(900_000 - 2 * index - part)}/PT1S,`, 240_000)}${time(0)}/PT1S`,
    ),
    'END:VFREEBUSY',
  ),
  'parameters of a line': calendar(event(`EXDATE;${filled((index) => `A${index}=1;`, 240_000)}B=1:20260302T090000Z`)),
  'a text in quotes': calendar(event(`RDATE;A="${filled(':,;', 240_000)}":20260302T090000Z`)),
  'a long text': calendar(event(`DESCRIPTION:${filled('\\n\\,', 290_000)}`, `SUMMARY:${filled('\\,', 200_000)}`)),
  'lines without a name': calendar(filled('\n')),
  'short lines': calendar(filled('A:\n')),
  'a line folded at each byte': calendar(event(`SUMMARY:${filled('\r\n a')}`)),
  'a date list folded at each byte': calendar(event(`EXDATE:${filled('\r\n 2', 240_000)}`)),
  'parts of a zone': timezone(filled(`${observance()}\r\n`)),
  'zones without parts': calendar(filled((index) => `BEGIN:VTIMEZONE\r\nTZID:Zone/${index}\r\nEND:VTIMEZONE\r\n`)),
};
for (const rule of rules) {
  const name = rule.slice(0, 50);
  calendars[`series of ${name}`] = calendar(filled(`${event(`RRULE:${rule}`)}\r\n`));
  calendars[`rules of ${name}`] = calendar(
    filled(`${event(...Array(10).fill(`RRULE:${rule}`), ...Array(10).fill(`EXRULE:${rule}`))}\r\n`),
  );
  calendars[`a zone of ${name}`] = timezone(filled(`${observance(...Array(200).fill(`RRULE:${rule}`))}\r\n`));
}

const multistatus = (content: string) =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}</d:multistatus>`;
const options = { zone: 'Europe/Oslo', isOwnUid: () => false, maxEntries: 50_000 };
const window = { from: new Date('2026-03-01'), to: new Date('2027-04-05') };

const calendarAccount = {
  ...{ id: 1, calendarId: 'a', name: 'a', address: null, timeZone: 'Europe/Oslo', locale: 'en' },
  organizer: { name: 'a', address: 'a@example.org' },
};
const entry: CalendarEntry = {
  ...{ kind: 'booking', id: 1, startsAt: window.from, endsAt: window.to, updatedAt: window.from, revision: 1 },
  ...{ state: BookingState.CONFIRMED, expiresAt: null, locationUrl: filled('æ', 100), service: null },
  ...{ names: [filled('ø', 255), filled('å', 255)], bookedBy: null, attendance: null },
};

/** The work on input of others, by the file that does it, with its worst inputs. */
const works: Record<string, Record<string, () => Promise<unknown>>> = {
  'domain/availability/need-slots.queries.ts': Object.fromEntries(
    [3, maxNeeds].map((count) => [`${count} needs with the largest pools`, () => listNeedSlots(count)]),
  ),
  'domain/availability/visit-slots.queries.ts': {
    'items in any order': () => listVisits('any_order', 4),
    'items one after the other': () => listVisits('in_order', 8),
    'items at once, for which there are too few resources': () => listVisits('at_once', 8),
  },
  'domain/calendar/calendar.rules.ts': {
    entries: () =>
      formatCalendar({ account: calendarAccount, name: 'a', entries: Array(5_000).fill(entry), now: window.from }),
  },
  'domain/calendar-source/busy-times.rules.ts': Object.fromEntries(
    Object.entries(calendars).map(([name, text]) => [
      name,
      () => readBusyTimes(text, { ...options, ...window, budget: new StepBudget(maxSteps) }),
    ]),
  ),
  'domain/calendar-source/occurrences.rules.ts': Object.fromEntries(
    Object.entries(calendars).map(([name, text]) => [
      name,
      () =>
        readOccurrences(Buffer.from(text), {
          zone,
          window: { from: window.from.getTime(), to: window.to.getTime() },
          maxOccurrences: 100_000,
          maxSteps,
        }),
    ]),
  ),
  'domain/recurrence/recurrence.rules.ts': Object.fromEntries(
    rules.map((rule) => [
      rule.slice(0, 50),
      async () => {
        const found = await expandPattern({ rrule: rule }, { from: 0, to: 60_000 }, zone);
        expect(found).toBeDefined();
      },
    ]),
  ),
  'platform/caldav/multistatus.ts': Object.fromEntries(
    Object.entries({
      responses: multistatus(filled('<d:response><d:href>/a</d:href></d:response>')),
      properties: multistatus(
        filled(
          '<d:response><d:propstat><d:prop><c:calendar-data>a</c:calendar-data></d:prop></d:propstat></d:response>',
        ),
      ),
      'a text': multistatus(`<d:response><d:href>${filled('a&amp;')}</d:href></d:response>`),
      attributes: multistatus(
        filled(
          `<a ${upTo(1, 49)
            .map((index) => `a${index}=""`)
            .join(' ')}/>`,
        ),
      ),
      namespaces: multistatus(
        filled(
          `<a ${upTo(1, 49)
            .map((index) => `xmlns:a${index}="b"`)
            .join(' ')}/>`,
        ),
      ),
      'names in depth': multistatus(`${'<a>'.repeat(28)}${filled('<b/>')}${'</a>'.repeat(28)}`),
      'prefixes in depth': multistatus(
        filled(`${'<x:a>'.repeat(28).replace('<x:a>', '<x:a xmlns:x="b">')}${'</x:a>'.repeat(28)}`),
      ),
    }).map(([name, text]) => [name, () => parseMultistatus(Buffer.from(text), { maxResponses: 50_000 })]),
  ),
  'domain/messaging/composing/rendered-message.rules.ts': Object.fromEntries(
    ['<p>a', '<hr>', '<a href="a">b</a>', '<td>a</td>', '<ul><li>a', '<h1>a</h1>', '<b>&amp;', '<blockquote>'].map(
      (part) => [
        part,
        async () => {
          const html = part.repeat(maxTags / part.split('<').slice(1).length);
          expect(htmlToText(html)).not.toBe('');
        },
      ],
    ),
  ),
  'domain/calendar-source/written-entries.ts': Object.fromEntries(
    ['\r\n a', '\n', 'UID:@a\n', 'UID:@a:'].map((part) => {
      // An answer has up to 10 MB.
      const objects = [`@a${filled(part, 49_000)}`, `@a${part.repeat(5_000_000 / part.length)}`];
      return [JSON.stringify(part), () => digestsOfOwn({ calendarId: 'a' }, objects, new StepBudget())];
    }),
  ),
  'platform/liquid/engine.ts': Object.fromEntries(
    Object.entries({
      outputs: filled('{{ a }} ', maxLiquidCharacters),
      'outputs without spaces': filled('{{a}}b', maxLiquidCharacters),
      tags: filled('{% if a %}{% endif %}', maxLiquidCharacters),
      'tags in a tag': `{% if a %}${filled('{{ a }}', 10_000)}{% endif %}`,
      'many tags in a tag': `{% if a %}${filled('{{a}}b', 65_000)}{% endif %}`,
      'values of a cycle': filled(`{% cycle ${filled('a,', 4_000)} a %}`, 60_000),
      'lines of a tag': filled(`{% liquid ${filled('\necho a', 4_000)} %}`, 60_000),
      'arguments of a filter': filled(`{{ a | default: ${filled('a, ', 8_000)} a }}`, 60_000),
      operators: filled(`{{ a ${filled('and a ', 8_000)} }}`, 60_000),
      ranges: '{% for i in (1..1000) %}{% assign a = (1..40000) %}{% endfor %}',
      'a list that is written': '{{ (1..450000) | json }}',
      loops: '{% for i in (1..1000) %}{% for i in (1..1000) %}{{ i }}{% endfor %}{% endfor %}',
      'dates by a pattern': `{% for i in (1..1000) %}{{ "2026-03-02" | date: "${filled('%A ', 200)}" }}{% endfor %}`,
      'sorted items': '{% for i in (1..1000) %}{% assign a = names | sort_natural %}{% endfor %}',
      'items by an expression': "{% for i in (1..1000) %}{% assign a = names | where_exp: 'x', 'x == 1' %}{% endfor %}",
      'texts that are searched': '{% for i in (1..1000) %}{% assign a = long | replace: "ab", "b" %}{% endfor %}',
      'texts that are escaped': '{% for i in (1..1000) %}{% capture a %}{{ long }}{% endcapture %}{% endfor %}',
      'an error in brackets': `{{ ${'a['.repeat(100)}b | date: c, ${']'.repeat(100)} }}`,
    }).map(([name, text]) => [
      name,
      () =>
        createRenderer(
          'en',
          zone,
          true,
        )(text, { a: 1, names: upTo(1, 2_000).map(String), long: filled('<ab', 60_000) }),
    ]),
  ),
  'process/import-command.ts': Object.fromEntries(
    Object.entries({
      lines: filled('a,b\n'),
      'empty lines': `a\n${filled('\n')}`,
      'lines without a value': `a\n${filled(',\n')}`,
      cells: `a\n${filled(',')}`,
      'lines of cells': `a\n${filled(`${','.repeat(16_000)}\n`)}`,
      quotes: filled('"'),
      'cells in quotes': filled('"a",'),
      'lines of cells in quotes': filled('"a","b"\n'),
      'a cell in quotes': `"${filled('""')}`,
      'line breaks in quotes': `"${filled('\r')}"`,
      'a plain cell': filled('a'),
      'lines between tabs': filled('a\tb\n'),
      'cells between tabs': `a\tb\n${filled(`${'\t'.repeat(16_000)}\n`)}`,
      'escapes between tabs': `a\tb\n${filled('\\n')}`,
      'signs of the end of a line': filled('\r'),
    }).map(([name, text]) => [
      name,
      () => {
        const budget = new StepBudget();
        return requireReadable(rowsOf(text, budget), budget);
      },
    ]),
  ),
};

describe.each(Object.entries(works))('%s', (_file, inputs) => {
  it.each(Object.entries(inputs))('is divided into turns for %s', async (_name, work) => {
    const longest = await longestTurnOf(() => work().catch(requireRefusal), cpuLimit(maxTurn));
    expect(longest).toBeLessThan(cpuLimit(maxTurn));
  });
});

describe('the longest turn', () => {
  /** Ends four turns and works for 30 ms without counting steps in one of them. */
  const workIn = async (slow: number): Promise<void> => {
    const budget = new StepBudget();
    const begin = process.threadCpuUsage();
    for (let turn = 0; turn < 4; turn += 1) {
      while (turn === slow && cpuTimeSince(begin) < 30) Math.sqrt(turn);
      await endTurn(budget);
    }
  };

  it('is that of work without steps', async () => {
    expect(await longestTurnOf(() => workIn(2), maxTurn)).toBeGreaterThan(maxTurn);
  });

  it('is none that took long only once', async () => {
    let attempt = 0;
    expect(await longestTurnOf(() => workIn(attempt++), maxTurn)).toBeLessThan(maxTurn);
  });
});

/** The packages that parse input of others or write texts about it, except those of the server's own protocols. */
const parsers =
  /from '(?:rrule|html-to-text|ical-generator)'|<[^(]*>\('(?:ical\.js|saxes)'\)|new StepBudget\(|(?:endTurn|runInTurns)\(/;
/** Those that are run by the ones above. */
const parts = [
  'domain/availability/need-search.ts',
  'domain/calendar-source/calendar-file.rules.ts',
  'domain/calendar-source/ical-property.rules.ts',
  'platform/recurrence-rule/rule-times.ts',
  'platform/turns.ts',
  'process/import/import-lines.ts',
  'process/import/table.rules.ts',
];

it('covers each file that parses input of others', async () => {
  const found: string[] = [];
  for await (const name of glob('**/*.ts', { cwd: 'src' })) {
    if (parsers.test(await readFile(`src/${name}`, 'utf8'))) found.push(name);
  }
  expect(found.filter((name) => !parts.includes(name)).toSorted()).toEqual(Object.keys(works).toSorted());
});

/** A refusal is a sentence, and no fault. */
function requireRefusal(error: unknown): void {
  expect(['UnreadableCalendar', 'UnreadableFile', 'DavError', 'TemplateError']).toContain((error as Error).name);
}
