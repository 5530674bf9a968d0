import { BookingStatus } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { cents, toDecimal } from '../money.rules.js';
import type { BookingDimension, BookingFigureFilter } from './booking-figures.input.js';
import { BookingFigure, type BookingNumbers } from './booking-figures.type.js';
import { additiveMeasures, neededMeasures } from './booking-measures.js';
import { BookingStatements, type ComposedStatement, statesOf } from './booking-statements.js';
import type { FigureSide } from './buckets.rules.js';
import type { FigureArguments } from './figure.arguments.js';
import { FigureDimension } from './figure-dimension.js';
import { validFigurePeriod } from './figure-period.input.js';
import { type FigureReader, type ReadGroup, readFigures, type SelectedParts } from './figures.queries.js';
import type { Figures } from './figures.type.js';
import type { Grouping, GroupKey } from './grouping.js';
import { prepareGroupings } from './groupings.queries.js';

/**
 * Computes figures of the bookings that begin in a period. Reads only what the document selects.
 *
 * @throws DomainError INVALID on `to` and `groupBy`
 */
export async function bookingFigures(
  context: RequestContext,
  { during, compare }: FigureArguments,
  filter: BookingFigureFilter,
  groupBy: readonly BookingDimension[],
  selected: SelectedParts,
): Promise<Figures<BookingFigure>> {
  const period = validFigurePeriod(during, context.zone);
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
    read: (side, by) =>
      readGroups(context, filter, side, by, by.length > 0 && !isSummed ? ofGroups : by.length > 0 ? ofBoth : ofTotal),
    sum: isSummed ? sumFigures : undefined,
  };
}

async function readGroups(
  { db }: RequestContext,
  filter: BookingFigureFilter,
  side: FigureSide,
  groupings: readonly Grouping[],
  fields: ReadonlySet<string>,
): Promise<ReadGroup<BookingFigure>[]> {
  const { additive, median, people } = neededMeasures(fields);
  const compose = (): BookingStatements => new BookingStatements(side, groupings, filter);
  const statements: ComposedStatement[] = [
    ...(additive.length > 0 ? [compose().sums(additive)] : []),
    ...(median ? [compose().median()] : []),
    ...(people ? [compose().people()] : []),
  ];
  const parts = await Promise.all(
    statements.map(({ sql, parameters }) => db.query<Row>(sql, parameters, 'unprepared')),
  );
  const groups = new Map<string, { keys: GroupKey[]; numbers: BookingNumbers }>();
  for (const { key0, key1, ...numbers } of parts.flat()) {
    const keys = [key0 ?? null, key1 ?? null].slice(0, groupings.length);
    const name = JSON.stringify(keys);
    groups.set(name, { keys, numbers: { ...groups.get(name)?.numbers, ...numbers } });
  }
  return [...groups.values()].map(({ keys, numbers }) => ({ keys, figure: new BookingFigure(numbers) }));
}

/** A row of a statement: its keys, and numbers by measure. */
type Row = BookingNumbers & { key0?: GroupKey; key1?: GroupKey };

function sumFigures(figures: readonly BookingFigure[]): BookingFigure {
  const sums = Object.entries(additiveMeasures).map(([name, { type }]) => {
    const values = figures.map(({ numbers }) => numbers[name] ?? 0);
    return [name, type === 'text' ? sumAmounts(values) : values.reduce<number>((sum, value) => sum + Number(value), 0)];
  });
  return new BookingFigure(Object.fromEntries(sums));
}

function sumAmounts(values: readonly (number | string)[]): string {
  return toDecimal(values.reduce((sum, value) => sum + cents(String(value)), 0n));
}
