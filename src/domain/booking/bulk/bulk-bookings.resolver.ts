import { Args, Ctx, Mutation, ObjectType, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permissions.rules.js';
import { bulkCost, createBulkAnswerType, createBulkItemType } from '../../bulk/bulk.type.js';
import type { RequestContext } from '../../context.js';
import { Booking } from '../booking.entity.js';
import { CreateOptions, WriteOptions } from '../booking.input.js';
import { cancelBookingsInBulk, createBookings, updateBookings } from './bulk-bookings.actions.js';
import {
  CancelBookingsArguments,
  CreateBookingsArguments,
  MoveBookingsArguments,
  UpdateBookingsArguments,
} from './bulk-bookings.input.js';
import { moveBookings } from './move-bookings.actions.js';

@ObjectType({ simpleResolvers: true, description: 'The result of one item of a bulk mutation of bookings.' })
class BulkBookingsItem extends createBulkItemType(Booking, 'booking') {}

@ObjectType({ simpleResolvers: true, description: 'The result of the items of a bulk mutation of bookings.' })
class BulkBookings extends createBulkAnswerType(BulkBookingsItem) {}

@Resolver()
export class BulkBookingsResolver {
  @RequiresPermission('bookings')
  @Mutation(() => BulkBookings, {
    description: 'Creates up to 500 bookings by the rules of `createBooking`, each after those before it.',
    complexity: bulkCost,
  })
  createBookings(
    @Args(() => CreateBookingsArguments) bulk: CreateBookingsArguments,
    @Args(() => CreateOptions) options: CreateOptions,
    @Ctx() context: RequestContext,
  ): Promise<BulkBookings> {
    return createBookings(context, bulk, options);
  }

  @RequiresPermission('bookings')
  @Mutation(() => BulkBookings, {
    description: 'Changes up to 500 bookings by the rules of `updateBooking`, each after those before it.',
    complexity: bulkCost,
  })
  updateBookings(
    @Args(() => UpdateBookingsArguments) bulk: UpdateBookingsArguments,
    @Args(() => WriteOptions) options: WriteOptions,
    @Ctx() context: RequestContext,
  ): Promise<BulkBookings> {
    return updateBookings(context, bulk, options);
  }

  @RequiresPermission('bookings')
  @Mutation(() => BulkBookings, {
    description: 'Cancels up to 500 bookings by the rules of `cancelBooking`.',
    complexity: bulkCost,
  })
  cancelBookings(
    @Args(() => CancelBookingsArguments) bulk: CancelBookingsArguments,
    @Ctx() context: RequestContext,
  ): Promise<BulkBookings> {
    return cancelBookingsInBulk(context, bulk);
  }

  @RequiresPermission('bookings')
  @Mutation(() => BulkBookings, {
    description:
      'Moves the active bookings of a resource that overlap a day or period to another resource, at most 500, without those of events. Each must be within the opening hours and fit the capacity there, and the resource must offer its service and not be busy in a calendar of another program. Written in one transaction in both modes.',
    complexity: bulkCost,
  })
  moveBookings(
    @Args(() => MoveBookingsArguments) move: MoveBookingsArguments,
    @Ctx() context: RequestContext,
  ): Promise<BulkBookings> {
    return moveBookings(context, move);
  }
}
