import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { AccountRecord } from '../../../platform/database/account-record.entity.js';
import type { WantedMessage } from './message-choice.rules.js';

/** What a step of a booking has to tell people, written with it; a job makes messages of it. */
@Entity()
export class MessageRequest extends AccountRecord {
  static readonly lockKind = 'message_request';

  @Property({ type: 'integer' })
  bookingId!: number;

  @Property({ type: 'json' })
  messages!: WantedMessage[];

  /** Where whoever took the step finds this server; empty when anybody could have said so. */
  @Property({ type: 'text' })
  address!: string;

  @Property({ type: 'Date', columnType: 'timestamptz(3)', nullable: true })
  composedAt: Date | null = null;
}
