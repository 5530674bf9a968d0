import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { AccountRecord } from '../../../platform/database/account-record.entity.js';
import { instantColumn } from '../../../platform/database/columns.js';
import type { SelectedMessage } from './message-choice.rules.js';

/** A request for messages, stored in the transaction of a booking's change. A job composes the messages. */
@Entity()
export class MessageRequest extends AccountRecord {
  static readonly lockKind = 'message_request';

  @Property({ type: 'integer' })
  bookingId!: number;

  @Property({ type: 'json' })
  messages!: SelectedMessage[];

  @instantColumn()
  composedAt: Date | null = null;
}
