import { recordChange } from '../../outbox/change-log.js';
import type { ChangeNameOf } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { stateAfter } from '../records/transitions.rules.js';
import { BookingType } from '../service/service.entity.js';
import { WaitlistClosedReason, WaitlistEntry, WaitlistState } from './waitlist-entry.entity.js';
import { waitlistTransitions } from './waitlist-entry.rules.js';

const { EVENT_DELETED, SERVICE_DELETED, RESOURCE_DELETED, PERSON_DELETED, NOT_OFFERED } = WaitlistClosedReason;
const { TOO_MANY_PLACES, TOO_FEW_PLACES } = WaitlistClosedReason;

/** The state of the service, resource or event that a waitlist entry waits for. */
export interface WaitlistTarget {
  places: number;
  /** The active state and the capacity of the event; null for an entry of a service. */
  eventActive: boolean | null;
  eventCapacity: number | null;
  serviceActive: boolean;
  bookingType: BookingType;
  bookingMinimum: number | null;
  bookingCapacity: number | null;
  /** Null without a resource. */
  resourceActive: boolean | null;
  /** Null without a person. */
  personActive: boolean | null;
  /** The capacity of the largest resource that offers the service, or of the resource if it does; null if none does. */
  offeredCapacity: number | null;
}

/**
 * Returns why an entry can never get an offer; null if it can. A service that no resource offers yet is no reason,
 * because a resource may offer it later.
 */
export function closingReason(target: WaitlistTarget): WaitlistClosedReason | null {
  if (target.personActive === false) return PERSON_DELETED;
  if (target.eventActive !== null) return target.eventActive ? countReason(target) : EVENT_DELETED;
  if (!target.serviceActive) return SERVICE_DELETED;
  if (target.resourceActive === false) return RESOURCE_DELETED;
  const isOffered = target.bookingType !== BookingType.APPOINTMENT || target.offeredCapacity !== null;
  return target.resourceActive !== null && !isOffered ? NOT_OFFERED : countReason(target);
}

function countReason(target: WaitlistTarget): WaitlistClosedReason | null {
  if (target.places > mostPlaces(target)) return TOO_MANY_PLACES;
  return target.places < (target.bookingMinimum ?? 1) ? TOO_FEW_PLACES : null;
}

/** Returns the maximum number of people in a booking of the target. */
function mostPlaces({ eventActive, eventCapacity, bookingType, bookingCapacity, offeredCapacity }: WaitlistTarget) {
  const ofService = bookingCapacity ?? Number.POSITIVE_INFINITY;
  if (eventActive !== null) return Math.min(ofService, eventCapacity ?? Number.POSITIVE_INFINITY);
  const isBounded = bookingType === BookingType.APPOINTMENT && offeredCapacity !== null;
  return isBounded ? Math.min(ofService, offeredCapacity) : ofService;
}

/** Returns the error of a request for an entry that could never get an offer. */
export function closingErrors(reason: WaitlistClosedReason | null, target: WaitlistTarget): FieldErrors {
  switch (reason) {
    case EVENT_DELETED:
      return { eventId: ['does not exist'] };
    case SERVICE_DELETED:
      return { serviceId: ['does not exist'] };
    case RESOURCE_DELETED:
      return { resourceId: ['does not exist'] };
    case PERSON_DELETED:
      return { personId: ['does not exist'] };
    case NOT_OFFERED:
      return { serviceId: ['is not offered by the resource'] };
    case TOO_MANY_PLACES:
      return { places: [`must be less than or equal to ${mostPlaces(target)}`] };
    case TOO_FEW_PLACES:
      return { places: [`must be greater than or equal to ${target.bookingMinimum ?? 1}`] };
    default:
      return {};
  }
}

/** The capacity of several resources for needs depends on all of them: whether a time has room is decided at the offer. */
const anyNumber = 100_000;

/** Selects what entries wait for. @param entries SQL of their rows */
const targetsOf = (entries: string): string => `select entry.id, entry.places,
    event.active as "eventActive", event.capacity as "eventCapacity", service.active as "serviceActive",
    service.booking_type as "bookingType", service.booking_minimum as "bookingMinimum",
    service.booking_capacity as "bookingCapacity", resource.active as "resourceActive",
    person.active as "personActive", offered.capacity as "offeredCapacity"
  from (${entries}) as entry
  join service on service.account_id = $1 and service.id = entry.service_id
  left join event on event.account_id = $1 and event.id = entry.event_id
  left join resource on resource.account_id = $1 and resource.id = entry.resource_id
  left join person on person.account_id = $1 and person.id = entry.person_id
  cross join lateral (
    select max(case when provider.need_id is null then one.capacity else ${anyNumber} end) as capacity from provider
    join resource one on one.account_id = $1 and one.id = provider.resource_id and one.active
    where provider.account_id = $1 and provider.service_id = entry.service_id and provider.active
      and (entry.resource_id is null or provider.resource_id = entry.resource_id)) as offered`;

const ofEntry = targetsOf(`select $2::integer as id, $3::integer as service_id, $4::integer as event_id,
    $5::integer as resource_id, $6::integer as person_id, $7::integer as places`);
const ofWaiting = `${targetsOf(`select * from waitlist_entry where account_id = $1 and state = 'waiting'`)} order by entry.id`;

type EntryTarget = Pick<WaitlistEntry, 'serviceId' | 'eventId' | 'resourceId' | 'personId' | 'places'>;

/** Returns the errors of an entry that could never get an offer. */
export async function validateTarget(tx: AccountTransaction, entry: EntryTarget): Promise<FieldErrors> {
  const target = await targetOf(tx, entry);
  return target ? closingErrors(closingReason(target), target) : {};
}

async function targetOf(
  tx: AccountTransaction,
  { serviceId, eventId, resourceId, personId, places }: EntryTarget,
): Promise<WaitlistTarget | undefined> {
  const [target] = await tx.query<WaitlistTarget>(ofEntry, [0, serviceId, eventId, resourceId, personId, places]);
  return target;
}

/**
 * Closes the entries that can no longer get an offer, because what they wait for was deleted or has become too small.
 * Each is closed in a transaction of its own. Idempotent.
 *
 * @param touch called between entries, so that a long job keeps its lock
 */
export async function closeUnservableEntries(context: RequestContext, touch: () => Promise<void>): Promise<void> {
  const targets = await context.db.query<WaitlistTarget & { id: number }>(ofWaiting, []);
  for (const target of targets) {
    if (closingReason(target) === null) continue;
    await touch();
    await context.db.transaction(async (tx) => {
      const entry = await tx.findLocked(WaitlistEntry, target.id);
      if (entry?.state !== WaitlistState.WAITING) return;
      const current = await targetOf(tx, entry);
      const reason = current ? closingReason(current) : null;
      if (reason !== null) await closeEntry(context, tx, entry, reason);
    });
  }
}

/** Closes a locked entry that has no open offer. */
export async function closeEntry(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  reason: WaitlistClosedReason,
): Promise<void> {
  entry.state = stateAfter(waitlistTransitions, 'close', entry.state);
  entry.closedReason = reason;
  await recordEntry(context, tx, 'waitlist_entry.expired', entry);
}

/**
 * Writes an entry that may be a duplicate, and records its change. Changes of duplicates are internal: clients and
 * webhooks do not see these entries.
 */
export async function recordEntry(
  context: RequestContext,
  tx: AccountTransaction,
  name: ChangeNameOf<'waitlist_entry'>,
  entry: WaitlistEntry,
): Promise<void> {
  await recordChange(tx, entry.duplicate ? 'waitlist_entry.duplicated' : name, entry, changedBy(context));
}
