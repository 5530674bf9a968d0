import { ArgsType, Field, Int, registerEnumType } from 'type-graphql';
import { invalid } from '../../../platform/errors.js';
import { FigureArguments } from '../figure.arguments.js';
import { calendarDimensions } from '../figure-dimension.js';

/** The dimensions by which figures of people can be grouped. */
export const peopleDimensions = { ...calendarDimensions } as const;
registerEnumType(peopleDimensions, {
  name: 'PeopleDimension',
  description:
    'What figures of people are grouped by: the day, week or month in which their bookings begin, on the wall clock of the account. Weeks begin on Monday.',
});

export type PeopleDimension = (typeof peopleDimensions)[keyof typeof peopleDimensions];

const maxDays = 3_660;
export const maxTop = 100;

@ArgsType()
export class PeopleFigureArguments extends FigureArguments {
  @Field(() => [peopleDimensions], { defaultValue: [], description: 'One dimension. Default: none.' })
  groupBy!: PeopleDimension[];

  @Field(() => Int, {
    defaultValue: 90,
    description: `The number of days without a booking after which people are at risk, 1 to ${maxDays}. Default: 90.`,
  })
  atRiskAfterDays!: number;

  @Field(() => Int, {
    defaultValue: 10,
    description: `The length of each list of people, 1 to ${maxTop}. Default: 10.`,
  })
  top!: number;
}

/** @throws DomainError INVALID on `atRiskAfterDays` and `top` */
export function checkPeopleArguments({ atRiskAfterDays, top }: PeopleFigureArguments): void {
  const problems = {
    ...((atRiskAfterDays < 1 || atRiskAfterDays > maxDays) && {
      atRiskAfterDays: [`must be between 1 and ${maxDays}`],
    }),
    ...((top < 1 || top > maxTop) && { top: [`must be between 1 and ${maxTop}`] }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}
