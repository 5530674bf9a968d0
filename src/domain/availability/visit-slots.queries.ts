import { tooManyItems } from '../../platform/accepted.js';
import { DomainError, type FieldErrors, hasErrors, invalid, ofItem, rejectIfAny } from '../../platform/errors.js';
import { LimitError } from '../../platform/step-budget.js';
import { addDays } from '../../platform/time/plain-date.js';
import { endTurn } from '../../platform/turns.js';
import { isVisitor, type RequestContext, today } from '../context.js';
import { type DateRange, dateRange } from '../records/period.input.js';
import { createSearchBudget } from './need-search.js';
import { buffersWith, loadOf } from './occupancy.rules.js';
import type { ScheduledResource } from './schedule.queries.js';
import { listTimesToCombine, spendSlots } from './slot.queries.js';
import {
  maxVisitWait,
  SameResource,
  VisitArrangement,
  type VisitSearchInput,
  type VisitSlot,
  VisitSlotConnection,
  type VisitSlotItemInput,
} from './visit-slot.type.js';
import { maxReordered, type VisitItem, type VisitTime, visitTimes } from './visit-slots.rules.js';

/** The most days between the first and the last date of a search. */
const maxDays = 31;
const msPerMinute = 60_000;

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
  const items = await readItems(context, search.items, range);
  const budget = createSearchBudget();
  const found = visitTimes(
    {
      items,
      arrangement: search.arrangement ?? VisitArrangement.IN_ORDER,
      maxWait: (search.maxWait ?? 0) * msPerMinute,
      sameResource: search.sameResource ?? SameResource.PREFER,
    },
    budget,
  );
  const end = context.zone.startOfDay(addDays(range.to, 1));
  const slots: VisitSlot[] = [];
  try {
    for (const visit of found) {
      if (!visit) await endTurn(budget);
      else if (visit.from < end) slots.push(toSlot(search.items, visit));
    }
  } catch (error) {
    if (error instanceof LimitError) throw invalid({ to: ['needs too many steps: ask for fewer dates or items'] });
    throw error;
  }
  return new VisitSlotConnection(slots);
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
): Promise<VisitItem[]> {
  const range = { from, to: addDays(to, 1) };
  const known = new Map<string, Omit<VisitItem, 'count'>>();
  const items: VisitItem[] = [];
  for (const [index, input] of inputs.entries()) {
    const { serviceId, resourceId, personId, intervals, optionIds, count } = input;
    if ((count ?? 1) < 1) throw invalid(ofItem('items', index, { count: ['must be greater than 0'] }));
    const key = JSON.stringify([serviceId, resourceId, personId, intervals, optionIds]);
    const item = known.get(key) ?? (await readItem(context, index, input, range));
    known.set(key, item);
    items.push({ ...item, count: count ?? 1 });
  }
  return items;
}

async function readItem(
  context: RequestContext,
  index: number,
  { serviceId, resourceId, personId, intervals, optionIds }: VisitSlotItemInput,
  range: DateRange,
): Promise<Omit<VisitItem, 'count'>> {
  const selectedResources = resourceId === null || resourceId === undefined ? null : [resourceId];
  const request = {
    ...{ serviceId, selectedResources, personId: personId ?? null },
    ...{ intervals: intervals ?? null, options: optionIds ?? null },
  };
  try {
    const { service, resources, slots } = await listTimesToCombine(context, request, range);
    spendSlots(
      context.slotBudget,
      slots.map(({ resourceIds }) => ({ availableResources: resourceIds })),
    );
    return {
      times: slots.toSorted((a, b) => a.from - b.from || a.to - b.to),
      resources: new Map(
        resources.map((one) => [
          one.id,
          { capacity: one.capacity, load: loadOf(occupancyOf(one)), buffers: buffersWith(service, one.terms) },
        ]),
      ),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') throw invalid(ofItem('items', index, { serviceId: ['does not exist'] }));
    const { to, selectedResources: ofResource, options: ofOptions, ...fields } = error.fields;
    if (to || !hasErrors(error.fields)) throw error;
    throw invalid(
      ofItem('items', index, {
        ...fields,
        ...(ofResource && { resourceId: ofResource }),
        ...(ofOptions && { optionIds: ofOptions }),
      }),
    );
  }
}

/** Returns all that occupies a resource: events and other calendars occupy it wholly. */
function occupancyOf({ capacity, occupancies, blocked, external }: ScheduledResource) {
  return [...occupancies, ...[...blocked, ...external].map((time) => ({ ...time, count: capacity }))];
}

function toSlot(inputs: readonly VisitSlotItemInput[], visit: VisitTime): VisitSlot {
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
