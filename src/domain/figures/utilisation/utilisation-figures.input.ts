import { ArgsType, Field, InputType, Int, registerEnumType } from 'type-graphql';
import { FigureArguments } from '../figure.arguments.js';
import { calendarDimensions, clockDimensions, FigureDimension } from '../figure-dimension.js';

/** The dimensions by which figures of utilisation can be grouped. */
export const utilisationDimensions = {
  ...clockDimensions,
  ...calendarDimensions,
  SERVICE: FigureDimension.SERVICE,
  RESOURCE: FigureDimension.RESOURCE,
} as const;
registerEnumType(utilisationDimensions, {
  name: 'UtilisationDimension',
  description:
    'What figures of utilisation are grouped by. Times are on the wall clock of the account; weeks begin on Monday. Minutes count in the hour, day, week or month in which they are: those of a booking that lasts longer are divided. Weekday and hour together are the data of a heat map. Days, weeks and months do not combine, nor do days and weekdays.',
  valuesConfig: {
    HOUR_OF_DAY: {
      description:
        'The hour of the wall clock. An hour that a clock change repeats counts twice, one that it skips not at all.',
    },
    SERVICE: {
      description:
        'The hours in which the service is offered, and its own bookings and events. Resources that offer several services count in each of them, and once in the total. The group without a service has bookings without one, and the hours of resources that offer no appointment service.',
    },
  },
});

export type UtilisationDimension = (typeof utilisationDimensions)[keyof typeof utilisationDimensions];

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class UtilisationFigureFilter {
  @Field(() => [Int], {
    nullable: true,
    description: 'Ids of resources, at most 1,000. Default: all active resources, which must then be at most 1,000.',
  })
  resourceId?: number[] | null;

  @Field(() => [Int], {
    nullable: true,
    description:
      'Ids of services, at most 1,000: only the hours in which one of them is offered count, and only their own bookings and events. Default: all.',
  })
  serviceId?: number[] | null;
}

@ArgsType()
export class UtilisationArguments extends FigureArguments {
  @Field(() => UtilisationFigureFilter, {
    defaultValue: {},
    description: 'What counts. Default: all active resources.',
  })
  filter!: UtilisationFigureFilter;

  @Field(() => [utilisationDimensions], {
    defaultValue: [],
    description: 'Up to two dimensions, which have at most 1,000 groups together. Default: none.',
  })
  groupBy!: UtilisationDimension[];
}
