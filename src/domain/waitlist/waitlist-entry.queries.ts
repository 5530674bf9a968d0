import type { FilterQuery } from '@mikro-orm/core';
import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { validPeriod } from '../records/period.input.js';
import { WaitlistEntry, WaitlistEntryConnection } from './waitlist-entry.entity.js';
import { WaitlistFilter, waitlistOrder } from './waitlist-entry.input.js';

/** @throws DomainError NOT_FOUND */
export function getWaitlistEntry(context: RequestContext, id: number): Promise<WaitlistEntry> {
  return context.db.get(WaitlistEntry, id);
}

/** The entries of the waitlist, in every state unless filtered. */
export const waitlist: List<WaitlistEntry, WaitlistFilter, WaitlistEntryConnection> = {
  name: 'waitlistEntries',
  entity: WaitlistEntry,
  connection: WaitlistEntryConnection,
  filter: WaitlistFilter,
  order: waitlistOrder,
  conditions: (_context, filter) => ({ $and: [{ duplicate: false }, ...conditionsOf(filter)] }),
};

function conditionsOf({
  state,
  serviceId,
  eventId,
  resourceId,
  personId,
  during,
}: WaitlistFilter): FilterQuery<WaitlistEntry>[] {
  const { from, to } = validPeriod(during);
  return [
    ...(state ? [{ state: { $in: state } }] : []),
    ...(serviceId ? [{ serviceId: { $in: serviceId } }] : []),
    ...(eventId ? [{ eventId: { $in: eventId } }] : []),
    ...(resourceId ? [{ resourceId: { $in: resourceId } }] : []),
    ...(personId ? [{ personId: { $in: personId } }] : []),
    ...(from ? [{ to: { $gt: from } }] : []),
    ...(to ? [{ from: { $lt: to } }] : []),
  ];
}
