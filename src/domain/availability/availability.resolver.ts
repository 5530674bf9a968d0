import { Arg, Args, ArgsType, Ctx, Field, Int, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { unpagedListCost } from '../records/connection.type.js';
import { countDates } from '../records/period.input.js';
import { ResourceConnection } from '../resource/resource.entity.js';
import { HolidayConnection, type HolidayRequest, listHolidays } from './holiday.queries.js';
import { OtherResources } from './other-resources.rules.js';
import {
  findNextAvailableDate,
  listAvailableDates,
  listAvailableResources,
  listSlots,
  listStays,
  type SlotRequest,
} from './slot.queries.js';
import { AvailableDateConnection, NextAvailableDate, SlotConnection } from './slot.type.js';
import { VisitSearchInput, VisitSlotConnection } from './visit-slot.type.js';
import { listVisitSlots } from './visit-slots.queries.js';

@ArgsType()
class SlotArguments implements SlotRequest {
  @Field(() => Int) serviceId!: number;
  @Field(() => CalendarDate, { nullable: true, description: 'Defaults to today.' }) from?: string | null;
  @Field(() => [Int], { nullable: true, description: 'Ids of resources. Defaults to all that offer the service.' })
  selectedResources?: number[] | null;
  @OtherResources() otherResources?: number[] | null;
  @Field(() => Int, {
    nullable: true,
    description:
      'The number of intervals of the service that one slot lasts, from 1, the default, to its `maxSlots`. For day bookings the number of days, at most 366, and 1 with `sameDay`. More than 1 only for appointments.',
  })
  intervals?: number | null;
  @Field(() => [Int], {
    nullable: true,
    description:
      'Ids of options of the service, each as often as a booking has units of it. Slots last longer by their minutes, which have no effect on events and day bookings. Prices are without them. Defaults to none.',
  })
  options?: number[] | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Leaves out what the limits of this person forbid. Not for visitors.',
  })
  personId?: number | null;
}

@ArgsType()
class SlotRangeArguments extends SlotArguments {
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'The last date. Defaults to the later of today and the first date.',
  })
  to?: string | null;
}

@ArgsType()
export class DateRangeArguments {
  @Field(() => CalendarDate, { nullable: true, description: 'The first date. Defaults to today.' })
  from?: string | null;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'The last date. Defaults to the later of today and the first date.',
  })
  to?: string | null;
}

@Resolver()
export class SlotResolver {
  @RequiresPermission('read')
  @Query(() => SlotConnection, {
    description: 'The times that can be booked. Each is listed once, with all resources that are free.',
    complexity: listCost((args) => Math.min(10_000, 40 * countDates(args))),
  })
  slots(
    @Args(() => SlotRangeArguments) request: SlotRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<SlotConnection> {
    return listSlots(context, request);
  }

  @RequiresPermission('read')
  @Query(() => SlotConnection, {
    description:
      'The times of one day, of two and so on up to `intervals` days that start on a date, for a service with day bookings. Empty for other services.',
    complexity: listCost((args) => Math.min(10_000, 40 * Math.max(1, Number(args['intervals'] ?? 1)))),
  })
  stays(@Args(() => SlotArguments) request: SlotArguments, @Ctx() context: RequestContext): Promise<SlotConnection> {
    return listStays(context, request);
  }

  @RequiresPermission('read')
  @Query(() => VisitSlotConnection, {
    description:
      'The times at which services can be booked together as a visit that begins on a range of at most 31 days. Each start is listed once, with a resource of each item. The errors of an item are named by its place, such as `items[1].serviceId`.',
    complexity: listCost((args) => Math.min(10_000, 40 * countDates(args))),
  })
  visitSlots(
    @Arg('search', () => VisitSearchInput, { description: 'The services, and how they follow each other.' })
    search: VisitSearchInput,
    @Args(() => DateRangeArguments) range: DateRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<VisitSlotConnection> {
    return listVisitSlots(context, search, range);
  }

  @RequiresPermission('read')
  @Query(() => AvailableDateConnection, {
    description: 'Dates with a free slot.',
    complexity: listCost((args) => Math.max(31, countDates(args))),
  })
  availableDates(
    @Args(() => SlotRangeArguments) request: SlotRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<AvailableDateConnection> {
    return listAvailableDates(context, request);
  }

  @RequiresPermission('read')
  @Query(() => ResourceConnection, {
    description: 'The resources with a free slot, sorted by id.',
    complexity: unpagedListCost,
  })
  availableResources(
    @Args(() => SlotRangeArguments) request: SlotRangeArguments,
    @Ctx() context: RequestContext,
  ): Promise<ResourceConnection> {
    return listAvailableResources(context, request);
  }

  @RequiresPermission('read')
  @Query(() => NextAvailableDate, {
    description: 'The next date within 30 days that has a free slot, if there is one.',
  })
  nextAvailableDate(
    @Args(() => SlotArguments) request: SlotArguments,
    @Ctx() context: RequestContext,
  ): Promise<NextAvailableDate> {
    return findNextAvailableDate(context, request);
  }
}

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
