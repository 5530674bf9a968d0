import { invalid } from '../../../platform/errors.js';
import type { RequestContext } from '../../context.js';
import { Resource } from '../../resource/resource.entity.js';
import { Service } from '../../service/service.entity.js';
import type { FigureSide } from '../buckets.rules.js';
import { FigureDimension } from '../figure-dimension.js';
import { validFigurePeriod } from '../figure-period.input.js';
import { type FigureReader, type ReadGroup, readFigures, type SelectedParts } from '../figures.queries.js';
import type { Figures } from '../figures.type.js';
import { maxIds, requireFilterRecords } from '../filter-references.queries.js';
import type { Grouping, GroupKey } from '../grouping.js';
import { prepareGroupings } from '../groupings.queries.js';
import { readUsedTimes } from './used-time.queries.js';
import type { UsedTime } from './used-time.rules.js';
import type { UsedTimes } from './used-time-sums.rules.js';
import type { UtilisationArguments } from './utilisation-figures.input.js';
import { UtilisationFigure } from './utilisation-figures.type.js';

/**
 * Computes figures of the utilisation of resources.
 *
 * @throws DomainError INVALID on `to`, `groupBy` and the ids of the filter, or on `resourceId` if there are more than 1,000
 *   resources
 */
export async function readUtilisation(
  context: RequestContext,
  { during, filter, groupBy, compare }: UtilisationArguments,
  selected: SelectedParts,
): Promise<Figures<UtilisationFigure>> {
  const period = validFigurePeriod(during, context.zone);
  await requireFilterRecords(context.db, filter, { serviceId: Service, resourceId: Resource });
  const all = await prepareGroupings(context, groupBy, period);
  const resourceIds = await activeResources(context, filter.resourceId ?? undefined);
  const groupings = all.map((grouping) => narrowed(grouping, filter.serviceId, resourceIds));
  const readSide = (side: FigureSide): Promise<UsedTimes> =>
    readUsedTimes(context, {
      ...{ period: side.period, resourceIds, serviceIds: filter.serviceId ?? undefined },
      ...(selected.groups ? splitOf(groupings, side) : noSplit),
    });
  return readFigures(context, { period, groupings, compare, selected }, readerOf(readSide));
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

type SplitByDimension = Pick<Parameters<typeof readUsedTimes>[1], 'byResource' | 'byService' | 'times'>;

const noSplit: SplitByDimension = { byResource: false, byService: false, times: [] };

function splitOf(groupings: readonly Grouping[], side: FigureSide): SplitByDimension {
  const has = (wanted: FigureDimension): boolean => groupings.some(({ dimension }) => dimension === wanted);
  return {
    byResource: has(FigureDimension.RESOURCE),
    byService: has(FigureDimension.SERVICE),
    times: groupings.map((grouping) => grouping.bucketsOf(side)).filter((buckets) => buckets !== undefined),
  };
}

/** Groups and total of a side are read together. */
function readerOf(readSide: (side: FigureSide) => Promise<UsedTimes>): FigureReader<UtilisationFigure> {
  const read = new Map<FigureSide, Promise<UsedTimes>>();
  return {
    empty: new UtilisationFigure({ open: 0, booked: 0, blocked: 0, free: 0 }),
    read: async (side, groupings) => {
      const reading = read.get(side) ?? readSide(side);
      read.set(side, reading);
      const times = await reading;
      return groupings.length === 0 ? [{ keys: [], figure: figureOf(times.total, 0) }] : groupsOf(times, groupings);
    },
  };
}

function groupsOf({ groups, grid }: UsedTimes, groupings: readonly Grouping[]): ReadGroup<UtilisationFigure>[] {
  return groups.flatMap(({ resourceId, serviceId, used }) =>
    grid.groups.map((times, group): ReadGroup<UtilisationFigure> => {
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
      return { keys, figure: figureOf(used, group) };
    }),
  );
}

function figureOf({ open, booked, blocked, free }: UsedTime, group: number): UtilisationFigure {
  return new UtilisationFigure({
    open: open[group] ?? 0,
    booked: booked[group] ?? 0,
    blocked: blocked[group] ?? 0,
    free: free[group] ?? 0,
  });
}
