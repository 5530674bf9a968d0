import type { EntityClass } from '@mikro-orm/core';
import type { Lockable } from '../platform/database/account-transaction.js';
import { sealedColumns } from '../platform/database/columns.js';
import type { ConstraintMessages } from '../platform/database/constraints.js';
import type { DatabaseModel } from '../platform/database/database.js';
import { Account } from './account/account.entity.js';
import { ApiKey } from './account/api-key.entity.js';
import { ApiRequest } from './account/api-request.entity.js';
import { Booking } from './booking/booking.entity.js';
import { MessageRequest } from './booking/messages/message-request.entity.js';
import { CalendarFeed } from './calendar/calendar-feed.entity.js';
import { CalendarSource } from './calendar-source/calendar-source.entity.js';
import { CalendarSourceEntry } from './calendar-target/calendar-source-entry.entity.js';
import { Category } from './category/category.entity.js';
import { Coupon } from './coupon/coupon.entity.js';
import { Document } from './document/document.entity.js';
import { Event } from './event/event.entity.js';
import { FailedJob } from './failed-job/failed-job.entity.js';
import { GiftCard } from './gift-card/gift-card.entity.js';
import { IdentityLink, IdentityProvider } from './identity-provider/identity-provider.entity.js';
import { Message } from './messaging/delivery/message.entity.js';
import { MessageTemplate, plannedMessageKind } from './messaging/templates/message-template.entity.js';
import { Order, OrderLineItem, OrderPayment } from './order/order.entity.js';
import { PaymentRefund } from './order/payment-refund.entity.js';
import { Tip } from './order/tip.entity.js';
import { Package } from './package/package.entity.js';
import { PaymentCheckout, PaymentSettings } from './payment/payment.entity.js';
import { Guardian } from './person/guardian.entity.js';
import { Person, personTreeKind } from './person/person.entity.js';
import { PersonErasure } from './person-data/person-erasure.entity.js';
import { Provider } from './provider/provider.entity.js';
import { Recurrence } from './recurrence/recurrence.entity.js';
import { BookingRefusal } from './refusal/booking-refusal.entity.js';
import { Resource } from './resource/resource.entity.js';
import { ResourceExceptionDate } from './resource/resource-exception-date.entity.js';
import { Rota } from './resource/rota.entity.js';
import { SecondFactorSecrets } from './second-factor/second-factor.entity.js';
import { SecurityEvent } from './security-event/security-event.entity.js';
import { Service } from './service/service.entity.js';
import { ServiceNeed } from './service/service-need.entity.js';
import { ServiceOption, ServiceOptionGroup } from './service/service-option.entity.js';
import { TaxRate } from './tax-rate/tax-rate.entity.js';
import { TimeOff } from './time-off/time-off.entity.js';
import { AccountUser, ClientUserLink } from './user/user.entity.js';
import { WaitlistEntry } from './waitlist/waitlist-entry.entity.js';
import { WebHook } from './web-hook/web-hook.entity.js';
import { WebHookDelivery } from './web-hook/web-hook-delivery.entity.js';

/** An entity and the changes that actions record of its objects, by who reads them. */
interface Registration {
  entity: EntityClass<object>;
  /** Read by webhooks that subscribe to them, and by the readers of `clients`. */
  webhooks?: readonly string[];
  /** Read by the change feed, subscriptions and histories, and by the jobs of this server. */
  clients?: readonly string[];
  /** Read only by the jobs of this server. */
  internal?: readonly string[];
}

/**
 * The entities by the names of their objects in the change log. An entity is registered here and nowhere else: the ORM,
 * the change log, webhooks, subscriptions, the change feed and their documentation read this table, in its order.
 */
const registrations = {
  booking: {
    entity: Booking,
    webhooks: ['created', 'modified', 'verified', 'confirmed', 'declined', 'cancelled', 'deleted'],
  },
  event: { entity: Event, webhooks: ['created', 'modified', 'deleted'] },
  person: { entity: Person, webhooks: ['created', 'modified', 'deleted', 'erased'] },
  waitlist_entry: {
    entity: WaitlistEntry,
    webhooks: ['created', 'modified', 'offered', 'taken', 'declined', 'unanswered', 'left', 'expired'],
    internal: ['duplicated'],
  },
  order: { entity: Order, webhooks: ['created', 'modified', 'paid', 'settled', 'refunded', 'cancelled'] },
  message: { entity: Message, webhooks: ['processed'], clients: ['modified'], internal: ['queued'] },
  account: { entity: Account, clients: ['modified'] },
  api_key: { entity: ApiKey, clients: ['created', 'modified', 'revoked'] },
  calendar_source: { entity: CalendarSource, clients: ['created', 'modified', 'synced', 'deleted'] },
  category: { entity: Category, clients: ['created', 'modified', 'deleted'] },
  client_user_link: { entity: ClientUserLink, clients: ['created', 'modified', 'deleted'] },
  coupon: { entity: Coupon, clients: ['created', 'modified', 'used', 'returned', 'deleted'] },
  document: { entity: Document, clients: ['created'] },
  gift_card: { entity: GiftCard, clients: ['created', 'modified', 'redeemed', 'returned', 'deleted'] },
  package: { entity: Package, clients: ['created', 'modified', 'used', 'returned', 'deleted'] },
  guardian: { entity: Guardian, clients: ['created', 'modified', 'deleted'] },
  message_template: { entity: MessageTemplate, clients: ['created', 'modified', 'deleted'] },
  provider: { entity: Provider, clients: ['created', 'modified', 'deleted'] },
  resource: { entity: Resource, clients: ['created', 'modified', 'deleted'] },
  resource_exception_date: { entity: ResourceExceptionDate, clients: ['created', 'modified', 'deleted'] },
  rota: { entity: Rota, clients: ['created', 'modified', 'deleted'] },
  service: { entity: Service, clients: ['created', 'modified', 'deleted'] },
  service_need: { entity: ServiceNeed, clients: ['created', 'modified', 'deleted'] },
  time_off: { entity: TimeOff, clients: ['created', 'approved', 'declined', 'withdrawn'] },
  service_option: { entity: ServiceOption, clients: ['created', 'modified', 'deleted'] },
  service_option_group: { entity: ServiceOptionGroup, clients: ['created', 'modified', 'deleted'] },
  tax_rate: { entity: TaxRate, clients: ['created', 'modified', 'deleted'] },
  user: { entity: AccountUser, clients: ['created', 'modified', 'deleted'] },
  web_hook: { entity: WebHook, clients: ['created', 'modified', 'deleted'] },
  calendar_feed: { entity: CalendarFeed, internal: ['created', 'modified', 'revoked'] },
  calendar_source_entry: { entity: CalendarSourceEntry, internal: ['requested'] },
  failed_job: { entity: FailedJob, internal: ['restarted'] },
  identity_link: { entity: IdentityLink, internal: ['created', 'modified'] },
  identity_provider: { entity: IdentityProvider, internal: ['created', 'modified', 'deleted'] },
  message_request: { entity: MessageRequest, internal: ['created'] },
  payment_checkout: { entity: PaymentCheckout, internal: ['created', 'modified'] },
  payment_refund: { entity: PaymentRefund, internal: ['created', 'modified'] },
  payment_settings: { entity: PaymentSettings, internal: ['created', 'modified', 'deleted'] },
  person_erasure: { entity: PersonErasure, internal: ['created'] },
  recurrence: { entity: Recurrence, internal: ['created', 'stopped'] },
  web_hook_delivery: { entity: WebHookDelivery, internal: ['requested'] },
  order_line_item: { entity: OrderLineItem },
  order_payment: { entity: OrderPayment },
  tip: { entity: Tip },
  second_factor: { entity: SecondFactorSecrets },
  security_event: { entity: SecurityEvent },
  booking_refusal: { entity: BookingRefusal },
  api_request: { entity: ApiRequest },
} as const satisfies Readonly<Record<string, Registration>>;

type Registrations = typeof registrations;
type Reader = keyof Omit<Registration, 'entity'>;
type ParticipleOf<Entry> = Extract<Entry[keyof Entry & Reader], readonly string[]>[number];
type ChangeOf<Type extends keyof Registrations> = `${Type}.${ParticipleOf<Registrations[Type]>}`;
type ChangedRecords = {
  [Type in keyof Registrations as ChangeOf<Type>]: InstanceType<Registrations[Type]['entity']>;
};

declare module '../outbox/recorded-change.js' {
  interface ChangeRecords extends ChangedRecords {}
}

const registered: readonly (readonly [string, Registration])[] = Object.entries(registrations);

/** Returns the names of changes, such as `booking.confirmed`, by their readers. */
function namesOf(...readers: readonly Reader[]): string[] {
  return registered.flatMap(([type, registration]) =>
    readers.flatMap((reader) => (registration[reader] ?? []).map((participle) => `${type}.${participle}`)),
  );
}

/** The names of all changes. */
export const changeNames: readonly string[] = namesOf('webhooks', 'clients', 'internal');

/** The names of the changes that webhooks can subscribe to. */
export const webHookEvents: readonly string[] = namesOf('webhooks');

/** The name of a change that webhooks can subscribe to. */
export type WebHookEvent = {
  [Type in keyof Registrations]: Registrations[Type] extends { webhooks: readonly (infer Participle extends string)[] }
    ? `${Type}.${Participle}`
    : never;
}[keyof Registrations];

/** The names of the changes that clients may see. */
export const visibleChanges: readonly string[] = namesOf('webhooks', 'clients');

const known = new Set(changeNames);

/** Whether a change has a name of this version. Processes of others write others into the log. */
export function isKnownChange({ name }: { name: string }): boolean {
  return known.has(name);
}

const visible = new Set(visibleChanges);

/** Whether clients may see changes of that name. Names in the log that are no longer registered are hidden. */
export function isVisibleToClients({ name }: { name: string }): boolean {
  return visible.has(name);
}

/** All entities, for the ORM. */
export const entities: EntityClass<object>[] = registered.map(([, { entity }]) => entity);

/** The kinds of objects that one transaction locks together. */
const lockedTogether: readonly Lockable[] = [
  // Work that creates bookings and messages.
  Recurrence,
  MessageRequest,
  plannedMessageKind,
  // An entry of the waitlist, before the booking that it is offered.
  WaitlistEntry,
  // A rota or time off, before its resource.
  Rota,
  TimeOff,
  // A booking or an order without one, then the objects that limit it, then its people and their means of payment.
  Booking,
  Order,
  Event,
  Resource,
  Coupon,
  Package,
  Person,
  personTreeKind,
  Guardian,
  GiftCard,
  // The account comes before its users.
  Account,
  ClientUserLink,
  AccountUser,
  // A need, then its service and the providers of its pool.
  ServiceNeed,
  Service,
  Provider,
];

/**
 * The order in which transactions lock objects of different kinds, so that they do not deadlock.
 * `AccountTransaction.lock` sorts the locks of one call; an action that calls it several times must follow this order.
 * A transaction locks only one kind of those that have no place of their own: they come last. The remaining deadlocks,
 * such as when a booking joins an event while another transaction locks the event, are retried.
 */
export const lockOrder: readonly Lockable[] = [
  ...new Set([...lockedTogether, ...entities.filter((entity) => isLockable(entity))]),
];

function isLockable(entity: object): entity is Lockable {
  return 'lockKind' in entity;
}

/** The name of a kind of lock, for the entities that have one. */
export type LockKind = Extract<Registrations[keyof Registrations]['entity'], Lockable>['lockKind'];

/** The entities, lock order and constraint messages that the features register with the database. */
export const databaseModel: DatabaseModel = {
  entities,
  lockOrder,
  constraintMessages: Object.assign({}, ...entities.map(constraintMessagesOf)),
  sealedColumns: sealedColumns(),
};

function constraintMessagesOf(entity: EntityClass<object> & { constraintMessages?: ConstraintMessages }): object {
  return entity.constraintMessages ?? {};
}
