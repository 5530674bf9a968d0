import type { StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import { type BookingPart, hasRoomTogether, JointMatching, type LimitLeft } from './joint-matching.rules.js';

/** The order of the bookings of a visit. */
export type Arrangement = 'in_order' | 'any_order' | 'at_once';

/** Whether one resource serves the whole visit. */
export type ResourceSharing = 'prefer' | 'require' | 'any';

/** The most items of which every order is tried: 24 orders. */
export const maxReordered = 4;

/** A free time of an item by itself. */
export interface ItemTime extends Interval {
  /** The resources that can serve it then, those that are preferred first. */
  readonly resourceIds: readonly number[];
}

/** A service that is part of a visit. */
export interface VisitItem {
  /** By `from`. */
  readonly times: readonly ItemTime[];
  /** Returns the parts of its booking at one of its times, at least one. The first has the resource that serves the item. */
  readonly partsAt: (time: ItemTime, booking: number) => readonly BookingPart[];
  /** Returns the limits of its service and its person at one of its times, apart from those of resources. */
  readonly limitsAt: (time: ItemTime) => readonly LimitLeft[];
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

/** An item at one of its times, on resources that have room for it beside those placed before. */
interface Placed {
  readonly index: number;
  readonly time: ItemTime;
  readonly parts: readonly BookingPart[];
  readonly limits: readonly LimitLeft[];
  /** The resource that serves it, which is one of its first part. */
  readonly resourceId: number;
  /** The resources of each part. */
  readonly resourceIds: Choice;
}

/** The resources of each part of an item. */
type Choice = readonly (readonly number[])[];

/**
 * Yields a visit for each start at which there is one, by start. Its items are at times that are free by themselves, within
 * the limits of their services and people together, and on resources that have room for all of them together, with their
 * buffers: a matching over the resources, not the first choice of each item. Of several visits with the same start it is the one that ends first of those that take the earliest
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

/**
 * Yields a visit for each start at which all items have a free time so long after it as their offsets say, by start, under
 * the conditions of `visitTimes`.
 *
 * @param items each with the milliseconds from the start of the visit to its own
 * @param budget of the whole search. Yields undefined where a turn may end
 */
export function* shiftedTimes(
  items: readonly (VisitItem & { readonly offset: number })[],
  budget: StepBudget,
): Generator<VisitTime | undefined> {
  const search = { items, arrangement: 'in_order', maxWait: 0, sameResource: 'any' } as const;
  for (const first of items[0]?.times ?? []) {
    if (budget.take(stepsOfStart)) yield undefined;
    const start = first.from - (items[0]?.offset ?? 0);
    let placed: readonly Placed[] | undefined = [];
    for (const [index, { times, offset }] of items.entries()) {
      const time: ItemTime | undefined = times[firstFrom(times, start + offset)];
      placed = time?.from === start + offset ? add(search, placed, index, time, false, budget) : undefined;
      if (!placed) break;
    }
    if (placed) yield toVisit(placed);
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
 * Adds an item at a time to those that are placed. They keep their resources if there is room for it beside them. Otherwise
 * all get others, by a matching.
 *
 * @returns undefined if limits or resources do not allow all together
 */
function add(
  { items }: VisitSearch,
  placed: readonly Placed[],
  index: number,
  time: ItemTime,
  isOnOne: boolean,
  budget: StepBudget,
): readonly Placed[] | undefined {
  const item = items[index];
  const limits = item?.limitsAt(time) ?? [];
  const counted = limits.length > 0 ? placed.flatMap((one) => one.limits) : [];
  if (limits.some(({ key, left }) => counted.filter((other) => other.key === key).length >= left)) return undefined;
  const parts = item?.partsAt(time, index) ?? [];
  const added = { index, time, parts, limits };
  const kept = isOnOne ? placed[0]?.resourceId : undefined;
  const wanted = kept === undefined ? parts : onResource(parts, kept);
  const beside = wanted && chooseBeside(placed, wanted, budget);
  if (beside) return [...placed, withChoice(added, beside, kept)];
  // One part by itself has no other choice.
  if (placed.length === 0 && parts.length <= 1) return undefined;
  return isOnOne ? placeOnOne([...placed, added], budget) : placeTogether([...placed, added], budget);
}

type Unplaced = Omit<Placed, 'resourceId' | 'resourceIds'>;

function withChoice(one: Unplaced, resourceIds: Choice, serving?: number): Placed {
  return { ...one, resourceIds, resourceId: serving ?? one.parts[0]?.required[0] ?? resourceIds[0]?.[0] ?? 0 };
}

/** Returns the parts of an item that a resource serves; undefined if it cannot. */
function onResource(parts: readonly BookingPart[], id: number): readonly BookingPart[] | undefined {
  const [first, ...others] = parts;
  const isOther = first?.required.length && !first.required.includes(id);
  return first && !isOther && first.pool.includes(id) ? [{ ...first, required: [id] }, ...others] : undefined;
}

/** Chooses the first resources of each part in turn that have room beside items that keep theirs; undefined if there are none. */
function chooseBeside(
  placed: readonly Placed[],
  parts: readonly BookingPart[],
  budget: StepBudget,
): number[][] | undefined {
  const chosen: number[][] = [];
  for (const part of parts) {
    const ids: number[] = [];
    const isFree = (id: number): boolean => {
      if (ids.includes(id)) return false;
      const ofPlaced = placed.flatMap((one) => one.parts.filter((_, place) => one.resourceIds[place]?.includes(id)));
      const own = parts.filter((_, place) => chosen[place]?.includes(id));
      return hasRoomTogether([...ofPlaced, ...own, part], id, budget);
    };
    if (!part.required.every((id) => isFree(id) && ids.push(id))) return undefined;
    for (const id of part.pool) if (ids.length < part.count && isFree(id)) ids.push(id);
    if (ids.length < part.count) return undefined;
    chosen.push(ids);
  }
  return chosen;
}

/** Places all items on the first resource that can serve each of them. */
function placeOnOne(together: readonly Unplaced[], budget: StepBudget): Placed[] | undefined {
  for (const id of together[0]?.parts[0]?.pool ?? []) {
    const served = together.flatMap((one) => onResource(one.parts, id) ?? []);
    const firsts = together.flatMap(({ parts }) => parts[0] ?? []);
    const size = together.reduce((sum, { parts }) => sum + parts.length, 0);
    if (served.length < size || !hasRoomTogether(firsts, id, budget)) continue;
    const placed = placeTogether(together, budget, served, id);
    if (placed) return placed;
  }
  return undefined;
}

/** Places all items by a matching of their parts. */
function placeTogether(
  together: readonly Unplaced[],
  budget: StepBudget,
  parts = together.flatMap((one) => one.parts),
  serving?: number,
): Placed[] | undefined {
  const chosen = new JointMatching(parts, budget).choose();
  return chosen && together.map((one) => withChoice(one, chosen.splice(0, one.parts.length), serving));
}

function toVisit(placed: readonly Placed[]): VisitTime {
  const items = placed.toSorted((a, b) => a.index - b.index);
  return {
    from: Math.min(...items.map(({ time }) => time.from)),
    to: Math.max(...items.map(({ time }) => time.to)),
    items: items.map(({ time: { from, to }, resourceId }) => ({ from, to, resourceId })),
  };
}
