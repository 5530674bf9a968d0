import type { GraphQLResolveInfo } from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import { MayReadReplica } from '../../platform/replica-use.js';
import { parseInstant } from '../../platform/time/instant-input.js';
import { zoneOf } from '../../platform/time/zone.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { selectedFields } from '../records/selection.js';
import { estimateGroups, FigureDimension } from './dimensions.js';
import { type FigureKind, maxDays, readFigures, type SelectedParts } from './figures.queries.js';
import { createFiguresType, type FigureArguments, type Figures, type ListField } from './figures.type.js';
import { createFigureType } from './measures.js';

/** A kind of figures, and the class with its query, for the schema. */
export interface DeclaredFigures
  extends Pick<FigureKind<FigureArguments>, 'name' | 'permission' | 'figure' | 'charts'> {
  readonly lists?: Readonly<Record<string, ListField>>;
  readonly resolver: new () => object;
}

/** Creates the GraphQL types of a kind of figures, and its query. */
export function declareFigures<Arguments extends FigureArguments>(kind: FigureKind<Arguments>): DeclaredFigures {
  const name = `${kind.name}Figure`;
  const figure = createFigureType(name, kind.figure.description, kind.figure.measures);
  const type = createFiguresType(name, figure, kind.lists ?? {}, kind.typeDescription);
  const complexity: ComplexityEstimator = (options) => costOf(options) + (kind.costOfLists?.(options.args) ?? 0);
  @Resolver()
  class FiguresResolver {
    @RequiresPermission(kind.permission)
    @MayReadReplica('always')
    @Query(() => type, { name: `${kind.name.toLowerCase()}Figures`, description: kind.description, complexity })
    figures(
      @Args(() => kind.arguments) request: Arguments,
      @Ctx() context: RequestContext,
      @Info() info: GraphQLResolveInfo,
    ): Promise<Figures> {
      return readFigures(kind, figure, { context, request, selected: selectedParts(info) });
    }
  }
  return { ...kind, resolver: FiguresResolver };
}

function selectedParts(info: GraphQLResolveInfo): SelectedParts {
  const fieldsOf = (...path: string[]): ReadonlySet<string> => selectedFields(info, path);
  const parts = fieldsOf();
  return {
    groups: parts.has('groups'),
    total: parts.has('total') || parts.has('previousTotal'),
    compared: fieldsOf('groups').has('previous') || parts.has('previousTotal'),
    ofGroups: new Set([...fieldsOf('groups', 'figure'), ...fieldsOf('groups', 'previous')]),
    ofTotal: new Set([...fieldsOf('total'), ...fieldsOf('previousTotal')]),
    lists: parts,
  };
}

const utc = zoneOf('UTC');
const msPerDay = 86_400_000;
/** The cost of reading the records of a day: a document may contain 13 figures of a year. */
const costOfDay = 20;

/** A query of figures reads more the longer its period is, and returns more the more groups it has. */
function costOf({ args, childComplexity }: Parameters<ComplexityEstimator>[0]): number {
  const days = daysOf(args['during']);
  const periods = args['compare'] == null ? 1 : 2;
  const groupBy: unknown = args['groupBy'];
  const dimensions = Array.isArray(groupBy)
    ? Object.values(FigureDimension).filter((dimension) => groupBy.includes(dimension))
    : [];
  return 1 + Math.ceil(days * costOfDay * periods) + estimateGroups(dimensions, days) * childComplexity;
}

/** The longest period if it is invalid: the resolver refuses it then. */
function daysOf(during: unknown): number {
  if (typeof during !== 'object' || during === null || !('from' in during && 'to' in during)) return maxDays;
  const days = (epochOf(during.to) - epochOf(during.from)) / msPerDay;
  return days >= 0 ? Math.min(maxDays, days) : maxDays;
}

function epochOf(text: unknown): number {
  return (typeof text === 'string' ? parseInstant(text, utc) : undefined) ?? Number.NaN;
}
