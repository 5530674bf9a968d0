import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permission-check.js';
import type { RequestContext } from '../../context.js';
import { selectedFields } from '../../selection.js';
import { FigureArguments } from '../figure.arguments.js';
import { figureCost } from '../figure-cost.js';
import { selectedParts } from '../figures.queries.js';
import type { Figures } from '../figures.type.js';
import { type OperationDimension, operationDimensions } from './operation-figures.input.js';
import { readOperationFigures } from './operation-figures.queries.js';
import { type OperationFigure, OperationFigures, type OperationLists } from './operation-figures.type.js';

/** The cost of the usual numbers of webhooks, kinds of messages and failed jobs. */
const costOfLists = 500;
const costOfFigures = figureCost(operationDimensions);

@Resolver()
export class OperationFiguresResolver {
  @RequiresPermission('webhooks')
  @Query(() => OperationFigures, {
    description:
      'Deliveries to webhooks, messages, failed jobs and requests with API keys of a period, and the current backlog. Only the selected figures are computed.',
    complexity: (options) => Number(costOfFigures(options)) + costOfLists,
  })
  operationFigures(
    @Args(() => FigureArguments) request: FigureArguments,
    @Arg('groupBy', () => [operationDimensions], { defaultValue: [], description: 'One dimension. Default: none.' })
    groupBy: OperationDimension[],
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Figures<OperationFigure> & OperationLists> {
    return readOperationFigures(context, request, groupBy, { ...selectedParts(info), lists: selectedFields(info, []) });
  }
}
