import type { StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import { Matching } from './need-matching.rules.js';
import { hasRoomIn } from './need-slots.rules.js';
import { type Buffers, type Load, loadOf, occupiedTime } from './occupancy.rules.js';

/** The order of the bookings of a visit. */
export type Arrangement = 'in_order' | 'any_order' | 'at_once';

/** Whether one resource serves the whole visit. */
export type ResourceSharing = 'prefer' | 'require' | 'any';

/** The most items of which every order is tried: 24 orders. */
export const maxReordered = 4;

/** A free time of an item by itself. */
export interface ItemTime extends Interval {
  /** Resources that are free during it with the buffers of the service, those that are preferred first. */
  readonly resourceIds: readonly number[];
}

/** A resource, as far as it limits an item. */
export interface ItemResource {
  readonly capacity: number;
  /** Bookings around the times of the item, and all else that occupies it then. Events and other calendars occupy it wholly. */
  readonly load: Load;
  /** The buffers of the service with it. */
  readonly buffers: Buffers;
}

/** A service that is part of a visit. */
export interface VisitItem {
  /** By `from`. */
  readonly times: readonly ItemTime[];
  /** The number of people. */
  readonly count: number;
  readonly resources: ReadonlyMap<number, ItemResource>;
}

/** The input of `visitTimes`. */
export interface VisitSearch {
  /** From 1 to 8; of `any_order` at most `maxReordered`. */
  readonly items: readonly VisitItem[];
  readonly arrangement: Arrangement;
  /** The most milliseconds between the end of one item and the start of the next. */
  readonly maxWait: number;
  readonly sameResource: ResourceSharing;
}

/** A time of a visit, with a time and a resource of each item in the order of the search. */
export interface VisitTime extends Interval {
  readonly items: readonly (Interval & { readonly resourceId: number })[];
}

/** An item at one of its times, on a resource that has room for it beside those placed before. */
interface Placed {
  readonly index: number;
  readonly time: ItemTime;
  readonly resourceId: number;
}

/**
 * Yields a visit for each start at which there is one, by start. Its items are at times that are free by themselves, and on
 * resources that have room for all of its items together, with their buffers: a matching over the resources, not the first
 * choice of each item. Of several visits with the same start it is the one that ends first of those that take the earliest
 * time of each item in turn, in the first order that has it. With `prefer`, one on a single resource comes first, whenever it ends.
 *
 * @param budget of the whole search. Yields undefined where a turn may end
 */
export function* visitTimes(search: VisitSearch, budget: StepBudget): Generator<VisitTime | undefined> {
  const orders = ordersOf(search);
  const firsts = new Set(orders.flatMap(([first = 0]) => search.items[first]?.times.map(({ from }) => from) ?? []));
  for (const start of [...firsts].sort((a, b) => a - b)) {
    if (budget.take(stepsOfStart)) yield undefined;
    const visit = visitAt(search, orders, start, budget);
    if (visit) yield visit;
  }
}

const stepsOfStart = 20;
const stepsOfTime = 4;

function ordersOf({ items, arrangement }: VisitSearch): readonly (readonly number[])[] {
  const given = items.map((_, index) => index);
  return arrangement === 'any_order' ? permutationsOf(given) : [given];
}

/** Returns all orders of values, the given one first. */
function permutationsOf(values: readonly number[]): number[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((first) =>
    permutationsOf(values.filter((value) => value !== first)).map((others) => [first, ...others]),
  );
}

function visitAt(
  search: VisitSearch,
  orders: readonly (readonly number[])[],
  start: number,
  budget: StepBudget,
): VisitTime | undefined {
  const onOne = search.sameResource !== 'any' && earliest(search, orders, start, true, budget);
  if (onOne || search.sameResource === 'require') return onOne || undefined;
  return earliest(search, orders, start, false, budget);
}

/** Returns the visit that ends first of those that each order has. */
function earliest(
  search: VisitSearch,
  orders: readonly (readonly number[])[],
  start: number,
  isOnOne: boolean,
  budget: StepBudget,
): VisitTime | undefined {
  let best: VisitTime | undefined;
  for (const order of orders) {
    const found = complete(search, order, [], start, isOnOne, budget);
    if (found && (!best || found.to < best.to)) best = found;
  }
  return best;
}

/** Places the items after those that are placed, each at the earliest time with which the others can be placed, too. */
function complete(
  search: VisitSearch,
  order: readonly number[],
  placed: readonly Placed[],
  start: number,
  isOnOne: boolean,
  budget: StepBudget,
): VisitTime | undefined {
  const index = order[placed.length];
  const item = index === undefined ? undefined : search.items[index];
  if (index === undefined || !item) return toVisit(placed);
  const isFirst = placed.length === 0 || search.arrangement === 'at_once';
  const from = isFirst ? start : (placed.at(-1)?.time.to ?? start);
  const until = isFirst ? start : from + search.maxWait;
  for (let next = firstFrom(item.times, from); ; next++) {
    const time = item.times[next];
    budget.take(stepsOfTime);
    if (!time || time.from > until) return undefined;
    const together = add(search, placed, index, time, isOnOne, budget);
    const visit = together && complete(search, order, together, start, isOnOne, budget);
    if (visit) return visit;
  }
}

/** Returns the index of the first time that begins at an instant or later. */
function firstFrom(times: readonly ItemTime[], instant: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle]?.from ?? Number.POSITIVE_INFINITY) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Adds an item at a time to those that are placed. They keep their resources if one has room for it beside them. Otherwise
 * all get others, by a matching.
 *
 * @returns undefined if resources do not have room for all together
 */
function add(
  search: VisitSearch,
  placed: readonly Placed[],
  index: number,
  time: ItemTime,
  isOnOne: boolean,
  budget: StepBudget,
): readonly Placed[] | undefined {
  const kept = placed[0]?.resourceId;
  const own = isOnOne && kept !== undefined ? time.resourceIds.filter((id) => id === kept) : time.resourceIds;
  const resourceId = own.find((id) =>
    hasRoom(search, [...placed.filter((one) => one.resourceId === id), { index, time }], id, budget),
  );
  if (resourceId !== undefined) return [...placed, { index, time, resourceId }];
  if (placed.length === 0) return undefined;
  const together = [...placed, { index, time }];
  const chosen = isOnOne ? chooseOne(search, together, budget) : choose(search, together, budget);
  return chosen && together.map((one, place) => ({ ...one, resourceId: chosen[place] ?? 0 }));
}

type Timed = Omit<Placed, 'resourceId'>;

/** Chooses the first resource that has room for all items. */
function chooseOne(search: VisitSearch, together: readonly Timed[], budget: StepBudget): number[] | undefined {
  const [first, ...others] = together;
  const one = first?.time.resourceIds.find(
    (id) => others.every(({ time }) => time.resourceIds.includes(id)) && hasRoom(search, together, id, budget),
  );
  return one === undefined ? undefined : together.map(() => one);
}

function choose(search: VisitSearch, together: readonly Timed[], budget: StepBudget): number[] | undefined {
  const matching = new Matching(
    together.map(({ time }) => ({ count: 1, pool: time.resourceIds })),
    (id, set) =>
      hasRoom(
        search,
        together.filter((_, place) => set & (1 << place)),
        id,
        budget,
      ),
    budget,
  );
  return matching.choose()?.flat();
}

/** Returns whether a resource has room for items together, with their buffers. */
function hasRoom({ items }: VisitSearch, together: readonly Timed[], id: number, budget: StepBudget): boolean {
  budget.take(stepsOfTime * together.length);
  const wanted = together.flatMap(({ index, time }) => {
    const item = items[index];
    const resource = item?.resources.get(id);
    return item && resource ? [{ ...occupiedTime(time, resource.buffers), count: item.count, resource }] : [];
  });
  if (wanted.length < together.length) return false;
  // One person has room by itself, as its time is free.
  const isAlone = wanted.every(
    (one, place) =>
      one.count === 1 && wanted.every((other, at) => at === place || other.to <= one.from || other.from >= one.to),
  );
  if (isAlone) return true;
  return loadOf(wanted).every((piece) =>
    wanted.every(({ from, to, resource }) => {
      if (piece.to <= from || piece.from >= to) return true;
      return hasRoomIn(resource.load, piece, resource.capacity - piece.count, budget);
    }),
  );
}

function toVisit(placed: readonly Placed[]): VisitTime {
  const items = placed.toSorted((a, b) => a.index - b.index);
  return {
    from: Math.min(...items.map(({ time }) => time.from)),
    to: Math.max(...items.map(({ time }) => time.to)),
    items: items.map(({ time: { from, to }, resourceId }) => ({ from, to, resourceId })),
  };
}
