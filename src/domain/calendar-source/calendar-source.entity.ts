import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import {
  choice,
  flag,
  instant,
  instantColumn,
  requiredInstant,
  requiredInteger,
  requiredText,
  sealedText,
  text,
} from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { listCost } from '../../platform/list-cost.js';
import { DescribedBy } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { maxAddressLength, maxCalendars } from './caldav-address.rules.js';

/** The column of the sealed address. */
export const secretUrlColumn = 'calendar_source.secret_url';
/** The column of the sealed password. */
export const secretPasswordColumn = 'calendar_source.secret_password';

export enum CalendarKind {
  ICS = 'ics',
  CALDAV = 'caldav',
}
describeEnum(CalendarKind, 'CalendarKind', 'The way in which a calendar is read.', {
  ICS: 'An iCalendar file at a secret address. The default.',
  CALDAV: 'The calendars of a user on a CalDAV server.',
});

/** A calendar of another program, whose entries occupy a resource. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'A calendar of another program. Its entries occupy the resource, as far as they were known at the last read.',
})
export class CalendarSource extends RevisedRecord {
  static readonly lockKind = 'calendar_source';

  @requiredInteger()
  @reference('resource', 'Resource', { nullable: false, description: 'The resource that its entries occupy.' })
  resourceId!: number;

  @choice(() => CalendarKind, { length: 7, description: 'The way in which it is read. It cannot be changed.' })
  kind = CalendarKind.ICS;

  @requiredText({ description: 'The name of the calendar for the staff. By default the host of its address.' })
  name!: string;

  @requiredText({
    length: 300,
    description:
      'The address. That of an iCalendar file is shortened to its host: whoever has the whole of it can read the calendar. It is never returned.',
  })
  url!: string;

  @sealedText(secretUrlColumn)
  secretUrl!: string;

  @text({ description: 'The user name at the CalDAV server. Null for an iCalendar file.' })
  username: string | null = null;

  @sealedText(secretPasswordColumn, { nullable: true })
  secretPassword: string | null = null;

  @Property({ type: 'text[]' })
  @Field(() => [String], {
    description:
      'The addresses of the calendars on the CalDAV server that count. If there are none, all count that hold events, except those whose entries the server calls free.',
    complexity: listCost(5),
  })
  calendars: string[] = [];

  @text({
    length: maxAddressLength,
    description:
      'The address of the calendar on the CalDAV server into which bookings of the resource are written. Null means none.',
  })
  target: string | null = null;

  @flag({ description: 'Whether it is read. One that is not occupies no times.' }) active = true;

  @requiredInteger({
    from: 2,
    upTo: 60,
    description: 'Minutes from one read to the next, from 2 to 60. 5 by default.',
  })
  intervalMinutes = 5;

  @instant({ description: 'When it was last read without an error. Null before the first time.' })
  syncedAt: Date | null = null;

  @text({
    description:
      'The reason why the last read failed: the busy times are those of `syncedAt`. Or which entries could not be read: the others count. Null if all is well.',
  })
  error: string | null = null;

  @requiredInstant({ description: 'When it is to be read again, in server time. After failures the pause is longer.' })
  nextReadAt!: Date;

  /** The end of the claim of the process that reads it, in server time. No other process reads it until then. */
  @instantColumn({ nullable: true, hidden: true })
  readingUntil: Date | null = null;

  /** The end of the window of the last read that stored all entries of it. */
  @instantColumn({ nullable: true, hidden: true })
  coveredUntil: Date | null = null;

  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  etag: string | null = null;

  /** The header `Last-Modified` of the last read. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  lastModified: string | null = null;

  @text({
    description: 'The reason why the last write into `target` failed. Null if it succeeded, or if nothing was written.',
  })
  writeError: string | null = null;

  @instant({
    description:
      'The time until which nothing is written, in server time, because writes have failed. Null if none has.',
  })
  writeAfter: Date | null = null;

  /** The time from which the entries of `target` wait to be planned, in server time. Null if they are planned. */
  @instantColumn({ nullable: true })
  plansEntriesSince: Date | null = null;

  /** The end of the claim of the process that writes into it, in server time. No other process writes until then. */
  @instantColumn({ nullable: true, hidden: true })
  writingUntil: Date | null = null;

  /** Writes that have failed since one succeeded. */
  @Property({ type: 'integer', hidden: true })
  writeFailures = 0;

  /** Reads that have failed since one succeeded. */
  @Property({ type: 'integer', hidden: true })
  failureCount = 0;
}

@ObjectType()
export class CalendarSourceConnection extends createConnectionType(CalendarSource, 'CalendarSource') {}

/** Attributes of a calendar source. An absent field keeps its value. */
@DescribedBy(CalendarSource)
@InputType({ description: 'Attributes of a calendar of another program. An absent one stays unchanged.' })
export class CalendarSourceInput {
  @Field(() => Int, { nullable: true, description: 'The resource that its entries occupy. Required for a new one.' })
  resourceId?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The secret address of the calendar as an iCalendar file: it begins with `https://` or `webcal://`. Or the address of a CalDAV server, of a user there, or of one calendar. Required for a new one. The shortened address that is returned changes nothing.',
  })
  url?: string | null;

  @Field(() => String, { nullable: true }) name?: string | null;

  @Field(() => CalendarKind, { nullable: true, description: 'The way in which it is read. Only for a new one.' })
  kind?: CalendarKind | null;

  @Field(() => String, { nullable: true, description: 'The user name at the CalDAV server. Required for `CALDAV`.' })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The password at the CalDAV server, better one for this purpose only. It is stored encrypted and never returned. Required for `CALDAV`, also if the server or the user name changes; otherwise a blank one changes nothing.',
  })
  password?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: `At most ${maxCalendars} addresses of calendars on the server of \`url\`, whole or without the host. Null or empty, the default, means all that hold events. Another server empties it.`,
  })
  calendars?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The address of a calendar on the server of `url` into which bookings of the resource are written. Null, the default, means none. Another server empties it.',
  })
  target?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is read; true by default. Pausing it frees the times that it occupies.',
  })
  active?: boolean | null;

  @Field(() => Int, { nullable: true }) intervalMinutes?: number | null;
}
