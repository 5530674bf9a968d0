import { DateTime } from 'luxon';
import type { NeedSlotSearch, SlotNeed } from '../../../src/domain/availability/need-slots.rules.js';
import type { Slot, SlotResource } from '../../../src/domain/availability/slots.rules.js';
import { openMinutes, referenceSlots } from './slots.reference.js';

const minute = 60_000;

/** The ids of the resources of each need. */
export type Choice = readonly (readonly number[])[];

/**
 * Yields every choice of distinct resources for each need, in the order of the pools: the first has the first resources of
 * the first need. The room of the resources is not considered.
 */
export function* allChoices(pools: readonly { count: number; pool: readonly number[] }[]): Generator<Choice> {
  const [first, ...others] = pools;
  if (!first) return yield [];
  for (const part of partsOf(first.pool, first.count)) {
    for (const rest of allChoices(others)) yield [part, ...rest];
  }
}

function* partsOf(pool: readonly number[], count: number): Generator<readonly number[]> {
  if (count === 0) return yield [];
  for (const [index, id] of pool.entries()) {
    for (const rest of partsOf(pool.slice(index + 1), count - 1)) yield [id, ...rest];
  }
}

/** Computes the slots of a service with needs by trying every choice at every minute. Times must be whole minutes. */
export function referenceNeedSlots(world: NeedSlotSearch): Slot[] {
  const { needs, service, zone, dates } = world;
  const leading = needs.find(({ segments }) => segments === null || segments[0]?.offset === 0);
  if (!leading) return [];
  const people = Math.max(1, service.minimum, service.people ?? 0);
  const grid = referenceSlots({
    ...world,
    resources: leading.pool,
    service: {
      ...service,
      interval: 1,
      nextInterval: service.nextInterval ?? service.interval,
      minimum: leading.per === 'person' ? 1 : people,
      people: undefined,
      bufferAfter: 0,
    },
  });
  const empty = needs.map((need) => ({
    ...need,
    pool: need.pool.map((one) => ({ ...one, occupancies: [], blocked: [] })),
  }));
  const without = (count: number) => choicesAt({ ...world, needs: empty }, 0, count, () => true).next().done !== true;
  const known = new Map<string, Set<number>>();
  const openFrom = (date: string, one: SlotResource): Set<number> => {
    const key = JSON.stringify([date, one.hours]);
    const open = known.get(key) ?? openAround(date, one, world);
    known.set(key, open);
    return open;
  };
  let maximumCapacity = 0;
  for (let count = 1; count <= 20; count++) if (without(count)) maximumCapacity = count;
  return grid.flatMap(({ from }) => {
    const to = from + service.interval * minute;
    const date = DateTime.fromMillis(from, { zone: zone.name }).toISODate() ?? '';
    const endOfDate = DateTime.fromISO(date, { zone: zone.name }).plus({ days: 1 }).startOf('day').toMillis();
    if (!dates.includes(date) || (service.sameDay && to > endOfDate)) return [];
    const allowed = (one: SlotResource, work: number[]): boolean =>
      !one.fullDates?.has(date) && work.every((at) => openFrom(date, one).has(at));
    const choices = [...choicesAt(world, from, people, allowed)];
    if (choices.length === 0) return [];
    let free = people;
    while (free < 20 && choicesAt(world, from, free + 1, allowed).next().done !== true) free++;
    const resourceIds = [...new Set(choices.flatMap(([first]) => first ?? []))].sort((a, b) => a - b);
    return [{ from, to, free, maximumCapacity, resourceIds }];
  });
}

/** Returns the open minutes from the day before a date to two days after it. */
function openAround(date: string, { hours }: SlotResource, { closedDates, zone }: NeedSlotSearch): Set<number> {
  const days = [-1, 0, 1, 2].map((passed) => DateTime.fromISO(date).plus({ days: passed }).toISODate() ?? '');
  return new Set(days.flatMap((day) => openMinutes(day, hours, closedDates, zone.name).flat()));
}

/** Yields every choice of resources that are free at a start, counted at every minute. */
function* choicesAt(
  world: NeedSlotSearch,
  start: number,
  people: number,
  allowed: (resource: SlotResource, work: number[]) => boolean,
): Generator<Choice> {
  const { needs, service, serviceMinutes } = world;
  const end = start + (start === 0 ? serviceMinutes : service.interval) * minute;
  const works = needs.map((need) => minutesOfWork(need, start, end, serviceMinutes));
  const occupied = works.map((work) => {
    const before = work[0] === start ? minutesFrom(start - service.bufferBefore * minute, start) : [];
    const after = work.at(-1) === end - minute ? minutesFrom(end, end + service.bufferAfter * minute) : [];
    return [...before, ...work, ...after];
  });
  const pools = needs.map((need, index) => ({
    count: need.per === 'person' ? need.count * people : need.count,
    pool: need.pool.filter((one) => allowed(one, works[index] ?? [])).map(({ id }) => id),
  }));
  const resources = new Map(needs.flatMap(({ pool }) => pool.map((one) => [one.id, one])));
  const all = [...new Set(occupied.flat())];
  const taken = new Map(Array.from(resources, ([id, one]) => [id, new Map(all.map((at) => [at, takenAt(one, at)]))]));
  for (const choice of allChoices(pools)) {
    const fits = [...resources.values()].every((resource) => {
      const added = new Map<number, number>();
      for (const [index, need] of needs.entries()) {
        if (!choice[index]?.includes(resource.id)) continue;
        for (const at of occupied[index] ?? []) {
          added.set(at, (added.get(at) ?? 0) + (need.per === 'person' ? 1 : people));
        }
      }
      return [...added].every(([at, count]) => count + (taken.get(resource.id)?.get(at) ?? 0) <= resource.capacity);
    });
    if (fits) yield choice;
  }
}

function takenAt({ occupancies, blocked, capacity }: SlotResource, at: number): number {
  if (blocked.some(({ from, to }) => from <= at && at < to)) return capacity;
  return occupancies.reduce((sum, { from, to, count }) => (from <= at && at < to ? sum + count : sum), 0);
}

function minutesOfWork({ segments }: SlotNeed, start: number, end: number, serviceMinutes: number): number[] {
  return minutesFrom(start, end).filter((at) => {
    const passed = (at - start) / minute;
    return segments === null
      ? true
      : segments.some(({ offset, length }) => {
          const isLast = offset + length === serviceMinutes;
          return passed >= offset && (isLast || passed < offset + length);
        });
  });
}

function minutesFrom(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / minute }, (_, index) => from + index * minute);
}
