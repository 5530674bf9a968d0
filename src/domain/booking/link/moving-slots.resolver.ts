import { Args, ArgsType, Ctx, Field, Int, Query, Resolver } from 'type-graphql';
import { invalid } from '../../../platform/errors.js';
import { listCost } from '../../../platform/list-cost.js';
import { CalendarDate } from '../../../platform/scalars.js';
import { RequiresPermission } from '../../account/permissions.rules.js';
import {
  findNextAvailableDate,
  listAvailableDates,
  listAvailableResources,
  listSlots,
  type MovingBooking,
  type SlotRequest,
} from '../../availability/slot.queries.js';
import { AvailableDateConnection, NextAvailableDate, SlotConnection } from '../../availability/slot.type.js';
import type { RequestContext } from '../../context.js';
import { unpagedListCost } from '../../records/connection.type.js';
import { countDates } from '../../records/period.input.js';
import { ResourceConnection } from '../../resource/resource.entity.js';
import { readPlaces } from '../placing/booking-places.queries.js';
import { getBookingByLink } from './booking-link.actions.js';
import { canMoveByLink } from './booking-link.rules.js';

@ArgsType()
class MoveArguments {
  @Field(() => String, { description: "The token of the booking's link: its last segment." })
  token!: string;

  @Field(() => CalendarDate, { nullable: true, description: 'Defaults to today.' }) from?: string | null;

  @Field(() => [Int], { nullable: true, description: 'Ids of resources. Defaults to all that offer the service.' })
  selectedResources?: number[] | null;
}

@ArgsType()
class MoveRangeArguments extends MoveArguments {
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'The last date. Defaults to the later of today and the first date.',
  })
  to?: string | null;
}

/** The times to which the person can move a booking by its link. */
@Resolver()
export class MovingSlotsResolver {
  @RequiresPermission('read')
  @Query(() => SlotConnection, {
    description:
      'The times to which the booking of a link can move, of its length and with room for its people. Its own place counts as free.',
    complexity: listCost((args) => Math.min(10_000, 40 * countDates(args))),
  })
  async slotsByLink(
    @Args(() => MoveRangeArguments) request: MoveRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<SlotConnection> {
    return listSlots(context, await requestOf(context, request));
  }

  @RequiresPermission('read')
  @Query(() => AvailableDateConnection, {
    description: 'Dates with a time to which the booking of a link can move.',
    complexity: listCost((args) => Math.max(31, countDates(args))),
  })
  async availableDatesByLink(
    @Args(() => MoveRangeArguments) request: MoveRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<AvailableDateConnection> {
    return listAvailableDates(context, await requestOf(context, request));
  }

  @RequiresPermission('read')
  @Query(() => ResourceConnection, {
    description: 'The resources to which the booking of a link can move, sorted by id.',
    complexity: unpagedListCost,
  })
  async availableResourcesByLink(
    @Args(() => MoveRangeArguments) request: MoveRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<ResourceConnection> {
    return listAvailableResources(context, await requestOf(context, request));
  }

  @RequiresPermission('read')
  @Query(() => NextAvailableDate, {
    description: 'The next date within 30 days to which the booking of a link can move, if there is one.',
  })
  async nextAvailableDateByLink(
    @Args(() => MoveArguments) request: MoveArguments,
    @Ctx() context: RequestContext,
  ): Promise<NextAvailableDate> {
    return findNextAvailableDate(context, await requestOf(context, request));
  }
}

/** @throws DomainError NOT_FOUND for an unknown token; INVALID on `token` if the person may not move the booking now */
async function requestOf(
  context: RequestContext,
  { token, ...request }: MoveRangeArguments,
): Promise<SlotRequest & { moving: MovingBooking }> {
  const { account, zone, clock } = context;
  const booking = await getBookingByLink(context, token);
  const { id, count, personId, serviceId, bookedFrom, bookedTo } = booking;
  if (serviceId === null || !canMoveByLink(account, booking, zone, clock.now())) {
    throw invalid({ token: ["can't be moved"] });
  }
  const time = { from: bookedFrom.getTime(), to: bookedTo.getTime() };
  const places = (await readPlaces(context.db, [booking])).get(id) ?? [booking];
  const resourceIds = places.map(({ resourceId }) => resourceId);
  return { ...request, serviceId, moving: { leavingIds: [id], count, personId, resourceIds, ...time } };
}
