import { BookingStatus } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { Person } from '../person/person.entity.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import type { BookingDimension, BookingFigureFilter } from './booking-figures.input.js';
import { BookingFigure } from './booking-figures.type.js';
import { neededMeasures } from './booking-measures.js';
import { BookingStatements, statesOf } from './booking-statements.js';
import type { FigureSide } from './buckets.rules.js';
import type { FigureArguments } from './figure.arguments.js';
import { FigureDimension } from './figure-dimension.js';
import { validFigurePeriod } from './figure-period.input.js';
import { readNumbers, sumNumbers } from './figure-statements.js';
import { type FigureReader, type ReadGroup, readFigures, type SelectedParts } from './figures.queries.js';
import type { Figures } from './figures.type.js';
import { requireFilterRecords } from './filter-references.queries.js';
import type { Grouping } from './grouping.js';
import { prepareGroupings } from './groupings.queries.js';

const filterTargets = { serviceId: Service, resourceId: Resource, eventId: Event, personId: Person };

/**
 * Computes figures of the bookings that begin in a period. Reads only what the document selects.
 *
 * @throws DomainError INVALID on `to`, `groupBy` and the ids of the filter
 */
export async function bookingFigures(
  context: RequestContext,
  { during, compare }: FigureArguments,
  filter: BookingFigureFilter,
  groupBy: readonly BookingDimension[],
  selected: SelectedParts,
): Promise<Figures<BookingFigure>> {
  const period = validFigurePeriod(during, context.zone);
  await requireFilterRecords(context.db, filter, filterTargets);
  const groupings = await prepareGroupings(context, groupBy, period, {
    [FigureDimension.STATE]: statesOf(filter),
    [FigureDimension.STATUS]: Object.values(BookingStatus),
  });
  const reader = readerOf(context, filter, selected, groupings);
  return readFigures(context, { period, groupings, compare, selected }, reader);
}

function readerOf(
  context: RequestContext,
  filter: BookingFigureFilter,
  selected: SelectedParts,
  groupings: readonly Grouping[],
): FigureReader<BookingFigure> {
  const { ofGroups, ofTotal } = selected;
  const ofBoth = new Set([...ofGroups, ...ofTotal]);
  const { median, people } = neededMeasures(ofTotal);
  const countsTwice = groupings.some(({ dimension }) => dimension === FigureDimension.CATEGORY);
  const isSummed = !(median || people || countsTwice);
  return {
    empty: new BookingFigure({}),
    read: (side, by) => {
      if (by.length === 0) return readGroups(context, filter, side, by, ofTotal);
      return readGroups(context, filter, side, by, isSummed ? ofBoth : ofGroups);
    },
    sum: isSummed ? sumFigures : undefined,
  };
}

async function readGroups(
  { db, clock }: RequestContext,
  filter: BookingFigureFilter,
  side: FigureSide,
  groupings: readonly Grouping[],
  fields: ReadonlySet<string>,
): Promise<ReadGroup<BookingFigure>[]> {
  const { additive, median, people } = neededMeasures(fields);
  const compose = (): BookingStatements => new BookingStatements(side, groupings, filter, clock.now());
  const statements = [
    ...(additive.length > 0 ? [compose().sums(additive)] : []),
    ...(median ? [compose().median()] : []),
    ...(people ? [compose().people()] : []),
  ];
  const groups = await readNumbers(db, statements, groupings.length);
  return groups.map(({ keys, numbers }) => ({ keys, figure: new BookingFigure(numbers) }));
}

function sumFigures(figures: readonly BookingFigure[]): BookingFigure {
  return new BookingFigure(sumNumbers(figures.map(({ numbers }) => numbers)));
}
