import { tooManyItems } from '../../platform/accepted.js';
import { DomainError, type FieldErrors, hasErrors, invalid, ofItem, rejectIfAny } from '../../platform/errors.js';
import { LimitError, type StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import { addDays } from '../../platform/time/plain-date.js';
import { endTurn } from '../../platform/turns.js';
import { isVisitor, type RequestContext, today } from '../context.js';
import { type DateRange, dateRange } from '../records/period.input.js';
import { validateCount } from './booking-limits.rules.js';
import { partsOfNeeds } from './booking-parts.rules.js';
import type { BookingPart } from './joint-matching.rules.js';
import { createSearchBudget } from './need-search.js';
import { loadsOf, type NeedSlotSearch, openAt, openReader } from './need-slots.rules.js';
import { buffersWith, loadOf, noBuffers, occupiedTime } from './occupancy.rules.js';
import type { ScheduledResource } from './schedule.queries.js';
import { listTimesToCombine, type MovingBooking, spendSlots, type TimesToCombine } from './slot.queries.js';
import {
  maxVisitWait,
  SameResource,
  VisitArrangement,
  type VisitSearchInput,
  type VisitSlot,
  VisitSlotConnection,
  type VisitSlotItemInput,
} from './visit-slot.type.js';
import {
  type ItemTime,
  maxReordered,
  shiftedTimes,
  type VisitItem,
  type VisitTime,
  visitTimes,
} from './visit-slots.rules.js';

/** The most days between the first and the last date of a search. */
const maxDays = 31;
const msPerMinute = 60_000;
const msPerDay = 86_400_000;

const noRoom = { capacity: 0, load: [] };

/**
 * Lists the times of a visit that begin on a range of dates, each with the resources on which all of its items can be booked
 * together.
 *
 * @throws DomainError INVALID on `from`, `to`, `items`, `maxWait`, and on attributes of items such as `items[1].serviceId`
 */
export async function listVisitSlots(
  context: RequestContext,
  search: VisitSearchInput,
  { from, to }: { from?: string | null | undefined; to?: string | null | undefined },
): Promise<VisitSlotConnection> {
  rejectIfAny(validateSearch(context, search));
  const range = dateRange(from, to, today(context), maxDays);
  const budget = createSearchBudget();
  const end = context.zone.startOfDay(addDays(range.to, 1));
  const slots: VisitSlot[] = [];
  try {
    const found = visitTimes(
      {
        items: await readItems(context, search.items, range, budget),
        arrangement: search.arrangement ?? VisitArrangement.IN_ORDER,
        maxWait: (search.maxWait ?? 0) * msPerMinute,
        sameResource: search.sameResource ?? SameResource.PREFER,
      },
      budget,
    );
    for (const visit of found) {
      if (!visit) await endTurn(budget);
      else if (visit.from < end) slots.push(toSlot(search.items, visit));
    }
  } catch (error) {
    if (error instanceof LimitError) throw tooManySteps();
    throw error;
  }
  return new VisitSlotConnection(slots);
}

/** A booking of a visit that moves, which keeps its resource. */
export interface MovingItem {
  serviceId: number;
  resourceId: number;
  moving: MovingBooking;
}

/**
 * Lists the times that begin on a range of dates to which all bookings of a visit can move by the same time.
 *
 * @param moved by time
 * @throws DomainError INVALID on `from` and `to`
 */
export async function listVisitMoves(
  context: RequestContext,
  moved: readonly MovingItem[],
  { from, to }: { from?: string | null | undefined; to?: string | null | undefined },
): Promise<VisitSlotConnection> {
  const range = dateRange(from, to, today(context), maxDays);
  const budget = createSearchBudget();
  const end = context.zone.startOfDay(addDays(range.to, 1));
  const start = moved[0]?.moving.from ?? 0;
  const slots: VisitSlot[] = [];
  try {
    const items: (VisitItem & { offset: number })[] = [];
    for (const { serviceId, resourceId, moving } of moved) {
      const offset = moving.from - start;
      const dates = { from: range.from, to: addDays(range.to, Math.ceil(offset / msPerDay)) };
      const request = { serviceId, selectedResources: [resourceId], moving };
      const times = await listTimesToCombine(context, request, dates, budget);
      spendSlots(
        context.slotBudget,
        times.slots.map(({ resourceIds }) => ({ availableResources: resourceIds })),
      );
      items.push({ offset, ...toItem(context, times, { count: moving.count, resourceId }, budget) });
    }
    for (const visit of shiftedTimes(items, budget)) {
      if (!visit) await endTurn(budget);
      else if (visit.from < end) slots.push(toSlot(moved, visit));
    }
  } catch (error) {
    if (error instanceof LimitError) throw tooManySteps();
    throw error;
  }
  return new VisitSlotConnection(slots);
}

function tooManySteps(): DomainError {
  return invalid({ to: ['needs too many steps: ask for fewer dates or items'] });
}

function validateSearch(context: RequestContext, { items, arrangement, maxWait }: VisitSearchInput): FieldErrors {
  const wait = maxWait ?? 0;
  const isTooLong = arrangement === VisitArrangement.ANY_ORDER && items.length > maxReordered;
  return {
    ...(wait < 0 && { maxWait: ['must be greater than or equal to 0'] }),
    ...(wait > maxVisitWait && { maxWait: [`must be less than or equal to ${maxVisitWait}`] }),
    ...(isTooLong && { items: [tooManyItems(maxReordered)] }),
    ...(arrangement === VisitArrangement.AT_ONCE && !isVisitor(context) && validatePeople(items)),
  };
}

/** Nobody can be in two places at once. */
function validatePeople(items: readonly VisitSlotItemInput[]): FieldErrors {
  const people = items.map(({ personId }) => personId ?? undefined);
  const twice = people.findIndex((id, index) => id !== undefined && people.indexOf(id) < index);
  return twice < 0 ? {} : ofItem('items', twice, { personId: ['is when the person has another booking'] });
}

/** Reads the free times of each item by itself, of equal items once. Later items may be on the day after the range. */
async function readItems(
  context: RequestContext,
  inputs: readonly VisitSlotItemInput[],
  { from, to }: DateRange,
  budget: StepBudget,
): Promise<VisitItem[]> {
  const range = { from, to: addDays(to, 1) };
  const known = new Map<string, TimesToCombine>();
  const items: VisitItem[] = [];
  for (const [index, input] of inputs.entries()) {
    const { serviceId, resourceId, personId, intervals, optionIds, count, otherResources } = input;
    const others = otherResources?.length ? [count, otherResources] : [];
    const key = JSON.stringify([serviceId, resourceId, personId, intervals, optionIds, ...others]);
    const times = known.get(key) ?? (await readTimes(context, index, input, range, budget));
    known.set(key, times);
    const { count: ofCount } = validateCount(count ?? 1, times.service);
    if (ofCount) throw invalid(ofItem('items', index, { count: ofCount }));
    items.push(toItem(context, times, input, budget));
  }
  return items;
}

async function readTimes(
  context: RequestContext,
  index: number,
  { serviceId, resourceId, personId, intervals, optionIds, count, otherResources }: VisitSlotItemInput,
  range: DateRange,
  budget: StepBudget,
): Promise<TimesToCombine> {
  const selectedResources = resourceId === null || resourceId === undefined ? null : [resourceId];
  const request = {
    ...{ serviceId, selectedResources, personId: personId ?? null },
    ...{ intervals: intervals ?? null, options: optionIds ?? null },
    ...{ otherResources: otherResources ?? null, people: count ?? 1 },
  };
  try {
    const times = await listTimesToCombine(context, request, range, budget);
    spendSlots(
      context.slotBudget,
      times.slots.map(({ resourceIds }) => ({ availableResources: resourceIds })),
    );
    return { ...times, slots: times.slots.toSorted((a, b) => a.from - b.from || a.to - b.to) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') throw invalid(ofItem('items', index, { serviceId: ['does not exist'] }));
    if (error.fields['to'] || !hasErrors(error.fields)) throw error;
    throw invalid(ofItem('items', index, ofInput(error.fields)));
  }
}

/** Names the errors of a search for one service as the input of an item does. */
function ofInput(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, errors]) => [
      name === 'selectedResources' ? 'resourceId' : name.replace(/^options(\[\d+\])?.*/, 'optionIds$1'),
      errors,
    ]),
  );
}

function toItem(
  { zone }: RequestContext,
  times: TimesToCombine,
  { count, resourceId }: Pick<VisitSlotItemInput, 'count' | 'resourceId'>,
  budget: StepBudget,
): VisitItem {
  const { slots, full } = times;
  const people = count ?? 1;
  const limitAt = ({ from }: Interval): BookingPart['limitOf'] => {
    if (full.ofResource.size === 0) return undefined;
    const date = zone.dateAt(from);
    return (id) => full.limitOf(id, date);
  };
  const partsOf = times.needSearch
    ? partsReaderOfNeeds(times.needSearch, people, resourceId ?? undefined, budget)
    : partsReader(times, people);
  const known = new Map<Interval, readonly BookingPart[]>();
  return {
    times: slots,
    partsAt: (time, booking) => {
      const parts = known.get(time) ?? partsOf(booking, time, limitAt(time));
      known.set(time, parts);
      return parts;
    },
    limitsAt: ({ from }) => full.limitsOn(zone.dateAt(from)),
  };
}

type PartsReader = (booking: number, time: ItemTime, limitOf: BookingPart['limitOf']) => BookingPart[];

/** A booking without needs is its only part. */
function partsReader({ service, resources }: TimesToCombine, people: number): PartsReader {
  const rooms = new Map(resources.map((one) => [one.id, { capacity: one.capacity, load: loadOf(occupancyOf(one)) }]));
  const buffers = new Map(resources.map(({ id, terms }) => [id, buffersWith(service, terms)]));
  const roomOf: BookingPart['roomOf'] = (id) => rooms.get(id) ?? noRoom;
  return (booking, time, limitOf) => {
    const occupiedWith: BookingPart['occupiedWith'] = (id) => [occupiedTime(time, buffers.get(id) ?? noBuffers)];
    return [{ ...{ booking, people, roomOf, limitOf, occupiedWith }, count: 1, pool: time.resourceIds, required: [] }];
  };
}

/** @param named the resource that is asked for, which serves the first need. Those of others are in the search */
function partsReaderOfNeeds(
  search: NeedSlotSearch,
  people: number,
  named: number | undefined,
  budget: StepBudget,
): PartsReader {
  const loads = loadsOf(search.needs, budget);
  const isOpen = openReader(search, budget);
  return (booking, time, limitOf) => {
    const open = openAt(search, search.needs, time, isOpen);
    const asked = open.map((need, index) =>
      index === 0 && named !== undefined ? { ...need, required: [named] } : need,
    );
    return partsOfNeeds(booking, search, asked, time, people, loads, limitOf);
  };
}

/** Returns all that occupies a resource: events and other calendars occupy it wholly. */
function occupancyOf({ capacity, occupancies, blocked, external }: ScheduledResource) {
  return [...occupancies, ...[...blocked, ...external].map((time) => ({ ...time, count: capacity }))];
}

function toSlot(inputs: readonly Pick<VisitSlotItemInput, 'serviceId'>[], visit: VisitTime): VisitSlot {
  return {
    timestamp: new Date(visit.from),
    timestampEnd: new Date(visit.to),
    items: visit.items.map(({ from, to, resourceId }, index) => ({
      serviceId: inputs[index]?.serviceId ?? 0,
      resourceId,
      timestamp: new Date(from),
      timestampEnd: new Date(to),
    })),
  };
}
