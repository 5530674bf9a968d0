import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { InputType, ObjectType } from 'type-graphql';
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
import { EndOfValidity } from '../../platform/end-of-validity.js';
import type { CustomData } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** An event at a fixed time that people attend (spec, Event). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'An event at a fixed time that people attend.' })
export class Event extends AccountRecord {
  static readonly lockKind = 'event';

  @flag() active = true;
  @requiredInteger()
  @reference('resource', 'Resource', { nullable: false, description: 'The resource that the event takes.' })
  resourceId!: number;
  @requiredInteger()
  @reference('service', 'Service', { nullable: false, description: 'The service that the event offers.' })
  serviceId!: number;
  @text({ description: 'The title. Null means that of the service.' }) title: string | null = null;
  @longText({ description: 'The description.' }) description: string | null = null;
  @flag({ description: 'Whether visitors see it. True by default.' }) published = true;
  @requiredInteger({ from: 0, upTo: 100_000, description: 'The number of people who may attend, from 0 to 100,000.' })
  capacity!: number;
  @requiredInstant({ description: 'When it begins.' }) startsAt!: Date;
  @requiredInstant({ description: 'When it ends.' }) endsAt!: Date;
  @requiredInteger({
    description:
      'The minutes before it for which its resource is kept free: the `bufferBefore` of its service when it was created or moved.',
  })
  bufferBefore = 0;
  @requiredInteger({
    description:
      'The minutes after it for which its resource is kept free: the `bufferAfter` of its service when it was created or moved.',
  })
  bufferAfter = 0;
  /** The earliest and the latest time at which it can be booked. */
  @instant({ description: 'The time from which it can be booked. Null means at once.' }) firstBookingAt: Date | null =
    null;
  @EndOfValidity()
  @instant({
    description:
      'The time until which it can be booked. A date alone includes that day. Null means without a limit of its own.',
  })
  lastBookingAt: Date | null = null;
  @customData() customData: CustomData | null = null;
  @uuid({ description: 'The id that all bookings or events of a series share. Null if it is not part of one.' })
  collectionId: string | null = null;
  @requiredInteger() revisionCount = 0;

  /**
   * The revisions of the bookings that moved to another event, which the number of its calendar entry includes. A booking
   * that moves adds them by a statement.
   */
  @Property({ type: 'integer', hidden: true })
  departedRevisions = 0;
}

@ObjectType()
export class EventConnection extends createConnectionType(Event, 'Event') {}

/** Attributes of an event. An absent attribute stays unchanged; null clears it or restores its default. */
@InputType({
  description: 'Attributes of an event. An absent one stays unchanged. Null clears it or restores its default.',
})
export class EventInput extends inputOf(
  Event,
  'active',
  'collectionId',
  'bufferBefore',
  'bufferAfter',
  'revisionCount',
  'departedRevisions',
) {}
