import { Matching } from '../../../src/domain/availability/need-matching.rules.js';
import {
  type NeedSlotSearch,
  needSlotsByDate,
  type SlotNeed,
} from '../../../src/domain/availability/need-slots.rules.js';
import type { Slot, SlotResource } from '../../../src/domain/availability/slots.rules.js';
import { NeedPer, type WorkSegment } from '../../../src/domain/service/service-need.rules.js';
import { StepBudget } from '../../../src/platform/step-budget.js';
import { addDays, datesBetween } from '../../../src/platform/time/plain-date.js';
import { type Zone, zoneOf } from '../../../src/platform/time/zone.js';
import { between, pick, type Random, seeded } from '../../support/random.js';
import { sampledSeeds } from '../../support/sample.js';
import { allChoices, referenceNeedSlots } from './need-slots.reference.js';
import { randomHours } from './random-hours.js';

const minute = 60_000;
const worlds = sampledSeeds(400, 10, 'need-slots');

const places: readonly (readonly [zone: Zone, date: string])[] = [
  [zoneOf('Europe/Oslo'), '2026-06-15'],
  [zoneOf('Europe/Oslo'), '2026-03-28'],
  [zoneOf('Europe/Oslo'), '2026-10-24'],
  [zoneOf('America/Santiago'), '2026-09-05'],
];

function randomSegments(random: Random, minutes: number): WorkSegment[] | null {
  if (random(2) === 0) return null;
  const edges = new Set(random(3) === 0 ? [0] : [0, minutes]);
  while (edges.size % 2 === 1 || edges.size < 2) edges.add(5 * random(minutes / 5));
  const sorted = [...edges].sort((a, b) => a - b);
  if (random(2) === 0 && sorted.length === 2) sorted.splice(1, 0, 5 + 5 * random(3), minutes - 15);
  const segments: WorkSegment[] = [];
  for (let index = 0; index < sorted.length; index += 2) {
    const [from = 0, to = 0] = [sorted[index], sorted[index + 1]];
    if (from < to && from >= (segments.at(-1)?.offset ?? 0)) segments.push({ offset: from, length: to - from });
  }
  return isOrdered(segments) ? segments : null;
}

function isOrdered(segments: readonly WorkSegment[]): boolean {
  return segments.every(({ offset }, index) => {
    const before = segments[index - 1];
    return !before || before.offset + before.length <= offset;
  });
}

function randomResource(random: Random, id: number, date: string, zone: Zone): SlotResource {
  const start = zone.startOfDay(date);
  const interval = () => {
    const from = start + 5 * minute * random(350);
    return { from, to: from + 5 * minute * (1 + random(30)) };
  };
  const hours = () =>
    random(4) === 0
      ? randomHours(random)
      : pick(random, [
          ['00:00', '24:00'],
          ['06:00', '18:00'],
        ]);
  const week = [hours(), hours()];
  return {
    id,
    capacity: pick(random, [1, 1, 1, 2, 3]),
    hours: {
      serviceId: 1,
      exceptions: [],
      providerHours: null,
      resourceHours: Array.from({ length: 7 }, (_, weekday) => week[weekday % 2] ?? null),
    },
    occupancies: Array.from({ length: random(5) }, () => ({ ...interval(), count: 1 + random(2) })),
    blocked: Array.from({ length: random(2) }, interval),
    fullDates: new Set(random(8) === 0 ? [date] : []),
  };
}

function randomWorld(random: Random): NeedSlotSearch {
  const [zone, first] = pick(random, places);
  const minutes = pick(random, [30, 60, 105]);
  const resources = Array.from({ length: 2 + random(3) }, (_, index) => randomResource(random, 9 - index, first, zone));
  const needs = Array.from({ length: 1 + random(3) }, (): SlotNeed => {
    const pool = resources.filter(() => random(3) > 0);
    // A resource can have hours of its own for a need.
    const withHours = pool.map((one) =>
      random(6) === 0 ? { ...one, hours: randomResource(random, 1, first, zone).hours } : one,
    );
    return {
      count: pick(random, [1, 1, 1, 2]),
      per: pick(random, [NeedPer.BOOKING, NeedPer.PERSON]),
      segments: randomSegments(random, minutes),
      pool: withHours.toSorted(() => random(3) - 1),
    };
  });
  return {
    zone,
    dates: datesBetween(first, addDays(first, random(3) === 0 ? 1 : 0)),
    serviceMinutes: minutes,
    service: {
      interval: pick(random, [minutes, minutes, minutes + 15, minutes * 2]),
      nextInterval: pick(random, [null, 30, 45]),
      generation: pick(random, ['FIXED', 'NEXT_AVAILABLE']),
      rounding: pick(random, [5, 15]),
      minimum: pick(random, [0, 0, 1, 2]),
      dayBooking: 'NONE',
      sameDay: random(4) === 0,
      bufferBefore: pick(random, [0, 0, 5, 20]),
      bufferAfter: pick(random, [0, 0, 5, 20]),
    },
    needs,
    bookable: { from: 0, to: Number.MAX_SAFE_INTEGER },
    closedDates: new Set(random(8) === 0 ? [first] : []),
  };
}

const slotsOf = (world: NeedSlotSearch): Slot[] =>
  [...needSlotsByDate(world, new StepBudget())].flatMap((day) => day ?? []);

const written = (slots: readonly Slot[], zone: Zone): string =>
  slots.map(({ from, to, ...slot }) => JSON.stringify([zone.format(from), zone.format(to), slot])).join('\n');

it('the slots of services with needs equal those of a count of every choice at every minute', () => {
  const listed = { all: 0, shared: 0, gaps: 0, severalPeople: 0 };
  for (const seed of worlds) {
    const world = randomWorld(seeded(seed));
    const slots = slotsOf(world);
    const text = written(slots, world.zone);
    expect(`seed ${seed}\n${text}`).toBe(`seed ${seed}\n${written(referenceNeedSlots(world), world.zone)}`);
    const ids = world.needs.flatMap(({ pool }) => pool.map(({ id }) => id));
    listed.all += slots.length;
    if (new Set(ids).size < ids.length) listed.shared += slots.length;
    if (world.needs.some(({ segments }) => (segments?.length ?? 0) > 1)) listed.gaps += slots.length;
    listed.severalPeople += slots.filter(({ free }) => free > 1).length;
  }
  // All comparisons would pass if the worlds had no slots.
  expect(listed.all).toBeGreaterThan(worlds.length * 5);
  expect(Math.min(listed.shared, listed.gaps, listed.severalPeople)).toBeGreaterThan(worlds.length);
});

/** Needs with weights, for which resources of some capacity have room together, except for some pairs. */
function randomMatching(random: Random) {
  const ids = Array.from({ length: 1 + random(5) }, (_, index) => index + 1);
  const needs = Array.from({ length: 1 + random(4) }, () => {
    const pool = ids.filter(() => random(3) > 0).toSorted(() => random(3) - 1);
    const required = pool.filter(() => random(6) === 0);
    return { count: random(4), pool, required, weight: between(random, 1, 3) };
  });
  const capacities = new Map(ids.map((id) => [id, random(5)]));
  const apart = new Set(ids.map((id) => `${id} ${random(1 << needs.length)}`));
  const hasRoom = (id: number, set: number): boolean => {
    const served = needs.filter((_, index) => set & (1 << index));
    const isApart = [...apart].some((pair) => {
      const [of, other] = pair.split(' ').map(Number);
      return of === id && (other ?? 0) > 0 && ((other ?? 0) & set) === other;
    });
    return !isApart && served.reduce((sum, { weight }) => sum + weight, 0) <= (capacities.get(id) ?? 0);
  };
  return { needs, hasRoom };
}

it('a matching is the first of all choices, whatever sets of needs a resource has room for', () => {
  let found = 0;
  const seeds = sampledSeeds(6_000, 8, 'matching');
  for (const seed of seeds) {
    const { needs, hasRoom } = randomMatching(seeded(seed));
    const ids = [...new Set(needs.flatMap(({ pool }) => pool))];
    const servedBy = (choice: readonly (readonly number[])[], id: number): number =>
      choice.reduce((set, chosen, index) => (chosen.includes(id) ? set | (1 << index) : set), 0);
    const choices = [...allChoices(needs)].filter(
      (choice) =>
        needs.every(({ required }, need) => required.every((id) => choice[need]?.includes(id))) &&
        ids.every((id) => servedBy(choice, id) === 0 || hasRoom(id, servedBy(choice, id))),
    );
    const matching = () => new Matching(needs, hasRoom, new StepBudget());
    expect([seed, matching().choose()]).toEqual([seed, choices[0]]);
    expect([seed, matching().isPossible()]).toEqual([seed, choices.length > 0]);
    for (const [index, { pool }] of needs.entries()) {
      const possible = pool.filter((id) => choices.some((choice) => choice[index]?.includes(id)));
      expect([seed, index, matching().choicesFor(index)]).toEqual([seed, index, possible]);
    }
    found += choices.length > 0 ? 1 : 0;
  }
  expect(found).toBeGreaterThan(seeds.length / 10);
  expect(found).toBeLessThan(seeds.length * 0.9);
});
