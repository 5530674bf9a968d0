import { Field, InputType, ObjectType } from 'type-graphql';
import { CalendarDate } from '../../platform/scalars.js';
import { DescribedBy } from '../records/attributes.js';

/** Dates on which all resources of the account are closed. */
@ObjectType({ simpleResolvers: true, description: 'Dates on which all resources are closed.' })
export class ClosedDay {
  @Field(() => CalendarDate, { description: 'The first date.' }) from!: string;
  @Field(() => CalendarDate, { description: 'The last date.' }) to!: string;
  @Field(() => String, { nullable: true, description: 'The reason, for the staff. At most 255 characters.' })
  reason!: string | null;
  @Field(() => Boolean, {
    description:
      'Whether the dates repeat in each later year. 29 February is then closed in leap years only, and the dates last less than a year.',
  })
  repeatsYearly!: boolean;
}

@DescribedBy(ClosedDay)
@InputType({ description: 'Dates on which all resources are closed.' })
export class ClosedDayInput {
  @Field(() => CalendarDate) from!: string;
  @Field(() => CalendarDate, { nullable: true, description: 'The last date. Defaults to the first one.' })
  to?: string | null;
  @Field(() => String, { nullable: true }) reason?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the dates repeat in each later year, 29 February in leap years only. False by default. The dates must then last less than a year.',
  })
  repeatsYearly?: boolean | null;
}
