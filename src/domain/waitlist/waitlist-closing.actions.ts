import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { closingErrors, closingReason, type WaitlistTarget } from './waitlist-closing.rules.js';
import { type WaitlistClosedReason, WaitlistEntry, WaitlistState } from './waitlist-entry.entity.js';
import { recordEntry } from './waitlist-entry-changes.actions.js';

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
    select max(one.capacity) as capacity from provider
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
 * Closes the entries that can no longer get an offer, because what they wait for was deleted or has become too small. Each
 * is a transaction of its own. Idempotent.
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
  Object.assign(entry, { state: WaitlistState.EXPIRED, closedReason: reason });
  await recordEntry(context, tx, 'waitlist_entry.expired', entry);
}
