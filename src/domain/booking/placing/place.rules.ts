import type { FieldErrors } from '../../../platform/errors.js';
import type { Interval } from '../../../platform/time/interval.js';
import type { Zone } from '../../../platform/time/zone.js';
import {
  type Buffers,
  buffersWith,
  type Occupancy,
  occupiedTime,
  peak,
  type ResourceTerms,
  type SlotTerms,
} from '../../availability/occupancy.rules.js';
import type { BookablePeriod, DayBooking } from '../../availability/open-times.rules.js';
import { countDays } from '../../availability/slot-intervals.rules.js';
import { BookingType, PriorityStrategy } from '../../service/service.entity.js';

const minute = 60_000;

interface Times {
  bookedFrom: Date | undefined;
  bookedTo: Date | undefined;
}

/** The attributes that a booking of an event gets from it (spec, Event). */
export interface Place {
  bookedFrom: Date;
  bookedTo: Date;
  resourceId: number;
  serviceId: number | null;
}

/** The place in a request. Absent attributes are taken from the event. */
export type GivenPlace = { readonly [Attribute in keyof Place]?: Place[Attribute] | null };

export const placeAttributes = ['bookedFrom', 'bookedTo', 'resourceId', 'serviceId'] as const;

type Comparable = Date | number | null | undefined;

/** Returns the attributes whose values differ. */
export function differing<Attribute extends string>(
  attributes: readonly Attribute[],
  one: { readonly [Key in Attribute]?: Comparable },
  other: { readonly [Key in Attribute]?: Comparable },
): Attribute[] {
  return attributes.filter((attribute) => one[attribute]?.valueOf() !== other[attribute]?.valueOf());
}

export function toPlace(event: { startsAt: Date; endsAt: Date; resourceId: number; serviceId: number }): Place {
  return {
    bookedFrom: event.startsAt,
    bookedTo: event.endsAt,
    resourceId: event.resourceId,
    serviceId: event.serviceId,
  };
}

/** Time, resource and service of an event's booking must be absent or equal to those of the event (spec, Event). */
export function validateEventPlace(given: GivenPlace, place: Place): FieldErrors {
  const givenAttributes = placeAttributes.filter((attribute) => (given[attribute] ?? null) !== null);
  return errorsOn(differing(givenAttributes, given, place), 'must be that of the event');
}

/** Returns the same message on each of the attributes. */
export function errorsOn(attributes: readonly string[], message: string): FieldErrors {
  return Object.fromEntries(attributes.map((attribute) => [attribute, [message]]));
}

/** The place that a booking takes, with its people and buffers. */
export interface TakenPlace extends Place, Buffers {
  eventId: number | null;
  count: number;
}

/** A place that a booking takes for a need of its service. The buffers stand only before its start and after its end. */
export interface DecidedPlace extends Pick<TakenPlace, 'bookedFrom' | 'bookedTo' | 'bufferBefore' | 'bufferAfter'> {
  readonly needId: number;
  readonly resourceId: number;
  /** The people who are with the resource. */
  readonly count: number;
}

/** Returns the time that a booking without an event occupies its resource. */
export function occupiedTimeOf(taken: Pick<TakenPlace, 'bookedFrom' | 'bookedTo' | keyof Buffers>): Interval {
  return occupiedTime({ from: taken.bookedFrom.getTime(), to: taken.bookedTo.getTime() }, taken);
}

/**
 * Returns the time that a booking would occupy a resource. One that names its resource has the buffers that it keeps.
 *
 * @param terms what the resource has of its own for the service
 */
export function occupiedBy(
  booking: Pick<TakenPlace, 'bookedFrom' | 'bookedTo' | keyof Buffers> & { resourceId?: number },
  service: SlotTerms | null,
  terms: ResourceTerms | undefined,
): Interval {
  const { bookedFrom, bookedTo, resourceId } = booking;
  return occupiedTimeOf(resourceId === undefined ? { bookedFrom, bookedTo, ...buffersWith(service, terms) } : booking);
}

/** Checks that both times are present and in order. */
export function validateTimes({ bookedFrom, bookedTo }: Times): FieldErrors {
  const errors: FieldErrors = {};
  if (!bookedFrom) errors['bookedFrom'] = ["can't be blank"];
  if (!bookedTo) errors['bookedTo'] = ["can't be blank"];
  if (bookedFrom && bookedTo && bookedTo <= bookedFrom) errors['bookedTo'] = ['must be after booked_from'];
  return errors;
}

interface Schedule {
  capacity: number;
  occupancies: readonly Occupancy[];
  blocked: readonly Interval[];
}

/** A booking of an event is an attendance, any other an appointment. */
export function toBookingType(eventId: number | null): BookingType {
  return eventId === null ? BookingType.APPOINTMENT : BookingType.ATTENDANCE;
}

/** Returns an error if the count exceeds the capacity of every resource, so that no other time would help. */
export function validateCapacity(resources: readonly { capacity: number }[], count: number): FieldErrors {
  const maximum = Math.max(...resources.map(({ capacity }) => capacity));
  return count > maximum ? { count: [`must be less than or equal to ${maximum}`] } : {};
}

/** Whether any of the intervals overlaps a time. */
export function overlapsAny(intervals: readonly Interval[], time: Interval): boolean {
  return intervals.some(({ from, to }) => from < time.to && to > time.from);
}

/** Whether `count` more people fit on the resource during the whole occupied time, and no event blocks it. */
export function isFree(schedule: Schedule, count: number, time: Interval): boolean {
  return !overlapsAny(schedule.blocked, time) && peak(schedule.occupancies, time) + count <= schedule.capacity;
}

interface PublicService {
  interval: number;
  maxSlots: number;
  sameDay: boolean;
  dayBooking: DayBooking;
}

/** Returns the minutes by which the options of a booking lengthen it. */
export function optionMinutesOf({
  options,
}: {
  options: readonly { minutes: number; quantity: number }[] | null;
}): number {
  return (options ?? []).reduce((sum, { minutes, quantity }) => sum + minutes * quantity, 0);
}

/**
 * Returns a message, on `bookedFrom`, for each public rule that an appointment breaks. Opening hours are checked
 * elsewhere.
 *
 * @param keepsLength whether the booking moves without a change of its length, which then is not checked again
 * @param optionMinutes the part of its length that its options take
 */
export function validatePublicTime(
  time: Interval,
  service: PublicService | undefined,
  period: BookablePeriod,
  zone: Zone,
  keepsLength = false,
  optionMinutes = 0,
): string[] {
  const messages = validateBookableStart(time, period);
  if (!service) return messages;
  if (service.sameDay && zone.dateAt(time.from) !== zone.dateAt(time.to - 1)) {
    messages.push('must end on the day it starts');
  }
  if (keepsLength) return messages;
  const slots = lengthInSlots({ from: time.from, to: time.to - optionMinutes * minute }, service, zone);
  const isWhole = Number.isInteger(slots) && (optionMinutes === 0 || slots >= 1);
  if (slots > service.maxSlots) messages.push(`is too long (maximum is ${service.maxSlots} slots)`);
  else if (!isWhole && optionMinutes > 0) {
    messages.push(`must last a multiple of ${service.interval} minutes and ${optionMinutes} for its options`);
  } else if (!isWhole) messages.push(`must last a multiple of ${service.interval} minutes`);
  return messages;
}

/** Checks that the start is not in the past, too soon or too far ahead. */
export function validateBookableStart({ from }: Pick<Interval, 'from'>, period: BookablePeriod): string[] {
  if (from < period.now) return ["can't be in the past"];
  if (from < period.from) return ['is too soon to be booked'];
  if (from > period.to) return ['is too far ahead to be booked'];
  return [];
}

function lengthInSlots({ from, to }: Interval, { interval, dayBooking }: PublicService, zone: Zone): number {
  if (dayBooking === 'NONE') return (to - from) / (interval * minute);
  return countDays({ from, to }, dayBooking, zone);
}

interface PublicEvent {
  startsAt: Date;
  published: boolean;
  firstBookingAt: Date | null;
  lastBookingAt: Date | null;
}

/** Returns a message for each public rule that a booking of an event breaks. */
export function validatePublicEvent(event: PublicEvent, period: BookablePeriod): string[] {
  const messages = validateBookableStart({ from: event.startsAt.getTime() }, period);
  if (!event.published) messages.push('is not published');
  if (event.firstBookingAt && period.now < event.firstBookingAt.getTime()) messages.push('cannot be booked yet');
  if (event.lastBookingAt && period.now > event.lastBookingAt.getTime()) messages.push('can no longer be booked');
  return messages;
}

interface Candidate {
  id: number;
  priorityValue: number | null;
}

/** The strategies that decide by the bookings that each resource already has. */
export type FairStrategy = PriorityStrategy.BALANCED | PriorityStrategy.LEAST_RECENT;

export function isFair(strategy: PriorityStrategy | undefined): strategy is FairStrategy {
  return strategy === PriorityStrategy.BALANCED || strategy === PriorityStrategy.LEAST_RECENT;
}

/** Resources without a priority are chosen last. */
const lowestPriority = Number.MAX_SAFE_INTEGER;

/**
 * Chooses a free resource by the strategy of the service, for a booking that names none.
 *
 * @param random returns a number from 0 to below 1
 */
export function chooseResource<T extends Candidate>(
  free: readonly T[],
  strategy: Exclude<PriorityStrategy, FairStrategy>,
  random: () => number,
): T | undefined {
  switch (strategy) {
    case PriorityStrategy.ORDER:
      return free.toSorted(
        (a, b) => (a.priorityValue ?? lowestPriority) - (b.priorityValue ?? lowestPriority) || a.id - b.id,
      )[0];
    case PriorityStrategy.RANDOM:
      return free[Math.floor(random() * free.length)];
    case PriorityStrategy.WEIGHT:
      return chooseByWeight(free, random);
  }
}

/** The share of a resource, in proportion to the others. */
export function weightOf({ priorityValue }: Pick<Candidate, 'priorityValue'>): number {
  return Math.max(1, priorityValue ?? 1);
}

/** Returns all candidates in the order in which the strategy chooses them. */
export function inOrderOfChoice<T extends Candidate>(
  candidates: readonly T[],
  strategy: Exclude<PriorityStrategy, FairStrategy>,
  random: () => number,
): T[] {
  const left = new Set(candidates);
  const ordered: T[] = [];
  for (;;) {
    const next = chooseResource([...left], strategy, random);
    if (!next) return ordered;
    left.delete(next);
    ordered.push(next);
  }
}

function chooseByWeight<T extends Candidate>(free: readonly T[], random: () => number): T | undefined {
  let rest = random() * free.reduce((total, candidate) => total + weightOf(candidate), 0);
  for (const candidate of free) {
    rest -= weightOf(candidate);
    if (rest < 0) return candidate;
  }
  return free.at(-1);
}

/** A place on a resource that a booking takes or leaves. It is decided, but not written yet. */
export interface PlaceChange extends Occupancy {
  kind: 'taken' | 'released';
  /** Undefined for a new booking. */
  bookingId: number | undefined;
}

/**
 * Returns the occupancies of a resource after changes that are not written yet.
 *
 * @param stored the occupancies in the database that overlap `within`, apart from those of the booking `except`
 */
export function withPlaceChanges(
  stored: readonly Occupancy[],
  changes: readonly PlaceChange[],
  within: Interval,
  except: number | undefined,
): Occupancy[] {
  const occupancies = [...stored];
  for (const { kind, bookingId, from, to, count } of changes) {
    const isOutside = from >= within.to || to <= within.from;
    if (isOutside || (except !== undefined && bookingId === except)) continue;
    if (kind === 'taken') {
      occupancies.push({ from, to, count });
      continue;
    }
    const index = occupancies.findIndex((one) => one.from === from && one.to === to && one.count === count);
    if (index >= 0) occupancies.splice(index, 1);
  }
  return occupancies;
}

/** Whether a booking must be within the opening hours. */
export function needsHours(placement: { isPublic: boolean; needsHours?: boolean | undefined }): boolean {
  return placement.isPublic || placement.needsHours === true;
}
