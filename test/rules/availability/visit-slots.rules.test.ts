import {
  type Buffers,
  type Load,
  loadOf,
  noBuffers,
  type Occupancy,
  occupiedTime,
} from '../../../src/domain/availability/occupancy.rules.js';
import {
  type ItemTime,
  type VisitItem,
  type VisitSearch,
  type VisitTime,
  visitTimes,
} from '../../../src/domain/availability/visit-slots.rules.js';
import { StepBudget } from '../../../src/platform/step-budget.js';
import { pick as pickOne, seeded } from '../../support/random.js';
import { sampledSeeds } from '../../support/sample.js';

const minute = 60_000;
const at = (minutes: number): number => minutes * minute;

interface GivenItem {
  /** The starts in minutes, with the ids of the resources that are free then. */
  starts: Readonly<Record<number, readonly number[]>>;
  length?: number;
  count?: number;
  buffers?: { bufferBefore: number; bufferAfter: number };
}

interface GivenWorld extends Partial<Pick<VisitSearch, 'arrangement' | 'sameResource'>> {
  items: readonly GivenItem[];
  /** In minutes. */
  wait?: number;
  /** By the ids of resources; 1 by default. */
  capacity?: Readonly<Record<number, number>>;
  taken?: Readonly<Record<number, readonly Occupancy[]>>;
}

const toTimes = ({ starts, length = 30 }: GivenItem): ItemTime[] =>
  Object.entries(starts).map(([start, resourceIds]) => ({
    from: at(Number(start)),
    to: at(Number(start) + length),
    resourceIds,
  }));

/** An item of a service without needs. */
interface PlainItem extends VisitItem {
  count: number;
  resources: ReadonlyMap<number, { capacity: number; load: Load; buffers: Buffers }>;
}

interface PlainSearch extends VisitSearch {
  items: readonly PlainItem[];
}

function plainItem({ times, count, resources }: Pick<PlainItem, 'times' | 'count' | 'resources'>): PlainItem {
  const none = { capacity: 0, load: [], buffers: noBuffers };
  return {
    ...{ times, count, resources, limitsAt: () => [] },
    partsAt: (time, booking) => [
      {
        ...{ booking, count: 1, required: [], pool: time.resourceIds, people: count },
        occupiedWith: (id) => [occupiedTime(time, resources.get(id)?.buffers ?? noBuffers)],
        roomOf: (id) => resources.get(id) ?? none,
      },
    ],
  };
}

function toSearch({ items, wait = 0, capacity = {}, taken = {}, ...rules }: GivenWorld): PlainSearch {
  const toItem = (given: GivenItem): PlainItem => {
    const ids = new Set(Object.values(given.starts).flat());
    const resources = [...ids].map(
      (id) =>
        [
          id,
          { capacity: capacity[id] ?? 1, load: loadOf(taken[id] ?? []), buffers: given.buffers ?? noBuffers },
        ] as const,
    );
    return plainItem({ times: toTimes(given), count: given.count ?? 1, resources: new Map(resources) });
  };
  return { arrangement: 'in_order', sameResource: 'any', ...rules, maxWait: at(wait), items: items.map(toItem) };
}

const find = (world: GivenWorld): VisitTime[] =>
  [...visitTimes(toSearch(world), new StepBudget())].flatMap((one) => one ?? []);

/** Returns visits as `[start, resource]` of each item, in minutes. */
const shown = (world: GivenWorld): [number, number][][] =>
  find(world).map(({ items }) => items.map(({ from, resourceId }) => [from / minute, resourceId]));

describe('items in order', () => {
  it('follow each other without a wait', () => {
    const items: GivenItem[] = [{ starts: { 0: [1], 30: [1] } }, { starts: { 30: [2], 45: [2], 60: [2] } }];
    expect(shown({ items })).toEqual([
      [
        [0, 1],
        [30, 2],
      ],
      [
        [30, 1],
        [60, 2],
      ],
    ]);
  });

  it('wait as long as is allowed', () => {
    const items: GivenItem[] = [{ starts: { 0: [1] } }, { starts: { 45: [2] } }];
    expect(shown({ items, wait: 14 })).toEqual([]);
    expect(shown({ items, wait: 15 })).toEqual([
      [
        [0, 1],
        [45, 2],
      ],
    ]);
  });

  it('leave room for the buffers between two on one resource', () => {
    const buffers = { bufferBefore: 0, bufferAfter: 10 };
    const first = { starts: { 0: [1] }, buffers };
    expect(shown({ items: [first, { starts: { 30: [1], 45: [1] } }], wait: 15 })).toEqual([
      [
        [0, 1],
        [45, 1],
      ],
    ]);
    expect(shown({ items: [first, { starts: { 30: [1, 2] } }] })).toEqual([
      [
        [0, 1],
        [30, 2],
      ],
    ]);
  });

  it('take a later time if the earlier one leaves none for the next', () => {
    const items: GivenItem[] = [{ starts: { 0: [1] } }, { starts: { 30: [2], 40: [2] } }, { starts: { 70: [3] } }];
    expect(shown({ items, wait: 10 })).toEqual([
      [
        [0, 1],
        [30, 2],
        [70, 3],
      ],
    ]);
    expect(shown({ items, wait: 9 })).toEqual([]);
  });
});

it('items in any order are at the order that ends first', () => {
  const items: GivenItem[] = [{ starts: { 60: [1], 90: [1] } }, { starts: { 30: [2] } }];
  expect(shown({ items, wait: 30, arrangement: 'any_order' })).toEqual([
    [
      [60, 1],
      [30, 2],
    ],
  ]);
  expect(shown({ items, wait: 30 })).toEqual([]);
});

describe('items at once', () => {
  const arrangement = 'at_once';

  it('take different resources, by a matching and not by the first choice', () => {
    const items: GivenItem[] = [{ starts: { 0: [1, 2] } }, { starts: { 0: [1] } }];
    expect(shown({ items, arrangement })).toEqual([
      [
        [0, 2],
        [0, 1],
      ],
    ]);
  });

  it('are not there if two need the last place of a resource', () => {
    const items: GivenItem[] = [{ starts: { 0: [1] } }, { starts: { 0: [1] } }];
    expect(shown({ items, arrangement })).toEqual([]);
    expect(shown({ items, arrangement, capacity: { 1: 2 } })).toEqual([
      [
        [0, 1],
        [0, 1],
      ],
    ]);
    const taken = { 1: [{ from: at(10), to: at(20), count: 1 }] };
    expect(shown({ items, arrangement, capacity: { 1: 2 }, taken })).toEqual([]);
  });

  it('count the people of each', () => {
    const items: GivenItem[] = [{ starts: { 0: [1] }, count: 2 }, { starts: { 0: [1] } }];
    expect(shown({ items, arrangement, capacity: { 1: 2 } })).toEqual([]);
    expect(shown({ items, arrangement, capacity: { 1: 3 } })).toHaveLength(1);
  });

  it('of eight with pools of seven are not there', () => {
    const items: GivenItem[] = Array.from({ length: 8 }, () => ({ starts: { 0: [1, 2, 3, 4, 5, 6, 7] } }));
    expect(shown({ items, arrangement })).toEqual([]);
    expect(shown({ items: items.slice(1), arrangement })).toHaveLength(1);
  });
});

describe('the resource', () => {
  const second = { starts: { 30: [1, 3], 45: [2] } };
  const items: GivenItem[] = [{ starts: { 0: [1, 2] } }, second];

  it('is the same if that is required', () => {
    expect(shown({ items, sameResource: 'require' })).toEqual([
      [
        [0, 1],
        [30, 1],
      ],
    ]);
    expect(shown({ items: [{ starts: { 0: [2] } }, second], sameResource: 'require' })).toEqual([]);
  });

  it('is the same if that is possible, even later', () => {
    const apart = [{ starts: { 0: [2] } }, second];
    expect(shown({ items: apart, sameResource: 'prefer', wait: 15 })).toEqual([
      [
        [0, 2],
        [45, 2],
      ],
    ]);
    expect(shown({ items: apart, sameResource: 'prefer' })).toEqual([
      [
        [0, 2],
        [30, 1],
      ],
    ]);
  });
});

it('a search that needs more steps than it may take ends with an error', () => {
  const items: GivenItem[] = [{ starts: { 0: [1] } }, { starts: { 30: [1] } }];
  expect(() => [...visitTimes(toSearch({ items }), new StepBudget(30))]).toThrow('step limit of 30 exceeded');
});

/** Returns the starts of visits by trying all times and all resources of all items. */
function startsByForce(search: PlainSearch): number[] {
  const starts = new Set<number>();
  const visit: { from: number; to: number; id: number; index: number }[] = [];
  const isAllowed = (): boolean => {
    const inTime = visit.toSorted((a, b) => a.from - b.from);
    const asGiven = inTime.every(({ index }, place) => index === place);
    const gaps = inTime.slice(1).map(({ from }, place) => from - (inTime[place]?.to ?? 0));
    if (search.arrangement === 'at_once') return visit.every(({ from }) => from === visit[0]?.from);
    if (search.arrangement === 'in_order' && !asGiven) return false;
    return gaps.every((gap) => gap >= 0 && gap <= search.maxWait);
  };
  const fits = (): boolean => {
    if (search.sameResource === 'require' && new Set(visit.map(({ id }) => id)).size > 1) return false;
    const ids = new Set(visit.map(({ id }) => id));
    return [...ids].every((id) => {
      const own = visit.flatMap((one) => {
        const item = search.items[one.index];
        const resource = item?.resources.get(id);
        if (one.id !== id || !item || !resource) return [];
        const { bufferBefore, bufferAfter } = resource.buffers;
        return [{ from: one.from - at(bufferBefore), to: one.to + at(bufferAfter), count: item.count, resource }];
      });
      const { load = [], capacity = 0 } = own[0]?.resource ?? {};
      const instants = [...own, ...load].map(({ from }) => from);
      return instants.every((instant) => {
        const here = (one: Occupancy): number => (one.from <= instant && instant < one.to ? one.count : 0);
        const wanted = own.reduce((sum, one) => sum + here(one), 0);
        return wanted === 0 || wanted + load.reduce((sum, one) => sum + here(one), 0) <= capacity;
      });
    });
  };
  const place = (index: number): void => {
    const item = search.items[index];
    if (!item) {
      if (isAllowed() && fits()) starts.add(Math.min(...visit.map(({ from }) => from)));
      return;
    }
    for (const { from, to, resourceIds } of item.times) {
      for (const id of resourceIds) {
        visit.push({ from, to, id, index });
        place(index + 1);
        visit.pop();
      }
    }
  };
  place(0);
  return [...starts].sort((a, b) => a - b);
}

it.each(sampledSeeds(400, 4, 'visit-slots'))('random world %i has the starts that a plain count finds', (seed) => {
  const below = seeded(seed);
  const pick = <Value>(...values: readonly Value[]): Value => pickOne(below, values);
  const ids = [1, 2, 3];
  const capacity = Object.fromEntries(ids.map((id) => [id, pick(1, 1, 2)]));
  const taken = Object.fromEntries(
    ids.map((id) => [
      id,
      Array.from({ length: below(3) }, () => {
        const from = at(15 * below(10));
        return { from, to: from + at(15 * (1 + below(2))), count: 1 };
      }),
    ]),
  );
  const item = (): GivenItem => {
    const [length, count] = [pick(15, 30), pick(1, 1, 2)];
    const buffers = { bufferBefore: pick(0, 0, 15), bufferAfter: pick(0, 0, 15) };
    const pool = ids.filter(() => below(10) < 7);
    const isFree = (id: number, start: number): boolean => {
      const [from, to] = [at(start - buffers.bufferBefore), at(start + length + buffers.bufferAfter)];
      const load = loadOf(taken[id] ?? []).filter((one) => one.from < to && one.to > from);
      return Math.max(0, ...load.map((one) => one.count)) + count <= (capacity[id] ?? 1);
    };
    const starts = Array.from({ length: 6 }, (_, slot) => 15 * (slot + below(3)));
    const free = starts.map((start) => [start, pool.filter((id) => isFree(id, start))] as const);
    return { length, count, buffers, starts: Object.fromEntries(free.filter(([, of]) => of.length > 0)) };
  };
  const search = toSearch({
    ...{ capacity, taken, wait: 15 * below(3) },
    arrangement: pick('in_order', 'any_order', 'at_once'),
    sameResource: pick('prefer', 'require', 'any'),
    items: Array.from({ length: 1 + below(3) }, item),
  });
  const found = [...visitTimes(search, new StepBudget())].flatMap((one) => one ?? []);
  expect(found.map(({ from }) => from)).toEqual(startsByForce(search));
});

it('a visit of three over pools of ten on 30 days takes under 500 steps for each time of an item', () => {
  const minutesOfDay = 24 * 60;
  const starts = Array.from(
    { length: 30 * 16 },
    (_, slot) => Math.floor(slot / 16) * minutesOfDay + 540 + 30 * (slot % 16),
  );
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  const buffers = { bufferBefore: 0, bufferAfter: 15 };
  const items = [30, 45, 60].map(
    (length): GivenItem => ({ length, buffers, starts: Object.fromEntries(starts.map((start) => [start, ids])) }),
  );
  const budget = new StepBudget();
  const search = toSearch({ items, arrangement: 'any_order', sameResource: 'prefer', wait: 30 });
  const found = [...visitTimes(search, budget)].filter((one) => one !== undefined);
  expect(found.length).toBeGreaterThan(100);
  expect(budget.taken).toBeLessThan(500 * items.length * starts.length);
});
