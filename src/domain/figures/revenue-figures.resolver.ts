import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permission-check.js';
import type { RequestContext } from '../context.js';
import { FigureArguments } from './figure.arguments.js';
import { figureCost } from './figure-cost.js';
import { selectedParts } from './figures.queries.js';
import type { Figures } from './figures.type.js';
import { revenueFigures } from './revenue-figures.queries.js';
import {
  type RevenueDimension,
  type RevenueFigure,
  RevenueFigures,
  revenueDimensions,
} from './revenue-figures.type.js';

@Resolver()
export class RevenueFiguresResolver {
  @RequiresPermission('sales')
  @Query(() => RevenueFigures, {
    description: 'What was ordered and paid in a period, by group and in total. Requires the permission for sales.',
    complexity: figureCost(revenueDimensions),
  })
  revenueFigures(
    @Args(() => FigureArguments) request: FigureArguments,
    @Arg('groupBy', () => [revenueDimensions], {
      defaultValue: [],
      description: 'Up to two dimensions, which have at most 1,000 groups together. Default: none.',
    })
    groupBy: RevenueDimension[],
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Figures<RevenueFigure>> {
    return revenueFigures(context, request, groupBy, selectedParts(info));
  }
}
