import { Field, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, WallTime } from '../../platform/scalars.js';
import { createWholeListType } from '../records/connection.type.js';

/** The opening hours of a resource on a date, including its exception dates (spec, Opening hours result item). */
@ObjectType({ simpleResolvers: true, description: 'The opening hours of a resource on one date.' })
export class ResourceOpeningHours {
  @Field(() => Int)
  resourceId!: number;

  @Field(() => CalendarDate, { description: 'The date.' })
  date!: string;

  @Field(() => [WallTime], { nullable: true, complexity: listCost(4), description: 'Empty or null if closed.' })
  openingHours!: readonly string[] | null;
}

@ObjectType()
export class ResourceOpeningHoursConnection extends createWholeListType(ResourceOpeningHours, 'ResourceOpeningHours') {}
