import type { FieldErrors } from '../../platform/errors.js';
import { BookingType } from '../service/service.entity.js';
import { WaitlistClosedReason } from './waitlist-entry.entity.js';

const { EVENT_DELETED, SERVICE_DELETED, RESOURCE_DELETED, PERSON_DELETED, NOT_OFFERED } = WaitlistClosedReason;
const { TOO_MANY_PLACES, TOO_FEW_PLACES } = WaitlistClosedReason;

/** The state of the service, resource or event that a waitlist entry waits for. */
export interface WaitlistTarget {
  places: number;
  /** The active state and the capacity of the event; null for an entry of a service. */
  eventActive: boolean | null;
  eventCapacity: number | null;
  serviceActive: boolean;
  bookingType: BookingType;
  bookingMinimum: number | null;
  bookingCapacity: number | null;
  /** Null without a resource. */
  resourceActive: boolean | null;
  /** Null without a person. */
  personActive: boolean | null;
  /** The capacity of the largest resource that offers the service, or of the resource if it does; null if none does. */
  offeredCapacity: number | null;
}

/**
 * Returns why an entry can never get an offer; null if it can. A service that no resource offers yet is no reason: one may
 * do so later.
 */
export function closingReason(target: WaitlistTarget): WaitlistClosedReason | null {
  if (target.personActive === false) return PERSON_DELETED;
  if (target.eventActive !== null) return target.eventActive ? countReason(target) : EVENT_DELETED;
  if (!target.serviceActive) return SERVICE_DELETED;
  if (target.resourceActive === false) return RESOURCE_DELETED;
  const isOffered = target.bookingType !== BookingType.APPOINTMENT || target.offeredCapacity !== null;
  return target.resourceActive !== null && !isOffered ? NOT_OFFERED : countReason(target);
}

function countReason(target: WaitlistTarget): WaitlistClosedReason | null {
  if (target.places > mostPlaces(target)) return TOO_MANY_PLACES;
  return target.places < (target.bookingMinimum ?? 1) ? TOO_FEW_PLACES : null;
}

/** The most people that a booking of the target can be for. */
function mostPlaces({ eventActive, eventCapacity, bookingType, bookingCapacity, offeredCapacity }: WaitlistTarget) {
  const ofService = bookingCapacity ?? Number.POSITIVE_INFINITY;
  if (eventActive !== null) return Math.min(ofService, eventCapacity ?? Number.POSITIVE_INFINITY);
  const isBounded = bookingType === BookingType.APPOINTMENT && offeredCapacity !== null;
  return isBounded ? Math.min(ofService, offeredCapacity) : ofService;
}

/** Returns the error of a request for an entry that could never get an offer. */
export function closingErrors(reason: WaitlistClosedReason | null, target: WaitlistTarget): FieldErrors {
  switch (reason) {
    case EVENT_DELETED:
      return { eventId: ['does not exist'] };
    case SERVICE_DELETED:
      return { serviceId: ['does not exist'] };
    case RESOURCE_DELETED:
      return { resourceId: ['does not exist'] };
    case PERSON_DELETED:
      return { personId: ['does not exist'] };
    case NOT_OFFERED:
      return { serviceId: ['is not offered by the resource'] };
    case TOO_MANY_PLACES:
      return { places: [`must be less than or equal to ${mostPlaces(target)}`] };
    case TOO_FEW_PLACES:
      return { places: [`must be greater than or equal to ${target.bookingMinimum ?? 1}`] };
    default:
      return {};
  }
}
