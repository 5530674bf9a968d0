import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer } from '../../platform/database/columns.js';
import { connectionOf } from '../connection.js';

/** A secret address at which the calendar of one resource or one person is read; only the hash of its token is kept. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class CalendarFeed extends AccountRecord {
  static readonly lockKind = 'calendar_feed';

  @integer() resourceId: number | null = null;
  @integer() personId: number | null = null;

  @Property({ type: 'string', length: 64, hidden: true })
  tokenHash!: string;
}

@ObjectType()
export class CalendarFeedConnection extends connectionOf(CalendarFeed, 'CalendarFeed') {}

@ObjectType({ simpleResolvers: true })
export class NewCalendarFeed {
  @Field(() => CalendarFeed)
  calendarFeed!: CalendarFeed;

  @Field(() => String, { description: 'Lets in whoever has it, and is told only now.' })
  address!: string;
}
