import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { calendarDate, integer, openingHours, requiredInteger } from '../../platform/database/columns.js';
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
  @openingHours({ description: 'Pairs of opening and closing times. Empty means closed.' })
  openingHours: string[] | null = null;
}

@ObjectType()
export class ResourceExceptionDateConnection extends createConnectionType(
  ResourceExceptionDate,
  'ResourceExceptionDate',
) {}
