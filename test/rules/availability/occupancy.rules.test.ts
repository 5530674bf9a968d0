import {
  freeReader,
  loadOf,
  type Occupancy,
  peak,
  peakReader,
} from '../../../src/domain/availability/occupancy.rules.js';
import { type Interval, union } from '../../../src/domain/interval.rules.js';
import { seeded } from './random.js';

const interval = ([from, to]: number[]): Interval => ({ from: from ?? 0, to: to ?? 0 });
const occupancy = ([from, to, count]: number[]): Occupancy => ({ from: from ?? 0, to: to ?? 0, count: count ?? 1 });

describe('union', () => {
  it.each([
    { of: 'nothing', intervals: [], united: [] },
    {
      of: 'apart',
      intervals: [
        [5, 6],
        [1, 2],
      ],
      united: [
        [1, 2],
        [5, 6],
      ],
    },
    {
      of: 'touching',
      intervals: [
        [1, 2],
        [2, 3],
      ],
      united: [[1, 3]],
    },
    {
      of: 'overlapping',
      intervals: [
        [1, 4],
        [3, 6],
      ],
      united: [[1, 6]],
    },
    {
      of: 'one inside the other',
      intervals: [
        [1, 9],
        [3, 4],
        [8, 10],
      ],
      united: [[1, 10]],
    },
  ])('$of', ({ intervals, united }) => {
    expect(union(intervals.map(interval))).toEqual(united.map(interval));
  });
});

describe('peak', () => {
  it.each([
    { of: 'nothing', occupancies: [], within: [0, 10], people: 0 },
    { of: 'one', occupancies: [[2, 4, 3]], within: [0, 10], people: 3 },
    {
      of: 'one after the other',
      occupancies: [
        [0, 5, 2],
        [5, 10, 2],
      ],
      within: [0, 10],
      people: 2,
    },
    {
      of: 'at the same time',
      occupancies: [
        [0, 6, 2],
        [5, 10, 2],
      ],
      within: [0, 10],
      people: 4,
    },
    {
      of: 'three, never all at once',
      occupancies: [
        [0, 4, 1],
        [3, 7, 2],
        [6, 9, 1],
      ],
      within: [0, 10],
      people: 3,
    },
    { of: 'what ends at the start', occupancies: [[0, 5, 9]], within: [5, 6], people: 0 },
    { of: 'what starts at the end', occupancies: [[6, 9, 9]], within: [5, 6], people: 0 },
    {
      of: 'a higher peak outside',
      occupancies: [
        [0, 10, 1],
        [8, 9, 5],
      ],
      within: [2, 8],
      people: 1,
    },
    {
      of: 'in any order',
      occupancies: [
        [5, 10, 2],
        [0, 6, 2],
      ],
      within: [4, 8],
      people: 4,
    },
    { of: 'no time at all', occupancies: [[5, 5, 9]], within: [0, 10], people: 0 },
  ])('$of', ({ occupancies, within, people }) => {
    expect(peak(occupancies.map(occupancy), interval(within))).toBe(people);
  });

  it('equals a count at every instant, in one window or several', () => {
    const random = seeded(1);
    for (let world = 0; world < 300; world++) {
      const occupancies = Array.from({ length: random(12) }, () => {
        const from = random(40);
        return { from, to: from + random(10), count: 1 + random(3) };
      });
      const readPeak = peakReader(loadOf(occupancies));
      let window = { from: 0, to: 1 };
      while (window.from < 50) {
        const counts = Array.from({ length: window.to - window.from }, (_, offset) =>
          occupancies
            .filter(({ from, to }) => from <= window.from + offset && window.from + offset < to)
            .reduce((sum, { count }) => sum + count, 0),
        );
        expect([readPeak(window), peak(occupancies, window)]).toEqual([Math.max(...counts), Math.max(...counts)]);
        const from = window.from + random(4);
        window = { from, to: Math.max(window.to, from + 1) + random(3) };
      }
    }
  });
});

describe('freeReader', () => {
  const open = [
    [0, 10],
    [12, 20],
  ];
  it.each([
    { of: 'no bookings', occupancies: [], capacity: 1, needed: 1, free: open },
    {
      of: 'a booking',
      occupancies: [[3, 5]],
      capacity: 1,
      needed: 1,
      free: [
        [0, 3],
        [5, 10],
        [12, 20],
      ],
    },
    {
      of: 'a booking over the break',
      occupancies: [[8, 14]],
      capacity: 1,
      needed: 1,
      free: [
        [0, 8],
        [14, 20],
      ],
    },
    { of: 'room beside a booking', occupancies: [[3, 5]], capacity: 2, needed: 1, free: open },
    {
      of: 'room for one, not two',
      occupancies: [[3, 5]],
      capacity: 2,
      needed: 2,
      free: [
        [0, 3],
        [5, 10],
        [12, 20],
      ],
    },
    {
      of: 'full where two overlap',
      occupancies: [
        [3, 7],
        [5, 9],
      ],
      capacity: 2,
      needed: 1,
      free: [
        [0, 5],
        [7, 10],
        [12, 20],
      ],
    },
    { of: 'more needed than there is', occupancies: [], capacity: 2, needed: 3, free: [] },
    { of: 'no capacity', occupancies: [], capacity: 0, needed: 1, free: [] },
  ])('$of', ({ occupancies, capacity, needed, free }) => {
    const load = loadOf(occupancies.map(occupancy));
    expect(open.map(interval).flatMap(freeReader(load, capacity, needed))).toEqual(free.map(interval));
  });
});
