import { expandPattern } from '../../../src/domain/recurrence/recurrence.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { cpuLimit } from '../../support/cpu-time.js';
import { turnsOf } from '../../support/longest-turn.js';

const zone = zoneOf('Europe/Oslo');
const upTo = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, index) => least + index);
const except0 = (most: number) => [...upTo(-most, -1), ...upTo(1, most)].join();
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const counted = (most: number) =>
  [...upTo(-most, -1), ...upTo(1, most)].flatMap((n) => days.map((day) => n + day)).join();

const allDay = `BYHOUR=${upTo(0, 23)};BYMINUTE=${upTo(0, 59)};BYSECOND=${upTo(0, 59)}`;
const never = 'has no occurrences';
const tooMany = 'has too many occurrences (maximum is 731)';
const tooSparse = 'has too few occurrences for what it goes through';
const tooLate = 'must end by the year 2200';
const unread = 'has an invalid rrule';

/** The number of occurrences of each rule, or its error. */
const hostile: [rule: string, outcome: number | string][] = [
  ['FREQ=SECONDLY', 731],
  ['FREQ=SECONDLY;COUNT=999999999', tooMany],
  ['FREQ=SECONDLY;COUNT=9999999999', unread],
  ['FREQ=SECONDLY;UNTIL=99991231T235959Z', tooMany],
  ['FREQ=SECONDLY;INTERVAL=2;BYSECOND=1', tooSparse],
  ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', never],
  ['FREQ=SECONDLY;BYHOUR=3;BYMINUTE=3;BYSECOND=3', tooSparse],
  ['FREQ=SECONDLY;INTERVAL=999999999', 6],
  ['FREQ=SECONDLY;BYSETPOS=366', tooSparse],
  ['FREQ=MINUTELY', 731],
  ['FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1', tooSparse],
  ['FREQ=MINUTELY;INTERVAL=1440;BYHOUR=3', never],
  [`FREQ=MINUTELY;BYSECOND=${upTo(0, 59)};BYSETPOS=${except0(366)}`, 731],
  ['FREQ=HOURLY;INTERVAL=24;BYHOUR=3', never],
  ['FREQ=HOURLY;INTERVAL=2;BYHOUR=10', tooSparse],
  ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30', never],
  // The skipped hour of the clock change coincides with the next.
  [`FREQ=HOURLY;BYMINUTE=${upTo(0, 59)};BYSECOND=${upTo(0, 59)};BYSETPOS=-1`, 730],
  [`FREQ=HOURLY;BYMINUTE=${upTo(0, 59)};BYSECOND=${upTo(0, 59)};BYSETPOS=366;COUNT=999999999`, tooMany],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', never],
  ['FREQ=DAILY;INTERVAL=999999999', 1],
  ['FREQ=DAILY;INTERVAL=999999999;COUNT=2', tooLate],
  ['FREQ=DAILY;INTERVAL=7;BYDAY=WE', never],
  [`FREQ=DAILY;${allDay}`, 731],
  [`FREQ=DAILY;${allDay};BYSETPOS=${except0(366)}`, 731],
  ['FREQ=WEEKLY;BYMONTH=2;INTERVAL=999999999', never],
  ['FREQ=WEEKLY;UNTIL=99991231', tooMany],
  [`FREQ=WEEKLY;${allDay};BYSETPOS=366`, 731],
  ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', never],
  ['FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4', never],
  ['FREQ=MONTHLY;BYSETPOS=300', never],
  [`FREQ=MONTHLY;BYDAY=${counted(5)};BYMONTH=2;BYMONTHDAY=30`, never],
  [`FREQ=MONTHLY;BYDAY=${counted(53)}`, unread],
  ['FREQ=MONTHLY;INTERVAL=999999999', 1],
  [`FREQ=YEARLY;BYDAY=${counted(53)};BYMONTHDAY=31;BYYEARDAY=33`, never],
  [`FREQ=YEARLY;BYDAY=${counted(5)};BYMONTH=${upTo(1, 12)};BYYEARDAY=33;BYMONTHDAY=31`, never],
  [`FREQ=YEARLY;BYYEARDAY=${except0(366)};BYMONTHDAY=${except0(31)};BYMONTH=2;BYDAY=1MO;BYSETPOS=300`, never],
  [`FREQ=YEARLY;BYYEARDAY=${except0(366)};${allDay};BYSETPOS=${except0(366)}`, 731],
  [`FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31;${allDay}`, 731],
  [`FREQ=YEARLY;BYYEARDAY=${except0(366)};${allDay};COUNT=732`, tooMany],
  [`FREQ=YEARLY;BYWEEKNO=${except0(53)};BYMONTH=2;BYMONTHDAY=30`, never],
  ['FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6', never],
  ['FREQ=YEARLY;BYYEARDAY=366;UNTIL=99991231', tooLate],
  ['FREQ=YEARLY;INTERVAL=999999999;UNTIL=99991231T000000Z', tooLate],
  ['FREQ=YEARLY', 175],
  ['FREQ=YEARLY;COUNT=999999999', tooLate],
  [`FREQ=YEARLY;BYMONTHDAY=${Array(5000).fill('1').join()}`, 731],
  [`FREQ=DAILY;BYMONTHDAY=${upTo(1, 5000)}`, 'is too long (maximum is 20000 characters)'],
  [`FREQ=DAILY;BYHOUR=${upTo(1, 999)}`, unread],
  [`FREQ=DAILY;BYDAY=${Array(4000).fill('MO').join()}`, 731],
  [`${'DTSTART:x\n'.repeat(1900)}FREQ=DAILY;COUNT=2`, 2],
  [`${'FREQ=DAILY;'.repeat(1500)}COUNT=2`, unread],
  [`FREQ=DAILY${'='.repeat(10_000)}`, unread],
  [`${';'.repeat(10_000)}`, unread],
];

describe.each(['1900-01-03', '2026-03-03'])('hostile rules from %s', (date) => {
  const at = zone.toEpoch(date, 540);
  const first = { from: at, to: at + 60_000 };
  const outcomeOf = async (rrule: string, exdate?: string): Promise<number | string> => {
    const found = await expandPattern({ rrule, ...(exdate && { exdate }) }, first, zone);
    return 'problem' in found ? found.problem : found.others.length + Number(found.keepsFirst);
  };

  it.each(hostile.map(([rule, outcome]) => ({ rule, outcome, name: rule.slice(0, 60) })))(
    '$name gives $outcome',
    async ({ rule, outcome }) => {
      let found: number | string | undefined;
      const turns = await turnsOf(async () => {
        found = await outcomeOf(rule);
      });
      if (date >= '2000') expect(found).toBe(outcome);
      // An unbounded rule takes minutes.
      expect(turns.reduce((sum, turn) => sum + turn)).toBeLessThan(cpuLimit(1_000));
    },
  );

  it('ends if exdate excludes all occurrences', async () => {
    const exdate = upTo(1, 28).map((day) => `202603${String(day).padStart(2, '0')}`);
    expect(await outcomeOf('FREQ=SECONDLY', exdate.join())).toBe(date < '2000' ? 731 : tooSparse);
  });
});
