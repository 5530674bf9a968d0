import { Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { PersonOverlaps } from '../account/account-choices.rules.js';
import { isVisitor, type RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { Booking } from './booking.entity.js';
import { readOverlaps, readOverlapsOfEvents } from './placing/overlaps.queries.js';

const loadOverlaps = createContextLoader<Booking[], Booking[]>(readOverlaps, []);
const loadOverlapsOfEvents = createContextLoader<Booking[], Booking[]>(readOverlapsOfEvents, []);

/** Whether a request sees in which two places a person is. */
function isShown(context: RequestContext): boolean {
  return context.account.personOverlaps !== PersonOverlaps.OFF && !isVisitor(context);
}

@Resolver(() => Booking)
export class OverlapsResolver {
  @ComputedField(() => [Booking], {
    nullable: true,
    complexity: listCost(2),
    description:
      'The other active bookings of its person at the same time with another resource, by time. Null if `personOverlaps` of the account is `OFF`, and for visitors.',
  })
  overlappingBookings({ id }: Booking, context: RequestContext): Promise<Booking[]> | null {
    return isShown(context) ? loadOverlaps(context, id) : null;
  }
}

@Resolver(() => Event)
export class EventOverlapsResolver {
  @ComputedField(() => [Booking], {
    nullable: true,
    complexity: listCost(2),
    description:
      'The other active bookings of the people who attend, at the same time with another resource, by time. Null if `personOverlaps` of the account is `OFF`, and for visitors.',
  })
  overlappingBookings({ id }: Event, context: RequestContext): Promise<Booking[]> | null {
    return isShown(context) ? loadOverlapsOfEvents(context, id) : null;
  }
}
