import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer } from '../../platform/database/columns.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** A secret URL of the calendar of one resource or one person. Only the hash of its token is stored. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'A secret URL from which calendar programs read the bookings of a resource or a person.',
})
export class CalendarFeed extends AccountRecord {
  static readonly lockKind = 'calendar_feed';

  @integer()
  @reference('resource', 'Resource', { description: 'The resource whose calendar it is.' })
  resourceId: number | null = null;
  @integer()
  @reference('person', 'Person', { description: 'The person whose calendar it is.' })
  personId: number | null = null;

  @integer({
    description:
      'The id of the guardian who has the URL of the calendar of a dependant, which shows nothing once that one may no longer act for it. Null, the default, if the person has it.',
  })
  @reference('guardian', 'Person', { description: 'The guardian who has the URL.' })
  guardianId: number | null = null;

  @Property({ type: 'string', length: 64, hidden: true })
  tokenHash!: string;
}

@ObjectType()
export class CalendarFeedConnection extends createConnectionType(CalendarFeed, 'CalendarFeed') {}

@ObjectType({ simpleResolvers: true, description: 'A new calendar feed with its URL.' })
export class NewCalendarFeed {
  @Field(() => CalendarFeed, { description: 'The feed.' })
  calendarFeed!: CalendarFeed;

  @Field(() => String, {
    description: 'The secret URL. Anyone who has it can read the calendar. It is returned only once.',
  })
  address!: string;
}
