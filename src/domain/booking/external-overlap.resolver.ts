import { Resolver } from 'type-graphql';
import { findBookingsThatOverlap } from '../calendar-source/external-busy.queries.js';
import type { RequestContext } from '../context.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { Booking } from './booking.entity.js';

const loadOverlap = createContextLoader(findBookingsThatOverlap, false);

@Resolver(() => Booking)
export class ExternalOverlapResolver {
  @ComputedField(() => Boolean, {
    description:
      'Whether a calendar of another program has an entry at its time, as it was last read: the booking ignored it, or the entry came later. False for bookings of events.',
  })
  overlapsExternalBusy({ id }: Booking, context: RequestContext): Promise<boolean> {
    return loadOverlap(context, id);
  }
}
