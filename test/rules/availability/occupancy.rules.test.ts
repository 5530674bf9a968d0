import {
  freeReader,
  loadOf,
  type Occupancy,
  peak,
  peakReader,
} from '../../../src/domain/availability/occupancy.rules.js';
import { type Interval, union } from '../../../src/platform/time/interval.js';
import { seeded } from '../../support/random.js';

const interval = ([from, to]: number[]): Interval => ({ from: from ?? 0, to: to ?? 0 });
const occupancy = ([from, to, count]: number[]): Occupancy => ({ from: from ?? 0, to: to ?? 0, count: count ?? 1 });

describe('union', () => {
  it.each([
    { name: 'of no intervals is empty', intervals: [], united: [] },
    {
      name: 'keeps intervals with a gap between them apart, in order',
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
      name: 'joins intervals that touch',
      intervals: [
        [1, 2],
        [2, 3],
      ],
      united: [[1, 3]],
    },
    {
      name: 'joins intervals that overlap',
      intervals: [
        [1, 4],
        [3, 6],
      ],
      united: [[1, 6]],
    },
    {
      name: 'drops an interval inside another',
      intervals: [
        [1, 9],
        [3, 4],
        [8, 10],
      ],
      united: [[1, 10]],
    },
  ])('$name', ({ intervals, united }) => {
    expect(union(intervals.map(interval))).toEqual(united.map(interval));
  });
});

describe('peak', () => {
  it.each([
    { name: 'of no bookings is 0', occupancies: [], within: [0, 10], people: 0 },
    { name: 'of one booking is its number of people', occupancies: [[2, 4, 3]], within: [0, 10], people: 3 },
    {
      name: 'does not add bookings that follow each other',
      occupancies: [
        [0, 5, 2],
        [5, 10, 2],
      ],
      within: [0, 10],
      people: 2,
    },
    {
      name: 'adds bookings that overlap',
      occupancies: [
        [0, 6, 2],
        [5, 10, 2],
      ],
      within: [0, 10],
      people: 4,
    },
    {
      name: 'adds only bookings that overlap at one instant',
      occupancies: [
        [0, 4, 1],
        [3, 7, 2],
        [6, 9, 1],
      ],
      within: [0, 10],
      people: 3,
    },
    {
      name: 'excludes a booking that ends at the start of the window',
      occupancies: [[0, 5, 9]],
      within: [5, 6],
      people: 0,
    },
    {
      name: 'excludes a booking that starts at the end of the window',
      occupancies: [[6, 9, 9]],
      within: [5, 6],
      people: 0,
    },
    {
      name: 'excludes a higher peak outside the window',
      occupancies: [
        [0, 10, 1],
        [8, 9, 5],
      ],
      within: [2, 8],
      people: 1,
    },
    {
      name: 'accepts bookings in any order',
      occupancies: [
        [5, 10, 2],
        [0, 6, 2],
      ],
      within: [4, 8],
      people: 4,
    },
    { name: 'excludes a booking without duration', occupancies: [[5, 5, 9]], within: [0, 10], people: 0 },
  ])('$name', ({ occupancies, within, people }) => {
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
    { name: 'returns all open times without bookings', occupancies: [], capacity: 1, needed: 1, free: open },
    {
      name: 'excludes a booking from the open times',
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
      name: 'excludes a booking that includes the break',
      occupancies: [[8, 14]],
      capacity: 1,
      needed: 1,
      free: [
        [0, 8],
        [14, 20],
      ],
    },
    { name: 'includes booked times with places left', occupancies: [[3, 5]], capacity: 2, needed: 1, free: open },
    {
      name: 'excludes times with too few places left',
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
      name: 'excludes times at which two bookings overlap',
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
    {
      name: 'returns nothing if more places are needed than the resource has',
      occupancies: [],
      capacity: 2,
      needed: 3,
      free: [],
    },
    { name: 'returns nothing without capacity', occupancies: [], capacity: 0, needed: 1, free: [] },
  ])('$name', ({ occupancies, capacity, needed, free }) => {
    const load = loadOf(occupancies.map(occupancy));
    expect(open.map(interval).flatMap(freeReader(load, capacity, needed))).toEqual(free.map(interval));
  });
});
