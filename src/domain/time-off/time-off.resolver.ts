import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import { maxRows } from '../booking/conflicts/conflict-rows.queries.js';
import { TimeConflictConnection } from '../booking/conflicts/time-conflict.type.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { createTimeOff, decideTimeOff, withdrawTimeOff } from './time-off.actions.js';
import { TimeOff, TimeOffConnection, TimeOffInput } from './time-off.entity.js';
import { listTimeOffConflicts, TimeOffFilter, timeOffList } from './time-off.queries.js';

const noteDescription = 'A note for the user who asked.';

@Resolver(() => TimeOff)
export class TimeOffResolver {
  @RequiresPermission('read')
  @Query(() => TimeOff, { description: 'Time off of a resource by its id.' })
  timeOff(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<TimeOff> {
    return context.db.get(TimeOff, id);
  }

  @RequiresPermission('read')
  @ListQuery(timeOffList, { description: 'The time off of resources.' })
  timesOff(context: RequestContext, request: ListRequest<TimeOffFilter>): TimeOffConnection {
    return readList(context, timeOffList, request);
  }

  @RequiresPermission('read')
  @Query(() => TimeConflictConnection, {
    description: `The bookings and events of the resource in the way of its time off, at most ${maxRows} by start. They stay when it is approved, until they are moved or cancelled.`,
    complexity: listCost(50),
  })
  timeOffConflicts(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<TimeConflictConnection> {
    return listTimeOffConflicts(context, id);
  }

  @RequiresPermission('exceptionDates')
  @Mutation(() => TimeOff, {
    description:
      'Asks for time off, of which those who may decide get an email, or enters it as approved. Without the permission `CATALOG`, a user may ask for that of its own resource only. Bookings in its way stay.',
  })
  createTimeOff(
    @Arg('input', () => TimeOffInput) input: TimeOffInput,
    @Ctx() context: RequestContext,
  ): Promise<TimeOff> {
    return createTimeOff(context, input);
  }

  @RequiresPermission('catalog')
  @Mutation(() => TimeOff, {
    description: 'Approves time off that was asked for, so that the resource is closed. Bookings in its way stay.',
  })
  approveTimeOff(
    @Arg('id', () => Int) id: number,
    @Arg('note', () => String, { nullable: true, description: noteDescription }) note: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<TimeOff> {
    return decideTimeOff(context, id, 'approve', note);
  }

  @RequiresPermission('catalog')
  @Mutation(() => TimeOff, { description: 'Declines time off that was asked for.' })
  declineTimeOff(
    @Arg('id', () => Int) id: number,
    @Arg('note', () => String, { nullable: true, description: noteDescription }) note: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<TimeOff> {
    return decideTimeOff(context, id, 'decline', note);
  }

  @RequiresPermission('exceptionDates')
  @Mutation(() => TimeOff, {
    description:
      'Takes time off back, before or after it was approved: the resource is open again. Without the permission `CATALOG`, a user may take back that of its own resource only.',
  })
  withdrawTimeOff(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<TimeOff> {
    return withdrawTimeOff(context, id);
  }
}
