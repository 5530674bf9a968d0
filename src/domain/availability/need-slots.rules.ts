import type { StepBudget } from '../../platform/step-budget.js';
import { type Interval, union } from '../../platform/time/interval.js';
import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import { NeedPer, type NeedWork, peopleAt, resourcesFor, workTimesOf } from '../service/service-need.rules.js';
import { findShortage, type HasRoom, Matching, type PoolNeed, type Shortage } from './need-matching.rules.js';
import { type Buffers, firstEndingAfter, type Load, loadOf } from './occupancy.rules.js';
import { type OpeningConditions, openTimesReader } from './open-times.rules.js';
import { freeSlotsByDate, isFullAt, type Slot, type SlotResource, type SlotSearch } from './slots.rules.js';

/** A need of a service, with its pool. */
export interface SlotNeed extends NeedWork {
  /** The resources that may serve it, each once and with its hours for the need, those that are preferred first. */
  readonly pool: readonly SlotResource[];
  /** Ids of resources of the pool that must serve it. None unless given. */
  readonly required?: readonly number[] | undefined;
}

/** The input of needSlotsByDate. */
export interface NeedSlotSearch extends Omit<SlotSearch, 'resources'> {
  /** At least one, by position. Resources in several pools have the same occupancies in all. */
  readonly needs: readonly SlotNeed[];
  /** The length of the service in minutes, to which the segments of its needs refer. */
  readonly serviceMinutes: number;
}

const msPerMinute = 60_000;

/**
 * Yields the slots of each date in turn for a service with needs, by `from`. A slot is a time at which all needs can be met
 * by one booking of the smallest size that takes all required resources. `free` is the most people that one booking can have
 * then, and `maximumCapacity` that number without other bookings. `resourceIds` are the resources that can serve the first
 * need.
 *
 * Slots start on the grids of the pool of the first need that works from the start of the service. Without such a need,
 * there are none. Day bookings have no needs.
 *
 * @param budget of the whole search. Yields undefined where a turn may end
 */
export function* needSlotsByDate(search: NeedSlotSearch, budget: StepBudget): Generator<Slot[] | undefined> {
  const { needs, service, dates } = search;
  const leading = needs.find(({ segments }) => (segments?.[0]?.offset ?? 0) === 0);
  if (!leading) return;
  const people = Math.max(1, service.minimum, service.people ?? 0);
  const loads = loadsOf(needs, budget);
  const least = Math.max(people, ...needs.map(peopleForRequired));
  const open = openReader(search, budget);
  const maximumCapacity = mostPeople(search, emptied(loads), needs, ownTime(search), least, budget);
  if (maximumCapacity < least) return;
  const starts = freeSlotsByDate({
    ...search,
    resources: leading.pool,
    service: {
      ...service,
      interval: 1,
      nextInterval: service.nextInterval ?? service.interval,
      minimum: peopleAt(leading, people),
      people: undefined,
      bufferAfter: 0,
    },
  });
  for (const date of dates) {
    const endOfDate = search.zone.startOfDay(addDays(date, 1));
    const slots: Slot[] = [];
    for (const { from } of starts.next().value ?? []) {
      const time = { from, to: from + service.interval * msPerMinute };
      if (budget.take(stepsOfStart)) yield undefined;
      if (service.sameDay && time.to > endOfDate) continue;
      const openNeeds = openAt(search, needs, time, open);
      const matching = matchingOf(search, loads, openNeeds, time, least, budget);
      const resourceIds = matching.choicesFor(0);
      if (resourceIds.length === 0) continue;
      const free = mostPeople(search, loads, openNeeds, time, least, budget);
      slots.push({ ...time, free, maximumCapacity, resourceIds: resourceIds.sort((a, b) => a - b) });
    }
    yield slots;
  }
}

const stepsOfStart = 20;

/** Returns the fewest people whose booking takes all required resources of a need. */
function peopleForRequired({ count, per, required = [] }: SlotNeed): number {
  return per === NeedPer.PERSON ? Math.ceil(required.length / count) : 1;
}

/** A time of the length of a service, for questions that do not depend on when it is. */
function ownTime({ serviceMinutes }: Pick<NeedSlotSearch, 'serviceMinutes'>): Interval {
  return { from: 0, to: serviceMinutes * msPerMinute };
}

/** Returns why a service with needs can never be booked by so many people; undefined if it can be. */
export function findLastingShortage(
  rules: NeedRules,
  needs: readonly SlotNeed[],
  people: number,
  budget: StepBudget,
): Shortage | undefined {
  return findShortageAt(rules, emptied(loadsOf(needs, budget)), needs, ownTime(rules), people, budget);
}

/** Returns why needs cannot be met at a time; undefined if they can be. */
export function findShortageAt(
  rules: NeedRules,
  loads: Loads | undefined,
  needs: readonly SlotNeed[],
  time: Interval,
  people: number,
  budget: StepBudget,
): Shortage | undefined {
  return findShortage(toPoolNeeds(needs, people), roomReader(rules, loads, needs, time, people, budget), budget);
}

/** Attributes of a service on which the work of its needs depends. */
export interface NeedRules {
  readonly service: Buffers;
  /** The length of the service in minutes, to which the segments of its needs refer. */
  readonly serviceMinutes: number;
}

/** The capacity and the load of resources by their ids. */
export type Loads = ReadonlyMap<number, { readonly capacity: number; readonly load: Load }>;

/** Returns what occupies the resources of the pools. Events and other calendars occupy a resource wholly. */
export function loadsOf(needs: readonly SlotNeed[], budget: StepBudget): Loads {
  const loads = new Map<number, { capacity: number; load: Load }>();
  for (const { id, capacity, occupancies, blocked } of needs.flatMap(({ pool }) => pool)) {
    if (loads.has(id)) continue;
    budget.take(stepsOfOccupancy * (1 + occupancies.length + blocked.length));
    loads.set(id, {
      capacity,
      load: loadOf([...occupancies, ...blocked.map((time) => ({ ...time, count: capacity }))]),
    });
  }
  return loads;
}

const stepsOfOccupancy = 8;

/** Returns the resources without what occupies them. */
export function emptied(loads: Loads): Loads {
  return new Map(Array.from(loads, ([id, { capacity }]) => [id, { capacity, load: [] }]));
}

/**
 * Returns the times that a need occupies its resources in a booking. The buffers of the service stand only before its start
 * and after its end, so a need that works neither from the start nor to the end has none.
 */
export function occupiedWorkOf(need: NeedWork, time: Interval, { service, serviceMinutes }: NeedRules): Interval[] {
  return workTimesOf(need, time, serviceMinutes).map(({ from, to }) => ({
    from: from === time.from ? from - service.bufferBefore * msPerMinute : from,
    to: to === time.to ? to + service.bufferAfter * msPerMinute : to,
  }));
}

/**
 * Returns whether resources have room for needs of a booking of so many people, when they work and in its buffers.
 *
 * @param loads undefined if all have room, because the booking ignores the capacity
 */
function roomReader(
  rules: NeedRules,
  loads: Loads | undefined,
  needs: readonly SlotNeed[],
  time: Interval,
  people: number,
  budget: StepBudget,
): HasRoom {
  if (!loads) return () => true;
  const wanted = needs.map((need) =>
    occupiedWorkOf(need, time, rules).map((work) => ({ ...work, count: peopleAt(need, people) })),
  );
  return (id, set) => {
    const { capacity, load } = loads.get(id) ?? { capacity: 0, load: [] };
    const together = loadOf(wanted.flatMap((work, index) => (set & (1 << index) ? work : [])));
    budget.take(stepsOfOccupancy * (1 + together.length));
    return together.every((piece) => hasRoomIn(load, piece, capacity - piece.count, budget));
  };
}

/** Whether never more than `most` people occupy a resource in a time. */
export function hasRoomIn(load: Load, { from, to }: Interval, most: number, budget: StepBudget): boolean {
  if (most < 0) return false;
  let index = firstEndingAfter(load, from);
  for (let next = load[index]; next && next.from < to; next = load[++index]) {
    budget.take(1);
    if (next.count > most) return false;
  }
  return true;
}

function toPoolNeeds(needs: readonly SlotNeed[], people: number): PoolNeed[] {
  return needs.map((need) => ({
    count: resourcesFor(need, people),
    pool: need.pool.map(({ id }) => id),
    required: need.required ?? [],
  }));
}

/** Returns the matching of needs at a time, as far as their pools have room then: all have without `loads`. */
export function matchingOf(
  rules: NeedRules,
  loads: Loads | undefined,
  needs: readonly SlotNeed[],
  time: Interval,
  people: number,
  budget: StepBudget,
): Matching {
  return new Matching(toPoolNeeds(needs, people), roomReader(rules, loads, needs, time, people, budget), budget);
}

/** Returns the most people for whom the needs can be met at a time, at least `possible`; 0 if not even for these. */
export function mostPeople(
  rules: NeedRules,
  loads: Loads,
  needs: readonly SlotNeed[],
  time: Interval,
  possible: number,
  budget: StepBudget,
): number {
  const canMeet = (people: number): boolean => matchingOf(rules, loads, needs, time, people, budget).isPossible();
  if (!canMeet(possible)) return 0;
  let most = possible;
  let tooMany = Math.min(...needs.map(mostByCapacity)) + 1;
  while (tooMany - most > 1) {
    const people = Math.floor((most + tooMany) / 2);
    if (canMeet(people)) most = people;
    else tooMany = people;
  }
  return most;
}

/** Returns a number of people that a need does not exceed, by its pool alone. */
function mostByCapacity({ pool, count, per }: SlotNeed): number {
  if (per === NeedPer.PERSON) return Math.floor(pool.length / count);
  return Math.max(0, ...pool.map(({ capacity }) => capacity));
}

/** Returns the needs with those of their resources that are open whenever they work, and may begin a booking on the date. */
export function openAt<Need extends SlotNeed>(
  search: Pick<NeedSlotSearch, 'zone' | 'serviceMinutes'>,
  needs: readonly Need[],
  time: Interval,
  isOpen: IsOpen,
): Need[] {
  return needs.map((need) => {
    const work = workTimesOf(need, time, search.serviceMinutes);
    const pool = need.pool.filter(
      (resource) => !isFullAt(resource, time.from, search.zone) && work.every((part) => isOpen(resource, part)),
    );
    return { ...need, pool };
  });
}

/** Returns whether the hours of a resource are open for a whole time. */
type IsOpen = (resource: SlotResource, time: Interval) => boolean;

/** Returns whether resources are open. Reads the hours of a date only when a time touches it, and once. */
export function openReader(
  { zone, closedDates }: Pick<OpeningConditions, 'zone' | 'closedDates'>,
  budget: StepBudget,
): IsOpen {
  const readers = new Map<PlainDate, ReturnType<typeof openTimesReader>>();
  const known = new Map<SlotResource, Map<string, readonly Interval[]>>();
  const spansOf = (resource: SlotResource, first: PlainDate, last: PlainDate): readonly Interval[] => {
    const ofResource = known.get(resource) ?? new Map<string, readonly Interval[]>();
    known.set(resource, ofResource);
    const key = `${first}${last}`;
    const spans = ofResource.get(key) ?? readSpans(resource, datesBetween(addDays(first, -1), last));
    ofResource.set(key, spans);
    return spans;
  };
  const readSpans = (resource: SlotResource, dates: readonly PlainDate[]): Interval[] => {
    budget.take(stepsOfDate * dates.length);
    return union(
      dates.flatMap((date) => {
        const reader = readers.get(date) ?? openTimesReader(date, { zone, dayBooking: 'NONE', closedDates });
        readers.set(date, reader);
        return reader(resource.hours);
      }),
    );
  };
  return (resource, { from, to }) =>
    spansOf(resource, zone.dateAt(from), zone.dateAt(to - 1)).some((span) => span.from <= from && to <= span.to);
}

const stepsOfDate = 30;
