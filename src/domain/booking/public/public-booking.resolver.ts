import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import { wantedPlace } from '../../calendar-source/calendar-source.rules.js';
import { refreshCalendars } from '../../calendar-source/refresh-calendars.actions.js';
import type { RequestContext } from '../../context.js';
import { PreparedBy } from '../../prepared-mutation.js';
import { ComputedField } from '../../records/computed-field.js';
import { selectJoins } from '../../records/selection.js';
import { Booking } from '../booking.entity.js';
import { getBooking } from '../booking.queries.js';
import { visitingGuardian } from '../link/booking-link.rules.js';
import { BookingHold, getBookingHold } from './booking-hold.queries.js';
import {
  resendTokenOf,
  resendVerificationCode,
  startPublicBooking,
  verifyPublicBooking,
} from './public-booking.actions.js';
import { PublicBookingInput } from './public-booking.input.js';

@Resolver(() => Booking)
export class PublicBookingResolver {
  @RequiresPermission('read')
  @Query(() => BookingHold, {
    description:
      'Returns a booking for the visitor who made it and is to enter its code. Not found without its `resendToken`, which works until the booking is verified and after.',
  })
  bookingHold(
    @Arg('id', () => Int) id: number,
    @Arg('resendToken', () => String, {
      nullable: true,
      description: 'The `resendToken` that the booking had when it was made. Required.',
    })
    token: string | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<BookingHold> {
    return getBookingHold(context, id, token, selectJoins(info, 'booking'));
  }

  @RequiresPermission('bookings')
  @PreparedBy((context, { input }) => refreshCalendars(context, wantedPlace(input)))
  @Mutation(() => Booking, { description: 'Creates a booking by the rules of the public site.' })
  startPublicBooking(
    @Arg('input', () => PublicBookingInput) input: PublicBookingInput,
    @Ctx() context: RequestContext,
  ): Promise<Booking> {
    return startPublicBooking(context, input);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description:
      'Verifies a booking by its code. The response to a wrong code reveals nothing about the booking. For an hour after the booking was made, the right code of a verified booking returns it unchanged.',
  })
  async verifyPublicBooking(
    @Arg('id', () => Int) id: number,
    @Arg('code', () => String, { nullable: true, description: 'The code that was sent. Required.' }) code:
      | string
      | null
      | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    await verifyPublicBooking(context, id, code);
    const booking = await getBooking(context, id, selectJoins(info));
    booking.linkGuardianId = visitingGuardian(booking);
    return booking;
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description:
      'Sends the code of a booking that awaits its verification again, to the same recipient: at most once in a minute and three times in all. The booking does not change.',
  })
  async resendVerificationCode(
    @Arg('id', () => Int) id: number,
    @Arg('token', () => String, { nullable: true, description: 'The `resendToken` of the booking. Required.' }) token:
      | string
      | null
      | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    await resendVerificationCode(context, id, token);
    return getBooking(context, id, selectJoins(info));
  }

  @ComputedField(() => String, {
    nullable: true,
    description:
      'The token with which `resendVerificationCode` sends the code again. Null if the booking does not await a code that was sent.',
  })
  resendToken(booking: Booking, context: RequestContext): string | null {
    return resendTokenOf(context, booking);
  }
}
