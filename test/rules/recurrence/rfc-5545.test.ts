import { expandPattern } from '../../../src/domain/recurrence/recurrence.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { examples } from './rfc-5545.examples.js';

const zone = zoneOf('America/New_York');
const offsets: Record<string, string> = { EDT: '-04:00', EST: '-05:00' };

async function starts(rrule: string, from = '1997-09-02', exdate?: string): Promise<string[]> {
  const at = zone.toEpoch(from, 540);
  const first = { from: at, to: at + 3_600_000 };
  const found = await expandPattern({ rrule, ...(exdate !== undefined && { exdate }) }, first, zone);
  if ('problem' in found) throw new Error(found.problem);
  return [...(found.keepsFirst ? [first] : []), ...found.others].map((occurrence) => zone.format(occurrence.from));
}

function written(line: string): string[] {
  const [month = '', name = '', ...days] = line.split(' ');
  return days.flatMap((text) => {
    const [one, last = one] = text.split('-').map(Number);
    return Array.from(
      { length: Number(last) - Number(one) + 1 },
      (_, index) => `${month}-${String(Number(one) + index).padStart(2, '0')}T09:00:00${offsets[name]}`,
    );
  });
}

describe('the examples of RFC 5545', () => {
  const cases = examples.flatMap(({ rules, ...example }) => rules.map((rule) => ({ ...example, rule })));
  it.each(cases)('$name: $rule', async ({ rule, from, exdate, dates, endless }) => {
    const expected = dates.flatMap(written);
    const found = await starts(rule, from, exdate);
    expect(endless ? found.slice(0, expected.length) : found).toEqual(expected);
  });

  // The first has UNTIL=19970902T170000Z in the RFC, which is 13:00 there and not the 17:00 that it means.
  it.each([
    ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z', '09:00 12:00 15:00'],
    ['FREQ=MINUTELY;INTERVAL=15;COUNT=6', '09:00 09:15 09:30 09:45 10:00 10:15'],
    ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', '09:00 10:30 12:00 13:30'],
  ])('%s is at %s', async (rule, times) => {
    expect(await starts(rule)).toEqual(times.split(' ').map((time) => `1997-09-02T${time}:00-04:00`));
  });

  it.each([
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16',
  ])('every 20 minutes from 9:00 AM to 4:40 PM every day: %s', async (rule) => {
    const times = [9, 10, 11, 12, 13, 14, 15, 16].flatMap((hour) =>
      ['00', '20', '40'].map((minute) => `${String(hour).padStart(2, '0')}:${minute}`),
    );
    expect((await starts(rule)).slice(0, 48)).toEqual(
      ['02', '03'].flatMap((day) => times.map((time) => `1997-09-${day}T${time}:00-04:00`)),
    );
  });
});
