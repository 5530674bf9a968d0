import type { FieldErrors } from '../../../platform/errors.js';
import { fullyBooked } from '../../availability/booking-limits.rules.js';
import type { ScheduledResource } from '../../availability/schedule.queries.js';
import type { RequestContext } from '../../context.js';
import type { Limits } from './limits.queries.js';
import type { NamedResources } from './need-resources.rules.js';
import type { GivenPlace } from './place.rules.js';
import type { Places } from './places.queries.js';
import type { UndecidedBookings } from './undecided-bookings.js';

/** The rules that apply to the placement of a booking. */
export interface Placement {
  /** The time, resource and service that the request contains. */
  given: GivenPlace;
  /** The resources that the request names for needs of the service. None by default. */
  named?: NamedResources | undefined;
  /** The resource that a slot offered for the first need, which nobody chose. A service that assigns fairly does not prefer it. */
  offered?: number | undefined;
  /** Whether the rules for the public apply. */
  isPublic: boolean;
  /** Whether the capacity and the daily limits of resources are lifted. */
  ignoresCapacity: boolean;
  /** Whether it may be placed where a calendar of another program has an entry, if there is no other free resource. */
  ignoresExternalBusy: boolean;
  /** Whether the booking keeps its service and resource, which stay valid when they are no longer offered. */
  keepsService: boolean;
  /** Whether it must start at the start of a listed slot. */
  startsAtSlot?: boolean | undefined;
  /** Whether it moves without a change of its length, so that the public rules for the length do not apply again. */
  keepsLength?: boolean | undefined;
  /** Whether it must be within the opening hours, as public bookings always must. */
  needsHours?: boolean | undefined;
  places: Places;
  limits: Limits;
  /** The bookings that are placed after it in the same decision, for which it leaves room; undefined if there are none. */
  undecided?: UndecidedBookings | undefined;
}

/** Staff may book nevertheless: programs are told how, and the dashboard asks. */
export function busyMessages(
  { interface: by }: RequestContext,
  { isPublic, startsAtSlot = false }: Placement,
): string[] {
  const message = 'is busy in another calendar';
  return isPublic || startsAtSlot || by === 'dashboard'
    ? [message]
    : [message, 'ignore_external_busy=true books it nevertheless'];
}

export function dailyLimitError({ maxDailyBookings }: Pick<ScheduledResource, 'maxDailyBookings'>): FieldErrors {
  return { resourceId: [fullyBooked(maxDailyBookings ?? 0)] };
}
