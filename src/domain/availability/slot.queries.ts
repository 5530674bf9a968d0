import { setImmediate } from 'node:timers/promises';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Stored } from '../../platform/database/rows.js';
import { invalid } from '../../platform/errors.js';
import { formatLocalized } from '../../platform/time/localized.js';
import { addDays, datesBetween, endOfMonth, type PlainDate } from '../../platform/time/plain-date.js';
import { wholeList } from '../connection.js';
import { isVisitor, type RequestContext, today } from '../context.js';
import { type DateRange, dateRange } from '../date-range.rules.js';
import { Resource, ResourceConnection } from '../resource/resource.entity.js';
import { BookingType, type Service } from '../service/service.entity.js';
import { getService } from '../service/service.queries.js';
import { bookablePeriod } from './bookable-period.js';
import { readEventSlots } from './event-slots.queries.js';
import { closedDates } from './holidays.js';
import type { Interval } from './interval.rules.js';
import { readSchedules } from './schedule.queries.js';
import {
  type AvailableDate,
  AvailableDateConnection,
  type NextAvailableDate,
  SlotConnection,
  type SlotType,
} from './slot.type.js';
import { dayBookingOf, freeSlotsByDate, type Slot, type SlotService } from './slots.rules.js';

/** Dates default to today in the account's zone; without resources all that offer the service count. */
export interface SlotRequest {
  serviceId: number;
  from?: PlainDate | null;
  to?: PlainDate | null;
  selectedResources?: number[] | null;
}

/** A slot of an appointment, or an event as one. */
interface FoundSlot extends Slot {
  eventId?: number;
}

const searchedDays = 30;

/** The most slots that one request may list, all fields of a GraphQL document together. */
const maxSlots = 10_000;
/** The most resources that the slots of one request may name, all slots together. */
const maxNamedResources = 1_000_000;
/** The totals of each request: the aliases of one GraphQL document could list the maximum many times over. */
const listed = new WeakMap<RequestContext, { slots: number; resources: number }>();
/** The most days between `from` and `to` when a visitor of the public site asks for slots. */
const maxVisitorDays = 31;
/** After so many schedules of one resource on one date, other requests get their turn. */
const schedulesPerTurn = 1_000;
/** After so many slots, too: formatting them takes most of the time of a long list. */
const slotsPerTurn = 1_000;

/**
 * The free slots from date to date (spec, Slot).
 *
 * @throws DomainError NOT_FOUND, INVALID on a date, on a resource, or on `to` when there are too many slots
 */
export async function listSlots(context: RequestContext, request: SlotRequest): Promise<SlotConnection> {
  const range = dateRange(request.from, request.to, today(context), isVisitor(context) ? maxVisitorDays : undefined);
  const total = listed.get(context) ?? { slots: 0, resources: 0 };
  listed.set(context, total);
  const present = slotPresenter(context);
  const slots: SlotType[] = [];
  for await (const day of slotDays(context, request, range, maxSlots + 1)) {
    for (const slot of day) {
      slots.push(present(slot));
      total.slots += 1;
      total.resources += slot.resourceIds.length;
      if (total.slots > maxSlots) throw invalid({ to: [`would list more than ${maxSlots} slots`] });
      if (total.resources > maxNamedResources) {
        throw invalid({ to: [`would list more than ${maxNamedResources} resources`] });
      }
      if (slots.length % slotsPerTurn === 0) await setImmediate();
    }
  }
  return wholeList(SlotConnection, slots);
}

/** The dates with a free slot, up to the end of the month unless said. @throws DomainError as for slots */
export async function listAvailableDates(
  context: RequestContext,
  request: SlotRequest,
): Promise<AvailableDateConnection> {
  const { from, to } = dateRange(request.from, request.to, today(context));
  const range = dateRange(from, request.to ?? endOfMonth(to), from);
  const dates: AvailableDate[] = [];
  for await (const date of datesWithSlots(context, request, range)) dates.push({ date });
  return wholeList(AvailableDateConnection, dates);
}

/** The first date with a free slot within 30 days, or none. @throws DomainError as for slots */
export async function findNextAvailableDate(context: RequestContext, request: SlotRequest): Promise<NextAvailableDate> {
  const { from } = dateRange(request.from, request.from, today(context));
  const range = { from, to: addDays(from, searchedDays) };
  for await (const date of datesWithSlots(context, request, range)) return { dates: [{ date }] };
  return { dates: [] };
}

/** The resources with a free slot from date to date, by id (spec, Services). @throws DomainError as for slots */
export async function listAvailableResources(
  context: RequestContext,
  request: SlotRequest,
): Promise<ResourceConnection> {
  const ids = new Set<number>();
  for await (const day of slotDays(context, request, dateRange(request.from, request.to, today(context)))) {
    for (const { resourceIds } of day) for (const id of resourceIds) ids.add(id);
  }
  const where = { id: { $in: [...ids] }, active: true };
  return new ResourceConnection(
    undefined,
    (part) => context.db.rows(Resource, where, { orderBy: { id: 'asc' }, ...part }),
    () => context.db.count(Resource, where),
  );
}

async function* datesWithSlots(
  context: RequestContext,
  request: SlotRequest,
  range: DateRange,
): AsyncGenerator<PlainDate> {
  for await (const day of slotDays(context, request, range)) {
    const [first] = day;
    if (first) yield context.zone.dateAt(first.from);
  }
}

/**
 * Yields the slots of each date in turn.
 *
 * @param maxEvents the most slots of an attendance service; all if undefined
 */
async function* slotDays(
  context: RequestContext,
  request: SlotRequest,
  dates: DateRange,
  maxEvents?: number,
): AsyncGenerator<FoundSlot[]> {
  const service = await getService(context, request.serviceId);
  const resourceIds = request.selectedResources?.length ? request.selectedResources : undefined;
  if (resourceIds) await checkSelection(context, resourceIds);
  if (!service.active) return;
  switch (service.bookingType) {
    case BookingType.APPOINTMENT:
      yield* appointmentSlots(context, context.db, service, dates, resourceIds);
      return;
    case BookingType.ATTENDANCE: {
      const slots = await readEventSlots(context, service, timeOf(context, dates), resourceIds, maxEvents);
      yield* Map.groupBy(slots, ({ from }) => context.zone.dateAt(from)).values();
      return;
    }
    case BookingType.PRODUCT:
    case BookingType.GIFT_CARD:
      return;
  }
}

async function checkSelection({ db }: RequestContext, ids: number[]): Promise<void> {
  const known = await db.count(Resource, { id: { $in: ids }, active: true });
  if (known < new Set(ids).size) throw invalid({ selectedResources: ['does not exist'] });
}

/** Whether a slot of the appointment service starts at that instant, on any resource; read within a transaction. */
export async function isSlotStart(
  context: RequestContext,
  tx: AccountTransaction,
  service: Stored<Service>,
  instant: number,
): Promise<boolean> {
  const date = context.zone.dateAt(instant);
  for await (const day of appointmentSlots(context, tx, service, { from: date, to: date })) {
    if (day.some(({ from }) => from === instant)) return true;
  }
  return false;
}

async function* appointmentSlots(
  context: RequestContext,
  reader: AccountDatabase | AccountTransaction,
  service: Stored<Service>,
  range: DateRange,
  resourceIds?: number[],
): AsyncGenerator<FoundSlot[]> {
  const { zone, clock } = context;
  const schedules = await readSchedules(reader, {
    service,
    resourceIds,
    within: timeOf(context, range),
    now: clock.now(),
    needsHours: true,
  });
  const dates = datesBetween(range.from, range.to);
  const resources = schedules.filter(({ offers }) => offers);
  let schedulesRead = 0;
  for (const day of freeSlotsByDate({
    zone,
    dates,
    service: slotService(context, service),
    resources,
    bookable: bookablePeriod(context),
    closedDates: closedDates(context, dates),
  })) {
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

const fixedGeneration = 1;

function slotService({ account }: RequestContext, service: Stored<Service>): SlotService {
  return {
    interval: service.interval,
    nextInterval: service.nextInterval,
    generation: account.slotGenerationType === fixedGeneration ? 'FIXED' : 'NEXT_AVAILABLE',
    rounding: service.intervalRounding ?? account.intervalRounding,
    minimum: service.bookingMinimum ?? 1,
    dayBooking: dayBookingOf(service),
  };
}

/** Returns a function that presents slots. It formats each instant once: a slot often starts when another one ends. */
function slotPresenter({ account, zone }: RequestContext): (slot: FoundSlot) => SlotType {
  const texts = new Map<number, string>();
  const textOf = (instant: number): string => {
    const text = texts.get(instant) ?? formatLocalized(instant, account.locale, zone);
    texts.set(instant, text);
    return text;
  };
  return (slot) => ({
    timestamp: new Date(slot.from),
    timestampEnd: new Date(slot.to),
    formattedTimestamp: textOf(slot.from),
    formattedTimestampEnd: textOf(slot.to),
    free: slot.free,
    maximumCapacity: slot.maximumCapacity,
    availableResources: slot.resourceIds,
    eventId: slot.eventId ?? null,
  });
}
