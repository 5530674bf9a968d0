import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Instant } from '../../../platform/scalars.js';
import { hasPermission, RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { Person } from '../../person/person.entity.js';
import { PreparedBy } from '../../prepared-mutation.js';
import { ComputedField } from '../../records/computed-field.js';
import { selectJoins } from '../../records/selection.js';
import { Booking } from '../booking.entity.js';
import { getBooking } from '../booking.queries.js';
import {
  BookingMoveInput,
  cancelBookingByLink,
  getBookingByLink,
  moveBookingByLink,
  refreshForMove,
  revokeBookingLink,
} from './booking-link.actions.js';
import {
  bookingLink,
  canCancelByLink,
  canMoveByLink,
  changeDeadline,
  createLinkToken,
  isLinkAlive,
  linkDaysAfterEnd,
  linkExpiry,
  nameByLink,
} from './booking-link.rules.js';

const tokenDescription = { description: 'The last segment of the link.' };

@Resolver(() => Booking)
export class BookingLinkResolver {
  @RequiresPermission('read')
  @Query(() => Booking, {
    description: `Returns the booking of a link. A link that is unknown, revoked or expired is not found. It expires ${linkDaysAfterEnd} days after the end of the booking.`,
  })
  bookingByLink(
    @Arg('token', () => String, tokenDescription) token: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    return getBookingByLink(context, token, selectJoins(info));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description:
      'Cancels the booking of a link, if the account has `allowCancellation` and until its `cancellationPeriod` before the start.',
  })
  async cancelBookingByLink(
    @Arg('token', () => String, tokenDescription) token: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    const { id } = await cancelBookingByLink(context, token);
    return getBooking(context, id, selectJoins(info));
  }

  @RequiresPermission('bookings')
  @PreparedBy((context, { token, input }) => refreshForMove(context, token, input))
  @Mutation(() => Booking, {
    description:
      'Moves the booking of a link by the rules for the public: to the start of a free slot, or to another event of its service. The conditions are those of its cancellation.',
  })
  async moveBookingByLink(
    @Arg('token', () => String, tokenDescription) token: string,
    @Arg('input', () => BookingMoveInput) input: BookingMoveInput,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    const { id } = await moveBookingByLink(context, token, input);
    return getBooking(context, id, selectJoins(info));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description: 'Revokes the links of a booking that were sent. `link` and later messages have a new one.',
  })
  async revokeBookingLink(
    @Arg('id', () => Int) id: number,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    await revokeBookingLink(context, id);
    return getBooking(context, id, selectJoins(info));
  }

  @ComputedField(() => String, {
    nullable: true,
    description:
      'The secret URL at which the person sees, moves and cancels the booking, as in messages. Null if the account has no `publicAccess`, the server does not know its address (`PUBLIC_URL`), or the booking is deleted or its link has expired.',
  })
  link(booking: Booking, { address, account, clock, siteDomain }: RequestContext): string | null {
    return bookingLink(address, account, booking, { siteDomain, now: clock.now() }) || null;
  }

  @ComputedField(() => String, {
    nullable: true,
    description:
      'The secret token of the link, which the mutations by link take. Null without the permission `bookings`, if the account has no `publicAccess`, or if the booking is deleted or its link has expired.',
  })
  linkToken(booking: Booking, { account, clock, actor }: RequestContext): string | null {
    const isOpen = account.publicAccess && isLinkAlive(booking, clock.now());
    return isOpen && hasPermission(actor, 'bookings') ? createLinkToken(account, booking) : null;
  }

  @ComputedField(() => String, {
    nullable: true,
    description:
      'The `bookedForName` as the one with the link sees it. Null for a booking of the booking page until its code was entered, so that nobody learns from it whether an address is known.',
  })
  nameByLink(booking: Booking): string | null {
    return nameByLink(booking);
  }

  @ComputedField(() => Person, {
    nullable: true,
    description:
      'The dependant for whom it is, as the guardian with the link sees it. Null for a booking of the one with the link.',
  })
  async dependantByLink({ linkGuardianId, personId }: Booking, { db }: RequestContext): Promise<Person | null> {
    if (typeof linkGuardianId !== 'number' || personId === null || personId === linkGuardianId) return null;
    return (await db.load(Person, personId)) ?? null;
  }

  @ComputedField(() => Instant, {
    description: `When the link stops working: ${linkDaysAfterEnd} days after the end of the booking.`,
  })
  linkExpiresAt(booking: Booking): Date {
    return linkExpiry(booking);
  }

  @ComputedField(() => Boolean, { description: 'Whether the person may cancel the booking by its link now.' })
  canCancel(booking: Booking, { account, zone, clock }: RequestContext): boolean {
    return canCancelByLink(account, booking, zone, clock.now());
  }

  @ComputedField(() => Boolean, { description: 'Whether the person may move the booking by its link now.' })
  canMove(booking: Booking, { account, zone, clock }: RequestContext): boolean {
    return canMoveByLink(account, booking, zone, clock.now());
  }

  @ComputedField(() => Instant, {
    nullable: true,
    description:
      'The time until which the person may move or cancel the booking by its link. Null if the account does not allow it.',
  })
  changeableUntil(booking: Booking, { account, zone }: RequestContext): Date | null {
    return changeDeadline(account, booking, zone);
  }
}
