import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { actorName } from '../../outbox/actor.js';
import type { RecordedChange } from '../../outbox/change-log.js';
import { cursorOf } from '../../outbox/cursor.js';
import type { Stored } from '../../platform/database/rows.js';
import { itemsCost, listCost } from '../../platform/list-cost.js';
import { AttributeName, Instant } from '../../platform/scalars.js';
import { Booking } from '../booking/booking.entity.js';
import { connectionOf } from '../connection.js';
import { Event } from '../event/event.entity.js';
import { Message } from '../messaging/delivery/message.entity.js';
import { Person } from '../person/person.entity.js';

/** Who made a change. */
@ObjectType({ simpleResolvers: true })
export class PerformedBy {
  @Field(() => String, {
    description: '`api_key`, `user`, `partner`, `public` (a visitor of the public site) or `background`.',
  })
  kind!: string;

  @Field(() => String)
  name!: string;
}

/** What is recorded of every change. */
@ObjectType({ simpleResolvers: true })
abstract class RecordedFacts {
  @Field(() => String, { description: 'Where the change stands in the log of the account: to be passed as `after`.' })
  cursor!: string;

  @Field(() => String, { description: 'Such as `booking.confirmed`.' })
  name!: string;

  @Field(() => Instant)
  changedAt!: string;

  @Field(() => PerformedBy)
  performedBy!: PerformedBy;

  @Field(() => [AttributeName], {
    description: 'What is not as it was before; none of an object that is new or gone.',
    complexity: listCost(5),
  })
  attributes!: string[];
}

/** A change of any object, with the object as it was after it, for those kinds of which the log shows it. */
@ObjectType({ simpleResolvers: true })
export class Change extends RecordedFacts {
  @Field(() => String, { description: 'Such as `booking`.' })
  objectType!: string;

  @Field(() => Int)
  objectId!: number;

  @Field(() => Booking, { nullable: true })
  booking!: Stored<Booking> | null;

  @Field(() => Person, { nullable: true })
  person!: Stored<Person> | null;

  @Field(() => Event, { nullable: true })
  event!: Stored<Event> | null;

  @Field(() => Message, { nullable: true, description: 'Without its text.' })
  message!: Stored<Message> | null;
}

@ObjectType()
export class ChangeConnection extends connectionOf(Change, 'Change') {}

/** A part of the log. */
@ObjectType({ simpleResolvers: true })
export class ChangeFeed {
  @Field(() => [Change], { complexity: itemsCost })
  items!: Change[];

  @Field(() => String, { description: 'Where the next part begins: to be passed as `after`.' })
  cursor!: string;

  @Field(() => Boolean, { description: 'Whether there is more already.' })
  hasMore!: boolean;
}

@ObjectType({ simpleResolvers: true })
export class BookingChange extends RecordedFacts {
  @Field(() => Booking, { description: 'As it was after the change, without its verification code.' })
  booking!: Stored<Booking>;
}

@ObjectType({ simpleResolvers: true })
export class PersonChange extends RecordedFacts {
  @Field(() => Person, { description: 'As it was after the change.' })
  person!: Stored<Person>;
}

@ObjectType({ simpleResolvers: true })
export class EventChange extends RecordedFacts {
  @Field(() => Event, { description: 'As it was after the change.' })
  event!: Stored<Event>;
}

/** Where a subscription begins. */
@ArgsType()
export class ResumeArguments {
  @Field(() => String, {
    nullable: true,
    description: 'A cursor: what was missed since comes first. From now on when absent.',
  })
  after?: string | null;
}

export function factsOf(change: RecordedChange): RecordedFacts {
  return {
    cursor: cursorOf(change),
    name: change.name,
    changedAt: change.createdAt,
    performedBy: { kind: change.actor.kind, name: actorName(change.actor) },
    attributes: Object.keys(change.previous ?? {}),
  };
}

/** The object as it was after the change: what the log holds are the values of its columns. */
export function objectAfter<Entity>({ snapshot }: RecordedChange): Stored<Entity> {
  return snapshot as Stored<Entity>;
}

export function changeOf(change: RecordedChange): Change {
  const { objectType, objectId } = change;
  return {
    ...factsOf(change),
    objectType,
    objectId,
    booking: objectType === 'booking' ? objectAfter<Booking>(change) : null,
    person: objectType === 'person' ? objectAfter<Person>(change) : null,
    event: objectType === 'event' ? objectAfter<Event>(change) : null,
    message: objectType === 'message' ? objectAfter<Message>(change) : null,
  };
}
