import type { FilterQuery } from '@mikro-orm/core';
import { Field, InputType, Int } from 'type-graphql';
import { byId, byInstant, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { During, validPeriod } from '../records/period.input.js';
import { WaitlistEntry, WaitlistEntryConnection, WaitlistState } from './waitlist-entry.entity.js';

const waitlistOrder = createListOrder(
  'WaitlistOrder',
  { QUEUED_AT: byInstant('queuedAt', 'place in the line'), UPDATED_AT: byUpdate, ID: byId },
  'QUEUED_AT',
);

/** Conditions that must all hold. */
@InputType()
export class WaitlistFilter extends RecordFilter {
  @Field(() => [WaitlistState], { nullable: true, description: 'Returns entries in one of these states.' })
  state?: WaitlistState[] | null;

  @Field(() => [Int], { nullable: true, description: 'Returns entries of these services, and of their events.' })
  serviceId?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Returns entries of these events.' })
  eventId?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Returns entries that wait for these resources.' })
  resourceId?: number[] | null;

  @Field(() => [Int], { nullable: true, description: 'Returns entries of these people.' })
  personId?: number[] | null;

  @Field(() => During, { nullable: true, description: 'Returns entries whose period overlaps this one.' })
  during?: During | null;
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
