import type { FieldErrors } from '../../platform/errors.js';
import type { Interval } from '../../platform/time/interval.js';
import { BookingType, type Service } from './service.entity.js';

/** Whether the resources of a need are counted for each booking, or for each person of it. */
export enum NeedPer {
  BOOKING = 'booking',
  PERSON = 'person',
}

/** A part of a booking in which the resources of a need work, in minutes from the start of the booking. */
export interface WorkSegment {
  readonly offset: number;
  readonly length: number;
}

/** The attributes of a need on which its places depend. */
export interface NeedWork {
  /** The number of distinct resources, for each booking or for each person of it. */
  readonly count: number;
  readonly per: NeedPer;
  /** Ascending and without overlaps. Null means the whole length of the booking. */
  readonly segments: readonly WorkSegment[] | null;
}

/** The most needs of a service. */
export const maxNeeds = 6;

/** The most resources in the pool of a need. */
export const maxPool = 50;

/** The most segments of a need. */
export const maxSegments = 10;

const msPerMinute = 60_000;

/**
 * Validates the segments of a need.
 *
 * @param minutes the length of the service
 */
export function validateSegments(segments: readonly WorkSegment[] | null, minutes: number): FieldErrors {
  const problem = segments && problemOfSegments(segments, minutes);
  return problem ? { segments: ['is invalid', problem] } : {};
}

function problemOfSegments(segments: readonly WorkSegment[], minutes: number): string | undefined {
  if (segments.length === 0) return 'must have at least one segment: null means the whole length of the service';
  if (segments.length > maxSegments) return `must have at most ${maxSegments} segments`;
  let end = 0;
  for (const { offset, length } of segments) {
    if (!(offset >= 0 && length >= 1)) return 'must have offsets of at least 0 and lengths of at least 1 minute';
    if (offset < end) return 'must be in order and must not overlap';
    end = offset + length;
  }
  return end > minutes ? `must end within the ${minutes} minutes of the service` : undefined;
}

/** Whether a service can have needs: only bookings that take a part of a day have places of several resources. */
export function mayHaveNeeds({ bookingType, hasDayBooking }: Pick<Service, 'bookingType' | 'hasDayBooking'>): boolean {
  return bookingType === BookingType.APPOINTMENT && !hasDayBooking;
}

/** Validates the attributes of a service on which its needs depend. */
export function validateServiceOfNeeds(
  service: Pick<Service, 'bookingType' | 'hasDayBooking' | 'interval'>,
  needs: readonly (Pick<NeedWork, 'segments'> & { title: string })[],
): FieldErrors {
  if (needs.length === 0) return {};
  const ends = needs.map(({ title, segments }) => ({ title, end: segments ? endOf(segments) : 0 }));
  const last = ends.reduce((latest, next) => (next.end > latest.end ? next : latest));
  return {
    ...(service.bookingType !== BookingType.APPOINTMENT && {
      bookingType: ['is invalid', 'must be appointment while the service has needs'],
    }),
    ...(service.hasDayBooking && { hasDayBooking: ['is invalid', 'must be false while the service has needs'] }),
    ...(last.end > service.interval && {
      interval: [`must be greater than or equal to ${last.end}`, `is too short for the segments of ${last.title}`],
    }),
  };
}

/** Returns the minutes from the start of a booking to the end of the last segment. */
function endOf(segments: readonly WorkSegment[]): number {
  return Math.max(...segments.map(({ offset, length }) => offset + length));
}

/** Returns how many distinct resources a booking with so many people takes for a need. */
export function resourcesFor({ count, per }: Pick<NeedWork, 'count' | 'per'>, people: number): number {
  return per === NeedPer.PERSON ? count * people : count;
}

/** Returns how many people a booking brings to each resource of a need: one to a resource for a single person, else all. */
export function peopleAt({ per }: Pick<NeedWork, 'per'>, people: number): number {
  return per === NeedPer.PERSON ? 1 : people;
}

/**
 * Returns when the resources of a need work: its segments in a booking, ascending. A booking can be longer or shorter than
 * the service. A segment that ends with the service then ends with the booking, and no other passes its end.
 *
 * @param minutes the length of the service
 */
export function workTimesOf({ segments }: Pick<NeedWork, 'segments'>, time: Interval, minutes: number): Interval[] {
  if (!segments) return [{ from: time.from, to: time.to }];
  return segments.flatMap(({ offset, length }) => {
    const from = time.from + offset * msPerMinute;
    const end = offset + length >= minutes ? time.to : time.from + (offset + length) * msPerMinute;
    const to = Math.min(end, time.to);
    return from < to ? [{ from, to }] : [];
  });
}

/** The error of a visitor who names a resource of a service whose first need does not let visitors choose it. */
export const cannotBeChosen = "can't be chosen";
