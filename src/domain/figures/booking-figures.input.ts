import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { BookingState } from '../booking-states.js';
import { calendarDimensions, clockDimensions, FigureDimension } from './figure-dimension.js';

/** The dimensions by which figures of bookings can be grouped. */
export const bookingDimensions = {
  ...clockDimensions,
  ...calendarDimensions,
  SERVICE: FigureDimension.SERVICE,
  RESOURCE: FigureDimension.RESOURCE,
  EVENT: FigureDimension.EVENT,
  CATEGORY: FigureDimension.CATEGORY,
  STATE: FigureDimension.STATE,
  STATUS: FigureDimension.STATUS,
  CREATED_BY: FigureDimension.CREATED_BY,
} as const;
registerEnumType(bookingDimensions, {
  name: 'BookingDimension',
  description:
    'What figures of bookings are grouped by. Hours, weekdays, days, weeks and months are those in which bookings begin, on the wall clock of the account; weeks begin on Monday. Days, weeks and months do not combine, nor do days and weekdays.',
  valuesConfig: {
    CATEGORY: {
      description:
        'The categories of the service, without those above. A booking counts in each of them, and once in the total.',
    },
    CREATED_BY: { description: 'Who created the booking, as in `createdBy` of the booking.' },
  },
});

export type BookingDimension = (typeof bookingDimensions)[keyof typeof bookingDimensions];

/** Conditions that must all hold, as in lists of bookings. */
@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class BookingFigureFilter {
  @Field(() => [Int], { nullable: true, description: 'Ids of services, at most 1,000. Default: all.' })
  serviceId?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids of resources, at most 1,000. Default: all.' })
  resourceId?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids of events, at most 1,000. Default: all.' })
  eventId?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Ids of people, at most 1,000. Default: all.' })
  personId?: number[] | null;

  @Field(() => [BookingState], {
    nullable: true,
    description: 'States. Default: all except deleted, as in a list of the bookings of a period.',
  })
  state?: BookingState[] | null;
}
