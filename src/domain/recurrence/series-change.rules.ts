import type { Interval } from '../../platform/time/interval.js';
import { instantOf, wallOf } from '../../platform/time/period.js';
import type { Zone } from '../../platform/time/zone.js';
import type { BookingInput } from '../booking/booking.input.js';
import type { EventInput } from '../event/event.entity.js';
import type { BookingTemplate, EventTemplate } from './recurrence.entity.js';
import { toStoredInput } from './template.rules.js';

/** A change of the times of one occurrence, which the other occurrences of its series follow. */
export interface SeriesChange {
  /** Wall-clock milliseconds by which the start and the end of each occurrence move. */
  shift: { from: number; to: number };
  /** The new start of the occurrence. Given instants keep their wall-clock distance from the start of each occurrence. */
  start: number;
  zone: Zone;
}

/** Returns the change of a series when one of its occurrences moves. */
export function seriesChange(before: Interval, after: Interval, zone: Zone): SeriesChange {
  const distance = (from: number, to: number): number => wallOf(to, zone) - wallOf(from, zone);
  return {
    shift: { from: distance(before.from, after.from), to: distance(before.to, after.to) },
    start: after.from,
    zone,
  };
}

/** Moves an occurrence by the wall clock. One that would end before it starts keeps its changed elapsed duration. */
export function shiftOccurrence({ from, to }: Interval, { shift, zone }: SeriesChange): Interval {
  const start = shiftInstant(from, shift.from, zone);
  const end = shiftInstant(to, shift.to, zone);
  return { from: start, to: end > start ? end : start + (to - from) + shift.to - shift.from };
}

/** Returns an instant that does not move unchanged, even if its wall-clock time occurs twice. */
function shiftInstant(at: number, distance: number, zone: Zone): number {
  return distance === 0 ? at : instantOf(wallOf(at, zone) + distance, zone);
}

function atSameDistance(
  at: Date | null | undefined,
  { start, zone }: SeriesChange,
  occurrence: Interval,
): Date | null | undefined {
  if (!at || occurrence.from === start) return at;
  return new Date(instantOf(wallOf(occurrence.from, zone) + wallOf(at.getTime(), zone) - wallOf(start, zone), zone));
}

/** Returns the change of one booking of a series. */
export function bookingChangeAt(input: BookingInput, change: SeriesChange, occurrence: Interval): BookingInput {
  const moved = shiftOccurrence(occurrence, change);
  const { bookedFrom, bookedTo, reminderAt, ...attributes } = input;
  return {
    ...attributes,
    ...(bookedFrom && { bookedFrom: new Date(moved.from) }),
    ...(bookedTo && { bookedTo: new Date(moved.to) }),
    ...(reminderAt !== undefined && { reminderAt: atSameDistance(reminderAt, change, moved) ?? null }),
  };
}

/** Returns the change of one event of a series. */
export function eventChangeAt(input: EventInput, change: SeriesChange, occurrence: Interval): EventInput {
  const moved = shiftOccurrence(occurrence, change);
  const { startsAt, endsAt, firstBookingAt, lastBookingAt, ...attributes } = input;
  return {
    ...attributes,
    ...(startsAt && { startsAt: new Date(moved.from) }),
    ...(endsAt && { endsAt: new Date(moved.to) }),
    ...(firstBookingAt !== undefined && { firstBookingAt: atSameDistance(firstBookingAt, change, moved) ?? null }),
    ...(lastBookingAt !== undefined && { lastBookingAt: atSameDistance(lastBookingAt, change, moved) ?? null }),
  };
}

/** Returns the template of the bookings that are created after the change of a series. */
export function bookingTemplateAfter(
  { input: stored, ...template }: BookingTemplate,
  input: BookingInput,
  change: SeriesChange,
): BookingTemplate {
  const first = intervalOf(stored.bookedFrom, stored.bookedTo);
  const { from, to } = shiftOccurrence(first, change);
  const given = bookingChangeAt(input, change, first);
  const times = { bookedFrom: new Date(from), bookedTo: new Date(to) };
  return { ...template, input: { ...stored, ...toStoredInput({ ...given, ...times }) } };
}

/** Returns the template of the events that are created after the change of a series. */
export function eventTemplateAfter(
  { input: stored }: EventTemplate,
  input: EventInput,
  change: SeriesChange,
): EventTemplate {
  const first = intervalOf(stored.startsAt, stored.endsAt);
  const { from, to } = shiftOccurrence(first, change);
  const given = eventChangeAt(input, change, first);
  return { input: { ...stored, ...toStoredInput({ ...given, startsAt: new Date(from), endsAt: new Date(to) }) } };
}

function intervalOf(from: string | null | undefined, to: string | null | undefined): Interval {
  return { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') };
}

/** Occurrences that are not created yet, before and after the start from which a series changes. */
export interface PendingOccurrences {
  unchanged: Interval[];
  changed: Interval[];
}

/** Splits the occurrences that are not created yet. @param from undefined if all of them change */
export function splitPending(pending: readonly Interval[], from: number | undefined): PendingOccurrences {
  const { true: changed = [], false: unchanged = [] } = Object.groupBy(pending, (one) =>
    from === undefined || one.from >= from ? 'true' : 'false',
  );
  return { unchanged, changed };
}
