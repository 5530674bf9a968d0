import type { ClassType } from 'type-graphql';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import type { ArgumentValues } from '../../platform/list-cost.js';
import type { Interval } from '../../platform/time/interval.js';
import type { Zone } from '../../platform/time/zone.js';
import type { Permission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { Person } from '../person/person.entity.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import { type AlignedPeriod, comparedPeriod, requestedPeriod, wallDaysBetween } from './buckets.rules.js';
import { checkGroups, FigureDimension } from './dimensions.js';
import type { FigureChart } from './figure-charts.js';
import {
  type Aggregate,
  composeStatements,
  type FigureNumbers,
  type NumberedGroup,
  readNumbers,
  sumNumbers,
} from './figure-statements.js';
import type { FigureArguments, FigureFilter, FigureKey, FigurePeriod, Figures, ListField } from './figures.type.js';
import { type Grouping, type GroupKey, prepareGroupings } from './groupings.queries.js';
import { aggregatesOf, type FigureClass, type Measures } from './measures.js';

/**
 * The declaration of a kind of figures. `declareFigures` makes its GraphQL types and its query of it, `readFigures` answers
 * the query, and `npm run schema:emit` writes what the dashboard needs for its charts:
 *
 * 1. The arguments name a period, perhaps another one to compare with, and up to two *dimensions* to group by. A
 *    dimension is a time, such as a day, a record, such as the service, or a text, such as the state. A *grouping* is a
 *    dimension of one request: it lists the keys of its groups, and describes them.
 * 2. Both periods are read in the same way. The *buckets* of a time are aligned: those of the compared period correspond
 *    to those of the requested one.
 * 3. A *measure* is a field of the figure. It needs *numbers*: aggregates of the rows of a *source* (`figure-statements`),
 *    which is a table with its time, its keys by dimension, and its joins. Each source that is needed takes one statement.
 *    Utilisation and people read their numbers by a reader of their own instead.
 * 4. A *chart* shows measures on the dashboard, with a table and a CSV file, to those who have the permission.
 */
export interface FigureKind<Arguments extends FigureArguments> {
  /** In the names of GraphQL: `Booking` makes the query `bookingFigures: BookingFigures` and the figure `BookingFigure`. */
  readonly name: string;
  readonly description: string;
  /** The description of the type of the grouped figures. */
  readonly typeDescription?: string;
  readonly permission: Permission;
  readonly arguments: ClassType<Arguments>;
  readonly figure: { readonly description: string; readonly measures: Measures };
  /** The charts on the dashboard. Those with the same plot are read together. */
  readonly charts?: readonly FigureChart[];
  /** The measure by which groups are found if the document selects none. */
  readonly defaultMeasure?: string;
  /** Fields of the whole period, beside its groups and totals. */
  readonly lists?: Readonly<Record<string, FigureList<Arguments>>>;
  /** The cost of the lists, in addition to that of the figures. */
  readonly costOfLists?: (args: ArgumentValues) => number;
  /** Validates the arguments that only this kind has. @throws DomainError INVALID */
  readonly check?: (request: Arguments) => void;
  /** Reads the numbers in another way than by the SQL of the measures. */
  readonly createReader?: (request: FigureRequest<Arguments>) => Promise<FigureReader>;
}

/** A field of grouped figures with something about the whole period. It is read only if the document selects it. */
interface FigureList<Arguments extends FigureArguments> extends ListField {
  read(context: RequestContext, period: Interval, request: Arguments): Promise<unknown>;
}

export interface FigureRequest<Arguments extends FigureArguments> {
  readonly context: RequestContext;
  readonly request: Arguments;
  readonly period: Interval;
  /** None if the document does not select groups. */
  readonly groupings: readonly Grouping[];
  readonly selected: SelectedParts;
}

/** Reads the figures of one request. */
export interface FigureReader {
  /** The groupings with other listed groups. By default, those of the request. */
  readonly groupings?: readonly Grouping[];
  /**
   * Called once for each period. Without groupings, only the total is used. May return only the first of more than 1,000
   * groups: the request is refused then.
   */
  read(period: AlignedPeriod): Promise<NumbersOfPeriod>;
}

export interface NumbersOfPeriod {
  /** The groups that have numbers. */
  readonly groups: readonly NumberedGroup[];
  readonly total: FigureNumbers;
}

/** The parts of the response that the document selects. The others are not read. */
export interface SelectedParts {
  /** Whether groups are selected. */
  groups: boolean;
  /** Whether a total is selected. */
  total: boolean;
  /** Whether the period with which is compared is selected. */
  compared: boolean;
  /** The fields of figures that are selected in groups and in totals. */
  ofGroups: ReadonlySet<string>;
  ofTotal: ReadonlySet<string>;
  /** The fields beside them. */
  lists: ReadonlySet<string>;
}

/**
 * Computes grouped figures and totals, also of the period with which is compared.
 *
 * @throws DomainError INVALID on `to`, `groupBy`, the ids of the filter and what `check` and the reader refuse
 */
export async function readFigures<Arguments extends FigureArguments>(
  kind: FigureKind<Arguments>,
  figure: FigureClass,
  { context, request, selected }: Pick<FigureRequest<Arguments>, 'context' | 'request' | 'selected'>,
): Promise<Figures> {
  kind.check?.(request);
  const period = validPeriod(request.during, context.zone);
  const { filter = {}, compare } = request;
  await requireRecords(context.db, filter);
  const all = await prepareGroupings(context, request.groupBy, period, filter);
  const parts = { context, request, period, groupings: selected.groups ? all : [], selected };
  const reader = await (kind.createReader?.(parts) ?? statementReader(kind, parts));
  const groupings = reader.groupings ?? parts.groupings;
  const compared = compare && selected.compared ? [comparedPeriod(period, compare, context.zone)] : [];
  const [periods, lists] = await Promise.all([
    Promise.all([requestedPeriod(period), ...compared].map((one) => reader.read(one))),
    readLists(kind.lists ?? {}, parts),
  ]);
  const numbers = periods.map(({ groups, total }) => ({
    groups: groupings.length > 0 ? groups : [{ keys: [], numbers: total }],
    total: new figure(total),
  }));
  const [current, previous] = numbers;
  return {
    groups: selected.groups ? await mergeGroups(groupings, numbers, figure) : [],
    total: current?.total ?? new figure({}),
    previousTotal: previous?.total ?? null,
    ...lists,
  };
}

/** In days on the wall clock: a leap year. */
export const maxDays = 366;

/** @throws DomainError INVALID on `to` if it is not after `from`, or too long after it */
function validPeriod({ from, to }: FigurePeriod, zone: Zone): Interval {
  const period = { from: from.getTime(), to: to.getTime() };
  if (period.to <= period.from) throw invalid({ to: ['must be after from'] });
  if (wallDaysBetween(period, zone) > maxDays) throw invalid({ to: [`must be within ${maxDays} days of from`] });
  return period;
}

/** The longest list of ids in a filter. */
export const maxIds = 1_000;

const filterEntities = { serviceId: Service, resourceId: Resource, eventId: Event, personId: Person } as const;

/**
 * Validates the ids of a filter. Those of deleted records are valid, because their bookings count. Without this check an
 * id of another list would look like a service or resource that nobody books.
 *
 * @throws DomainError INVALID on each attribute with too many ids, or with one that no record of the account has
 */
async function requireRecords(db: AccountDatabase, filter: FigureFilter): Promise<void> {
  const errors: FieldErrors = {};
  for (const [attribute, entity] of Object.entries(filterEntities)) {
    const ids = filter[attribute as keyof typeof filterEntities] ?? [];
    if (ids.length > maxIds) errors[attribute] = [`is too long (maximum is ${maxIds} items)`];
    else {
      const records = await Promise.all(ids.map((id) => db.load<AccountRecord>(entity, id)));
      if (records.includes(undefined)) errors[attribute] = ['does not exist'];
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function readLists<Arguments extends FigureArguments>(
  lists: Readonly<Record<string, FigureList<Arguments>>>,
  { context, period, request, selected }: FigureRequest<Arguments>,
): Promise<Readonly<Record<string, unknown>>> {
  const needed = Object.entries(lists).filter(([name]) => selected.lists.has(name));
  const read = needed.map(async ([name, list]) => [name, await list.read(context, period, request)] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Reads figures by the SQL of their measures. The total is the sum of the groups if it can be. */
async function statementReader<Arguments extends FigureArguments>(
  { figure: { measures }, defaultMeasure }: FigureKind<Arguments>,
  { context, request, groupings, selected }: FigureRequest<Arguments>,
): Promise<FigureReader> {
  const aggregatesFor = (fields: Iterable<string>): ReadonlyMap<string, Aggregate> => {
    const needed = aggregatesOf(measures, new Set(fields));
    return needed.size === 0 && defaultMeasure ? aggregatesOf(measures, new Set([defaultMeasure])) : needed;
  };
  const { ofGroups, ofTotal } = selected;
  const ofBoth = [...ofGroups, ...ofTotal];
  const countsTwice = groupings.some(({ dimension }) => dimension === FigureDimension.CATEGORY);
  const isSum =
    !countsTwice &&
    [...aggregatesFor(ofTotal).values()].every(({ of: { isAdditive } }) =>
      typeof isAdditive === 'boolean' ? isAdditive : isAdditive(groupings),
    );
  const read = (period: AlignedPeriod, by: readonly Grouping[], fields: Iterable<string>): Promise<NumberedGroup[]> => {
    const statements = composeStatements(aggregatesFor(fields), { context, filter: request.filter ?? {}, period, by });
    return readNumbers(context.db, statements, by.length);
  };
  const readTotal = async (period: AlignedPeriod, fields: Iterable<string>): Promise<FigureNumbers> =>
    (await read(period, [], fields))[0]?.numbers ?? {};
  return {
    read: async (period) => {
      if (groupings.length === 0) return { groups: [], total: await readTotal(period, ofBoth) };
      const [groups, total] = await Promise.all([
        read(period, groupings, isSum ? ofBoth : ofGroups),
        selected.total && !isSum ? readTotal(period, ofTotal) : undefined,
      ]);
      return { groups, total: total ?? sumNumbers(groups.map(({ numbers }) => numbers)) };
    },
  };
}

/** Combines all keys of the dimensions, so that charts need no gaps filled. */
async function mergeGroups(
  groupings: readonly Grouping[],
  periods: readonly Pick<NumbersOfPeriod, 'groups'>[],
  figure: FigureClass,
): Promise<Figures['groups']> {
  const found = periods.flatMap(({ groups }) => groups);
  const keys = groupings.map((grouping, index) =>
    allKeys(
      grouping,
      found.map((group) => group.keys[index] ?? null),
    ),
  );
  checkGroups(keys.map((ofDimension) => ofDimension.length));
  const described = await Promise.all(groupings.map((grouping, index) => grouping.describe(keys[index] ?? [])));
  const [current, previous] = periods.map(
    ({ groups }) => new Map(groups.map((group) => [nameOf(group.keys), group.numbers])),
  );
  return combine(keys, described).map((group) => {
    const name = nameOf(group.map(({ key }) => key));
    return {
      keys: group.map(({ description }) => description),
      figure: new figure(current?.get(name) ?? {}),
      previous: previous ? new figure(previous.get(name) ?? {}) : null,
    };
  });
}

/** The listed keys, then those that only have figures. Ids and times are in ascending order, no value is last. */
function allKeys({ listed }: Grouping, found: readonly GroupKey[]): GroupKey[] {
  const others = [...new Set(found)].filter((key) => !listed.includes(key));
  return [...listed, ...others.sort(compareTexts)].sort(compareNumbers);
}

function compareTexts(a: GroupKey, b: GroupKey): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === 'string' && typeof b === 'string' ? (a < b ? -1 : Number(a > b)) : 0;
}

function compareNumbers(a: GroupKey, b: GroupKey): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}

interface DescribedKey {
  key: GroupKey;
  description: FigureKey;
}

function combine(keys: readonly GroupKey[][], described: readonly FigureKey[][]): DescribedKey[][] {
  return keys.reduce<DescribedKey[][]>(
    (groups, ofDimension, dimension) =>
      groups.flatMap((group) =>
        ofDimension.flatMap((key, index) => {
          const description = described[dimension]?.[index];
          return description ? [[...group, { key, description }]] : [];
        }),
      ),
    [[]],
  );
}

function nameOf(keys: readonly GroupKey[]): string {
  return JSON.stringify(keys);
}
