import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instant, integer, requiredInstant, requiredInteger, text } from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

export enum CalendarEntryState {
  PENDING = 'pending',
  WRITTEN = 'written',
  REMOVED = 'removed',
  FAILED = 'failed',
}
describeEnum(
  CalendarEntryState,
  'CalendarEntryState',
  'Whether a calendar of another program has the present state of a booking or an event.',
  {
    PENDING: 'It is to be written or removed.',
    WRITTEN: 'It was written as it is now.',
    REMOVED: 'It was removed, because the booking or event no longer takes the resource.',
    FAILED: 'All attempts failed. The next change of the booking or event is attempted again.',
  },
);

/** The entry of a booking or an event in a calendar of another program. What it says is read from the booking each time. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'The entry of a booking or an event in a calendar of another program.',
})
export class CalendarSourceEntry extends AccountRecord {
  static readonly lockKind = 'calendar_source_entry';

  @requiredInteger()
  @reference('calendarSource', 'CalendarSource', { nullable: false, description: 'The calendar.' })
  calendarSourceId!: number;
  @integer({ description: 'The id of the booking. Null for an event.' })
  @reference('booking', 'Booking', { description: 'The booking. Null for an event.' })
  bookingId: number | null = null;
  @integer({ description: 'The id of the event. Null for a booking.' })
  @reference('event', 'Event', { description: 'The event with all of its bookings. Null for a booking.' })
  eventId: number | null = null;
  @requiredInstant({ description: 'When the booking or event ends. Entries are listed here for a while after that.' })
  endsAt!: Date;

  @Property({ type: 'string', length: 7 })
  @Field(() => CalendarEntryState, { description: 'Whether the calendar has the present state.' })
  state = CalendarEntryState.PENDING;

  /** Grows whenever the entry becomes due, so that the end of an attempt does not conceal a change during it. */
  @Property({ type: 'integer', hidden: true })
  version = 0;

  @requiredInteger({ description: 'The number of attempts since it last became due.' }) attemptCount = 0;
  @instant({ description: 'When it is to be written, in server time. Null if it is not.' })
  nextAttemptAt: Date | null = null;
  @text({ description: 'The reason why the last attempt failed. Null if it succeeded.' }) error: string | null = null;
  @instant({ description: 'When it was last written. Null before the first time.' }) writtenAt: Date | null = null;
  @instant({
    description:
      'When this server last noticed that the entry had been changed or deleted in the other program: at a read of the calendar, or when it wrote the entry. The next change of the booking overwrites it. Null if that never happened.',
  })
  changedThereAt: Date | null = null;

  /** The address of the entry. Null if the calendar cannot have it: it is stored before the first attempt to write it. */
  @Property({ type: 'string', length: 1000, nullable: true, hidden: true })
  href: string | null = null;

  /** The version there, as far as known: null for none, `*` for whichever is there. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  etag: string | null = null;

  /** A hash of what was last sent, by which a change made there is recognised. */
  @Property({ type: 'string', length: 64, nullable: true, hidden: true })
  digest: string | null = null;
}

@ObjectType()
export class CalendarSourceEntryConnection extends createConnectionType(CalendarSourceEntry, 'CalendarSourceEntry') {}
