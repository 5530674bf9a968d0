import { Entity } from '@mikro-orm/decorators/legacy';
import { ArgsType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { calendarDate, integer, openingHours, requiredInteger } from '../../platform/database/columns.js';
import { CalendarDate, WallTime } from '../../platform/scalars.js';
import { DescribedBy } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** Opening hours of a resource on one date, for one service or for all (spec, Resource exception date). */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'Opening hours of a resource that differ on one date, for one service or for all.',
})
export class ResourceExceptionDate extends RevisedRecord {
  @requiredInteger()
  @reference('resource', 'Resource', { nullable: false, description: 'The resource whose hours differ.' })
  resourceId!: number;
  @integer({ description: 'The id of the service for which they differ. Null means all services.' })
  @reference('service', 'Service', { description: 'The service for which they differ. Null means all services.' })
  serviceId: number | null = null;
  @calendarDate({ nullable: false, description: 'The date.' }) exceptionDate!: string;
  @openingHours({
    description:
      'Pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed, also after midnight; the hours of the day before still end when they do.',
  })
  openingHours: string[] | null = null;
}

@ObjectType()
export class ResourceExceptionDateConnection extends createConnectionType(
  ResourceExceptionDate,
  'ResourceExceptionDate',
) {}

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
@DescribedBy(ResourceExceptionDate)
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
