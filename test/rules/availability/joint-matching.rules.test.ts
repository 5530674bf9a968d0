import {
  type BookingPart,
  JointMatching,
  type LimitLeft,
} from '../../../src/domain/availability/joint-matching.rules.js';
import { createSearchBudget } from '../../../src/domain/availability/need-search.js';
import { loadOf, type Occupancy } from '../../../src/domain/availability/occupancy.rules.js';
import { StepBudget } from '../../../src/platform/step-budget.js';
import type { Interval } from '../../../src/platform/time/interval.js';
import { between, pick, seeded } from '../../support/random.js';
import { sampledSeeds } from '../../support/sample.js';

/** A part of a booking, by default of one person from 0 to 60. Times are minutes. */
interface Given {
  pool: readonly number[];
  booking?: number;
  count?: number;
  required?: readonly number[];
  people?: number;
  times?: readonly Interval[];
}

interface World {
  parts: readonly Given[];
  /** By resource; 1 unless given. */
  capacity?: Readonly<Record<number, number>>;
  taken?: Readonly<Record<number, readonly Occupancy[]>>;
  /** The number of bookings that resources still allow on the only day, by resource; unlimited unless given. */
  left?: Readonly<Record<number, number>>;
}

const hour = [{ from: 0, to: 60 }];
const during = (from: number, to: number) => ({ times: [{ from, to }] });
const taken = (from: number, to: number, count = 1): readonly Occupancy[] => [{ from, to, count }];

function toParts({ parts, capacity = {}, taken: occupied = {}, left = {} }: World): BookingPart[] {
  return parts.map(({ pool, booking, count = 1, required = [], people = 1, times = hour }, place) => ({
    ...{ pool, count, required, people, booking: booking ?? place },
    occupiedWith: () => times,
    roomOf: (id) => ({ capacity: capacity[id] ?? 1, load: loadOf(occupied[id] ?? []) }),
    limitOf: (id): LimitLeft | undefined => {
      const most = left[id];
      return most === undefined ? undefined : { key: `${id}`, left: most };
    },
  }));
}

const choose = (world: World) => new JointMatching(toParts(world), new StepBudget()).choose();

it.each<[string, World, (readonly number[])[] | undefined]>([
  ['nothing', { parts: [] }, []],
  ['the preferred resources', { parts: [{ pool: [2, 1] }, { pool: [3] }] }, [[2], [3]]],
  [
    'another than the preferred one, which a later part needs',
    { parts: [{ pool: [1, 2] }, { pool: [1] }] },
    [[2], [1]],
  ],
  ['along a chain', { parts: [{ pool: [1, 2, 3] }, { pool: [1, 2] }, { pool: [1] }] }, [[3], [2], [1]]],
  ['no resource twice at once', { parts: [{ pool: [1] }, { pool: [1] }] }, undefined],
  ['three of two', { parts: [{ pool: [1, 2] }, { pool: [1, 2] }, { pool: [1, 2] }] }, undefined],
  ['a resource with two places twice', { parts: [{ pool: [1] }, { pool: [1] }], capacity: { 1: 2 } }, [[1], [1]]],
  [
    'people, not bookings',
    { parts: [{ pool: [1, 2], people: 2 }, { pool: [1] }], capacity: { 1: 2, 2: 2 } },
    [[2], [1]],
  ],
  ['two distinct resources of one part', { parts: [{ pool: [1, 2, 3], count: 2 }, { pool: [1] }] }, [[2, 3], [1]]],
  [
    'a required resource, and others',
    { parts: [{ pool: [1, 2, 3], count: 2, required: [3] }, { pool: [1, 2] }, { pool: [1] }].slice(0, 2) },
    [[1, 3], [2]],
  ],
  ['a resource that a later part requires', { parts: [{ pool: [1, 2] }, { pool: [1, 2], required: [1] }] }, [[2], [1]]],
  ['a required resource that is not in the pool', { parts: [{ pool: [1], required: [2] }] }, undefined],
  ['a resource again at another time', { parts: [{ pool: [1] }, { pool: [1], ...during(60, 90) }] }, [[1], [1]]],
  [
    'not into a buffer',
    {
      parts: [
        { pool: [1], ...during(0, 70) },
        { pool: [1], ...during(60, 90) },
      ],
    },
    undefined,
  ],
  [
    'into a gap',
    {
      parts: [
        {
          pool: [1],
          times: [
            { from: 0, to: 20 },
            { from: 50, to: 60 },
          ],
        },
        { pool: [1], ...during(20, 50) },
      ],
    },
    [[1], [1]],
  ],
  [
    'not beyond a gap',
    {
      parts: [
        {
          pool: [1],
          times: [
            { from: 0, to: 20 },
            { from: 50, to: 60 },
          ],
        },
        { pool: [1], ...during(20, 51) },
      ],
    },
    undefined,
  ],
  ['beside what is there', { parts: [{ pool: [1, 2] }], taken: { 1: taken(59, 80) } }, [[2]]],
  [
    'at the instants at which there is room',
    {
      parts: [{ pool: [1], ...during(0, 30) }, { pool: [1], ...during(30, 60) }, { pool: [1] }],
      ...{ capacity: { 1: 3 }, taken: { 1: taken(10, 20) } },
    },
    [[1], [1], [1]],
  ],
  [
    'within the daily limit',
    { parts: [{ pool: [1, 2] }, { pool: [1], ...during(120, 180) }], left: { 1: 1 } },
    [[2], [1]],
  ],
  ['beyond the daily limit', { parts: [{ pool: [1] }, { pool: [1], ...during(120, 180) }], left: { 1: 1 } }, undefined],
  [
    'two parts of one booking as one towards the limit',
    {
      parts: [
        { pool: [1], booking: 0 },
        { pool: [1], booking: 0 },
      ],
      left: { 1: 1 },
      capacity: { 1: 2 },
    },
    [[1], [1]],
  ],
  ['a resource whose day is full', { parts: [{ pool: [1, 2] }], left: { 1: 0 } }, [[2]]],
  [
    'therapists and rooms apart',
    {
      parts: [
        { pool: [1, 2], booking: 0 },
        { pool: [3, 4], booking: 0 },
        { pool: [1], booking: 1 },
        { pool: [3], booking: 1 },
      ],
    },
    [[2], [4], [1], [3]],
  ],
  [
    'one long part or two short ones',
    { parts: [{ pool: [1, 2] }, { pool: [1, 2], ...during(0, 30) }, { pool: [1, 2], ...during(30, 60) }] },
    [[1], [2], [2]],
  ],
])('matches %s', (_name, world, expected) => {
  expect(choose(world)).toEqual(expected);
  expect(new JointMatching(toParts(world), new StepBudget()).isPossible()).toBe(expected !== undefined);
});

it('names the resources that leave some for the others', () => {
  const world = { parts: [{ pool: [3, 1, 2] }, { pool: [1] }, { pool: [4, 5], required: [5] }] };
  const choicesOf = (part: number) => new JointMatching(toParts(world), new StepBudget()).choicesFor(part);
  expect([0, 1, 2].map(choicesOf)).toEqual([[3, 2], [1], [5]]);
  const full = { parts: [{ pool: [1, 2] }, { pool: [3] }], taken: { 3: taken(0, 10) } };
  expect(new JointMatching(toParts(full), new StepBudget()).choicesFor(0)).toEqual([]);
});

describe('many parts that compete', () => {
  const pool = Array.from({ length: 50 }, (_, id) => id);
  const withBudget = (world: World) => new JointMatching(toParts(world), createSearchBudget()).choose();

  it('are all matched if no resource can serve two of them: eight people at once, each with two needs', () => {
    const group = Array.from({ length: 16 }, (_, place) => ({ pool, booking: Math.floor(place / 2) }));
    expect(withBudget({ parts: group })).toEqual(pool.slice(0, 16).map((id) => [id]));
    const few = group.map((part, place) => ({ ...part, pool: place < 15 ? pool.slice(0, 16) : [0] }));
    expect(withBudget({ parts: few })?.at(-1)).toEqual([0]);
    expect(withBudget({ parts: group.map((part) => ({ ...part, pool: pool.slice(0, 15) })) })).toBeUndefined();
  });

  it('are matched as far as the steps of a search go if resources can serve several of them', () => {
    const many = (count: number): World => ({
      parts: Array.from({ length: count }, () => ({ pool: [1, 2] })),
      capacity: { 1: 50, 2: 50 },
    });
    expect(withBudget(many(13))).toHaveLength(13);
    expect(() => withBudget(many(30))).toThrow('step limit');
  });
});

it('matches any number of parts that do not compete', () => {
  const pool = Array.from({ length: 50 }, (_, id) => id);
  const apart = Array.from({ length: 48 }, (_, place) => ({ pool, ...during(60 * place, 60 * place + 60) }));
  expect(choose({ parts: apart })).toHaveLength(48);
});

/** Yields every choice of distinct resources of each part, in the order of the pools. */
function* allChoices([first, ...others]: readonly Given[]): Generator<number[][]> {
  if (!first) return yield [];
  for (const ids of subsets(first.pool, first.count ?? 1)) {
    if (!(first.required ?? []).every((id) => ids.includes(id))) continue;
    for (const rest of allChoices(others)) yield [ids, ...rest];
  }
}

function* subsets(pool: readonly number[], count: number): Generator<number[]> {
  if (count === 0) return yield [];
  for (const [index, id] of pool.entries()) {
    for (const rest of subsets(pool.slice(index + 1), count - 1)) yield [id, ...rest];
  }
}

/** Counts the people on each resource at each minute, and the bookings of its day. */
function isAllowed({ parts, capacity = {}, taken: occupied = {}, left = {} }: World, choice: number[][]): boolean {
  const people = new Map<string, number>();
  const bookings = new Map<number, Set<number>>();
  for (const [place, { times = hour, people: own = 1, booking = place }] of parts.entries()) {
    for (const id of choice[place] ?? []) {
      bookings.set(id, (bookings.get(id) ?? new Set()).add(booking));
      for (const { from, to } of times) {
        for (let minute = from; minute < to; minute++) {
          const key = `${id} ${minute}`;
          const before =
            people.get(key) ??
            (occupied[id] ?? [])
              .filter((one) => one.from <= minute && minute < one.to)
              .reduce((sum, { count }) => sum + count, 0);
          people.set(key, before + own);
          if (before + own > (capacity[id] ?? 1)) return false;
        }
      }
    }
  }
  return [...bookings].every(([id, of]) => of.size <= (left[id] ?? Number.POSITIVE_INFINITY));
}

it.each(sampledSeeds(600, 40, 'joint-matching'))('random world %i has the choices that a plain count finds', (seed) => {
  const random = seeded(seed);
  const ids = [1, 2, 3, 4];
  const span = (): Interval => {
    const from = 5 * random(8);
    return { from, to: from + 5 * between(random, 1, 6) };
  };
  const perResource = <Value>(value: () => Value): Record<number, Value> =>
    Object.fromEntries(ids.map((id) => [id, value()]));
  const part = (): Given => {
    const pool = ids.filter(() => random(10) < 6).sort(() => random(3) - 1);
    const first = span();
    const gap = { from: first.to + 5 * between(random, 1, 3), to: first.to + 20 };
    return {
      ...{ pool, booking: random(3), count: pick(random, [1, 1, 1, 2]), people: pick(random, [1, 1, 2]) },
      required: random(5) === 0 ? pool.slice(0, 1) : [],
      times: random(3) === 0 ? [first, gap] : [first],
    };
  };
  const world: World = {
    parts: Array.from({ length: between(random, 1, 5) }, part),
    capacity: perResource(() => pick(random, [1, 1, 2, 3])),
    taken: perResource(() => (random(3) === 0 ? [{ ...span(), count: 1 }] : [])),
    left: Object.fromEntries(ids.flatMap((id) => (random(3) === 0 ? [[id, random(3)]] : []))),
  };
  const allowed = [...allChoices(world.parts)].filter((choice) => isAllowed(world, choice));
  const parts = toParts(world);
  const chosen = new JointMatching(parts, new StepBudget()).choose();
  expect(chosen !== undefined).toBe(allowed.length > 0);
  if (chosen) expect(isAllowed(world, chosen)).toBe(true);
  for (const [place, { pool }] of world.parts.entries()) {
    const possible = pool.filter((id) => allowed.some((choice) => choice[place]?.includes(id)));
    expect(new JointMatching(parts, new StepBudget()).choicesFor(place)).toEqual(possible);
  }
});
