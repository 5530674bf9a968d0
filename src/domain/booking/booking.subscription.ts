import { Args, ArgsType, Field, Int, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import { cursorOf, type RecordedChange, type Snapshot } from '../../changes/change-log.js';
import type { Stored } from '../../platform/database/rows.js';
import { Instant } from '../../platform/scalars.js';
import type { SubscriptionContext } from '../context.js';
import { Booking } from './booking.entity.js';

/** One change of one booking, as it was recorded. */
@ObjectType({ simpleResolvers: true })
export class BookingChange {
  @Field(() => String, { description: 'Where the change stands in the log of the account.' })
  cursor!: string;

  @Field(() => String, { description: 'Such as `booking.confirmed`.' })
  name!: string;

  @Field(() => Instant)
  changedAt!: string;

  @Field(() => Booking, { description: 'As it was after the change, without its verification code.' })
  booking!: Stored<Booking>;
}

@ArgsType()
class BookingChangeFilter {
  @Field(() => Int, { nullable: true }) bookingId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
}

interface Subscribing {
  args: BookingChangeFilter;
  context: SubscriptionContext;
}

@Resolver()
export class BookingSubscription {
  @Subscription(() => BookingChange, {
    description:
      'Changes of bookings from now on, in the order in which they were made; with conditions, those of bookings that meet them all, before or after the change.',
    subscribe: ({ args, context }: Subscribing) => context.changes((change) => concerns(change, args)),
  })
  bookingChanged(
    @Root() change: RecordedChange,
    @Args(() => BookingChangeFilter) _filter: BookingChangeFilter,
  ): BookingChange {
    return {
      cursor: cursorOf(change),
      name: change.name,
      changedAt: change.createdAt,
      booking: change.snapshot as unknown as Stored<Booking>,
    };
  }
}

/** A booking that moves away from a resource concerns whoever watches the resource, too. */
function concerns({ objectType, snapshot, previous }: RecordedChange, filter: BookingChangeFilter): boolean {
  if (objectType !== 'booking') return false;
  const { bookingId: id, resourceId, serviceId, personId } = filter;
  const wanted = Object.entries({ id, resourceId, serviceId, personId }).filter(([, value]) => value != null);
  const meets = (booking: Snapshot): boolean => wanted.every(([attribute, value]) => booking[attribute] === value);
  return meets(snapshot) || (previous !== null && meets({ ...snapshot, ...previous }));
}
