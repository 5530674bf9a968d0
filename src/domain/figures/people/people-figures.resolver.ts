import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import type { Row } from '../../../platform/database/rows.js';
import { RequiresPermission } from '../../account/permission-check.js';
import type { RequestContext } from '../../context.js';
import { Person } from '../../person/person.entity.js';
import { selectedFields } from '../../selection.js';
import { figureCost } from '../figure-cost.js';
import { selectedParts } from '../figures.queries.js';
import type { Figures } from '../figures.type.js';
import { maxTop, PeopleFigureArguments, peopleDimensions } from './people-figures.input.js';
import { readPeopleFigures } from './people-figures.queries.js';
import { type PeopleFigure, PeopleFigures, type PeopleLists, PersonAtRisk, TopPerson } from './people-figures.type.js';

/** The cost of an entry of a list of people. */
const costOfTop = 5;
const costOfFigures = figureCost(peopleDimensions);

@Resolver()
export class PeopleFiguresResolver {
  @RequiresPermission('people')
  @Query(() => PeopleFigures, {
    description:
      'New, returning and lost people of a period, and those with the most bookings. Only the selected figures are computed.',
    complexity: (options) => {
      const top = Number(options.args['top']);
      return Number(costOfFigures(options)) + 3 * costOfTop * (top > 0 ? Math.min(top, maxTop) : maxTop);
    },
  })
  peopleFigures(
    @Args(() => PeopleFigureArguments) request: PeopleFigureArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Figures<PeopleFigure> & PeopleLists> {
    return readPeopleFigures(context, request, { ...selectedParts(info), lists: selectedFields(info, []) });
  }
}

/** The records of the people in the lists. Those of one list are read by one statement. */
@Resolver(() => TopPerson)
export class TopPersonResolver {
  @FieldResolver(() => Person, { nullable: true, description: 'The person.' })
  person(@Root() { id }: TopPerson, @Ctx() { db }: RequestContext): Promise<Row<Person> | undefined> {
    return db.load(Person, id);
  }
}

@Resolver(() => PersonAtRisk)
export class PersonAtRiskResolver {
  @FieldResolver(() => Person, { nullable: true, description: 'The person.' })
  person(@Root() { id }: PersonAtRisk, @Ctx() { db }: RequestContext): Promise<Row<Person> | undefined> {
    return db.load(Person, id);
  }
}
