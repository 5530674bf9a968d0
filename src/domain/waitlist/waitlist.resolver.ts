import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { readList } from '../records/list.js';
import { PageArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { createWaitlistEntry, removeWaitlistEntry, updateWaitlistEntry } from './waitlist-entry.actions.js';
import { WaitlistEntry, WaitlistEntryConnection } from './waitlist-entry.entity.js';
import { WaitlistEntryInput, WaitlistFilter, waitlistOrder } from './waitlist-entry.input.js';
import { getWaitlistEntry, waitlist } from './waitlist-entry.queries.js';
import { offerWaitlistEntry } from './waitlist-line.actions.js';

@Resolver(() => WaitlistEntry)
export class WaitlistResolver {
  @RequiresPermission('read')
  @Query(() => WaitlistEntry, { description: 'One entry of the waitlist, in any state.' })
  waitlistEntry(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WaitlistEntry> {
    return getWaitlistEntry(context, id);
  }

  @RequiresPermission('read')
  @Query(() => WaitlistEntryConnection, { description: 'The entries of the waitlist, in every state.' })
  waitlistEntries(
    @Arg('filter', () => WaitlistFilter, { defaultValue: {} }) filter: WaitlistFilter,
    @Arg('order', () => waitlistOrder.type, { defaultValue: waitlistOrder.default }) order: string,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): WaitlistEntryConnection {
    return readList(context, waitlist, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('bookings')
  @Mutation(() => WaitlistEntry, { description: 'Adds an entry to the end of the waitlist.' })
  createWaitlistEntry(
    @Arg('input', () => WaitlistEntryInput) input: WaitlistEntryInput,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistEntry> {
    return createWaitlistEntry(context, input);
  }

  @RequiresPermission('bookings')
  @Mutation(() => WaitlistEntry, { description: 'Changes an entry that waits. It keeps its place in the line.' })
  updateWaitlistEntry(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => WaitlistEntryInput) input: WaitlistEntryInput,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistEntry> {
    return updateWaitlistEntry(context, id, input);
  }

  @RequiresPermission('bookings')
  @Mutation(() => WaitlistEntry, {
    description:
      'Takes an entry off the waitlist. Its state is then `LEFT`, and the time of its open offer goes to the next.',
  })
  removeWaitlistEntry(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WaitlistEntry> {
    return removeWaitlistEntry(context, id);
  }

  @RequiresPermission('bookings')
  @Mutation(() => WaitlistEntry, {
    description: 'Offers a free time to an entry that waits, whatever its place in the line.',
  })
  offerWaitlistEntry(
    @Arg('id', () => Int) id: number,
    @Arg('bookedFrom', () => Instant, {
      nullable: true,
      description: 'The start of a free slot. Defaults to the first in the period of the entry.',
    })
    bookedFrom: Date | null | undefined,
    @Arg('resourceId', () => Int, {
      nullable: true,
      description: 'The resource. Defaults to that of the entry, or to any that is free.',
    })
    resourceId: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistEntry> {
    return offerWaitlistEntry(context, id, { bookedFrom, resourceId });
  }
}
