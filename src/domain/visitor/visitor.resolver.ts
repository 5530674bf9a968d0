import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import { BookingConnection } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { GiftCardConnection } from '../gift-card/gift-card.entity.js';
import { PackageConnection } from '../package/package.entity.js';
import { PersonIdentifierInput } from '../person/person.input.js';
import { unpagedListCost } from '../records/connection.type.js';
import { PageArguments } from '../records/list.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { endVisitorSession, getVisitorSession } from '../visitor-session/visitor-session.actions.js';
import { idleMinutes, rememberedDays, sessionHours } from '../visitor-session/visitor-session.rules.js';
import { VisitorSession } from '../visitor-session/visitor-session.type.js';
import {
  PublicOrderConnection,
  VisitorBookings,
  VisitorCode,
  VisitorDependantInput,
  VisitorPersonConnection,
  VisitorPersonOfSession,
  WaitlistTicketConnection,
} from './visitor.type.js';
import { rememberVisitor, requestVisitorCode, startVisitorSession } from './visitor-code.actions.js';
import { addVisitorDependant, listVisitorPeopleOfSession } from './visitor-dependants.actions.js';
import {
  listVisitorBookings,
  listVisitorGiftCards,
  listVisitorOrders,
  listVisitorPackages,
  listVisitorWaitlist,
} from './visitor-records.queries.js';

const addressDescription = { description: 'The email address or phone number of the visitor.' };

/** The argument `token` of everything that needs a session. In the public API, it is the Bearer token of the request. */
const SessionToken = () =>
  Arg('token', () => String, {
    nullable: true,
    description: 'The token of the session. In the public API, the request has it in `Authorization: Bearer`.',
  });

/** Lets visitors prove an address by a code, without a password, and shows them all that its people have. */
@Resolver()
export class VisitorResolver {
  @RequiresPermission('people')
  @Mutation(() => VisitorCode, {
    description:
      'Sends a code of six digits to an email address or phone number, if a person of the account has it. The response is the same if nobody has. It is valid for 10 minutes and 5 attempts, and replaces the previous code. At most 3 are sent to an address in 10 minutes.',
  })
  requestVisitorCode(
    @Arg('address', () => PersonIdentifierInput, addressDescription) address: PersonIdentifierInput,
    @Ctx() context: RequestContext,
  ): Promise<VisitorCode> {
    return requestVisitorCode(context, address);
  }

  @RequiresPermission('people')
  @Mutation(() => VisitorSession, {
    description: `Starts the session of a visitor who has the code of an address. It ends ${idleMinutes} minutes after its last request, and after ${sessionHours} hours; after ${rememberedDays} days if the account has \`rememberVisitors\`.`,
  })
  startVisitorSession(
    @Arg('code', () => String, { nullable: true, description: 'The code that was sent. Required.' })
    code: string | null | undefined,
    @Arg('address', () => PersonIdentifierInput, addressDescription) address: PersonIdentifierInput,
    @Ctx() context: RequestContext,
  ): Promise<VisitorSession> {
    return startVisitorSession(context, code, address);
  }

  @RequiresPermission('people')
  @Mutation(() => VisitorSession, {
    description:
      'Starts the session of a visitor who has the code of a booking, which it verifies. The account needs `rememberVisitors`. For an hour after the booking was made, the right code works again.',
  })
  rememberVisitor(
    @Arg('id', () => Int) id: number,
    @Arg('code', () => String, { nullable: true, description: 'The code that was sent. Required.' })
    code: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<VisitorSession> {
    return rememberVisitor(context, id, code);
  }

  @RequiresPermission('people')
  @Mutation(() => VisitorSession, { description: 'Ends the session of a visitor.' })
  endVisitorSession(
    @SessionToken() token: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<VisitorSession> {
    return endVisitorSession(context, token);
  }

  @RequiresPermission('read')
  @Query(() => VisitorSession, { description: 'The session of a visitor.' })
  visitorSession(
    @SessionToken() token: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<VisitorSession> {
    return getVisitorSession(context, token);
  }

  @RequiresPermission('read')
  @Query(() => VisitorPersonConnection, {
    description: 'The people for whom the visitor of a session may book: itself first, then its dependants.',
    complexity: unpagedListCost,
  })
  visitorPeople(
    @SessionToken() token: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<VisitorPersonConnection> {
    return listVisitorPeopleOfSession(context, token);
  }

  @RequiresPermission('people')
  @Mutation(() => VisitorPersonOfSession, {
    description:
      'Adds a child or somebody else for whom the visitor of a session books, as a new person of whom it is the guardian. At most 10.',
  })
  addVisitorDependant(
    @SessionToken() token: string | null | undefined,
    @Arg('input', () => VisitorDependantInput) input: VisitorDependantInput,
    @Ctx() context: RequestContext,
  ): Promise<VisitorPersonOfSession> {
    return addVisitorDependant(context, token, input);
  }

  @RequiresPermission('read')
  @Query(() => BookingConnection, {
    description:
      'The bookings of the people who have the address of the session, and of those for whom they act as guardians. Each has the token of its link, by which it can be moved, cancelled and paid.',
  })
  visitorBookings(
    @SessionToken() token: string | null | undefined,
    @Arg('which', () => VisitorBookings, {
      defaultValue: VisitorBookings.UPCOMING,
      description: 'The bookings to list. `UPCOMING` by default.',
    })
    which: VisitorBookings,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<BookingConnection> {
    return listVisitorBookings(context, which, { token, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('read')
  @Query(() => PublicOrderConnection, {
    description:
      'The orders of the people who have the address of the session, newest first. Each has a token by which it can be read and paid until the session ends at the latest.',
  })
  visitorOrders(
    @SessionToken() token: string | null | undefined,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<PublicOrderConnection> {
    return listVisitorOrders(context, { token, page });
  }

  @RequiresPermission('sales')
  @Query(() => GiftCardConnection, {
    description:
      'The gift cards of the people who have the address of the session, and those that they bought and nobody owns, newest first.',
  })
  visitorGiftCards(
    @SessionToken() token: string | null | undefined,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<GiftCardConnection> {
    return listVisitorGiftCards(context, { token, page });
  }

  @RequiresPermission('read')
  @Query(() => PackageConnection, {
    description:
      'The packages of the people who have the address of the session, and of those for whom they act as guardians, newest first.',
  })
  visitorPackages(
    @SessionToken() token: string | null | undefined,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<PackageConnection> {
    return listVisitorPackages(context, { token, page });
  }

  @RequiresPermission('read')
  @Query(() => WaitlistTicketConnection, {
    description:
      'The entries of the waitlist of the people who have the address of the session, or with that address, which wait or have an offer. Each has a token by which it can leave.',
  })
  visitorWaitlist(
    @SessionToken() token: string | null | undefined,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<WaitlistTicketConnection> {
    return listVisitorWaitlist(context, { token, page });
  }
}
