import { Field, InputType, Int } from 'type-graphql';
import { Instant } from '../../../platform/scalars.js';

/** The new place of a booking that a person moves by its link. An absent attribute stays unchanged. */
@InputType()
export class BookingMoveInput {
  @Field(() => Instant, { nullable: true }) bookedFrom?: Date | null;
  @Field(() => Instant, { nullable: true }) bookedTo?: Date | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) eventId?: number | null;
}
