import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { invalid } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { calendarDimensions, clockDimensions, FigureDimension } from './dimensions.js';
import type { FigureNumbers, NumberedGroup } from './figure-statements.js';
import { type FigureReader, type FigureRequest, maxIds } from './figures.queries.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments, type FigureFilter } from './figures.type.js';
import type { Grouping, GroupKey } from './groupings.queries.js';
import { float, type Measure, share } from './measures.js';
import { readUsedTimes } from './used-time.queries.js';
import type { UsedTime, UsedTimes } from './used-time.rules.js';

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
class UtilisationFigureFilter implements FigureFilter {
  @Field(() => [Int], {
    nullable: true,
    description: 'Ids of resources, at most 1,000. Default: all active resources, which must then be at most 1,000.',
  })
  resourceId?: number[] | null;

  @Field(() => [Int], {
    nullable: true,
    description:
      'Ids of services, at most 1,000: only the hours in which one of them is offered count, and only their own bookings and events. Default: all.',
  })
  serviceId?: number[] | null;
}

@ArgsType()
class UtilisationFigureArguments extends createFigureArguments({
  name: 'UtilisationDimension',
  description:
    'The dimensions of figures of utilisation. Times are on the wall clock of the account; weeks begin on Monday. Minutes count in the hour, day, week or month in which they are: those of a booking that lasts longer are divided, and those of a night are counted on both dates. Weekday and hour together are the data of a heat map. Days, weeks and months do not combine, nor do days and weekdays.',
  dimensions: [...clockDimensions, ...calendarDimensions, 'SERVICE', 'RESOURCE'],
  valuesConfig: {
    HOUR_OF_DAY: {
      description:
        'The hour of the wall clock. An hour that a clock change repeats counts twice, one that it skips not at all.',
    },
    SERVICE: {
      description:
        'The hours in which the service is offered, and its own bookings and events. Resources that offer several services count in each of them, and once in the total. The group without a service has bookings without one, and the hours of resources that offer no appointment service.',
    },
  },
}) {
  @Field(() => UtilisationFigureFilter, {
    defaultValue: {},
    description: 'The resources that count. Default: all active ones.',
  })
  override filter!: UtilisationFigureFilter;
}

/**
 * Sweeps over the hours and bookings of resources: see `readUsedTimes`. Groups and total are read together.
 *
 * @throws DomainError INVALID on `resourceId` if there are more than 1,000 resources
 */
async function createReader({
  context,
  request: { filter },
  groupings: all,
}: FigureRequest<UtilisationFigureArguments>): Promise<FigureReader> {
  const resourceIds = await activeResources(context, filter.resourceId ?? undefined);
  const groupings = all.map((grouping) => narrowed(grouping, filter.serviceId, resourceIds));
  const has = (wanted: FigureDimension): boolean => groupings.some(({ dimension }) => dimension === wanted);
  return {
    groupings,
    read: async (period) => {
      const times = await readUsedTimes(context, {
        period: { from: period.from, to: period.to },
        resourceIds,
        serviceIds: filter.serviceId ?? undefined,
        byResource: has(FigureDimension.RESOURCE),
        byService: has(FigureDimension.SERVICE),
        times: groupings.flatMap(({ bucketsIn }) => bucketsIn?.(period) ?? []),
      });
      return { groups: groupsOf(times, groupings), total: numbersOf(times.total, 0) };
    },
  };
}

async function activeResources({ db }: RequestContext, ids: number[] | undefined): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from resource where account_id = $1 and active and ($2::integer[] is null or id = any ($2::integer[]))
     order by id limit $3`,
    [ids ?? null, maxIds + 1],
  );
  if (rows.length > maxIds) {
    throw invalid({ resourceId: [`is required if there are more than ${maxIds} resources`] });
  }
  return rows.map(({ id }) => id);
}

/** Lists only the groups that the filter leaves: others would seem to be closed. */
function narrowed(
  grouping: Grouping,
  serviceIds: readonly number[] | null | undefined,
  resourceIds: readonly number[],
): Grouping {
  const only = (ids: readonly number[]): Grouping => {
    const kept: ReadonlySet<GroupKey> = new Set(ids);
    return { ...grouping, listed: grouping.listed.filter((key) => kept.has(key)) };
  };
  switch (grouping.dimension) {
    case FigureDimension.RESOURCE:
      return only(resourceIds);
    case FigureDimension.SERVICE:
      return serviceIds ? only(serviceIds) : grouping;
    default:
      return grouping;
  }
}

function groupsOf({ groups, grid }: UsedTimes, groupings: readonly Grouping[]): NumberedGroup[] {
  return groups.flatMap(({ resourceId, serviceId, used }) =>
    grid.groups.map((times, group): NumberedGroup => {
      const buckets = times.values();
      const keys = groupings.map(({ dimension }): GroupKey => {
        switch (dimension) {
          case FigureDimension.RESOURCE:
            return resourceId ?? null;
          case FigureDimension.SERVICE:
            return serviceId ?? null;
          default:
            return buckets.next().value ?? null;
        }
      });
      return { keys, numbers: numbersOf(used, group) };
    }),
  );
}

/** Milliseconds times people. */
function numbersOf(used: UsedTime, group: number): FigureNumbers {
  const {
    open = 0,
    booked = 0,
    blocked = 0,
    free = 0,
  } = {
    open: used.open[group],
    booked: used.booked[group],
    blocked: used.blocked[group],
    free: used.free[group],
  };
  return { open, booked, blocked, free, used: open - free };
}

/** Minutes times people, rounded to seconds: two decimals. */
const minutes = (name: string, description: string): Measure => ({
  ...float(description),
  unit: 'minutes',
  value: (numbers) => Math.round((Number(numbers[name] ?? 0) / 60_000) * 100) / 100,
});

export const utilisationFigures = declareFigures<UtilisationFigureArguments>({
  name: 'Utilisation',
  typeDescription: 'The part of the open time that is booked, in groups.',
  description: 'The time of resources that is open, booked, blocked and free.',
  permission: 'bookings',
  arguments: UtilisationFigureArguments,
  createReader,
  charts: [
    {
      name: 'utilisation',
      title: 'utilisation',
      topic: 'use',
      plot: 'heat-map',
      plotted: { rate: 'utilisation' },
      listed: { bookedMinutes: 'bookedHours', openMinutes: 'openHours' },
    },
  ],
  figure: {
    description:
      'The part of the time of active resources that is booked. All minutes are multiplied by people: an hour of a resource with a capacity of 3 is 180 minutes. Opening hours, exception dates, holidays, bookings and events count as they do for slots.',
    measures: {
      openMinutes: minutes(
        'open',
        'The minutes in which a slot of a service that the resource offers could be booked if nothing was, times the capacity of the resource. Opening hours are those of today, also for the past. A resource that offers no appointment service has its own hours.',
      ),
      bookedMinutes: minutes(
        'booked',
        'The minutes of active bookings, times `count`, and of events, times the capacity of the resource, because an event occupies all of it. Includes what is outside of open time and above the capacity. Cancelled and declined bookings and expired holds do not count; no-shows do.',
      ),
      blockedMinutes: minutes(
        'blocked',
        'The minutes, times the capacity, in which an exception date closes a resource that would be open otherwise, also those after midnight of a night that would begin on that date. Holidays do not count here: they have no open time.',
      ),
      freeMinutes: minutes(
        'free',
        'The open minutes that are not booked, times the free capacity: `openMinutes` less what is booked within open time, at each instant at most the capacity. By service, or filtered by it, time that other services take counts as free.',
      ),
      rate: share(
        'The share of `openMinutes` that is booked, 0 to 1, rounded to four decimals. Bookings outside of open time and above the capacity do not count. Null if nothing is open.',
        ['used', 'open'],
      ),
    },
  },
});
