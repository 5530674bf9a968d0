import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { BookingStatus } from '../booking/booking.entity.js';
import { BookingState, sqlStates } from '../booking-states.js';
import { amountOf, count, medianLeadSeconds, people, seconds, visitors } from './booking-statements.js';
import { calendarDimensions, clockDimensions } from './dimensions.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments, type FigureFilter } from './figures.type.js';
import { amount, counts, extended, float, share, wholeNumber } from './measures.js';

/** Conditions that must all hold, as in lists of bookings. */
@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
class BookingFigureFilter implements FigureFilter {
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

@ArgsType()
class BookingFigureArguments extends createFigureArguments({
  name: 'BookingDimension',
  description:
    'The dimensions of figures of bookings. Hours, weekdays, days, weeks and months are those in which bookings begin, on the wall clock of the account; weeks begin on Monday. Days, weeks and months do not combine, nor do days and weekdays.',
  dimensions: [
    ...clockDimensions,
    ...calendarDimensions,
    'SERVICE',
    'RESOURCE',
    'EVENT',
    'CATEGORY',
    'STATE',
    'STATUS',
    'CREATED_BY',
  ],
  valuesConfig: {
    CATEGORY: {
      description:
        'The categories of the service, without those above. A booking counts in each of them, and once in the total.',
    },
    CREATED_BY: { description: 'The actor who created the booking, as in `createdBy` of the booking.' },
  },
}) {
  @Field(() => BookingFigureFilter, { defaultValue: {}, description: 'The bookings that count. Default: all.' })
  override filter!: BookingFigureFilter;
}

const cancellations = count(`state = '${BookingState.CANCELLED}'`);
const ongoing = count(`state in (${sqlStates.ongoing})`);
const noShows = count(`status = '${BookingStatus.NO_SHOW}' and state in (${sqlStates.ongoing})`);

export const bookingFigures = declareFigures({
  name: 'Booking',
  typeDescription: 'Figures of bookings, in groups.',
  description:
    'Figures of the bookings that begin in a period, by group and in total. Only the selected figures are computed.',
  permission: 'bookings',
  arguments: BookingFigureArguments,
  defaultMeasure: 'bookings',
  charts: [
    {
      name: 'revenue-by-resource',
      title: 'revenueByResource',
      topic: 'money',
      permission: 'sales',
      plot: 'table',
      by: { dimension: 'RESOURCE', title: 'who' },
      plotted: { value: 'price' },
      listed: { paid: 'paid', bookings: 'bookings' },
    },
    {
      name: 'bookings',
      title: 'byDay',
      topic: 'customers',
      titleByWeek: 'byWeek',
      plot: 'bars',
      plotted: {
        'states.confirmed': 'confirmed',
        'states.awaitingConfirmation': 'awaitingConfirmation',
        'states.awaitingPayment': 'awaitingPayment',
        'states.awaitingVerification': 'awaitingVerification',
        'states.cancelled': 'cancelled',
        'states.declined': 'declined',
        'states.verificationExpired': 'expired',
      },
      listed: { bookings: 'all' },
      line: 'all',
    },
    {
      name: 'no-shows',
      title: 'noShows',
      topic: 'customers',
      plot: 'bars',
      plotted: { noShows: 'noShows' },
      listed: { noShowRate: 'rate' },
    },
  ],
  figure: {
    description:
      'Figures of the bookings that begin in the period, or in that of their group, and match the filter. Without a filter by state, these are all bookings except deleted ones, as in a list of the bookings of a period: cancelled ones, declined ones and holds count, too.',
    measures: {
      bookings: wholeNumber('The number of bookings.', count()),
      people: float('The sum of `count` of the bookings, a whole number.', people),
      minutes: {
        ...float('The length of the bookings together in minutes, a whole number.'),
        unit: 'minutes',
        numbers: { seconds },
        value: ({ seconds: sum }) => Math.round(Number(sum ?? 0) / 60),
      },
      states: counts(
        'BookingStateCounts',
        {
          awaitingVerification: 'Holds that await their verification, also if their time has passed.',
          verificationExpired: 'Holds that were not verified in time.',
          awaitingPayment: 'Holds that await their payment, also if their time has passed.',
          awaitingConfirmation: 'Bookings that await a confirmation.',
          confirmed: 'Confirmed bookings.',
          declined: 'Declined bookings.',
          cancelled: 'Cancelled bookings, and holds that were not paid in time.',
          deleted: 'Deleted bookings. 0 unless the filter names the state.',
        },
        {
          typeDescription: 'Numbers of bookings by state.',
          description: 'The number of bookings by state.',
          sql: (state) => count(`state = '${state}'`),
        },
      ),
      cancellations: wholeNumber(
        'The number of cancelled bookings, with holds that were not paid in time.',
        cancellations,
      ),
      cancellationRate: share(
        'The share of cancellations in `bookings`, 0 to 1, rounded to four decimals. Null without bookings.',
        ['cancellations', 'bookings'],
        { cancellations, bookings: count() },
      ),
      noShows: wholeNumber(
        'The number of bookings with the status `NO_SHOW`, without those that were cancelled, declined or deleted.',
        noShows,
      ),
      noShowRate: share(
        'The share of no-shows in the bookings that were not cancelled, declined, deleted or left to expire, 0 to 1, rounded to four decimals. Null without such bookings.',
        ['noShows', 'ongoing'],
        { noShows, ongoing },
      ),
      ...extended({
        medianLeadTime: {
          ...float(
            'The median time from the creation of a booking to its beginning in minutes, rounded to a whole number; below zero if bookings are mostly added afterwards. Null without bookings.',
          ),
          unit: 'minutes',
          nullable: true,
          numbers: { medianLeadSeconds },
          value: ({ medianLeadSeconds: median = null }) => (median === null ? null : Math.round(Number(median) / 60)),
        },
        newPeople: wholeNumber(
          'The number of people with active bookings among these whose first active booking of all begins in the period; in groups by day, week or month, in the time of the group.',
          visitors,
        ),
        returningPeople: wholeNumber(
          'The number of people with active bookings among these whose first active booking of all begins before the period; in groups by day, week or month, before the time of the group.',
          visitors,
        ),
        value: amount(
          'The prices of the bookings after their discounts, without those of cancelled orders.',
          amountOf('value'),
        ),
        paid: amount('The amounts paid for the bookings, less refunds.', amountOf('paid')),
      }),
    },
  },
});
