import { Field, Int, ObjectType } from 'type-graphql';
import { invalid } from '../../platform/errors.js';
import { Instant } from '../../platform/scalars.js';
import type { RequestContext } from '../context.js';
import type { Period } from '../records/period.input.js';
import { validPeriod } from '../records/period.input.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'A time at which a calendar of another program occupies a resource, as it was last read. It has no details.',
})
export class ExternalBusyTime {
  @Field(() => Int, { description: 'The resource.' }) resourceId!: number;
  @Field(() => Instant, { description: 'The start.' }) startsAt!: Date;
  @Field(() => Instant, { description: 'The end.' }) endsAt!: Date;
}

export const maxBusyTimes = 1_000;
const maxDays = 62;

/**
 * Lists the first 1,000 times of a period at which calendars of other programs occupy resources, by start. All resources if
 * none are named.
 *
 * @throws DomainError INVALID on `to`
 */
export async function listExternalBusyTimes(
  { account, db }: RequestContext,
  during: Period,
  resourceIds: readonly number[] | null | undefined,
): Promise<ExternalBusyTime[]> {
  validPeriod(during);
  if (during.to.getTime() - during.from.getTime() > maxDays * 86_400_000) {
    throw invalid({ to: [`must be within ${maxDays} days of from`] });
  }
  if (!account.readsCalendars) return [];
  return db.query<ExternalBusyTime>(
    `select busy.resource_id as "resourceId", starts_at as "startsAt", ends_at as "endsAt"
     from resource cross join lateral (
       select resource_id, starts_at, ends_at from external_busy
       where place_of(account_id, resource_id, null) = place_of(resource.account_id, resource.id, null)
         and tstzrange(starts_at, ends_at) && tstzrange($2, $3)) as busy
     where resource.account_id = $1 and resource.active and ($4::integer[] is null or resource.id = any ($4::integer[]))
     order by starts_at, busy.resource_id limit ${maxBusyTimes}`,
    [during.from, during.to, resourceIds?.length ? resourceIds : null],
  );
}

/** Returns which of the bookings overlap an entry of a calendar of another program. */
export async function findBookingsThatOverlap(
  { account, db }: RequestContext,
  ids: readonly number[],
): Promise<Map<number, true>> {
  if (!account.readsCalendars) return new Map();
  const rows = await db.query<{ id: number }>(
    account.hasNeeds ? `${overlapping} and not has_places union ${overlappingPlaces}` : overlapping,
    [ids],
  );
  return new Map(rows.map(({ id }) => [id, true]));
}

/** SQL: whether an entry of another calendar is at a time of a resource. */
const isBusy = (resource: string, time: string): string => `exists (select from external_busy busy
    where place_of(busy.account_id, busy.resource_id, null) = place_of(booking.account_id, ${resource}, null)
      and tstzrange(busy.starts_at, busy.ends_at) && ${time})`;

const overlapping = `select id from booking
  where account_id = $1 and id = any ($2::integer[]) and event_id is null
    and ${isBusy('booking.resource_id', 'tstzrange(booked_from, booked_to)')}`;

const overlappingPlaces = `select booking.id from booking
    join booking_place placed on placed.account_id = $1 and placed.booking_id = booking.id
  where booking.account_id = $1 and booking.id = any ($2::integer[]) and has_places
    and ${isBusy('placed.resource_id', 'tstzrange(placed.starts_at, placed.ends_at)')}`;
