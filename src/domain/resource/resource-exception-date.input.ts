import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { CalendarDate, WallTime } from '../../platform/scalars.js';
import { PageArguments } from '../page.input.js';

/** Attributes of an exception date. Absent hours keep their value. */
@InputType()
export class ResourceExceptionDateInput {
  @Field(() => [WallTime], {
    nullable: true,
    description: 'An empty list means closed, null the same hours as without the exception date.',
  })
  openingHours?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The service to which the entry applies. Defaults to all services.',
  })
  serviceId?: number | null;
}

/** One of several exception dates that are saved together. */
@InputType()
export class ResourceExceptionDateEntry extends ResourceExceptionDateInput {
  @Field(() => CalendarDate)
  exceptionDate!: string;

  @Field(() => Boolean, { nullable: true, description: 'Deletes the entry if it exists.' })
  _destroy?: boolean | null;
}

/** The key of an exception date. */
@ArgsType()
export class ResourceExceptionDateKey {
  @Field(() => Int)
  resourceId!: number;

  @Field(() => CalendarDate)
  exceptionDate!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The service of the entry. Defaults to the entry for all services.',
  })
  serviceId?: number | null;
}

/** Filters, combined with AND (spec, Resource exception dates). */
@ArgsType()
export class ResourceExceptionDateArguments extends PageArguments {
  @Field(() => Int) resourceId!: number;
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => CalendarDate, { nullable: true, description: 'On that date or after.' }) from?: string | null;
  @Field(() => CalendarDate, { nullable: true, description: 'On that date or before.' }) to?: string | null;
}
