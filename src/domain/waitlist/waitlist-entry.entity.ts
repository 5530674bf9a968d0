import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import {
  choice,
  instant,
  instantColumn,
  integer,
  requiredInstant,
  requiredInteger,
  text,
} from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { Instant } from '../../platform/scalars.js';
import { Booking } from '../booking/booking.entity.js';
import { Event } from '../event/event.entity.js';
import { Person } from '../person/person.entity.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';

export enum WaitlistState {
  WAITING = 'waiting',
  OFFERED = 'offered',
  TAKEN = 'taken',
  EXPIRED = 'expired',
  LEFT = 'left',
}
describeEnum(WaitlistState, 'WaitlistState', 'The state of an entry of the waitlist.', {
  WAITING: 'It waits for a free time.',
  OFFERED: 'A time is held for it.',
  TAKEN: 'It has taken an offered time.',
  EXPIRED: 'It gets no more offers: `closedReason` has the reason.',
  LEFT: 'The person has left the list, or was removed from it.',
});

/** The reason why an entry has expired. */
export enum WaitlistClosedReason {
  PERIOD_OVER = 'period_over',
  UNANSWERED = 'unanswered',
  EVENT_DELETED = 'event_deleted',
  SERVICE_DELETED = 'service_deleted',
  RESOURCE_DELETED = 'resource_deleted',
  PERSON_DELETED = 'person_deleted',
  NOT_OFFERED = 'not_offered',
  TOO_MANY_PLACES = 'too_many_places',
  TOO_FEW_PLACES = 'too_few_places',
}
describeEnum(WaitlistClosedReason, 'WaitlistClosedReason', 'The reason why an entry of the waitlist has expired.', {
  PERIOD_OVER: 'Its period is over, or its event has ended.',
  UNANSWERED: 'Its offers were not answered.',
  EVENT_DELETED: 'Its event was deleted.',
  SERVICE_DELETED: 'Its service was deleted.',
  RESOURCE_DELETED: 'Its resource was deleted.',
  PERSON_DELETED: 'Its person was deleted.',
  NOT_OFFERED: 'Its resource no longer offers the service.',
  TOO_MANY_PLACES: 'It is for more people than there ever are places.',
  TOO_FEW_PLACES: 'It is for fewer people than the service takes.',
});

/** A person who waits for a time of a service, or for a place in an event. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'Somebody who waits for a time of a service, or for a place in an event.',
})
export class WaitlistEntry extends AccountRecord {
  static readonly lockKind = 'waitlist_entry';

  @requiredInteger({ description: 'The id of the service. For an entry of an event, that of the event.' })
  @reference('service', 'Service', { nullable: false, description: 'The service.' })
  serviceId!: number;
  @integer({ description: 'The id of the event. Null if the entry waits for any time of the service.' })
  @reference('event', 'Event', { description: 'The event.' })
  eventId: number | null = null;
  @integer({ description: 'The id of the resource. Null, the default, means any that offers the service.' })
  @reference('resource', 'Resource', { description: 'The resource.' })
  resourceId: number | null = null;
  @integer({ description: 'The id of the person, if it is known.' })
  @reference('person', 'Person', { description: 'The person.' })
  personId: number | null = null;
  @integer({ description: 'The id of the booking that is offered or was taken.' })
  @reference('booking', 'Booking', { description: 'The booking that is offered or was taken.' })
  bookingId: number | null = null;

  /** The offered time begins at or after `from` and ends at or before `to`. */
  @instantColumn({ fieldName: 'period_from', nullable: false })
  @Field(() => Instant, { description: 'The start of the period in which an offered time must be.' })
  from!: Date;

  @instantColumn({ fieldName: 'period_to', nullable: false })
  @Field(() => Instant, { description: 'The end of the period in which an offered time must be.' })
  to!: Date;

  @requiredInteger({ from: 1, upTo: 100, description: 'The number of people, from 1 to 100. 1 by default.' })
  places = 1;
  @text({ description: 'The name of the person.' }) name: string | null = null;
  @text({ description: 'The email address to which offers are sent.' }) email: string | null = null;
  @text({ description: 'The phone number to which offers are sent by SMS, if there is no email address.' })
  phoneNumber: string | null = null;
  @text({ length: 16, description: 'The phone number in E.164.' }) phoneNumberFormatted: string | null = null;
  @text({ length: 35, description: 'The language of offers. Null means that of the account.' })
  locale: string | null = null;
  @choice(() => WaitlistState, { length: 7, description: 'The state of it.' }) state = WaitlistState.WAITING;
  @requiredInstant({ description: 'Its place in the line: earlier ones are asked first.' }) queuedAt!: Date;
  @requiredInteger({ description: 'The number of offers without an answer. The entry expires after three.' })
  unansweredOffers = 0;
  @instant({ description: 'When the open offer expires. Null without one.' }) offerExpiresAt: Date | null = null;

  @Property({ type: 'string', length: 16, nullable: true })
  @Field(() => WaitlistClosedReason, {
    nullable: true,
    description: 'The reason why it has expired. Null in other states, and if it expired before reasons were kept.',
  })
  closedReason: WaitlistClosedReason | null = null;

  /**
   * Whether a visitor added it for a contact that was on the list already. It gets no offers and is not listed. It exists so
   * that nobody can find out by joining who is on the list.
   */
  @Property({ type: 'boolean', hidden: true })
  duplicate = false;

  /** Whether the contact is that of a guardian of the person: it gets no offers, and its tokens open nothing, once that was removed. */
  @Property({ type: 'boolean', hidden: true })
  contactOfGuardian = false;

  /** The hash of the token of the person who joined. Each offer has a token of its own. */
  @Property({ type: 'string', length: 64, nullable: true, hidden: true })
  tokenHash: string | null = null;

  service?: Service;
  event?: Event | null;
  resource?: Resource | null;
  person?: Person | null;
  booking?: Booking | null;
}

@ObjectType()
export class WaitlistEntryConnection extends createConnectionType(WaitlistEntry, 'WaitlistEntry') {}

/** The part of an entry that its visitor may read. */
@ObjectType({ simpleResolvers: true, description: 'An entry of the waitlist, as the person on it sees it.' })
export class WaitlistTicket {
  @Field(() => String, {
    nullable: true,
    description: 'The secret token of the entry. It is returned once, to the person who joins; null otherwise.',
  })
  token!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the offer can be taken with this token: that of the message with the offer, while the offer is open.',
  })
  canTake!: boolean;

  @Field(() => WaitlistEntry, { description: 'The entry.' })
  entry!: WaitlistEntry | WaitlistEntry;
}
