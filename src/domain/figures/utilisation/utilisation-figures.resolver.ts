import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../account/permission-check.js';
import type { RequestContext } from '../../context.js';
import { figureCost } from '../figure-cost.js';
import { selectedParts } from '../figures.queries.js';
import type { Figures } from '../figures.type.js';
import { UtilisationArguments, utilisationDimensions } from './utilisation-figures.input.js';
import { readUtilisation } from './utilisation-figures.queries.js';
import { type UtilisationFigure, UtilisationFigures } from './utilisation-figures.type.js';

@Resolver()
export class UtilisationFiguresResolver {
  @RequiresPermission('bookings')
  @Query(() => UtilisationFigures, {
    description: 'How much of the time of resources is open, booked, blocked and free.',
    complexity: figureCost(utilisationDimensions),
  })
  utilisationFigures(
    @Args(() => UtilisationArguments) request: UtilisationArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Figures<UtilisationFigure>> {
    return readUtilisation(context, request, selectedParts(info));
  }
}
