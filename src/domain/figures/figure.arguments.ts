import { ArgsType, Field } from 'type-graphql';
import { FigureComparison } from './figure-comparison.js';
import { FigurePeriod } from './figure-period.input.js';

/** The arguments that all figures have. */
@ArgsType()
export class FigureArguments {
  @Field(() => FigurePeriod, { description: 'The period, on the wall clock of the account.' })
  during!: FigurePeriod;

  @Field(() => FigureComparison, { nullable: true, description: 'The period to compare with. Default: none.' })
  compare?: FigureComparison | null;
}
