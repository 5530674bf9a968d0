import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { CalendarDate, WallTime } from '../../platform/scalars.js';
import { byId, createListOrder } from '../records/list-order.js';
import { PageArguments } from '../records/page.input.js';
import { RecordFilter } from '../records/record-filter.input.js';

/** Attributes of an exception date. Absent hours keep their value. */
@InputType({ description: 'Attributes of an exception date. An absent one stays unchanged.' })
export class ResourceExceptionDateInput {
  @Field(() => [WallTime], {
    nullable: true,
    description: 'An empty list means closed, null, the default, the same hours as without the exception date.',
  })
  openingHours?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The service to which the entry applies. Defaults to all services.',
  })
  serviceId?: number | null;
}

/** One of several exception dates that are saved together. */
@InputType({ description: 'One of several exception dates that are saved together.' })
export class ResourceExceptionDateEntry extends ResourceExceptionDateInput {
  @Field(() => CalendarDate)
  exceptionDate!: string;

  @Field(() => Boolean, { nullable: true, description: 'Deletes the entry if it exists. Default: false.' })
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

export const exceptionDateOrder = createListOrder(
  'ResourceExceptionDateOrder',
  {
    DATE: { keys: [{ attribute: 'exceptionDate', type: 'date' }], descriptions: ['Earliest first.', 'Latest first.'] },
    ID: byId,
  },
  'DATE',
);

/** Conditions that must all hold. */
@InputType()
export class ResourceExceptionDateFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the entries for this service.' })
  serviceId?: number | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Returns entries on this date or after.' })
  from?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Returns entries on this date or before.' })
  to?: string | null;
}

/** The conditions that have arguments of their own (spec, Resource exception dates). */
@ArgsType()
export class ResourceExceptionDateArguments extends PageArguments {
  @Field(() => Int, { description: 'The id of the resource.' })
  resourceId!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Like `filter.serviceId`, which takes precedence and is the default.',
  })
  serviceId?: number | null;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'On that date or after. `filter.from` takes precedence and is the default.',
  })
  from?: string | null;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'On that date or before. `filter.to` takes precedence and is the default.',
  })
  to?: string | null;
}
