import { setImmediate } from 'node:timers/promises';
import type { LogSnapshot } from '../../outbox/log-snapshot.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Stored } from '../../platform/database/rows.js';
import { invalid } from '../../platform/errors.js';
import { addDays, datesBetween, endOfMonth, type PlainDate } from '../../platform/time/plain-date.js';
import { slotGenerationNumbers } from '../account/account-choices.rules.js';
import { rejectIfAny } from '../attributes.js';
import { buffersOf, occupiedTime } from '../buffers.rules.js';
import { isVisitor, type RequestContext, today } from '../context.js';
import { type DateRange, dateRange } from '../date-range.rules.js';
import type { Interval } from '../interval.rules.js';
import { readList } from '../list.js';
import { Resource, type ResourceConnection } from '../resource/resource.entity.js';
import { resourceList } from '../resource/resource.queries.js';
import { BookingType, type Service } from '../service/service.entity.js';
import { getService } from '../service/service.queries.js';
import { maxSlots, SlotBudget } from '../slot-budget.js';
import type { SlotList } from '../slot-list.js';
import { type BookablePeriod, bookablePeriod } from './bookable-period.rules.js';
import { readEventSlots } from './event-slots.queries.js';
import { closedDates } from './holiday.queries.js';
import { multiDaySlotsByDate, multiDaySlotsByLength } from './multi-day-slots.rules.js';
import { dayBookingOf } from './open-times.rules.js';
import { readSchedules, readSchedulesAt, type ScheduledResource } from './schedule.queries.js';
import {
  type AvailableDate,
  AvailableDateConnection,
  type NextAvailableDate,
  SlotConnection,
  type SlotType,
} from './slot.type.js';
import { touchedDates, validateIntervals } from './slot-intervals.rules.js';
import { type FoundSlot, slotPresenter } from './slot-presenter.js';
import { freeSlotsByDate, type Slot, type SlotService } from './slots.rules.js';

/** Dates default to today in the account's zone, resources to all that offer the service. */
export interface SlotRequest {
  serviceId: number;
  from?: PlainDate | null;
  to?: PlainDate | null;
  selectedResources?: number[] | null;
  /** The length of a slot in intervals of the service; 1 unless given. */
  intervals?: number | null;
}

const searchedDays = 30;

/** The maximum number of days between `from` and `to` for visitors of the public site. */
const maxVisitorDays = 31;
/** The loop yields to other requests after this many pairs of resource and date. */
const schedulesPerTurn = 1_000;
/** It also yields after this many slots, because formatting takes most of the time of a long list. */
const slotsPerTurn = 1_000;
/** In milliseconds. A cached list includes the slots that become bookable within this time. */
const listedAhead = 3_600_000;

/**
 * Lists the free slots of a range of dates (spec, Slot).
 *
 * @throws DomainError NOT_FOUND, INVALID on a date, on a resource, or on `to` if there are too many slots
 */
export async function listSlots(context: RequestContext, request: SlotRequest): Promise<SlotConnection> {
  const range = dateRange(request.from, request.to, today(context), isVisitor(context) ? maxVisitorDays : undefined);
  const bookable = bookablePeriod(context);
  const needed = { from: bookable.from, to: bookable.to, readAt: new Date(bookable.now) };
  const read = (): Promise<SlotList> => readSlotList(context, request, range, bookable);
  const { serviceId, selectedResources, intervals } = request;
  const key = JSON.stringify([serviceId, range.from, range.to, selectedResources ?? [], intervals ?? 1]);
  const list = context.slotCache ? await context.slotCache.find(context.db, key, needed, read) : await read();
  const slots = list.slots.filter(({ timestamp }) => isWithin(timestamp.getTime(), bookable));
  context.slotBudget.spend(slots);
  return new SlotConnection(slots);
}

/** Unlike the end of an interval, `to` is inclusive. */
const isWithin = (start: number, { from, to }: Interval): boolean => start >= from && start <= to;

/** Reads the slots that start in the bookable period, or in the `listedAhead` after it. */
async function readSlotList(
  context: RequestContext,
  request: SlotRequest,
  range: DateRange,
  { now, from, to }: BookablePeriod,
): Promise<SlotList> {
  const bookable = { now, from, to: to + listedAhead };
  const present = slotPresenter(context);
  const budget = new SlotBudget();
  const slots: SlotType[] = [];
  const { days, snapshot } = await findSlots(context, request, range, bookable, maxSlots + 1);
  for await (const day of days) {
    for (const slot of day) {
      const presented = present(slot);
      slots.push(presented);
      if (isWithin(slot.from, { from, to })) budget.spend([presented]);
      if (slots.length % slotsPerTurn === 0) await setImmediate();
    }
  }
  return { slots, from: bookable.from, to: bookable.to, readAt: new Date(now), snapshot };
}

/** Lists the dates with a free slot, by default to the end of the month. @throws DomainError as listSlots */
export async function listAvailableDates(
  context: RequestContext,
  request: SlotRequest,
): Promise<AvailableDateConnection> {
  const { from, to } = dateRange(request.from, request.to, today(context));
  const range = dateRange(from, request.to ?? endOfMonth(to), from);
  const dates: AvailableDate[] = [];
  for await (const date of datesWithSlots(context, request, range)) dates.push({ date });
  return new AvailableDateConnection(dates);
}

/** Finds the first date with a free slot within 30 days. @throws DomainError as listSlots */
export async function findNextAvailableDate(context: RequestContext, request: SlotRequest): Promise<NextAvailableDate> {
  const { from } = dateRange(request.from, request.from, today(context));
  const range = { from, to: addDays(from, searchedDays) };
  for await (const date of datesWithSlots(context, request, range)) return { dates: [{ date }] };
  return { dates: [] };
}

/** Lists the resources with a free slot in a range of dates, by id (spec, Services). @throws DomainError as listSlots */
export async function listAvailableResources(
  context: RequestContext,
  request: SlotRequest,
): Promise<ResourceConnection> {
  const ids = new Set<number>();
  const range = dateRange(request.from, request.to, today(context));
  const { days } = await findSlots(context, request, range, bookablePeriod(context));
  for await (const day of days) {
    for (const { resourceIds } of day) for (const id of resourceIds) ids.add(id);
  }
  return readList(context, resourceList, {
    name: 'availableResources',
    filter: { ids: [...ids] },
    page: { perPage: null },
  });
}

/** Lists the free slots of a range of dates without their texts. @throws DomainError as listSlots */
export async function listFreeSlots(
  context: RequestContext,
  request: SlotRequest,
): Promise<(Slot & { eventId: number | null })[]> {
  const range = dateRange(request.from, request.to, today(context));
  const slots: (Slot & { eventId: number | null })[] = [];
  const { days } = await findSlots(context, request, range, bookablePeriod(context), maxSlots);
  for await (const day of days) for (const slot of day) slots.push({ ...slot, eventId: slot.eventId ?? null });
  return slots;
}

/**
 * Lists the free times of one day, of two and so on that start on a date, for a service with day bookings. Ends before the
 * first length of which none is free, because no longer time is free then, or with `intervals`. One read of the schedules
 * answers for all lengths. Empty for other services.
 *
 * @throws DomainError as listSlots
 */
export async function listStays(context: RequestContext, request: Omit<SlotRequest, 'to'>): Promise<SlotConnection> {
  const range = dateRange(request.from, request.from, today(context));
  const present = slotPresenter(context);
  const slots: SlotType[] = [];
  const { days: lengths } = await findSlots(context, { ...request, allLengths: true }, range, bookablePeriod(context));
  for await (const ofLength of lengths) {
    if (ofLength.length === 0) break;
    const presented = ofLength.map(present);
    context.slotBudget.spend(presented);
    slots.push(...presented);
  }
  return new SlotConnection(slots);
}

async function* datesWithSlots(
  context: RequestContext,
  request: SlotRequest,
  range: DateRange,
): AsyncGenerator<PlainDate> {
  const { days } = await findSlots(context, request, range, bookablePeriod(context));
  for await (const [first] of days) if (first) yield context.zone.dateAt(first.from);
}

interface FoundSlots {
  /** The slots of each date, in order. */
  days: AsyncIterable<FoundSlot[]> | Iterable<FoundSlot[]>;
  /** The snapshot of the read; undefined if the slots depend on more than database rows. */
  snapshot?: LogSnapshot | undefined;
}

/**
 * @param request with `allLengths`, the slots of each number of days instead of each date
 * @param maxEvents the maximum number of slots of an attendance service; unlimited if undefined
 */
async function findSlots(
  context: RequestContext,
  request: SlotRequest & { allLengths?: boolean },
  dates: DateRange,
  bookable: Interval,
  maxEvents?: number,
): Promise<FoundSlots> {
  const service = await getService(context, request.serviceId);
  const resourceIds = request.selectedResources?.length ? request.selectedResources : undefined;
  if (resourceIds) await checkSelection(context, resourceIds);
  const intervals = request.intervals ?? 1;
  rejectIfAny(validateIntervals(intervals, service));
  if (!service.active || (request.allLengths && !service.hasDayBooking)) return { days: [] };
  switch (service.bookingType) {
    case BookingType.APPOINTMENT: {
      const within = occupiedTime(timeOf(context, touchedDates(dates, service, intervals)), service);
      const now = context.clock.now();
      const needed = { service, resourceIds, within, now, needsHours: true };
      const { resources, snapshot } = await readSchedulesAt(context.db, needed);
      const length = { intervals, allLengths: request.allLengths };
      return { days: appointmentDays(context, service, dates, bookable, resources, length), snapshot };
    }
    case BookingType.ATTENDANCE: {
      const within = timeOf(context, dates);
      const slots = await readEventSlots(context, service, within, { bookable, resourceIds, limit: maxEvents });
      return { days: Map.groupBy(slots, ({ from }) => context.zone.dateAt(from)).values() };
    }
    case BookingType.PRODUCT:
    case BookingType.GIFT_CARD:
      return { days: [] };
  }
}

async function checkSelection({ db }: RequestContext, ids: number[]): Promise<void> {
  const known = await db.count(Resource, { id: { $in: ids }, active: true });
  if (known < new Set(ids).size) throw invalid({ selectedResources: ['does not exist'] });
}

/** Returns whether a slot of the appointment service starts at that instant, on any resource. */
export async function isSlotStart(
  context: RequestContext,
  tx: AccountTransaction,
  service: Stored<Service>,
  instant: number,
): Promise<boolean> {
  const date = context.zone.dateAt(instant);
  const dates = { from: date, to: date };
  const within = occupiedTime(timeOf(context, dates), service);
  const schedules = await readSchedules(tx, { service, within, now: context.clock.now(), needsHours: true });
  for await (const day of appointmentDays(context, service, dates, bookablePeriod(context), schedules)) {
    if (day.some(({ from }) => from === instant)) return true;
  }
  return false;
}

async function* appointmentDays(
  context: RequestContext,
  service: Stored<Service>,
  range: DateRange,
  bookable: Interval,
  schedules: readonly ScheduledResource[],
  { intervals, allLengths }: { intervals: number; allLengths?: boolean | undefined } = { intervals: 1 },
): AsyncGenerator<FoundSlot[]> {
  const touched = touchedDates(range, service, intervals);
  const resources = schedules.filter(({ offers }) => offers);
  const search = {
    zone: context.zone,
    dates: datesBetween(range.from, range.to),
    service: slotService(context, service, intervals),
    resources,
    bookable,
    closedDates: closedDates(context, datesBetween(touched.from, touched.to)),
  };
  let schedulesRead = 0;
  const isLong = service.hasDayBooking && intervals > 1;
  const byDate = isLong ? multiDaySlotsByDate(search, intervals) : freeSlotsByDate(search);
  for (const day of allLengths ? multiDaySlotsByLength(search, intervals) : byDate) {
    yield day;
    schedulesRead += resources.length;
    if (schedulesRead < schedulesPerTurn) continue;
    schedulesRead = 0;
    await setImmediate();
  }
}

function timeOf({ zone }: RequestContext, { from, to }: DateRange): Interval {
  return { from: zone.startOfDay(from), to: zone.startOfDay(addDays(to, 1)) };
}

/** Slots of several intervals start where those of one do. */
function slotService({ account }: RequestContext, service: Stored<Service>, intervals: number): SlotService {
  return {
    interval: service.interval * intervals,
    nextInterval: service.nextInterval ?? service.interval,
    generation: account.slotGenerationType === slotGenerationNumbers.fixed ? 'FIXED' : 'NEXT_AVAILABLE',
    rounding: service.intervalRounding ?? account.intervalRounding,
    minimum: service.bookingMinimum ?? 1,
    dayBooking: dayBookingOf(service),
    ...buffersOf(service),
  };
}
