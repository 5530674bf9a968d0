import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import {
  customData,
  flag,
  instant,
  longText,
  requiredInstant,
  requiredInteger,
  text,
  uuid,
} from '../../platform/database/columns.js';
import type { CustomData } from '../../platform/scalars.js';
import { createConnectionType } from '../connection.type.js';

/** An event at a fixed time that people attend (spec, Event). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Event extends AccountRecord {
  static readonly lockKind = 'event';

  @flag() active = true;
  @requiredInteger() resourceId!: number;
  @requiredInteger() serviceId!: number;
  @text() title: string | null = null;
  @longText() description: string | null = null;
  @flag() published = true;
  /** How many people may attend. */
  @requiredInteger({ from: 0, upTo: 100_000 }) capacity!: number;
  @requiredInstant() startsAt!: Date;
  @requiredInstant() endsAt!: Date;
  /** The buffers of its service when it was created or moved, in minutes. */
  @requiredInteger() bufferBefore = 0;
  @requiredInteger() bufferAfter = 0;
  /** The earliest and the latest time at which it can be booked. */
  @instant() firstBookingAt: Date | null = null;
  @instant() lastBookingAt: Date | null = null;
  @customData() customData: CustomData | null = null;
  @uuid() collectionId: string | null = null;
  @requiredInteger() revisionCount = 0;
}

@ObjectType()
export class EventConnection extends createConnectionType(Event, 'Event') {}
