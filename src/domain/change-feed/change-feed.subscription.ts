import { Args, ArgsType, Field, Int, Resolver, Root, Subscription } from 'type-graphql';
import type { ObjectType, RecordedChange, Snapshot } from '../../outbox/recorded-change.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import { Booking } from '../booking/booking.entity.js';
import type { SubscriptionContext } from '../context.js';
import { isVisibleToClients } from '../entities.js';
import { Event } from '../event/event.entity.js';
import { Order } from '../order/order.entity.js';
import { Person } from '../person/person.entity.js';
import { During, validPeriod } from '../records/period.input.js';
import { WaitlistEntry } from '../waitlist/waitlist-entry.entity.js';
import {
  BookingChange,
  Change,
  changeOf,
  EventChange,
  factsOf,
  OrderChange,
  PersonChange,
  ResumeArguments,
  WaitlistEntryChange,
} from './change-feed.type.js';
import { objectAfter, objectBefore } from './recorded-object.rules.js';

/** The values that an attribute may have: one, or any of a list. Null and undefined allow all. */
type Condition = number | readonly number[] | null | undefined;

/** A period that an object must overlap, and the attributes with the beginning and the end of the object. */
interface Overlap {
  period: During;
  from: string;
  to: string;
}

/**
 * Whether a change is of an object of type `watched` that meets all conditions, before or after the change: a booking
 * that moves away from a resource matches a subscription to that resource, too.
 */
export function matches(
  { objectType, snapshot, previous }: Pick<RecordedChange, 'objectType' | 'snapshot' | 'previous'>,
  watched: ObjectType,
  conditions: readonly (readonly [attribute: string, condition: Condition])[],
  overlap?: Overlap,
): boolean {
  if (objectType !== watched) return false;
  const meets = (object: Snapshot): boolean =>
    conditions.every(([attribute, condition]) =>
      valuesOf(object, attribute).some((value) => allows(condition, value)),
    ) &&
    (!overlap || overlaps(object, overlap));
  return meets(snapshot) || (previous !== null && meets({ ...snapshot, ...previous }));
}

/** Returns the value of an attribute. A booking of a service with needs is of each resource of its places. */
function valuesOf(object: Snapshot, attribute: string): unknown[] {
  const placed = attribute === 'resourceId' ? object['placedResourceIds'] : undefined;
  return Array.isArray(placed) ? [object[attribute], ...placed] : [object[attribute]];
}

function allows(condition: Condition, value: unknown): boolean {
  if (condition === null || condition === undefined) return true;
  return typeof condition === 'number' ? value === condition : condition.some((allowed) => allowed === value);
}

function overlaps(object: Snapshot, { period, from, to }: Overlap): boolean {
  const begin = Date.parse(String(object[from]));
  const end = Date.parse(String(object[to]));
  return (!period.from || end > period.from.getTime()) && (!period.to || begin < period.to.getTime());
}

@ArgsType()
class ChangeFilter extends ResumeArguments {
  @Field(() => [String], { nullable: true, description: 'Only changes of objects of these types, such as `time_off`.' })
  objectTypes?: string[] | null;
}

@ArgsType()
class BookingChangeFilter extends ResumeArguments {
  @Field(() => Int, { nullable: true }) bookingId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => [Int], { nullable: true, description: 'Only bookings of one of these resources.' })
  resourceIds?: number[] | null;
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => [Int], { nullable: true, description: 'Only bookings of one of these services.' })
  serviceIds?: number[] | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Only bookings of this event.' }) eventId?: number | null;
  @Field(() => During, { nullable: true, description: 'Only bookings that overlap this period.' })
  during?: During | null;
}

@ArgsType()
class PersonChangeFilter extends ResumeArguments {
  @Field(() => Int, { nullable: true }) personId?: number | null;
}

@ArgsType()
class EventChangeFilter extends ResumeArguments {
  @Field(() => Int, { nullable: true }) eventId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => [Int], { nullable: true, description: 'Only events of one of these resources.' })
  resourceIds?: number[] | null;
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => [Int], { nullable: true, description: 'Only events of one of these services.' })
  serviceIds?: number[] | null;
  @Field(() => During, { nullable: true, description: 'Only events that overlap this period.' })
  during?: During | null;
}

@ArgsType()
class OrderChangeFilter extends ResumeArguments {
  @Field(() => Int, { nullable: true, description: 'Only this order.' }) orderId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Only orders of this person.' }) personId?: number | null;
}

@ArgsType()
class WaitlistEntryChangeFilter extends ResumeArguments {
  @Field(() => Int, { nullable: true, description: 'Only this entry.' })
  waitlistEntryId?: number | null;

  @Field(() => [Int], { nullable: true, description: 'Only entries that wait for one of these resources.' })
  resourceIds?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Only entries of one of these services, and of their events.' })
  serviceIds?: number[] | null;

  @Field(() => Int, { nullable: true, description: 'Only entries of this event.' })
  eventId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Only entries of this person.' })
  personId?: number | null;

  @Field(() => During, { nullable: true, description: 'Only entries whose period overlaps this one.' })
  during?: During | null;
}

interface Subscribing<Filter> {
  args: Filter;
  context: SubscriptionContext;
}

const order = 'in commit order, from now on or after a cursor';

@Resolver()
export class ChangeSubscription {
  @RequiresPermission('read')
  @Subscription(() => Change, {
    description: `Changes of all objects, ${order}.`,
    subscribe: ({ args: { after, objectTypes }, context }: Subscribing<ChangeFilter>) =>
      context.changes(
        (change) => isVisibleToClients(change) && (objectTypes?.includes(change.objectType) ?? true),
        after,
      ),
  })
  changes(@Root() change: RecordedChange, @Args(() => ChangeFilter) _filter: ChangeFilter): Change {
    return changeOf(change);
  }

  @RequiresPermission('read')
  @Subscription(() => BookingChange, {
    description: `Changes of bookings, ${order}; with conditions, only of bookings that meet all of them before or after the change. A condition that is left out does not restrict.`,
    subscribe: ({ args, context }: Subscribing<BookingChangeFilter>) => subscribeToBookings(args, context),
  })
  bookingChanged(
    @Root() change: RecordedChange,
    @Args(() => BookingChangeFilter) _filter: BookingChangeFilter,
  ): BookingChange {
    return { ...factsOf(change), booking: objectAfter(Booking, change), previous: objectBefore(Booking, change) };
  }

  @RequiresPermission('read')
  @Subscription(() => PersonChange, {
    description: `Changes of people, ${order}. A condition that is left out does not restrict.`,
    subscribe: ({ args: { after, personId }, context }: Subscribing<PersonChangeFilter>) =>
      context.changes((change) => matches(change, 'person', [['id', personId]]), after),
  })
  personChanged(
    @Root() change: RecordedChange,
    @Args(() => PersonChangeFilter) _filter: PersonChangeFilter,
  ): PersonChange {
    return { ...factsOf(change), person: objectAfter(Person, change), previous: objectBefore(Person, change) };
  }

  @RequiresPermission('read')
  @Subscription(() => EventChange, {
    description: `Changes of events, ${order}; with conditions, only of events that meet all of them before or after the change. A condition that is left out does not restrict.`,
    subscribe: ({ args, context }: Subscribing<EventChangeFilter>) => subscribeToEvents(args, context),
  })
  eventChanged(@Root() change: RecordedChange, @Args(() => EventChangeFilter) _filter: EventChangeFilter): EventChange {
    return { ...factsOf(change), event: objectAfter(Event, change), previous: objectBefore(Event, change) };
  }

  @RequiresPermission('read')
  @Subscription(() => OrderChange, {
    description: `Changes of orders, ${order}; with conditions, only of orders that meet all of them before or after the change. A condition that is left out does not restrict.`,
    subscribe: ({ args: { after, orderId, personId }, context }: Subscribing<OrderChangeFilter>) => {
      const conditions = [
        ['id', orderId],
        ['personId', personId],
      ] as const;
      return context.changes((change) => matches(change, 'order', conditions), after);
    },
  })
  orderChanged(@Root() change: RecordedChange, @Args(() => OrderChangeFilter) _filter: OrderChangeFilter): OrderChange {
    return { ...factsOf(change), order: objectAfter(Order, change), previous: objectBefore(Order, change) };
  }

  @RequiresPermission('read')
  @Subscription(() => WaitlistEntryChange, {
    description: `Changes of entries of the waitlist, ${order}; with conditions, only of entries that meet all of them before or after the change. A condition that is left out does not restrict.`,
    subscribe: ({ args, context }: Subscribing<WaitlistEntryChangeFilter>) => subscribeToWaitlist(args, context),
  })
  waitlistEntryChanged(
    @Root() change: RecordedChange,
    @Args(() => WaitlistEntryChangeFilter) _filter: WaitlistEntryChangeFilter,
  ): WaitlistEntryChange {
    return {
      ...factsOf(change),
      waitlistEntry: objectAfter(WaitlistEntry, change),
      previous: objectBefore(WaitlistEntry, change),
    };
  }
}

/** @throws DomainError INVALID on `after`, or on `to` of the period */
async function subscribeToBookings(
  { after, during, ...filter }: BookingChangeFilter,
  context: SubscriptionContext,
): Promise<AsyncIterable<RecordedChange>> {
  const overlap = { period: validPeriod(during), from: 'bookedFrom', to: 'bookedTo' };
  const conditions = [
    ['id', filter.bookingId],
    ['personId', filter.personId],
    ['eventId', filter.eventId],
    ...placeConditions(filter),
  ] as const;
  return context.changes((change) => matches(change, 'booking', conditions, overlap), after);
}

/** @throws DomainError INVALID on `after`, or on `to` of the period */
async function subscribeToEvents(
  { after, during, ...filter }: EventChangeFilter,
  context: SubscriptionContext,
): Promise<AsyncIterable<RecordedChange>> {
  const overlap = { period: validPeriod(during), from: 'startsAt', to: 'endsAt' };
  const conditions = [['id', filter.eventId], ...placeConditions(filter)] as const;
  return context.changes((change) => matches(change, 'event', conditions, overlap), after);
}

/** @throws DomainError INVALID on `after`, or on `to` of the period */
async function subscribeToWaitlist(
  { after, during, ...filter }: WaitlistEntryChangeFilter,
  context: SubscriptionContext,
): Promise<AsyncIterable<RecordedChange>> {
  const overlap = { period: validPeriod(during), from: 'from', to: 'to' };
  const conditions = [
    ['id', filter.waitlistEntryId],
    ['resourceId', filter.resourceIds],
    ['serviceId', filter.serviceIds],
    ['eventId', filter.eventId],
    ['personId', filter.personId],
  ] as const;
  return context.changes((change) => matches(change, 'waitlist_entry', conditions, overlap), after);
}

function placeConditions(filter: Pick<EventChangeFilter, 'resourceId' | 'resourceIds' | 'serviceId' | 'serviceIds'>) {
  return [
    ['resourceId', filter.resourceId],
    ['resourceId', filter.resourceIds],
    ['serviceId', filter.serviceId],
    ['serviceId', filter.serviceIds],
  ] as const;
}
