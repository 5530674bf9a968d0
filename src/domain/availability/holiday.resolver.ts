import { Args, ArgsType, Ctx, Field, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { type HolidayRequest, listHolidays } from './holiday.queries.js';
import { HolidayConnection } from './holiday.type.js';

@ArgsType()
class HolidayArguments implements HolidayRequest {
  @Field(() => CalendarDate, { nullable: true, description: 'Defaults to the first day of this year.' })
  from?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Defaults to the last day of the year of `from`.' })
  to?: string | null;
}

@Resolver()
export class HolidayResolver {
  @RequiresPermission('read')
  @Query(() => HolidayConnection, {
    description: "Public holidays of the account's country.",
    complexity: listCost(20),
  })
  holidays(@Args(() => HolidayArguments) request: HolidayArguments, @Ctx() context: RequestContext): HolidayConnection {
    return listHolidays(context, request);
  }
}
