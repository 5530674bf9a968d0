import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { CreateOptions, NewBookingInput } from '../booking/booking.input.js';
import type { EventInput } from '../event/event.input.js';
import type { Interval } from '../interval.rules.js';

/** What every occurrence has, apart from when it is; instants as ISO 8601 in UTC. */
export interface BookingTemplate {
  input: AsJson<NewBookingInput>;
  options: CreateOptions;
}

export interface EventTemplate {
  input: AsJson<EventInput>;
}

/** An input as it comes back from a column of JSON. */
export type AsJson<Input> = {
  [Key in keyof Input]: Date extends Input[Key] ? Exclude<Input[Key], Date> | string : Input[Key];
};

/** Bookings or events that are made by one pattern (spec, Recurring bookings). */
@Entity()
export class Recurrence extends AccountRecord {
  static readonly lockKind = 'recurrence';

  /** What its bookings or events have as theirs. */
  @Property({ type: 'uuid' })
  collectionId!: string;

  @Property({ type: 'json', nullable: true })
  booking: BookingTemplate | null = null;

  @Property({ type: 'json', nullable: true })
  event: EventTemplate | null = null;

  /** Those that are made in the background: all but the first. */
  @Property({ type: 'json' })
  occurrences!: Interval[];

  /** How many of the occurrences have been made, or left out as they did not fit. */
  @Property({ type: 'integer' })
  position = 0;

  /** Whether it was cancelled or deleted: no more are made. */
  @Property({ type: 'boolean' })
  stopped = false;
}
