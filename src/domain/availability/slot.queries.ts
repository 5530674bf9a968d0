import { invalid } from '../../errors.js';
import type { Row } from '../../platform/database/rows.js';
import { formatLocalized } from '../../platform/time/localized.js';
import { addDays, datesBetween, endOfMonth, type PlainDate } from '../../platform/time/plain-date.js';
import { wholeList } from '../connection.js';
import type { RequestContext } from '../context.js';
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
import { dayBookingOf, freeSlots, type Slot, type SlotService } from './slots.rules.js';

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

/** The free slots from date to date (spec, Slot). @throws DomainError NOT_FOUND, INVALID on a date or a resource */
export async function listSlots(context: RequestContext, request: SlotRequest): Promise<SlotConnection> {
  const slots = await findSlots(context, request, dateRange(request.from, request.to, today(context)));
  return wholeList(
    SlotConnection,
    slots.map((slot) => presentSlot(context, slot)),
  );
}

/** The dates with a free slot, up to the end of the month unless said. @throws DomainError as for slots */
export async function listAvailableDates(
  context: RequestContext,
  request: SlotRequest,
): Promise<AvailableDateConnection> {
  const { from, to } = dateRange(request.from, request.to, today(context));
  const range = dateRange(from, request.to ?? endOfMonth(to), from);
  const slots = await findSlots(context, request, range);
  return wholeList(AvailableDateConnection, datesOf(context, slots));
}

/** The first date with a free slot within 30 days, or none. @throws DomainError as for slots */
export async function findNextAvailableDate(context: RequestContext, request: SlotRequest): Promise<NextAvailableDate> {
  const { from } = dateRange(request.from, request.from, today(context));
  const slots = await findSlots(context, request, { from, to: addDays(from, searchedDays) });
  return { dates: datesOf(context, slots).slice(0, 1) };
}

/** The resources with a free slot from date to date, by id (spec, Services). @throws DomainError as for slots */
export async function listAvailableResources(
  context: RequestContext,
  request: SlotRequest,
): Promise<ResourceConnection> {
  const slots = await findSlots(context, request, dateRange(request.from, request.to, today(context)));
  const ids = new Set(slots.flatMap(({ resourceIds }) => resourceIds));
  const where = { id: { $in: [...ids] }, active: true };
  return new ResourceConnection(
    undefined,
    (part) => context.db.rows(Resource, where, { orderBy: { id: 'asc' }, ...part }),
    () => context.db.count(Resource, where),
  );
}

async function findSlots(context: RequestContext, request: SlotRequest, dates: DateRange): Promise<FoundSlot[]> {
  const service = await getService(context, request.serviceId);
  const resourceIds = request.selectedResources?.length ? request.selectedResources : undefined;
  if (resourceIds) await checkSelection(context, resourceIds);
  if (!service.active) return [];
  switch (service.bookingType) {
    case BookingType.APPOINTMENT:
      return appointmentSlots(context, service, dates, resourceIds);
    case BookingType.ATTENDANCE:
      return readEventSlots(context, service, timeOf(context, dates), resourceIds);
    case BookingType.PRODUCT:
    case BookingType.GIFT_CARD:
      return [];
  }
}

async function checkSelection({ db }: RequestContext, ids: number[]): Promise<void> {
  const known = await db.count(Resource, { id: { $in: ids }, active: true });
  if (known < new Set(ids).size) throw invalid({ selectedResources: ['does not exist'] });
}

async function appointmentSlots(
  context: RequestContext,
  service: Row<Service>,
  range: DateRange,
  resourceIds: number[] | undefined,
): Promise<FoundSlot[]> {
  const { zone, clock, db } = context;
  const within = timeOf(context, range);
  const schedules = await readSchedules(db, {
    service,
    resourceIds,
    within,
    zone,
    now: clock.now(),
    needsHours: true,
  });
  const dates = datesBetween(range.from, range.to);
  return freeSlots({
    zone,
    dates,
    service: slotService(context, service),
    resources: schedules.filter(({ offers }) => offers),
    bookable: bookablePeriod(context),
    closedDates: closedDates(context, dates),
  });
}

function timeOf({ zone }: RequestContext, { from, to }: DateRange): Interval {
  return { from: zone.startOfDay(from), to: zone.startOfDay(addDays(to, 1)) };
}

const fixedGeneration = 1;

function slotService({ account }: RequestContext, service: Row<Service>): SlotService {
  return {
    interval: service.interval,
    nextInterval: service.nextInterval,
    generation: account.slotGenerationType === fixedGeneration ? 'FIXED' : 'NEXT_AVAILABLE',
    rounding: service.intervalRounding ?? account.intervalRounding,
    minimum: service.bookingMinimum ?? 1,
    dayBooking: dayBookingOf(service),
  };
}

function presentSlot({ account, zone }: RequestContext, slot: FoundSlot): SlotType {
  return {
    timestamp: new Date(slot.from),
    timestampEnd: new Date(slot.to),
    formattedTimestamp: formatLocalized(slot.from, account.locale, zone),
    formattedTimestampEnd: formatLocalized(slot.to, account.locale, zone),
    free: slot.free,
    maximumCapacity: slot.maximumCapacity,
    availableResources: slot.resourceIds,
    eventId: slot.eventId ?? null,
  };
}

function datesOf({ zone }: RequestContext, slots: readonly FoundSlot[]): AvailableDate[] {
  return [...new Set(slots.map(({ from }) => zone.dateAt(from)))].map((date) => ({ date }));
}

function today({ zone, clock }: RequestContext): PlainDate {
  return zone.dateAt(clock.now().getTime());
}
