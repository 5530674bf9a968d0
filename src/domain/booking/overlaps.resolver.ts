import { Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { PersonOverlaps } from '../account/account-choices.rules.js';
import { isVisitor, type RequestContext } from '../context.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { Booking } from './booking.entity.js';
import { readOverlaps } from './placing/overlaps.queries.js';

const loadOverlaps = createContextLoader<Booking[], Booking[]>(readOverlaps, []);

@Resolver(() => Booking)
export class OverlapsResolver {
  @ComputedField(() => [Booking], {
    nullable: true,
    complexity: listCost(2),
    description:
      'The other active bookings of its person at the same time with another resource, by time. Null if `personOverlaps` of the account is `OFF`, and for visitors.',
  })
  overlappingBookings({ id }: Booking, context: RequestContext): Promise<Booking[]> | null {
    const isShown = context.account.personOverlaps !== PersonOverlaps.OFF && !isVisitor(context);
    return isShown ? loadOverlaps(context, id) : null;
  }
}
