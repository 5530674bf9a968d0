import { Field, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../../platform/list-cost.js';
import { Instant } from '../../../platform/scalars.js';
import { maxVisitItems } from '../../availability/visit-slot.type.js';
import { Booking } from '../booking.entity.js';

/** Bookings that were made together. It is not stored: its id is the `visitId` of its bookings. */
@ObjectType({
  simpleResolvers: true,
  description: 'Bookings that were made together, and can be moved and cancelled together.',
})
export class Visit {
  @Field(() => Int, { description: 'The id: that of the first booking that was made for it.' })
  id!: number;

  @Field(() => Instant, { description: 'When its first booking begins, of those that are active if any are.' })
  bookedFrom!: Date;

  @Field(() => Instant, { description: 'When its last booking ends, of those that are active if any are.' })
  bookedTo!: Date;

  @Field(() => [Booking], {
    description: `Its bookings by time, at most ${maxVisitItems}, without those that are deleted.`,
    complexity: listCost(maxVisitItems),
  })
  bookings!: Booking[];
}
