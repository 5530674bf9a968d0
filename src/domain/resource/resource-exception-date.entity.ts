import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { calendarDate, integer, openingHours, requiredInteger } from '../../platform/database/columns.js';
import { createConnectionType } from '../connection.type.js';

/** Opening hours of a resource on one date, for one service or for all (spec, Resource exception date). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class ResourceExceptionDate extends AccountRecord {
  @requiredInteger() resourceId!: number;
  @integer() serviceId: number | null = null;
  @calendarDate({ nullable: false }) exceptionDate!: string;
  @openingHours() openingHours: string[] | null = null;
}

@ObjectType()
export class ResourceExceptionDateConnection extends createConnectionType(
  ResourceExceptionDate,
  'ResourceExceptionDate',
) {}
