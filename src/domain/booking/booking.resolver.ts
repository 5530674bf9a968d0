import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, Decimal } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import { findBookingsThatOverlap } from '../calendar-source/external-busy.queries.js';
import type { RequestContext } from '../context.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { selectJoins } from '../records/selection.js';
import { Service } from '../service/service.entity.js';
import { salesPriceIn } from '../tax-rate/tax-rate.queries.js';
import { Booking, BookingConnection, BookingStatus } from './booking.entity.js';
import { BookingFilter, BookingInput, CreateOptions, NewBookingInput, WriteOptions } from './booking.input.js';
import {
  bookingList,
  findBookingByExternalId,
  getBooking,
  listBookingsOfEvent,
  listBookingsOfPerson,
} from './booking.queries.js';
import { findFirstBookings } from './first-bookings.queries.js';
import { MessageChoice } from './messages/message-choice.input.js';
import { getBookingAssignment } from './placing/assignment.queries.js';
import { BookingAssignment } from './placing/assignment.type.js';
import { BookingPlace } from './placing/booking-place.type.js';
import { readPlacesOfBookings } from './placing/booking-places.queries.js';
import { createBooking } from './placing/create-bookings.actions.js';
import { NeedResourcesInput } from './placing/need-resources.input.js';
import { readOverlaps, showsOverlaps } from './placing/overlaps.queries.js';
import { createPersonOfBooking } from './placing/person-of-booking.actions.js';
import { updateBooking } from './placing/update-bookings.actions.js';
import { changeAtRevision } from './states/booking-lock.actions.js';
import {
  cancelBooking,
  confirmBooking,
  declineBooking,
  deleteBooking,
  setBookingStatus,
  verifyBooking,
  verifyBookingByCode,
} from './states/booking-state.actions.js';
import { isActive } from './states/booking-state.rules.js';

type BookingResult = Promise<Booking>;

const loadOverlaps = createContextLoader<Booking[], Booking[]>(readOverlaps, []);
const loadIsFirst = createContextLoader(findFirstBookings, false);
const loadPlaces = createContextLoader<BookingPlace[], BookingPlace[]>(readPlacesOfBookings, []);
const loadExternalOverlap = createContextLoader(findBookingsThatOverlap, false);

@Resolver(() => Booking)
export class BookingResolver {
  @RequiresPermission('read')
  @Query(() => Booking, { description: 'One booking, in any state.' })
  booking(
    @Arg('id', () => Int) id: number,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return getBooking(context, id, selectJoins(info));
  }

  @RequiresPermission('read')
  @Query(() => Booking, {
    description:
      'The booking with an external id. Prefers active bookings, then those that are not deleted, then the newest.',
  })
  bookingByExternalId(
    @Arg('externalId', () => String, { description: 'The external id.' }) externalId: string,
    @Ctx() context: RequestContext,
  ): BookingResult {
    return findBookingByExternalId(context, externalId);
  }

  @RequiresPermission('read')
  @Query(() => BookingAssignment, { description: 'The reason why a booking has its resource.' })
  bookingAssignment(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<BookingAssignment> {
    return getBookingAssignment(context, id);
  }

  @RequiresPermission('read')
  @ListQuery(bookingList, {
    description: 'Bookings. By default active ones, unless the filter names a state, resource, person or time.',
  })
  bookings(context: RequestContext, request: ListRequest<BookingFilter>): BookingConnection {
    return readList(context, bookingList, request);
  }

  @RequiresPermission('read')
  @ListQuery(bookingList, { description: 'Bookings of a person; by default in every state except deleted.' })
  bookingsOfPerson(
    context: RequestContext,
    request: ListRequest<BookingFilter>,
    @Arg('personId', () => Int) personId: number,
  ): Promise<BookingConnection> {
    return listBookingsOfPerson(context, personId, request);
  }

  @RequiresPermission('read')
  @ListQuery(bookingList, { description: 'Bookings of an event; by default active ones.' })
  bookingsOfEvent(
    context: RequestContext,
    request: ListRequest<BookingFilter>,
    @Arg('eventId', () => Int) eventId: number,
  ): Promise<BookingConnection> {
    return listBookingsOfEvent(context, eventId, request);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Creates a booking.' })
  createBooking(
    @Arg('input', () => NewBookingInput) input: NewBookingInput,
    @Args(() => CreateOptions) options: CreateOptions,
    @Ctx() context: RequestContext,
  ): BookingResult {
    return createBooking(context, input, options);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Changes a booking.' })
  updateBooking(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => BookingInput) input: BookingInput,
    @Args(() => WriteOptions) options: WriteOptions,
    @Arg('resources', () => [NeedResourcesInput], {
      nullable: true,
      description:
        'The resources for needs of the service, in place of `resourceId` for the first of them. For other needs, the booking keeps the resources that it has, as far as they are free.',
    })
    resources: NeedResourcesInput[] | null | undefined,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    const update = (within: RequestContext) => updateBooking(within, id, input, { ...options, resources });
    return revise(context, info, { id, ifRevision }, update);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description: 'Deletes a booking in any state. It can still be read by id and in lists with the scope `ALL`.',
  })
  deleteBooking(
    @Arg('id', () => Int) id: number,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return reload(context, info, deleteBooking(context, id, messages));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Verifies a booking without a code.' })
  verifyBooking(
    @Arg('id', () => Int) id: number,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return reload(context, info, verifyBooking(context, id, messages));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Verifies a booking with the code that was sent.' })
  verifyBookingByCode(
    @Arg('id', () => Int) id: number,
    @Arg('code', () => String, { nullable: true, description: 'The code that was sent. Required.' }) code:
      | string
      | null
      | undefined,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return reload(context, info, verifyBookingByCode(context, id, code, messages));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Confirms a booking that awaits confirmation.' })
  confirmBooking(
    @Arg('id', () => Int) id: number,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return revise(context, info, { id, ifRevision }, (within) => confirmBooking(within, id, messages));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Declines a booking that awaits confirmation.' })
  declineBooking(
    @Arg('id', () => Int) id: number,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return revise(context, info, { id, ifRevision }, (within) => declineBooking(within, id, messages));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Cancels an active booking.' })
  cancelBooking(
    @Arg('id', () => Int) id: number,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return revise(context, info, { id, ifRevision }, (within) => cancelBooking(within, id, messages));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, { description: 'Sets the status of an active booking. Null clears it.' })
  setBookingStatus(
    @Arg('id', () => Int) id: number,
    @Arg('status', () => BookingStatus, {
      nullable: true,
      description: 'The new status. Null, the default, clears it.',
    })
    status: BookingStatus | null | undefined,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return revise(context, info, { id, ifRevision }, (within) => setBookingStatus(within, id, status));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description:
      'Makes the `bookedForName` of a booking a person of its own, which the booking then is for: a child of the person who booked, and who gets its messages as long as it has no address. A dependant of that person is taken instead if `personId` names it, or if it has the name and the `dateOfBirth`. A name alone finds nobody, because siblings may share it.',
  })
  createPersonOfBooking(
    @Arg('id', () => Int) id: number,
    @Arg('personId', () => Int, {
      nullable: true,
      description: 'The id of a dependant of the person who booked, for whom the booking is.',
    })
    personId: number | null | undefined,
    @Arg('dateOfBirth', () => CalendarDate, {
      nullable: true,
      description: 'The birthday by which a dependant of the name is found, and which a new person gets.',
    })
    dateOfBirth: string | null | undefined,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): BookingResult {
    return revise(context, info, { id, ifRevision }, (within) =>
      createPersonOfBooking(within, id, { personId, dateOfBirth }),
    );
  }

  @ComputedField(() => Boolean, { description: 'Whether the booking takes capacity at the time of reading.' })
  active(booking: Booking, { clock }: RequestContext): boolean {
    return isActive(booking, clock.now());
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description:
      '`price` as it is sold: with the tax, if the rate of its service is added to prices. Null if `price` is, so that it is the `salesPrice` of the service.',
  })
  async salesPrice({ price, serviceId }: Booking, context: RequestContext): Promise<string | null> {
    if (price === null || serviceId === null) return price;
    const service = await context.db.load(Service, serviceId);
    return service ? salesPriceIn(context, service, price) : price;
  }

  @ComputedField(() => [Booking], {
    nullable: true,
    complexity: listCost(2),
    description:
      'The other active bookings of its person at the same time with another resource, by time. Null if `personOverlaps` of the account is `OFF`, and for visitors.',
  })
  overlappingBookings({ id }: Booking, context: RequestContext): Promise<Booking[]> | null {
    return showsOverlaps(context) ? loadOverlaps(context, id) : null;
  }

  @ComputedField(() => [BookingPlace], {
    complexity: listCost(2),
    description:
      'The places that it takes now, one after the other by the needs of its service. Empty for a booking that takes a single one, by its own resource and time.',
  })
  places({ id }: Booking, context: RequestContext): Promise<BookingPlace[]> | BookingPlace[] {
    return context.account.hasNeeds ? loadPlaces(context, id) : [];
  }

  @ComputedField(() => Boolean, {
    description: 'Whether it is the first active booking of its person by time. Always false without a person.',
  })
  isFirstOfPerson({ id, personId }: Booking, context: RequestContext): Promise<boolean> | boolean {
    return personId !== null && loadIsFirst(context, id);
  }

  @ComputedField(() => Boolean, {
    description:
      'Whether a calendar of another program has an entry at its time, as it was last read: the booking ignored it, or the entry came later. False for bookings of events.',
  })
  overlapsExternalBusy({ id }: Booking, context: RequestContext): Promise<boolean> {
    return loadExternalOverlap(context, id);
  }
}

/** Reads a changed booking again, with the referenced records that the document selects. */
async function reload(context: RequestContext, info: GraphQLResolveInfo, change: Promise<Booking>): BookingResult {
  const { id } = await change;
  return getBooking(context, id, selectJoins(info));
}

/** Changes a booking unless it was revised since the client read it, and reads it again. */
function revise(
  context: RequestContext,
  info: GraphQLResolveInfo,
  { id, ifRevision }: { id: number; ifRevision: number | null | undefined },
  change: (context: RequestContext) => Promise<Booking>,
): BookingResult {
  return reload(context, info, changeAtRevision(context, id, ifRevision, change));
}
