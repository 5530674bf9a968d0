import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { isObject } from '../../../platform/accepted.js';
import { listCost } from '../../../platform/list-cost.js';
import { RequiresPermission } from '../../account/permissions.rules.js';
import { DateRangeArguments } from '../../availability/availability.resolver.js';
import { VisitSlotConnection } from '../../availability/visit-slot.type.js';
import { wantedPlace } from '../../calendar-source/calendar-source.rules.js';
import { refreshCalendars } from '../../calendar-source/refresh-calendars.actions.js';
import type { RequestContext } from '../../context.js';
import { PreparedBy } from '../../prepared-mutation.js';
import { countDates } from '../../records/period.input.js';
import { selectJoins } from '../../records/selection.js';
import { CreateOptions, WriteOptions } from '../booking.input.js';
import { visitingGuardian } from '../link/booking-link.rules.js';
import { MessageChoice } from '../messages/message-choice.input.js';
import { cancelVisit, moveVisit } from './change-visit.actions.js';
import { createVisit, startPublicVisit } from './create-visit.actions.js';
import { LinkedVisitMoveInput, NewVisitInput, PublicVisitInput, VisitMoveInput } from './visit.input.js';
import { getVisit } from './visit.queries.js';
import { Visit } from './visit.type.js';
import {
  cancelVisitByLink,
  getVisitByLink,
  listMovesByLink,
  moveVisitByLink,
  refreshForVisitMove,
} from './visit-link.actions.js';

const tokenDescription = { description: 'The last segment of the link.' };

@Resolver()
export class VisitResolver {
  @RequiresPermission('read')
  @Query(() => Visit, { description: 'One visit, with its bookings in any state except deleted.' })
  visit(
    @Arg('id', () => Int) id: number,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    return getVisit(context, id, selectJoins(info, 'bookings'));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Visit, {
    description:
      'Creates up to 8 bookings in one transaction, or none, by the rules of `createBooking`, each after those before it. They share one order, one code, one hold and one message. The errors of an item are named by its place, such as `items[1].resourceId`.',
  })
  async createVisit(
    @Arg('input', () => NewVisitInput) input: NewVisitInput,
    @Args(() => CreateOptions) options: CreateOptions,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    return getVisit(context, await createVisit(context, input, options), selectJoins(info, 'bookings'));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Visit, {
    description:
      'Moves all active bookings of a visit by the same time, or each to a place of its own, in one transaction, or none. Errors are named by the place in `items`, or in the `bookings` of the visit if it moves as a whole.',
  })
  async moveVisit(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => VisitMoveInput) input: VisitMoveInput,
    @Args(() => WriteOptions) options: WriteOptions,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    await moveVisit(context, id, input, options);
    return getVisit(context, id, selectJoins(info, 'bookings'));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Visit, {
    description:
      'Cancels the active bookings of a visit, and its order. `cancelBooking` cancels one of them, takes its lines out of the order and leaves the others.',
  })
  async cancelVisit(
    @Arg('id', () => Int) id: number,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    await cancelVisit(context, id, messages);
    return getVisit(context, id, selectJoins(info, 'bookings'));
  }

  @RequiresPermission('read')
  @Query(() => Visit, {
    description:
      'Returns the visit of the booking of a link, with the bookings of the same person and of those for whom that one may act. A booking that was made alone is a visit of one. A link that is unknown, revoked or expired is not found.',
  })
  visitByLink(
    @Arg('token', () => String, tokenDescription) token: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    return getVisitByLink(context, token, selectJoins(info, 'bookings'));
  }

  @RequiresPermission('read')
  @Query(() => VisitSlotConnection, {
    description:
      'The times that begin on a range of at most 31 days to which `moveVisitByLink` can move the bookings of a link. Their own places count as free. Empty if they cannot move.',
    complexity: listCost((args) => Math.min(10_000, 40 * countDates(args))),
  })
  visitSlotsByLink(
    @Arg('token', () => String, tokenDescription) token: string,
    @Args(() => DateRangeArguments) range: DateRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<VisitSlotConnection> {
    return listMovesByLink(context, token, range);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Visit, {
    description:
      'Cancels the active bookings that `visitByLink` returns, all or none, by the conditions of `cancelBookingByLink` for each.',
  })
  async cancelVisitByLink(
    @Arg('token', () => String, tokenDescription) token: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    await cancelVisitByLink(context, token);
    return getVisitByLink(context, token, selectJoins(info, 'bookings'));
  }

  @RequiresPermission('bookings')
  @PreparedBy((context, { token }) => refreshForVisitMove(context, token))
  @Mutation(() => Visit, {
    description:
      'Moves the active bookings that `visitByLink` returns by the same time, all or none, by the conditions of `moveBookingByLink` for each. Errors are named by the place of the booking among those that are active.',
  })
  async moveVisitByLink(
    @Arg('token', () => String, tokenDescription) token: string,
    @Arg('input', () => LinkedVisitMoveInput) input: LinkedVisitMoveInput,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    await moveVisitByLink(context, token, input);
    return getVisitByLink(context, token, selectJoins(info, 'bookings'));
  }

  @RequiresPermission('bookings')
  @PreparedBy(async (context, { input }) => {
    const items: unknown = isObject(input) ? input['items'] : [];
    for (const item of Array.isArray(items) ? items.slice(0, 8) : [])
      await refreshCalendars(context, wantedPlace(item));
  })
  @Mutation(() => Visit, {
    description:
      'Creates a visit by the rules of the public site. The code of any of its bookings verifies all of them.',
  })
  async startPublicVisit(
    @Arg('input', () => PublicVisitInput) input: PublicVisitInput,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visit> {
    const visit = await getVisit(context, await startPublicVisit(context, input), selectJoins(info, 'bookings'));
    for (const booking of visit.bookings) booking.linkGuardianId = visitingGuardian(booking);
    return visit;
  }
}
