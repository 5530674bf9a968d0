import { setImmediate } from 'node:timers/promises';
import type { LogSnapshot } from '../../outbox/log-snapshot.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid, rejectIfAny } from '../../platform/errors.js';
import type { StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import { addDays, datesBetween, endOfMonth, type PlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { closedDates } from '../account/closed-dates.js';
import { isVisitor, type RequestContext, type SlotBudget, today } from '../context.js';
import { readList } from '../records/list.js';
import { type DateRange, dateRange } from '../records/period.input.js';
import { getVisible } from '../records/record.rules.js';
import { Resource, type ResourceConnection } from '../resource/resource.entity.js';
import { resourceList } from '../resource/resource.queries.js';
import { BookingType, Service } from '../service/service.entity.js';
import { cannotBeChosen } from '../service/service-need.rules.js';
import { chosenMinutes } from '../service/service-option.queries.js';
import { salesPriceReader } from '../tax-rate/tax-rate.queries.js';
import { readEventSlots } from './event-slots.queries.js';
import { type FullDates, readFullDates } from './full-dates.queries.js';
import { multiDaySlotsByDate, multiDaySlotsByLength } from './multi-day-slots.rules.js';
import { type NeedsOfService, type ScheduledNeed, toPools } from './need.queries.js';
import { findNeeds, needDays, toNeedSearch } from './need-slots.queries.js';
import type { NeedSlotSearch } from './need-slots.rules.js';
import { type ResourceTerms, slotTermsOf } from './occupancy.rules.js';
import { type BookablePeriod, bookablePeriod, dayBookingOf } from './open-times.rules.js';
import { requireOtherResources } from './other-resources.rules.js';
import {
  generationOf,
  readForSlots,
  readSchedules,
  readSchedulesAt,
  type ScheduledResource,
  timeOf,
  withExternal,
} from './schedule.queries.js';
import {
  type AvailableDate,
  AvailableDateConnection,
  type FoundSlot,
  type NextAvailableDate,
  SlotConnection,
  type SlotType,
  slotPresenter,
} from './slot.type.js';
import type { SlotList } from './slot-cache.js';
import {
  haveOwnPrice,
  isTooLong,
  type LengthWith,
  lastTouched,
  lengthOf,
  lengthOfIntervals,
  priceRangeOf,
  type SlotLength,
  validateIntervals,
} from './slot-intervals.rules.js';
import { freeSlotsByDate, type Slot, type SlotService, type SlotTiming } from './slots.rules.js';

/** Dates default to today in the account's zone, resources to all that offer the service. */
export interface SlotRequest {
  serviceId: number;
  from?: PlainDate | null;
  to?: PlainDate | null;
  selectedResources?: number[] | null;
  /** The resources that serve other needs than the first. None unless given. */
  otherResources?: number[] | null;
  /** The length of a slot in intervals of the service; 1 unless given. */
  intervals?: number | null;
  /** The ids of the options by which slots are longer, each as often as its units. */
  options?: number[] | null;
  /** Leaves out what the limits of this person do not allow. Ignored for visitors. */
  personId?: number | null;
}

/** A booking that is to move. Its own place counts as free, and the slots have its length and room for its people. */
export interface MovingBooking extends Interval {
  /** The bookings whose places count as free: itself, and those that move with it. */
  leavingIds: readonly number[];
  count: number;
  /** The person whose limits apply. */
  personId?: number | null;
  /** Its resources, whose daily limits do not bind it on its own day. */
  resourceIds?: readonly number[];
}

/** A request by anyone, or for a booking that moves. */
export interface SlotSelection extends SlotRequest {
  moving?: MovingBooking | undefined;
  /** The number of people for whom other resources are named. Slots are those of as few people as these serve unless given. */
  people?: number;
}

const searchedDays = 30;
const msPerMinute = 60_000;

/** The maximum number of days between `from` and `to` for visitors of the public site. */
const maxVisitorDays = 31;
/** The maximum number of slots that all fields of one request may list. */
const maxSlots = 10_000;
/** The maximum number of available resources that all slots of one request may list. */
const maxNamedResources = 1_000_000;
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
export async function listSlots(context: RequestContext, request: SlotSelection): Promise<SlotConnection> {
  const range = dateRange(request.from, request.to, today(context), isVisitor(context) ? maxVisitorDays : undefined);
  const bookable = bookablePeriod(context);
  const needed = { from: bookable.from, to: bookable.to, readAt: new Date(bookable.now) };
  const read = (): Promise<SlotList> => readSlotList(context, request, range, bookable);
  const { serviceId, selectedResources, otherResources, intervals, options, moving } = request;
  const personId = personOf(context, request) ?? null;
  const wanted = [selectedResources ?? [], intervals ?? 1, options ?? [], otherResources ?? []];
  const mayChoose = !context.account.hasNeeds || !isVisitor(context);
  const key = JSON.stringify([serviceId, range.from, range.to, ...wanted, personId, mayChoose]);
  const cache = moving ? undefined : context.slotCache;
  const list = cache ? await cache.find(context.db, key, needed, read) : await read();
  const slots = list.slots.filter(({ timestamp }) => isWithin(timestamp.getTime(), bookable));
  spendSlots(context.slotBudget, slots);
  return new SlotConnection(slots);
}

/**
 * Limits the slots of a whole request, because a GraphQL document can repeat a field under many aliases.
 *
 * @throws DomainError INVALID on `to` if these slots exceed the limit
 */
export function spendSlots(budget: SlotBudget, slots: readonly { availableResources: readonly number[] }[]): void {
  budget.slots += slots.length;
  for (const { availableResources } of slots) budget.resources += availableResources.length;
  if (budget.slots > maxSlots) throw invalid({ to: [`would list more than ${maxSlots} slots`] });
  if (budget.resources > maxNamedResources) {
    throw invalid({ to: [`would list more than ${maxNamedResources} resources`] });
  }
}

/** Unlike the end of an interval, `to` is inclusive. */
const isWithin = (start: number, { from, to }: Interval): boolean => start >= from && start <= to;

/** Reads the slots that start in the bookable period, or in the `listedAhead` after it. */
async function readSlotList(
  context: RequestContext,
  request: SlotSelection,
  range: DateRange,
  { now, from, to }: BookablePeriod,
): Promise<SlotList> {
  const bookable = { now, from, to: to + listedAhead };
  const present = slotPresenter(context);
  const budget = { slots: 0, resources: 0 };
  const slots: SlotType[] = [];
  const { days, snapshot } = await findSlots(context, request, range, bookable, maxSlots + 1);
  for await (const day of days) {
    for (const slot of day) {
      const presented = present(slot);
      slots.push(presented);
      if (isWithin(slot.from, { from, to })) spendSlots(budget, [presented]);
      if (slots.length % slotsPerTurn === 0) await setImmediate();
    }
  }
  return { slots, from: bookable.from, to: bookable.to, readAt: new Date(now), snapshot };
}

/** Lists the dates with a free slot, by default to the end of the month. @throws DomainError as listSlots */
export async function listAvailableDates(
  context: RequestContext,
  request: SlotSelection,
): Promise<AvailableDateConnection> {
  const { from, to } = dateRange(request.from, request.to, today(context));
  const range = dateRange(from, request.to ?? endOfMonth(to), from);
  const dates: AvailableDate[] = [];
  for await (const date of datesWithSlots(context, request, range)) dates.push({ date });
  return new AvailableDateConnection(dates);
}

/** Finds the first date with a free slot within 30 days. @throws DomainError as listSlots */
export async function findNextAvailableDate(
  context: RequestContext,
  request: SlotSelection,
): Promise<NextAvailableDate> {
  const { from } = dateRange(request.from, request.from, today(context));
  const range = { from, to: addDays(from, searchedDays) };
  for await (const date of datesWithSlots(context, request, range)) return { dates: [{ date }] };
  return { dates: [] };
}

/** Lists the resources with a free slot in a range of dates, by id (spec, Services). @throws DomainError as listSlots */
export async function listAvailableResources(
  context: RequestContext,
  request: SlotSelection,
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
 * Lists the free times of an appointment service by itself, with the schedules in which they were found, for a search that
 * combines them with others.
 *
 * @param budget of the whole search
 * @throws DomainError INVALID on `serviceId` if it is not such a service, and as listSlots
 */
export async function listTimesToCombine(
  context: RequestContext,
  request: SlotSelection,
  range: DateRange,
  budget: StepBudget,
): Promise<TimesToCombine> {
  const { days, found } = await findSlots(context, { ...request, budget }, range, bookablePeriod(context));
  if (!found) throw invalid({ serviceId: ['cannot be booked'] });
  const slots: Slot[] = [];
  for await (const day of days) slots.push(...day);
  return { ...found, slots };
}

/**
 * Lists the free times of one day, of two and so on that start on a date, for a service with day bookings. Ends before the
 * first length of which none is free, because a longer time is not free either, or with `intervals`. One read of the schedules
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
    spendSlots(context.slotBudget, presented);
    slots.push(...presented);
  }
  return new SlotConnection(slots);
}

async function* datesWithSlots(
  context: RequestContext,
  request: SlotSelection,
  range: DateRange,
): AsyncGenerator<PlainDate> {
  const { days } = await findSlots(context, request, range, bookablePeriod(context));
  for await (const [first] of days) if (first) yield context.zone.dateAt(first.from);
}

/**
 * Returns the resources of which one serves the first need; undefined for any. Visitors who may not choose it keep that of the
 * booking that moves.
 *
 * @throws DomainError INVALID on `selectedResources` if they name another
 */
function choiceOfVisitor(
  context: RequestContext,
  { needs: [first] }: NeedsOfService,
  resourceIds: readonly number[] | undefined,
  moving: MovingBooking | undefined,
): readonly number[] | undefined {
  if (first?.visitorsChoose || !isVisitor(context)) return resourceIds;
  const [own] = moving?.resourceIds ?? [];
  if (resourceIds?.some((id) => id !== own)) throw invalid({ selectedResources: [cannotBeChosen] });
  return own === undefined ? undefined : [own];
}

/** Free times of a service, and all in which they were found. */
export interface TimesToCombine extends NonNullable<FoundSlots['found']> {
  slots: Slot[];
}

interface FoundSlots {
  /** The service, and the schedules and limits of the slots. Undefined unless it is an active appointment service. */
  found?: {
    service: Service;
    resources: readonly ScheduledResource[];
    full: FullDates;
    /** Undefined if the service has no needs. */
    needSearch: NeedSlotSearch | undefined;
  };
  /** The slots of each date, in order. */
  days: AsyncIterable<FoundSlot[]> | Iterable<FoundSlot[]>;
  /** The snapshot of the read; undefined if the slots depend on more than database rows. */
  snapshot?: LogSnapshot | undefined;
}

/**
 * @param request with `allLengths`, the slots of each number of days instead of each date; with `budget`, by the steps of a
 *   larger search
 * @param maxEvents the maximum number of slots of an attendance service; unlimited if undefined
 */
async function findSlots(
  context: RequestContext,
  request: SlotSelection & { allLengths?: boolean; budget?: StepBudget },
  dates: DateRange,
  bookable: Interval,
  maxEvents?: number,
): Promise<FoundSlots> {
  const { serviceId, moving, allLengths } = request;
  const service = await getVisible(context, Service, serviceId);
  const resourceIds = request.selectedResources?.length ? request.selectedResources : undefined;
  if (resourceIds) await checkSelection(context, resourceIds);
  const intervals = request.intervals ?? 1;
  if (!moving) rejectIfAny(validateIntervals(intervals, service));
  const optionMinutes = request.options?.length ? await chosenMinutes(context, service, request.options) : 0;
  if (!service.active || (allLengths && !service.hasDayBooking)) return { days: [] };
  const limited = { service, dates, personId: personOf(context, request), moving };
  switch (service.bookingType) {
    case BookingType.APPOINTMENT: {
      const lengthWith = lengthReader(context, service, intervals, moving, optionMinutes);
      const length = lengthWith(undefined);
      if (isTooLong(service, length)) return { days: [] };
      const now = context.clock.now();
      const { readsCalendars, hasNeeds } = context.account;
      const needs = hasNeeds ? await findNeeds(context.db, service) : undefined;
      const chosen = needs ? choiceOfVisitor(context, needs, resourceIds, moving) : undefined;
      const needed = {
        service,
        ofNeeds: needs !== undefined,
        resourceIds: needs ? undefined : resourceIds,
        now,
        needsHours: true,
        readsCalendars,
        hasNeeds,
        exceptBookingIds: moving?.leavingIds,
      };
      const { resources, snapshot } = await readForSlots(context, service, dates, lengthWith, (within) =>
        readSchedulesAt(context.db, { ...needed, within }),
      );
      const wanted = { lengthWith, moving, allLengths };
      const full = await readFullDates(context, { ...limited, resources });
      const open = resources.map((resource) => ({ ...resource, fullDates: full.ofResource.get(resource.id) }));
      const limitedBy = full.ofResource.size > 0 ? open : resources;
      const pools = needs && toPools(needs, limitedBy);
      const others = othersOf(context, request, pools);
      const needSearch =
        pools && toNeedSearch(searchOf(context, service, dates, bookable, length, moving), service, pools, others);
      const days = needSearch
        ? needDays(needSearch, service, chosen, request.budget)
        : appointmentDays(context, service, dates, bookable, limitedBy, wanted);
      const priced = !needs && haveOwnPrice(resources) ? withPrices(context, days, service, resources) : days;
      return {
        days: isAnyFull(full) ? withoutFull(priced, full, context.zone) : priced,
        snapshot: needs?.snapshot ?? snapshot,
        found: { service, resources, full, needSearch },
      };
    }
    case BookingType.ATTENDANCE: {
      othersOf(context, request, undefined);
      const within = timeOf(context, dates);
      const slots = await readEventSlots(context, service, within, { bookable, resourceIds, limit: maxEvents, moving });
      const full = await readFullDates(context, { ...limited, resources: [] });
      const days = Map.groupBy(slots, ({ from }) => context.zone.dateAt(from)).values();
      return { days: isAnyFull(full) ? withoutFull(days, full, context.zone) : days };
    }
    case BookingType.PRODUCT:
    case BookingType.GIFT_CARD:
    case BookingType.PACKAGE:
      return { days: [] };
  }
}

/** Returns the resources that are asked for by the id of their need. @throws DomainError INVALID on `otherResources` */
function othersOf(
  context: RequestContext,
  { otherResources, people }: SlotSelection,
  needs: readonly ScheduledNeed[] | undefined,
): ReadonlyMap<number, readonly number[]> | undefined {
  if (!otherResources?.length) return undefined;
  return requireOtherResources(needs, otherResources, { isVisitor: isVisitor(context), people });
}

function personOf(context: RequestContext, { moving, personId }: SlotSelection): number | undefined {
  return (moving ? moving.personId : isVisitor(context) ? undefined : personId) ?? undefined;
}

function isAnyFull({ dates, eventIds }: FullDates): boolean {
  return dates.size > 0 || eventIds.size > 0;
}

/** Leaves out the slots of dates and events that are full. */
async function* withoutFull(
  days: AsyncIterable<FoundSlot[]> | Iterable<FoundSlot[]>,
  { dates, eventIds }: FullDates,
  zone: Zone,
): AsyncGenerator<FoundSlot[]> {
  for await (const day of days) {
    yield day.filter(({ from, eventId }) => !dates.has(zone.dateAt(from)) && !eventIds.has(eventId ?? 0));
  }
}

async function checkSelection({ db }: RequestContext, ids: number[]): Promise<void> {
  const known = await db.count(Resource, { id: { $in: ids }, active: true });
  if (known < new Set(ids).size) throw invalid({ selectedResources: ['does not exist'] });
}

/**
 * Returns whether a slot of the appointment service starts at that instant, on any resource.
 *
 * @param intervals the lengths of which one interval may be, in minutes
 * @param moving the booking that moves, at its new time, if it keeps its length
 */
export async function isSlotStart(
  context: RequestContext,
  tx: AccountTransaction,
  service: Service,
  instant: number,
  intervals: ReadonlySet<number>,
  { exceptBookingIds, moving }: { exceptBookingIds?: readonly number[]; moving?: MovingBooking | undefined } = {},
): Promise<boolean> {
  const date = context.zone.dateAt(instant);
  const dates = { from: date, to: date };
  const lengthWith = lengthReader(context, service, 1, moving);
  const now = context.clock.now();
  const { readsCalendars, hasNeeds } = context.account;
  const needs = hasNeeds ? await findNeeds(tx, service) : undefined;
  const ofNeeds = needs !== undefined;
  const needed = { service, ofNeeds, now, needsHours: true, readsCalendars, hasNeeds, exceptBookingIds };
  const { resources: schedules } = await readForSlots(context, service, dates, lengthWith, async (within) => ({
    resources: await readSchedules(tx, { ...needed, within }),
  }));
  const wanted = { lengthWith, moving };
  const isOfLength = ({ from, to }: Interval): boolean =>
    service.hasDayBooking || intervals.has((to - from) / msPerMinute);
  const bookable = bookablePeriod(context);
  const days = needs
    ? needDays(
        toNeedSearch(
          searchOf(context, service, dates, bookable, lengthWith(undefined), moving),
          service,
          toPools(needs, schedules),
        ),
        service,
      )
    : appointmentDays(context, service, dates, bookable, schedules, wanted);
  for await (const day of days) {
    if (day.some((slot) => slot.from === instant && (moving || isOfLength(slot)))) return true;
  }
  return false;
}

/** Returns what a search for slots needs besides the schedules of resources. */
function searchOf(
  context: RequestContext,
  service: Service,
  range: DateRange,
  bookable: Interval,
  longest: SlotLength,
  moving: MovingBooking | undefined,
  length = longest,
) {
  const lastDate = lastTouched(service, range.to, longest, context.zone);
  return {
    zone: context.zone,
    dates: datesBetween(range.from, range.to),
    service: slotService(context, service, length, moving),
    bookable,
    closedDates: closedDates(context, datesBetween(addDays(range.from, -1), lastDate)),
  };
}

async function* appointmentDays(
  context: RequestContext,
  service: Service,
  range: DateRange,
  bookable: Interval,
  schedules: readonly ScheduledResource[],
  {
    lengthWith,
    moving,
    allLengths,
  }: { lengthWith: LengthWith; moving?: MovingBooking | undefined; allLengths?: boolean | undefined },
): AsyncGenerator<FoundSlot[]> {
  const resources = schedules
    .filter(({ offers, terms }) => offers && (!terms || !isTooLong(service, lengthWith(terms))))
    .map((schedule) => ({
      ...withExternal(schedule),
      timing: schedule.terms && timingOf(service, schedule.terms, lengthWith(schedule.terms)),
    }));
  const length = longestOf(lengthWith(undefined), resources);
  const search = {
    ...searchOf(context, service, range, bookable, length, moving, lengthWith(undefined)),
    resources,
  };
  let schedulesRead = 0;
  if (service.hasDayBooking && service.sameDay && length.days > 1) return;
  const isLong = service.hasDayBooking && length.days > 1;
  const byDate = isLong ? multiDaySlotsByDate(search, length.days) : freeSlotsByDate(search);
  for (const day of allLengths ? multiDaySlotsByLength(search, length.days) : byDate) {
    yield day;
    schedulesRead += resources.length;
    if (schedulesRead < schedulesPerTurn) continue;
    schedulesRead = 0;
    await setImmediate();
  }
}

/** Returns the length of the slots of a search: that of the booking that moves, or so many intervals with options. */
function lengthReader(
  context: RequestContext,
  service: Service,
  intervals: number,
  moving: MovingBooking | undefined,
  optionMinutes = 0,
): LengthWith {
  return moving
    ? () => lengthOf(service, moving, context.zone)
    : (terms) => lengthOfIntervals(slotTermsOf(service, terms), intervals, optionMinutes);
}

function longestOf(length: SlotLength, resources: readonly { timing: SlotTiming | undefined }[]): SlotLength {
  const minutes = resources.flatMap(({ timing }) => timing?.interval ?? []);
  return { ...length, minutes: Math.max(length.minutes, ...minutes) };
}

/** Adds the prices of resources to slots, if any of all resources has one of its own. */
async function* withPrices(
  context: RequestContext,
  days: AsyncIterable<FoundSlot[]>,
  service: Service,
  resources: readonly { id: number; terms: ResourceTerms | undefined }[],
): AsyncGenerator<FoundSlot[]> {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const sold = await salesPriceReader(context, service);
  for await (const day of days) {
    yield day.map((slot) => {
      const offered = slot.resourceIds.flatMap((id) => byId.get(id) ?? []);
      const { priceFrom, priceTo } = priceRangeOf(service, offered);
      return { ...slot, prices: { priceFrom: sold(priceFrom), priceTo: sold(priceTo) } };
    });
  }
}

/** Slots of several intervals start where those of one do. */
function timingOf(service: Service, terms: ResourceTerms | undefined, { minutes }: SlotLength): SlotTiming {
  const { interval, ...buffers } = slotTermsOf(service, terms);
  return { ...buffers, interval: minutes, nextInterval: service.nextInterval ?? interval };
}

function slotService(
  context: RequestContext,
  service: Service,
  length: SlotLength,
  moving: MovingBooking | undefined,
): SlotService {
  const { account } = context;
  const minimum = service.bookingMinimum ?? 1;
  return {
    ...timingOf(service, undefined, length),
    generation: generationOf(context),
    rounding: service.intervalRounding ?? account.intervalRounding,
    minimum: moving ? Math.min(minimum, moving.count) : minimum,
    people: moving?.count,
    dayBooking: dayBookingOf(service),
    sameDay: service.sameDay,
  };
}
