import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../context.js';
import type { Interval } from '../interval.rules.js';
import { selectedFields } from '../selection.js';
import { comparedSide, type FigureSide, requestedSide } from './buckets.rules.js';
import type { FigureComparison } from './figure-comparison.js';
import type { FigureKey, Figures } from './figures.type.js';
import type { Grouping, GroupKey } from './grouping.js';
import { checkGroups } from './grouping.rules.js';

/** The figures of a group that has any. */
export interface ReadGroup<Figure> {
  keys: readonly GroupKey[];
  figure: Figure;
}

/** A kind of figures, for one request. */
export interface FigureReader<Figure> {
  /** The figures of a group without anything. */
  readonly empty: Figure;
  /**
   * Reads the groups of a period that have figures. Called once for each side, with the groupings of the request, or
   * with none for the total. May return only the first of more than 1,000 groups: the request is refused then.
   */
  read(side: FigureSide, groupings: readonly Grouping[]): Promise<ReadGroup<Figure>[]>;
  /** Computes the total from all groups. Absent if the total must be read, such as for a median. */
  sum?: ((groups: readonly Figure[]) => Figure) | undefined;
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
}

export function selectedParts(info: GraphQLResolveInfo): SelectedParts {
  const parts = selectedFields(info, []);
  const inGroups = selectedFields(info, ['groups']);
  const fieldsOf = (...path: string[]): ReadonlySet<string> => selectedFields(info, path);
  return {
    groups: parts.has('groups'),
    total: parts.has('total') || parts.has('previousTotal'),
    compared: inGroups.has('previous') || parts.has('previousTotal'),
    ofGroups: new Set([...fieldsOf('groups', 'figure'), ...fieldsOf('groups', 'previous')]),
    ofTotal: new Set([...fieldsOf('total'), ...fieldsOf('previousTotal')]),
  };
}

interface FigureRequest {
  period: Interval;
  groupings: readonly Grouping[];
  compare: FigureComparison | null | undefined;
  selected: SelectedParts;
}

/**
 * Computes grouped figures and totals, also of the period with which is compared.
 *
 * @throws DomainError INVALID on `groupBy` if there are more than 1,000 groups
 */
export async function readFigures<Figure>(
  { zone }: RequestContext,
  { period, groupings, compare, selected }: FigureRequest,
  reader: FigureReader<Figure>,
): Promise<Figures<Figure>> {
  const compared = compare && selected.compared ? [comparedSide(period, compare, zone)] : [];
  const sides = [requestedSide(period), ...compared];
  const read = await Promise.all(sides.map((side) => readSide(reader, side, groupings, selected)));
  const [current, previous] = read;
  const groups = selected.groups
    ? await mergeGroups(
        groupings,
        read.map(({ found }) => found),
        reader.empty,
      )
    : [];
  return { groups, total: current?.total ?? reader.empty, previousTotal: previous?.total ?? null };
}

interface ReadSide<Figure> {
  found: readonly ReadGroup<Figure>[];
  total: Figure;
}

async function readSide<Figure>(
  reader: FigureReader<Figure>,
  side: FigureSide,
  groupings: readonly Grouping[],
  selected: Pick<SelectedParts, 'groups' | 'total'>,
): Promise<ReadSide<Figure>> {
  const readTotal = async (): Promise<Figure> => (await reader.read(side, []))[0]?.figure ?? reader.empty;
  if (!selected.groups || groupings.length === 0) {
    const total = await readTotal();
    return { found: [{ keys: [], figure: total }], total };
  }
  if (!selected.total) return { found: await reader.read(side, groupings), total: reader.empty };
  const [found, total] = await Promise.all([reader.read(side, groupings), reader.sum ? undefined : readTotal()]);
  return { found, total: total ?? reader.sum?.(found.map(({ figure }) => figure)) ?? reader.empty };
}

/** Combines all keys of the dimensions, so that charts need no gaps filled. */
async function mergeGroups<Figure>(
  groupings: readonly Grouping[],
  sides: readonly (readonly ReadGroup<Figure>[])[],
  empty: Figure,
): Promise<Figures<Figure>['groups']> {
  const keys = groupings.map((grouping, index) =>
    allKeys(
      grouping,
      sides.flat().map((group) => group.keys[index] ?? null),
    ),
  );
  checkGroups(keys.map((ofDimension) => ofDimension.length));
  const described = await Promise.all(groupings.map((grouping, index) => grouping.describe(keys[index] ?? [])));
  const figures = sides.map((groups) => new Map(groups.map((group) => [nameOf(group.keys), group.figure])));
  const [current, previous] = figures;
  return combine(keys, described).map((group) => {
    const name = nameOf(group.map(({ key }) => key));
    return {
      keys: group.map(({ description }) => description),
      figure: current?.get(name) ?? empty,
      previous: previous ? (previous.get(name) ?? empty) : null,
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
