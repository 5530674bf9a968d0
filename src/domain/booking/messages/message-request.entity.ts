import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { AccountRecord } from '../../../platform/database/account-record.entity.js';
import { instantColumn } from '../../../platform/database/columns.js';
import type { SelectedMessage } from './message-choice.rules.js';

/** A request for messages, stored in the transaction of a booking's change. A job composes the messages. */
@Entity()
export class MessageRequest extends AccountRecord {
  static readonly lockKind = 'message_request';

  /** The booking that the messages are about; of several dates of a series, the first. */
  @Property({ type: 'integer' })
  bookingId!: number;

  /** All bookings that the messages are about, by time, if they are about dates of a series. Null for one booking. */
  @Property({ type: 'json', nullable: true })
  bookingIds: number[] | null = null;

  @Property({ type: 'json' })
  messages!: SelectedMessage[];

  @instantColumn()
  composedAt: Date | null = null;
}
