import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type NamedScheduleRequest, readSchedules, type ScheduledResource } from '../availability/schedule.queries.js';
import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';

/** The attributes of a booking that decide what its placement reads. */
export interface PlacedBooking {
  /** Undefined for a new booking. */
  id?: number;
}

/** Reads for the placement of a booking. A batch implements it for many bookings with few statements. */
export interface PlacementReads {
  /** Returns the ids of the resources that offer a service. Called before they are locked. */
  resourcesOf(serviceId: number): Promise<readonly number[]>;
  /** Returns the ids of active events of a service with that start. Called before they are locked. */
  eventsAt(serviceId: number, startsAt: Date): Promise<readonly number[]>;
  /** Reads the schedules of locked resources. */
  schedules(request: NamedScheduleRequest): Promise<ScheduledResource[]>;
  /** Returns the number of people in the active bookings of a locked event, apart from `booking`. */
  peopleIn(event: Pick<Event, 'id' | 'resourceId'>, booking: PlacedBooking): Promise<number>;
}

/** The maximum of events with the same start among which one is searched. */
export const maxEventsAtOnce = 20;

/** Reads for one booking, with a statement for each call. */
export function directReads({ clock }: RequestContext, tx: AccountTransaction): PlacementReads {
  return {
    resourcesOf: async (serviceId) => {
      const rows = await tx.query<{ id: number }>(
        'select resource_id as id from provider where account_id = $1 and service_id = $2 and active',
        [serviceId],
      );
      return rows.map(({ id }) => id);
    },
    eventsAt: async (serviceId, startsAt) => {
      const where = { serviceId, startsAt, active: true };
      const events = await tx.rows(Event, where, { orderBy: { id: 'asc' }, limit: maxEventsAtOnce });
      return events.map(({ id }) => id);
    },
    schedules: (request) => readSchedules(tx, request),
    peopleIn: async ({ id, resourceId }, booking) => {
      const [taken] = await tx.query<{ people: number }>(
        `select coalesce(sum(count), 0)::integer as people from booking
         where place_of(account_id, resource_id, event_id) = place_of($1, $2, $3)
           and state in (${sqlStates.ongoing})
           and id <> $4 and is_active_booking(state, expires_at, $5)`,
        [resourceId, id, booking.id ?? 0, clock.now()],
      );
      return taken?.people ?? 0;
    },
  };
}
