import { type Buckets, bucketsOf } from '../../../src/domain/figures/buckets.rules.js';
import { FigureDimension } from '../../../src/domain/figures/dimensions.js';
import { offeredTimesReader } from '../../../src/domain/figures/offered-times.rules.js';
import type { UsedTime } from '../../../src/domain/figures/used-time.rules.js';
import { gridOf, UsedTimeSums } from '../../../src/domain/figures/used-time.rules.js';
import type { Interval } from '../../../src/platform/time/interval.js';
import { type Zone, zoneOf } from '../../../src/platform/time/zone.js';
import { pick, seeded } from '../../support/random.js';
import { referenceUse, type TimeName, type Used, type UsedWorld } from './used-time.reference.js';
import { randomWorld, starts, type ZonedWorld } from './used-time.worlds.js';
import { datesOf } from './wall-minutes.js';

const worlds = 400;
const msPerMinute = 60_000;

function bucketsIn(time: TimeName, period: Interval, zone: Zone): Buckets {
  return time === 'WEEKDAY' || time === 'HOUR_OF_DAY'
    ? bucketsOf(FigureDimension[time], period, zone)
    : bucketsOf(FigureDimension[time], period, zone);
}

function usedTimes(world: ZonedWorld): { groups: Map<string, Used>; total: Used } {
  const { period, resources, occupied, closedDates } = world;
  const zone = zoneOf(world.zone);
  const split = { ...world, times: world.times.map((time) => bucketsIn(time, period, zone)) };
  const grid = gridOf(period, split.times);
  const sums = new UsedTimeSums(split, grid);
  const dates = [...datesOf(world.minutes).keys()];
  const readTimes = offeredTimesReader(dates, { zone, closedDates });
  for (const cells of grid.slices) {
    for (const resource of resources) {
      sums.add(
        resource,
        occupied.filter(({ resourceId }) => resourceId === resource.id),
        readTimes,
        cells,
      );
    }
  }
  const { groups, total } = sums.result();
  const labelled = world.times.map((time, dimension) =>
    labelsOf(
      world,
      time,
      grid.groups.map((keys) => keys[dimension]),
    ),
  );
  return {
    groups: new Map(
      groups.flatMap(({ resourceId, serviceId, used }) =>
        grid.groups.map((keys, group) => {
          const ids = [...(world.byResource ? [resourceId] : []), ...(world.byService ? [serviceId] : [])];
          return [[...ids, ...keys.map((key, dimension) => labelled[dimension]?.get(key))].join(), usedIn(used, group)];
        }),
      ),
    ),
    total: usedIn(total, 0),
  };
}

/** Maps keys of buckets to labels of the reference. The key of a day, week or month is its position in the period, from 1. */
function labelsOf({ minutes, period }: UsedWorld, time: TimeName, keys: readonly (number | undefined)[]) {
  const inPeriod = minutes.filter(({ instant }) => instant >= period.from && instant < period.to);
  const labels = [...new Set(inPeriod.map((minute) => minute.labels[time]))];
  const isPosition = time === 'DAY' || time === 'WEEK' || time === 'MONTH';
  return new Map(keys.map((key) => [key, isPosition ? labels[(key ?? 0) - 1] : String(key)]));
}

function usedIn({ open, booked, blocked, free }: UsedTime, group: number): Used {
  const minutes = (sums: Float64Array): number => (sums[group] ?? 0) / msPerMinute;
  return { open: minutes(open), booked: minutes(booked), blocked: minutes(blocked), free: minutes(free) };
}

/** Formats groups as sorted lines. Omits groups without minutes, because one of the two sides may lack them. */
function written(groups: ReadonlyMap<string, Used>): string {
  const lines = [...groups].map(([name, used]) => `${name}: ${Object.values(used).join(' ')}`);
  return lines
    .filter((line) => !line.endsWith(': 0 0 0 0'))
    .toSorted()
    .join('\n');
}

it('the used time equals that of a reference, which counts minute by minute', () => {
  const sum = { open: 0, booked: 0, blocked: 0, free: 0 };
  for (let seed = 1; seed <= worlds; seed += 1) {
    const random = seeded(seed);
    const world = randomWorld(random, pick(random, starts));
    const found = usedTimes(world);
    const expected = referenceUse(world);
    expect(`seed ${seed}\n${written(found.groups)}`).toBe(`seed ${seed}\n${written(expected.groups)}`);
    expect({ seed, ...found.total }).toEqual({ seed, ...expected.total });
    for (const part of ['open', 'booked', 'blocked', 'free'] as const) sum[part] += expected.total[part];
  }
  // All comparisons would pass if the worlds had no open or booked minutes.
  expect(Math.min(...Object.values(sum))).toBeGreaterThan(worlds * 20);
});
