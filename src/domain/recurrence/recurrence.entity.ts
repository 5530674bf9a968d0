import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { Interval } from '../../platform/time/interval.js';
import type { BookedOption } from '../booking/booking.entity.js';
import type { CreateOptions, NewBookingInput } from '../booking/booking.input.js';
import type { EventInput } from '../event/event.entity.js';

/** The attributes of every occurrence, apart from its times. Instants are ISO 8601 in UTC. */
export interface BookingTemplate {
  input: AsJson<NewBookingInput>;
  options: CreateOptions;
  /** The options of the first booking as they were agreed, which hold for all. Absent without any. */
  agreedOptions?: BookedOption[] | null;
}

export interface EventTemplate {
  input: AsJson<EventInput>;
}

/** An input as it is read from a JSON column. */
export type AsJson<Input> = {
  [Key in keyof Input]: Date extends Input[Key] ? Exclude<Input[Key], Date> | string : Input[Key];
};

/** An occurrence that was not created, and why. */
export interface LeftOutInterval extends Interval {
  /** The attribute that was refused, such as `resourceId`. Null if none. */
  attribute: string | null;
  /** Such as `is not available`. */
  reason: string;
}

/** A series of bookings or events with one pattern (spec, Recurring bookings). */
@Entity()
export class Recurrence extends AccountRecord {
  static readonly lockKind = 'recurrence';

  /** The collection id of its bookings or events. */
  @Property({ type: 'uuid' })
  collectionId!: string;

  @Property({ type: 'json', nullable: true })
  booking: BookingTemplate | null = null;

  @Property({ type: 'json', nullable: true })
  event: EventTemplate | null = null;

  /** The occurrences that are created in the background: all but the first. */
  @Property({ type: 'json' })
  occurrences!: Interval[];

  /** The number of occurrences that have been created, or skipped because they were invalid. */
  @Property({ type: 'integer' })
  position = 0;

  /** Those of them that were left out. Versions before this column stored none. */
  @Property({ type: 'json' })
  leftOut: LeftOutInterval[] = [];

  /** Whether the series was cancelled or deleted, so that no more occurrences are created. */
  @Property({ type: 'boolean' })
  stopped = false;
}
