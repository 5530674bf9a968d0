import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { answerWaitlistOffer, getWaitlistTicket, startPublicWaitlistEntry } from './public-waitlist.actions.js';
import { createWaitlistEntry, removeWaitlistEntry, updateWaitlistEntry } from './waitlist-entry.actions.js';
import { WaitlistEntry, WaitlistEntryConnection, WaitlistTicket } from './waitlist-entry.entity.js';
import { PublicWaitlistEntryInput, WaitlistAnswer, WaitlistEntryInput } from './waitlist-entry.input.js';
import { WaitlistFilter, waitlist } from './waitlist-entry.queries.js';
import { offerWaitlistEntry } from './waitlist-line.actions.js';

@Resolver(() => WaitlistEntry)
export class WaitlistResolver {
  @RequiresPermission('read')
  @Query(() => WaitlistEntry, { description: 'One entry of the waitlist, in any state.' })
  waitlistEntry(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WaitlistEntry> {
    return context.db.get(WaitlistEntry, id);
  }

  @RequiresPermission('read')
  @ListQuery(waitlist, { description: 'The entries of the waitlist, in every state.' })
  waitlistEntries(context: RequestContext, request: ListRequest<WaitlistFilter>): WaitlistEntryConnection {
    return readList(context, waitlist, request);
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

@Resolver()
export class PublicWaitlistResolver {
  @RequiresPermission('bookings')
  @Mutation(() => WaitlistTicket, { description: 'Adds a visitor of the public site to the waitlist.' })
  startPublicWaitlistEntry(
    @Arg('input', () => PublicWaitlistEntryInput) input: PublicWaitlistEntryInput,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistTicket> {
    return startPublicWaitlistEntry(context, input);
  }

  @RequiresPermission('read')
  @Query(() => WaitlistTicket, { description: 'The entry of a secret token.' })
  waitlistTicket(
    @Arg('token', () => String, { description: 'The token of the entry, or of the message with an offer.' })
    token: string,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistTicket> {
    return getWaitlistTicket(context, token);
  }

  @RequiresPermission('bookings')
  @Mutation(() => WaitlistTicket, {
    description: 'Takes or declines an offer, or leaves the waitlist, by a secret token. Repeating it has no effect.',
  })
  answerWaitlistOffer(
    @Arg('token', () => String, { description: 'The token of the entry, or of the message with an offer.' })
    token: string,
    @Arg('answer', () => WaitlistAnswer, { nullable: true, description: 'The action. Required.' })
    answer: WaitlistAnswer | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistTicket> {
    return answerWaitlistOffer(context, token, answer);
  }
}
