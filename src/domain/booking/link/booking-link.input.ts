import { Field, InputType, Int } from 'type-graphql';
import { Instant } from '../../../platform/scalars.js';

/** The new place of a booking that a person moves by its link. An absent attribute stays unchanged. */
@InputType({ description: 'The new place of a booking that a person moves. An absent attribute stays unchanged.' })
export class BookingMoveInput {
  @Field(() => Instant, { nullable: true, description: 'When it is to begin. Not for a booking of an event.' })
  bookedFrom?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'When it is to end. By default it keeps its duration.' })
  bookedTo?: Date | null;
  @Field(() => Int, { nullable: true, description: 'The id of the resource.' }) resourceId?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'The id of another event of its service. Only for a booking of an event.',
  })
  eventId?: number | null;
}
