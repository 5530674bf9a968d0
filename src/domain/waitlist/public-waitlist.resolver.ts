import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { answerWaitlistOffer, getWaitlistTicket, startPublicWaitlistEntry } from './public-waitlist.actions.js';
import { WaitlistTicket } from './waitlist-entry.entity.js';
import { PublicWaitlistEntryInput, WaitlistAnswer } from './waitlist-entry.input.js';

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
    @Arg('answer', () => WaitlistAnswer, { nullable: true, description: 'What to do. Required.' })
    answer: WaitlistAnswer | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistTicket> {
    return answerWaitlistOffer(context, token, answer);
  }
}
