import type { RecordedChange } from '../../outbox/recorded-change.js';
import { addDays, type PlainDate, startOfWeek } from '../../platform/time/plain-date.js';
import { lastMinuteOfHours } from '../../platform/time/wall-time.js';
import type { Zone } from '../../platform/time/zone.js';
import { PersonOverlaps } from '../account/account-choices.rules.js';
import type { RequestContext } from '../context.js';
import type { Opening } from './waitlist-opening.rules.js';

/**
 * Stores the times that a change may have freed, if an entry is on the list or the change is about an offer. Idempotent per
 * change.
 *
 * @param change null if the passing of time has made the time bookable; then not idempotent
 * @returns the ids of the openings
 */
export async function storeOpenings(
  context: RequestContext,
  change: Pick<RecordedChange, 'id'> | null,
  opening: Opening,
): Promise<number[]> {
  if (opening.returned) return storeMissed(context, change, opening.returned);
  const { person, ...place } = opening;
  const ofPlace = Object.keys(place).length > 0 ? await storeFreed(context, change, place) : [];
  return person ? [...ofPlace, ...(await storeOfPerson(context, person))] : ofPlace;
}

async function storeFreed(
  { db, zone, clock, account }: RequestContext,
  change: Pick<RecordedChange, 'id'> | null,
  { bookingId, eventId, resourceId, serviceId, anyPlace, freed, closes }: Opening,
): Promise<number[]> {
  // A booking may have left several resources, and one that is free may be the last that a service with needs lacked.
  const mayServeNeeds = account.hasNeeds && eventId === undefined && resourceId !== undefined;
  const period = freed && 'date' in freed ? hoursOfDate(freed.date, zone) : freed;
  const now = clock.now();
  const rows = await db.query<{ id: number }>(
    `insert into waitlist_opening
       (account_id, change_id, created_at, booking_id, event_id, resource_id, freed_from, freed_to, service_id, any_place,
        closes)
     select $1, $2::bigint, $3::timestamptz, $4::integer, $5::integer, $6::integer, $7::timestamptz, $8::timestamptz,
       $9::integer, $10::boolean, $11::boolean
     where exists (select from waitlist_entry
         where account_id = $1 and state in ('waiting', 'offered') and period_to > $3::timestamptz)
       or exists (select from waitlist_offer where account_id = $1 and booking_id = $4::integer and state = 'open')
     on conflict (account_id, change_id) do update set change_id = excluded.change_id
     returning id`,
    [
      ...[change?.id ?? null, now, bookingId ?? null, eventId ?? null, mayServeNeeds ? null : (resourceId ?? null)],
      ...[
        period?.from ?? null,
        period?.to ?? null,
        serviceId ?? null,
        mayServeNeeds || anyPlace === true,
        closes ?? false,
      ],
    ],
  );
  return rows.map(({ id }) => id);
}

/** Returns the period in which the hours of a date can be: they may pass midnight. */
function hoursOfDate(date: PlainDate, zone: Zone): { from: Date; to: Date } {
  return { from: new Date(zone.startOfDay(date)), to: new Date(zone.toEpoch(date, lastMinuteOfHours)) };
}

/** Stores what an entry missed while it had an offer, as an opening for this entry alone: the others did not miss it. */
async function storeMissed(
  { db, clock }: RequestContext,
  change: Pick<RecordedChange, 'id'> | null,
  { entryId, bookingId }: NonNullable<Opening['returned']>,
): Promise<number[]> {
  const now = clock.now();
  const rows = await db.query<{ id: number }>(
    `insert into waitlist_opening (account_id, change_id, created_at, entry_id, service_id, freed_from, freed_to)
     select $1, $2::bigint, $3::timestamptz, entry.id, entry.service_id, lower(offer.missed), upper(offer.missed)
     from waitlist_offer offer
     join waitlist_entry entry on entry.account_id = $1 and entry.id = offer.entry_id
     where offer.account_id = $1 and offer.booking_id = $4 and offer.missed is not null
       and entry.id = $5 and entry.state in ('waiting', 'offered') and entry.period_to > $3::timestamptz
     on conflict (account_id, change_id) do update set change_id = excluded.change_id
     returning id`,
    [change?.id ?? null, now, bookingId, entryId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores what a person may be offered again, as an opening for each of its entries alone: times at which another booking was in
 * the way, and those of its day or week, or all, if bookings of people are limited. An opening that waits for its job is
 * not stored twice.
 */
async function storeOfPerson(
  { db, zone, clock, account }: RequestContext,
  { id, booked }: NonNullable<Opening['person']>,
): Promise<number[]> {
  const day = booked && zone.dateAt(Date.parse(booked.from));
  const periodOf = (first: PlainDate, days: number): [Date, Date] => [
    new Date(zone.startOfDay(first)),
    new Date(zone.startOfDay(addDays(first, days))),
  ];
  const rows = await db.query<{ id: number }>(
    `with concerned as (
       select entry.id, entry.event_id, entry.service_id, entry.period_from, entry.period_to, case
         when $5::timestamptz is null or $11::boolean or service.max_active_per_person > 0 then tstzrange(null, null)
         when $12::boolean or service.max_weekly_per_person > 0 then tstzrange($9, $10)
         when $13::boolean or service.max_daily_per_person > 0 then tstzrange($7, $8)
         when $4::boolean then tstzrange($5, $6)
       end as time
       from waitlist_entry entry
       join service on service.account_id = $1 and service.id = entry.service_id
       where entry.account_id = $1 and entry.state in ('waiting', 'offered') and entry.period_to > $3::timestamptz
         and entry.id in (
           select id from waitlist_entry where account_id = $1 and person_id = $2
           union all
           select one.id from person
           join waitlist_entry one on one.account_id = $1 and text_key(one.email) = text_key(person.email)
           where person.account_id = $1 and person.id = $2 and one.person_id is null and one.state in ('waiting', 'offered')
           union all
           select one.id from person
           join waitlist_entry one on one.account_id = $1 and one.phone_number_formatted = person.phone_number_formatted
           where person.account_id = $1 and person.id = $2 and one.person_id is null and one.state in ('waiting', 'offered'))
     )
     insert into waitlist_opening (account_id, created_at, entry_id, event_id, service_id, freed_from, freed_to)
     select $1, $3::timestamptz, id, event_id, case when event_id is null then service_id end, lower(time), upper(time)
     from concerned
     where time && tstzrange(period_from, period_to) and not exists (select from waitlist_opening other
       where other.account_id = $1 and other.entry_id = concerned.id
         and other.freed_from is not distinct from lower(time) and other.freed_to is not distinct from upper(time))
     returning id`,
    [
      ...[id, clock.now(), account.personOverlaps === PersonOverlaps.REFUSE],
      ...[booked?.from ?? null, booked?.to ?? null],
      ...(day === undefined ? [null, null, null, null] : [...periodOf(day, 1), ...periodOf(startOfWeek(day), 7)]),
      ...[account.maxActivePerPerson, account.maxWeeklyPerPerson, account.maxDailyPerPerson].map(
        (most) => (most ?? 0) > 0,
      ),
    ],
  );
  return rows.map((row) => row.id);
}
