import {
  AssignmentObstacle,
  assignFairly,
  chosenBy,
  orderFairly,
  type PoolMember,
  standingsOf,
} from '../../../../src/domain/booking/placing/assignment.rules.js';
import type { FairStrategy } from '../../../../src/domain/booking/placing/place.rules.js';
import { PriorityStrategy } from '../../../../src/domain/service/service.entity.js';
import { between, seeded } from '../../../support/random.js';
import { sampledSeeds } from '../../../support/sample.js';

const { BALANCED, LEAST_RECENT } = PriorityStrategy;

interface Resource extends PoolMember {
  counts: Map<number, number>;
}

const resource = (resourceId: number, { weight = 1, joined = 1, load = 0, last = null as number | null } = {}) => ({
  ...{ resourceId, weight, joined, lastBookingId: last },
  counts: new Map(load > 0 ? [[joined, load]] : []),
});

/** Books one after the other. @returns the ids of the resources that were assigned */
function book(pool: Resource[], strategy: FairStrategy, count: number, isFree = (_id: number) => true): number[] {
  const instant = Math.max(...pool.map(({ joined }) => joined));
  let bookingId = Math.max(0, ...pool.map(({ lastBookingId }) => lastBookingId ?? 0));
  return Array.from({ length: count }, () => {
    const assignment = assignFairly(strategy, standingsOf(pool), (id) =>
      isFree(id) ? null : AssignmentObstacle.TAKEN,
    );
    const chosen = pool.find(({ resourceId }) => resourceId === (assignment && chosenBy(assignment))?.resourceId);
    if (!chosen) throw new Error('none is free');
    chosen.counts.set(instant, (chosen.counts.get(instant) ?? 0) + 1);
    bookingId += 1;
    chosen.lastBookingId = bookingId;
    return chosen.resourceId;
  });
}

const tally = (ids: number[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]));

describe('balanced', () => {
  it.each([
    ['the smallest load', [resource(1, { load: 2 }), resource(2, { load: 1 })], 2],
    [
      'the smallest load in proportion to the weight',
      [resource(1, { load: 2 }), resource(2, { load: 5, weight: 3 })],
      2,
    ],
    [
      'among equals, the longest without a booking',
      [resource(1, { load: 1, last: 9 }), resource(2, { load: 1, last: 4 })],
      2,
    ],
    ['one that never had a booking before others', [resource(1, { last: 1 }), resource(2)], 2],
    ['then the smallest id', [resource(5), resource(3), resource(4)], 3],
    ['equal proportions are equal', [resource(1, { load: 2, weight: 6 }), resource(2, { load: 1, weight: 3 })], 1],
  ])('chooses %s', (_name, pool, expected) => {
    expect(book(pool, BALANCED, 1)).toEqual([expected]);
  });

  it('gives 40 bookings by the weights 3 and 1 as 30 and 10', () => {
    expect(tally(book([resource(1, { weight: 3 }), resource(2)], BALANCED, 40))).toEqual({ 1: 30, 2: 10 });
  });

  it('gives a resource that joins after 20 and 20 its share, not what it missed', () => {
    const pool = [resource(1, { load: 20, last: 39 }), resource(2, { load: 20, last: 40 }), resource(3, { joined: 2 })];
    expect(tally(book(pool, BALANCED, 6))).toEqual({ 1: 2, 2: 2, 3: 2 });
  });

  it.each([
    // At the second instant the average is (6 / 3 + 1) / 2 = 1.5, and 3 for a weight of 2.
    [
      'the average then',
      [resource(1, { load: 6, weight: 3 }), resource(2, { load: 1 }), resource(3, { joined: 2, weight: 2 })],
      3,
    ],
    ['nothing if it is the first', [resource(3, { joined: 2, load: 4 })], 0],
    ['nothing if the others had none', [resource(1), resource(3, { joined: 2 })], 0],
    [
      'what those who joined at the same instant start with',
      [resource(1, { load: 4 }), resource(2, { joined: 2, load: 9 }), resource(3, { joined: 2 })],
      4,
    ],
    // The average of 4 and of the second, which started with 4 and got 2, is 5.
    [
      'the average with those who joined before',
      [resource(1, { load: 4 }), resource(2, { joined: 2, load: 2 }), resource(3, { joined: 3 })],
      5,
    ],
  ])('lets a resource start with %s', (_name, pool, expected) => {
    expect(standingsOf(pool).find(({ resourceId }) => resourceId === 3)?.start).toBeCloseTo(expected);
  });

  it('counts what a resource got before it joined again for nobody', () => {
    const again = { ...resource(3, { joined: 2 }), counts: new Map([[1, 7]]) };
    expect(standingsOf([resource(1, { load: 2 }), again])[1]).toMatchObject({ start: 2, load: 0 });
  });
});

describe('least recent', () => {
  it('takes turns, whatever the loads and weights', () => {
    const pool = [resource(1, { last: 3, load: 9 }), resource(2, { last: 1, weight: 5 }), resource(3, { last: 2 })];
    expect(book(pool, LEAST_RECENT, 6)).toEqual([2, 3, 1, 2, 3, 1]);
  });

  it('begins with those that never had one, by id', () => {
    expect(book([resource(1, { last: 3 }), resource(7), resource(2)], LEAST_RECENT, 3)).toEqual([2, 7, 1]);
  });
});

describe('a decision', () => {
  it('passes over resources that are not free, and says why', () => {
    const pool = [resource(1, { load: 1 }), resource(2), resource(3, { load: 2 })];
    const assignment = assignFairly(BALANCED, standingsOf(pool), (id) => (id === 2 ? AssignmentObstacle.CLOSED : null));
    expect(assignment?.candidates.map(({ resourceId, obstacle }) => [resourceId, obstacle])).toEqual([
      [2, 'closed'],
      [1, null],
      [3, null],
    ]);
    expect(assignment && chosenBy(assignment)?.resourceId).toBe(1);
  });

  it('is none if no resource is free', () => {
    expect(assignFairly(BALANCED, standingsOf([resource(1)]), () => AssignmentObstacle.TAKEN)).toBeUndefined();
  });

  it('lists 50 resources, and the one that was assigned', () => {
    const pool = Array.from({ length: 80 }, (_, index) => resource(index + 1));
    const assignment = assignFairly(BALANCED, standingsOf(pool), (id) => (id < 70 ? AssignmentObstacle.TAKEN : null));
    expect(assignment?.candidates.map(({ resourceId }) => resourceId)).toEqual([
      ...Array.from({ length: 50 }, (_, index) => index + 1),
      70,
    ]);
  });
});

/** Random pools whose resources are always free. */
describe.each(sampledSeeds(60, 6, 'fair assignment'))('in the world %i', (seed) => {
  const random = seeded(seed);
  const upTo = (limit: number): number => between(random, 1, limit);
  const check = (weights: number[], isWithin: (count: number, ideal: number) => boolean): void => {
    const pool = weights.map((weight, index) => resource(index + 1, { weight }));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (let booked = 1; booked <= 150; booked++) {
      book(pool, BALANCED, 1);
      for (const { counts, weight } of pool) {
        expect(isWithin(counts.get(1) ?? 0, (booked * weight) / total)).toBe(true);
      }
    }
  };
  const close = (count: number, ideal: number): boolean => Math.abs(count - ideal) <= 1 + 1e-9;

  it('resources of equal weight differ by less than one from the ideal at each booking', () => {
    check(
      Array.from({ length: upTo(12) }, () => 3),
      close,
    );
  });

  it('two resources of any weights do, too', () => {
    check([upTo(100), upTo(100)], close);
  });

  it('none of several gets more than one above it, nor one while another is behind', () => {
    const weights = Array.from({ length: 2 + upTo(8) }, () => upTo(100));
    check(weights, (count, ideal) => count <= ideal + 1 + 1e-9);
    const pool = weights.map((weight, index) => resource(index + 1, { weight }));
    book(pool, BALANCED, 200);
    const ordered = orderFairly(BALANCED, standingsOf(pool));
    const [least] = ordered;
    for (const { load, weight } of ordered) {
      expect((load - 1) / weight).toBeLessThanOrEqual((least?.load ?? 0) / (least?.weight ?? 1) + 1e-9);
    }
  });
});
