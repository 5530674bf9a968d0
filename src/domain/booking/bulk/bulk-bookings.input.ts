import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { CalendarDate } from '../../../platform/scalars.js';
import { BulkArguments, BulkItems } from '../../bulk/bulk.input.js';
import { Period } from '../../records/period.input.js';
import { BookingInput, NewBookingInput } from '../booking.input.js';
import { MessageChoice } from '../messages/message-choice.input.js';

@ArgsType()
export class CreateBookingsArguments extends BulkArguments {
  @BulkItems()
  @Field(() => [NewBookingInput], { description: 'From 1 to 500 bookings. The options apply to all of them.' })
  items!: NewBookingInput[];
}

@InputType({ description: 'A change of a booking.' })
export class BookingUpdate {
  @Field(() => Int, { description: 'The id of the booking.' })
  id!: number;

  @Field(() => BookingInput, { description: 'The attributes to change.' })
  input!: BookingInput;
}

@ArgsType()
export class UpdateBookingsArguments extends BulkArguments {
  @BulkItems()
  @Field(() => [BookingUpdate], {
    description: 'From 1 to 500 changes, each of another booking. The options apply to all of them.',
  })
  items!: BookingUpdate[];
}

@ArgsType()
export class CancelBookingsArguments extends BulkArguments {
  @BulkItems()
  @Field(() => [Int], { description: 'From 1 to 500 ids of different bookings.' })
  items!: number[];

  @Field(() => MessageChoice, { defaultValue: {}, description: 'The messages to send.' })
  messages!: MessageChoice;
}

@ArgsType()
export class MoveBookingsArguments extends BulkArguments {
  @Field(() => Int, { description: 'The id of the resource whose bookings move.' })
  fromResourceId!: number;

  @Field(() => Int, { description: 'The id of the resource that takes them.' })
  toResourceId!: number;

  @Field(() => CalendarDate, { nullable: true, description: 'The day whose bookings move. Give it or `during`.' })
  date?: string | null;

  @Field(() => Period, { nullable: true, description: 'The period whose bookings move. Give it or `date`.' })
  during?: Period | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Moves bookings although a calendar of another program has an entry at their time.',
  })
  ignoreExternalBusy!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether nothing is written: the answer lists what would be. The idempotency key has no effect.',
  })
  dryRun!: boolean;

  @Field(() => MessageChoice, { defaultValue: {}, description: 'The messages to send.' })
  messages!: MessageChoice;
}
