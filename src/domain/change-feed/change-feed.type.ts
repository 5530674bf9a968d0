import { ArgsType, type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql';
import { actorKinds } from '../../outbox/actor.js';
import { actorName } from '../../outbox/change-log.js';
import { formatCursor } from '../../outbox/cursor.js';
import type { RecordedChange } from '../../outbox/recorded-change.js';
import type { AccountQueries } from '../../platform/database/account-database.js';
import { itemsCost, listCost } from '../../platform/list-cost.js';
import { AttributeName, Instant } from '../../platform/scalars.js';
import { Booking } from '../booking/booking.entity.js';
import { visibleChanges } from '../entities.js';
import { Event } from '../event/event.entity.js';
import { Message } from '../messaging/delivery/message.entity.js';
import { Order } from '../order/order.entity.js';
import { Person } from '../person/person.entity.js';
import { withoutErased } from '../person-data/erased-changes.queries.js';
import { createConnectionType } from '../records/connection.type.js';
import { WaitlistEntry } from '../waitlist/waitlist-entry.entity.js';
import { objectAfter, objectBefore, shownPrevious, withCurrentNames } from './recorded-object.rules.js';

/** The actor that made a change. */
@ObjectType({ simpleResolvers: true, description: 'The actor who made a change.' })
export class PerformedBy {
  @Field(() => String, {
    description: `${Object.entries(actorKinds)
      .map(([kind, who]) => `\`${kind}\` (${who})`)
      .join(', ')}.`,
  })
  kind!: string;

  @Field(() => String, { description: 'As in `createdBy` and `updatedBy` of records, such as the name of a user.' })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'The id of the user or of the API key. Null for others.' })
  id!: number | null;
}

/** The attributes of every change, whatever its object. */
@ObjectType({ simpleResolvers: true })
abstract class RecordedFacts {
  @Field(() => String, {
    description: 'Cursor of the change in the log of the account: pass it as `after` to read the changes that follow.',
  })
  cursor!: string;

  @Field(() => String, { description: `One of ${visibleChanges.map((name) => `\`${name}\``).join(', ')}.` })
  name!: string;

  @Field(() => Instant, {
    description:
      'When the change was made. In a sandbox in real time, while `createdAt` and `updatedAt` of its object are on the clock of the account.',
  })
  changedAt!: Date;

  @Field(() => PerformedBy, { description: 'The actor who made the change.' })
  performedBy!: PerformedBy;

  @Field(() => String, {
    nullable: true,
    description:
      'The id of the request that made the change, which its response had as `X-Request-Id`. Null for a change by a job.',
  })
  requestId!: string | null;

  @Field(() => [AttributeName], {
    description: 'Names of the changed attributes. Empty if the object was created or removed.',
    complexity: listCost(5),
  })
  attributes!: string[];

  @Extensions({ changedFields: true })
  @Field(() => [String], {
    description:
      'Names of the GraphQL fields of the object whose value changed, such as `resourceId` and `resource`. Fields that are computed from several attributes, such as `active` of a booking, are left out. Empty if the object was created or removed.',
    complexity: listCost(5),
  })
  changedFields?: string[];
}

/** The name of the extension that marks objects of which REST and webhooks show the changed fields alone. */
export const onlyChanged = 'onlyChanged';

/** Declares a field with the object of a change, if it is of that type. */
const before = (type: () => ClassType) => (target: object, name: string) => {
  Extensions({ [onlyChanged]: true })(target, name);
  Field(type, { nullable: true, description: 'Null for a change of another object.' })(target, name);
};

/** The object of a change as it was before it. */
@ObjectType({
  simpleResolvers: true,
  description:
    'The object of a change as it was before it, apart from records of other tables: they are shown as they are now. REST and webhooks have only the fields of `changedFields`.',
})
export class PreviousObject {
  @before(() => Booking) booking!: Booking | null;
  @before(() => Person) person!: Person | null;
  @before(() => Event) event!: Event | null;
  @before(() => Message) message!: Message | null;
  @before(() => Order) order!: Order | null;
  @before(() => WaitlistEntry) waitlistEntry!: WaitlistEntry | null;
  /** Names of the changed attributes. */
  attributes!: string[];
}

/** A change of any object. Bookings, people, events, messages, orders and entries of the waitlist are shown as they were after it. */
@ObjectType({
  simpleResolvers: true,
  description:
    'A change of any object. Bookings, people, events, messages, orders and entries of the waitlist are shown as they were after it.',
})
export class Change extends RecordedFacts {
  @Field(() => String, { description: 'Such as `booking`.' })
  objectType!: string;

  @Field(() => Int, { description: 'The id of the object.' })
  objectId!: number;

  @Field(() => Booking, {
    nullable: true,
    description: 'The booking as it was after the change. Null for a change of another object.',
  })
  booking!: Booking | null;

  @Field(() => Person, {
    nullable: true,
    description: 'The person as it was after the change. Null for a change of another object.',
  })
  person!: Person | null;

  @Field(() => Event, {
    nullable: true,
    description: 'The event as it was after the change. Null for a change of another object.',
  })
  event!: Event | null;

  @Field(() => Message, { nullable: true, description: 'Without its text.' })
  message!: Message | null;

  @Field(() => Order, { nullable: true, description: 'With its current line items and payments.' })
  order!: Order | null;

  @Field(() => WaitlistEntry, {
    nullable: true,
    description: 'The entry of the waitlist as it was after the change. Null for a change of another object.',
  })
  waitlistEntry!: WaitlistEntry | null;

  @Field(() => PreviousObject, {
    nullable: true,
    description: 'The object as it was before the change. Null if it was created, removed or erased.',
  })
  previous!: PreviousObject | null;
}

@ObjectType()
export class ChangeConnection extends createConnectionType(Change, 'Change') {}

/** A range of the log. */
@ObjectType({ simpleResolvers: true, description: 'A range of the log of changes.' })
export class ChangeFeed {
  @Field(() => [Change], { complexity: itemsCost, description: 'The changes, in commit order.' })
  items!: Change[];

  @Field(() => String, { description: 'Cursor of the last change that was read: pass it as `after` to continue.' })
  cursor!: string;

  @Field(() => Boolean, { description: 'Whether more changes may follow at once.' })
  hasMore!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A change of a booking.' })
export class BookingChange extends RecordedFacts {
  @Field(() => Booking, { description: 'The booking as it was after the change, without its verification code.' })
  booking!: Booking;

  @Field(() => Booking, {
    nullable: true,
    description: 'The booking as it was before the change. Null if it was created or removed.',
  })
  previous!: Booking | null;
}

@ObjectType({ simpleResolvers: true, description: 'A change of a person.' })
export class PersonChange extends RecordedFacts {
  @Field(() => Person, { description: 'The object as it was after the change.' })
  person!: Person;

  @Field(() => Person, {
    nullable: true,
    description: 'The person as it was before the change. Null if it was created, removed or erased.',
  })
  previous!: Person | null;
}

@ObjectType({ simpleResolvers: true, description: 'A change of an event.' })
export class EventChange extends RecordedFacts {
  @Field(() => Event, { description: 'The object as it was after the change.' })
  event!: Event;

  @Field(() => Event, {
    nullable: true,
    description: 'The event as it was before the change. Null if it was created or removed.',
  })
  previous!: Event | null;
}

@ObjectType({ simpleResolvers: true, description: 'A change of an order.' })
export class OrderChange extends RecordedFacts {
  @Field(() => Order, {
    description: 'The order as it was after the change, with its current line items and payments.',
  })
  order!: Order;

  @Field(() => Order, {
    nullable: true,
    description:
      'The order as it was before the change, with its current line items and payments. Null if it was created or removed.',
  })
  previous!: Order | null;
}

@ObjectType({ simpleResolvers: true, description: 'A change of an entry of the waitlist.' })
export class WaitlistEntryChange extends RecordedFacts {
  @Field(() => WaitlistEntry, { description: 'The entry as it was after the change.' })
  waitlistEntry!: WaitlistEntry;

  @Field(() => WaitlistEntry, {
    nullable: true,
    description: 'The entry as it was before the change. Null if it was created or removed.',
  })
  previous!: WaitlistEntry | null;
}

/** The arguments of every subscription. */
@ArgsType()
export class ResumeArguments {
  @Field(() => String, {
    nullable: true,
    description: 'A cursor: the changes after it come first. Default: only new changes are sent.',
  })
  after?: string | null;
}

export function factsOf(change: RecordedChange): RecordedFacts {
  const { actor } = change;
  return {
    cursor: formatCursor(change),
    name: change.name,
    changedAt: change.createdAt,
    performedBy: { kind: actor.kind, name: actorName(actor), id: 'id' in actor ? actor.id : null },
    requestId: change.requestId,
    attributes: attributesOf(change),
  };
}

/** Returns the names of the changed attributes. */
function attributesOf({ objectType, previous }: RecordedChange): string[] {
  return Object.keys(withCurrentNames(objectType, previous ?? {}));
}

/** The objects that changes show, and how one is read from an entry of the log. */
type ShownObjects = Omit<PreviousObject, 'attributes'>;
type ReadObject = <Entity extends object>(entity: new () => Entity, change: RecordedChange) => Entity | null;

function shownObjects(change: RecordedChange, read: ReadObject): ShownObjects {
  const { objectType } = change;
  return {
    booking: objectType === 'booking' ? read(Booking, change) : null,
    person: objectType === 'person' ? read(Person, change) : null,
    event: objectType === 'event' ? read(Event, change) : null,
    message: objectType === 'message' ? read(Message, change) : null,
    order: objectType === 'order' ? read(Order, change) : null,
    waitlistEntry: objectType === 'waitlist_entry' ? read(WaitlistEntry, change) : null,
  };
}

/** Pass it changes without the data of erased people, as `showChanges` and subscriptions do. */
export function changeOf(change: RecordedChange): Change {
  const { objectType, objectId } = change;
  const isShown = shownPrevious(change) !== null;
  return {
    ...factsOf(change),
    objectType,
    objectId,
    ...shownObjects(change, objectAfter),
    previous: isShown ? { ...shownObjects(change, objectBefore), attributes: attributesOf(change) } : null,
  };
}

/** Returns changes as clients see them: without the data of erased people. */
export async function showChanges(db: AccountQueries, changes: readonly RecordedChange[]): Promise<Change[]> {
  return (await withoutErased(db, changes)).map(changeOf);
}
