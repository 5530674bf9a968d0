import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permission-check.js';
import type { RequestContext } from '../context.js';
import { type BookingDimension, BookingFigureFilter, bookingDimensions } from './booking-figures.input.js';
import { bookingFigures } from './booking-figures.queries.js';
import { type BookingFigure, BookingFigures } from './booking-figures.type.js';
import { FigureArguments } from './figure.arguments.js';
import { figureCost } from './figure-cost.js';
import { selectedParts } from './figures.queries.js';
import type { Figures } from './figures.type.js';

@Resolver()
export class BookingFiguresResolver {
  @RequiresPermission('bookings')
  @Query(() => BookingFigures, {
    description:
      'Figures of the bookings that begin in a period, by group and in total. Only the selected figures are computed.',
    complexity: figureCost(bookingDimensions),
  })
  bookingFigures(
    @Args(() => FigureArguments) request: FigureArguments,
    @Arg('filter', () => BookingFigureFilter, { defaultValue: {}, description: 'Which bookings count. Default: all.' })
    filter: BookingFigureFilter,
    @Arg('groupBy', () => [bookingDimensions], {
      defaultValue: [],
      description: 'Up to two dimensions, which have at most 1,000 groups together. Default: none.',
    })
    groupBy: BookingDimension[],
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Figures<BookingFigure>> {
    return bookingFigures(context, request, filter, groupBy, selectedParts(info));
  }
}
