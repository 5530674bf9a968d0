import { Args, ArgsType, Ctx, Field, Int, Query, Resolver } from 'type-graphql';
import { listCost } from '../../../platform/list-cost.js';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { Period } from '../../records/period.input.js';
import { maxRows } from './conflict-rows.queries.js';
import { TimeConflictConnection } from './time-conflict.type.js';
import { listTimeConflicts, type WantedTime } from './time-conflicts.queries.js';

@ArgsType()
class WantedTimeArguments implements WantedTime {
  @Field(() => Period, { description: 'The time that is to be booked, of at most 366 days.' }) during!: Period;

  @Field(() => Int, {
    nullable: true,
    description: 'The service. Without a resource, all that offer it are looked at. Visitors must name one.',
  })
  serviceId?: number | null;

  @Field(() => Int, { nullable: true, description: 'The resource. Required without a service.' })
  resourceId?: number | null;

  @Field(() => Int, { nullable: true, description: 'The number of people. 1 by default.' }) count?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The person whose limits apply, too. Visitors cannot name one.',
  })
  personId?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'A booking that moves, and is not in its own way. Visitors cannot name one.',
  })
  bookingId?: number | null;
}

@Resolver()
export class TimeConflictsResolver {
  @RequiresPermission('read')
  @Query(() => TimeConflictConnection, {
    description: `The reason why a time is not free: what is in its way, at most ${maxRows} bookings, events and entries of calendars, by the rules of public bookings. Empty if it is free. Of several resources of a service, a time is free if one of them has nothing in the way. Visitors see each kind once, without anything else.`,
    complexity: listCost(50),
  })
  timeConflicts(
    @Args(() => WantedTimeArguments) wanted: WantedTimeArguments,
    @Ctx() context: RequestContext,
  ): Promise<TimeConflictConnection> {
    return listTimeConflicts(context, wanted);
  }
}
