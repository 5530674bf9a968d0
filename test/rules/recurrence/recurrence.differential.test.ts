import { expandPattern } from '../../../src/domain/recurrence/recurrence.rules.js';
import { parseRule } from '../../../src/platform/recurrence-rule/rule-text.js';
import { ruleTimes } from '../../../src/platform/recurrence-rule/rule-times.js';
import { StepBudget } from '../../../src/platform/step-budget.js';
import { addDays, endOfMonth, epochDayOf, type PlainDate, weekdayOf } from '../../../src/platform/time/plain-date.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { type Random, seeded } from '../../support/random.js';

const zone = zoneOf('UTC');
const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

interface Parts {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  weekStart: number;
  months: number[];
  monthDays: number[];
  days: { weekday: number; nth: number }[];
  positions: number[];
  count: number;
}

const chance = (random: Random, percent: number) => random(100) < percent;
const some = (random: Random, most: number, make: () => number) => [
  ...new Set(Array.from({ length: 1 + random(most) }, make)),
];
const signed = (random: Random, most: number) => (1 + random(most)) * (random(2) === 0 ? 1 : -1);

function randomParts(random: Random): Parts {
  const frequency = (['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const)[random(4)] ?? 'DAILY';
  const mayCount = frequency === 'MONTHLY' || frequency === 'YEARLY';
  const months = chance(random, 35) ? some(random, 4, () => 1 + random(12)) : [];
  return {
    frequency,
    interval: chance(random, 50) ? 1 : 1 + random(4),
    weekStart: random(7),
    months,
    monthDays: frequency !== 'WEEKLY' && chance(random, 35) ? some(random, 4, () => signed(random, 31)) : [],
    days: chance(random, 50)
      ? some(random, 3, () => random(7)).map((weekday) => ({
          weekday,
          nth:
            mayCount && chance(random, 50) ? signed(random, frequency === 'MONTHLY' || months.length > 0 ? 5 : 53) : 0,
        }))
      : [],
    positions: chance(random, 25) ? some(random, 2, () => signed(random, 6)) : [],
    count: 2 + random(12),
  };
}

function written(parts: Parts): string {
  const list = (name: string, items: readonly (number | string)[]) => (items.length > 0 ? [`${name}=${items}`] : []);
  return [
    `FREQ=${parts.frequency}`,
    `INTERVAL=${parts.interval}`,
    `WKST=${names[parts.weekStart]}`,
    `COUNT=${parts.count}`,
    ...list('BYMONTH', parts.months),
    ...list('BYMONTHDAY', parts.monthDays),
    ...list(
      'BYDAY',
      parts.days.map(({ weekday, nth }) => `${nth || ''}${names[weekday]}`),
    ),
    ...list('BYSETPOS', parts.positions),
  ].join(';');
}

const monthOf = (date: PlainDate) => Number(date.slice(5, 7));
const dayOf = (date: PlainDate) => Number(date.slice(8));

/** Returns which of its weekday a date is within its month or year, from the start and from the end. */
function places(date: PlainDate, ofYear: boolean): number[] {
  const [first, last] = ofYear
    ? [`${date.slice(0, 4)}-01-01`, `${date.slice(0, 4)}-12-31`]
    : [`${date.slice(0, 7)}-01`, endOfMonth(date)];
  const gap = (from: PlainDate, to: PlainDate) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return [Math.floor(gap(first, date) / 7) + 1, -Math.floor(gap(date, last) / 7) - 1];
}

function matches(date: PlainDate, first: PlainDate, parts: Parts): boolean {
  const { frequency, months, monthDays, days } = parts;
  const isOpen = monthDays.length === 0 && days.length === 0;
  if (months.length > 0 && !months.includes(monthOf(date))) return false;
  if (isOpen && frequency === 'YEARLY' && months.length === 0 && monthOf(date) !== monthOf(first)) return false;
  if (isOpen && (frequency === 'YEARLY' || frequency === 'MONTHLY') && dayOf(date) !== dayOf(first)) return false;
  if (isOpen && frequency === 'WEEKLY' && weekdayOf(date) !== weekdayOf(first)) return false;
  const fromEnd = dayOf(date) - dayOf(endOfMonth(date)) - 1;
  if (monthDays.length > 0 && !monthDays.includes(dayOf(date)) && !monthDays.includes(fromEnd)) return false;
  const ofYear = frequency === 'YEARLY' && months.length === 0;
  const isDay = ({ weekday, nth }: { weekday: number; nth: number }) =>
    weekday === weekdayOf(date) && (nth === 0 || places(date, ofYear).includes(nth));
  return days.length === 0 || days.some(isDay);
}

/** Returns the first day of a date's period, and the number of periods between two dates. */
function periodOf(date: PlainDate, { frequency, weekStart }: Parts): PlainDate {
  if (frequency === 'DAILY') return date;
  if (frequency === 'WEEKLY') return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
  return frequency === 'MONTHLY' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;
}

function periodsBetween(from: PlainDate, to: PlainDate, frequency: Parts['frequency']): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  if (frequency === 'YEARLY') return years;
  if (frequency === 'MONTHLY') return years * 12 + monthOf(to) - monthOf(from);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return frequency === 'WEEKLY' ? days / 7 : days;
}

/** Checks every day up to `years` after the first. */
function reference(first: PlainDate, parts: Parts, years: number): PlainDate[] {
  const start = periodOf(first, parts);
  const end = `${Number(first.slice(0, 4)) + years}-01-01`;
  const found = [first];
  for (let date = start; date < end && found.length < parts.count; ) {
    const period = periodOf(date, parts);
    const inPeriod: PlainDate[] = [];
    for (; periodOf(date, parts) === period; date = addDays(date, 1)) {
      if (matches(date, first, parts)) inPeriod.push(date);
    }
    if (periodsBetween(start, period, parts.frequency) % parts.interval !== 0) continue;
    const picked = parts.positions.map((position) => inPeriod.at(position > 0 ? position - 1 : position));
    const chosen = parts.positions.length > 0 ? inPeriod.filter((day) => picked.includes(day)) : inPeriod;
    found.push(...chosen.filter((day) => day > first));
  }
  return found.slice(0, parts.count);
}

it.each([1, 2, 3, 4])('agrees with a day-by-day reference on 500 random rules of seed %i', async (seed) => {
  const random = seeded(seed);
  const wrong: object[] = [];
  let full = 0;
  for (let round = 0; round < 500; round += 1) {
    const parts = randomParts(random);
    const first = addDays('2024-01-01', random(1500));
    const expected = reference(first, parts, 8);
    if (expected.length < parts.count) continue; // it goes on for longer than the reference looks
    const from = zone.toEpoch(first, 600);
    const rrule = written(parts);
    const found = await expandPattern({ rrule }, { from, to: from + 60_000 }, zone);
    full += 1;
    const dates = 'problem' in found ? [found.problem] : [first, ...found.others.map((one) => zone.dateAt(one.from))];
    if (dates.join() !== expected.join()) wrong.push({ rrule, first, dates, expected });
  }
  expect(wrong).toEqual([]);
  expect(full).toBeGreaterThan(250);
});

it('lists the times of a span as when it begins at the first', () => {
  const random = seeded(5);
  for (let round = 0; round < 300; round += 1) {
    const parts = randomParts(random);
    const rule = parseRule(written(parts), zone);
    const first = epochDayOf('1990-01-01') + random(20_000);
    const from = first + random(8_000);
    const to = from + random(900);
    const timesFrom = (least: number): number[] => {
      const times: number[] = [];
      const options = { budget: new StepBudget(), span: { from: least * 86_400, to: to * 86_400 } };
      for (const time of rule ? ruleTimes(rule, first * 86_400, options) : []) {
        if (time !== undefined && time >= from * 86_400 && time <= to * 86_400) times.push(time);
      }
      return times;
    };
    expect([written(parts), first, timesFrom(from)]).toEqual([written(parts), first, timesFrom(first)]);
  }
});
