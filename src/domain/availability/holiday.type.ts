import { Field, ObjectType } from 'type-graphql';
import { CalendarDate } from '../../platform/scalars.js';
import { createWholeListType } from '../records/connection.type.js';

/** A public holiday of a country (spec, Account). */
@ObjectType({ simpleResolvers: true, description: "A public holiday of the account's country." })
export class Holiday {
  @Field(() => CalendarDate, { description: 'The date.' })
  date!: string;

  @Field(() => String, { description: "In the account's locale." })
  name!: string;
}

@ObjectType()
export class HolidayConnection extends createWholeListType(Holiday, 'Holiday') {}
