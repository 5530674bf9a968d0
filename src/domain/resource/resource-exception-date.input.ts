import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { CalendarDate, WallTime } from '../../platform/scalars.js';
import { PageArguments } from '../page.input.js';

/** Attributes of an exception date; hours that are absent are left as they are. */
@InputType()
export class ResourceExceptionDateInput {
  @Field(() => [WallTime], { nullable: true, description: 'Null: as without an exception; empty: closed.' })
  openingHours?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'The service that the entry is for; all of them when absent.' })
  serviceId?: number | null;
}

/** One of several exception dates that are saved together. */
@InputType()
export class ResourceExceptionDateEntry extends ResourceExceptionDateInput {
  @Field(() => CalendarDate)
  exceptionDate!: string;

  @Field(() => Boolean, { nullable: true, description: 'Takes the entry away, if there is one.' })
  _destroy?: boolean | null;
}

/** Which exception date is meant. */
@ArgsType()
export class ResourceExceptionDateKey {
  @Field(() => Int)
  resourceId!: number;

  @Field(() => CalendarDate)
  exceptionDate!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The entry of that service; the one without a service when absent.',
  })
  serviceId?: number | null;
}

/** Conditions that must all hold (spec, Resource exception dates). */
@ArgsType()
export class ResourceExceptionDateArguments extends PageArguments {
  @Field(() => Int) resourceId!: number;
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => CalendarDate, { nullable: true, description: 'On that date or after.' }) from?: string | null;
  @Field(() => CalendarDate, { nullable: true, description: 'On that date or before.' }) to?: string | null;
}
