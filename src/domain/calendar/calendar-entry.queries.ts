import type { AccountQueries } from '../../platform/database/account-database.js';
import { sqlStates } from '../booking-states.js';
import { type CalendarEntry, maxEntries } from './calendar.rules.js';

/** The period whose entries are read: those that end after `from` and begin before `until`. Holds are active at `now`. */
interface Period {
  from: Date;
  until: Date;
  now: Date;
}

/** An entry in the calendars of staff, with the resource that it takes. */
export interface StaffEntry extends CalendarEntry {
  resourceId: number;
}

/** Reads the first entries of a person's calendar: a booking of an event is one of them. */
export async function readPersonEntries(
  db: AccountQueries,
  personId: number | null,
  { from, until }: Period,
): Promise<CalendarEntry[]> {
  const rows = await db.query<EntryRow>(
    `${bookingsWith('booking.booked_for_name, resource.title')} and booking.person_id = $2 and ${during('booking.booked_from', 'booking.booked_to')}
     order by "startsAt", id limit ${maxEntries}`,
    [personId, from, until],
  );
  return rows.map(toEntry);
}

/** An account whose entries are read. Only one with needs pays for the look-up of places. */
export interface EntryReader {
  db: AccountQueries;
  account: { hasNeeds: boolean };
}

/**
 * Reads the first entries of a resource's calendar: an event is one entry, and its bookings have none. A booking with places
 * lasts there from the first to the last work of the resource.
 */
export async function readStaffEntries(
  { db, account: { hasNeeds } }: EntryReader,
  resourceId: number,
  { from, until, now }: Period,
): Promise<StaffEntry[]> {
  const rows = await db.query<EntryRow>(
    `${bookingsOfStaff()} and booking.resource_id = $2 and ${during('booking.booked_from', 'booking.booked_to')}
     ${hasNeeds ? `and not booking.has_places union all ${placesDuring}` : ''}
     union all ${eventsAt('$5')} and event.resource_id = $2 and ${during('event.starts_at', 'event.ends_at')}
     order by "startsAt", kind, id limit ${maxEntries}`,
    [resourceId, from, until, now],
  );
  return rows.map(toEntry);
}

/**
 * Reads the entry of a booking or an event as the calendars of staff have it.
 *
 * @param resourceId the resource whose calendar has the entry
 * @returns undefined if there is none; a booking of an event has no entry of its own
 */
export async function readStaffEntry(
  { db, account: { hasNeeds } }: EntryReader,
  { kind, id }: Pick<CalendarEntry, 'kind' | 'id'>,
  resourceId: number,
  now: Date,
): Promise<StaffEntry | undefined> {
  const ofBooking = `${bookingsOfStaff()} and booking.id = $2`;
  const [row] =
    kind === 'booking'
      ? hasNeeds
        ? await db.query<EntryRow>(
            `${ofBooking} and not booking.has_places union all ${bookingsOfStaff(placed)} and booking.id = $2 and placed.resource_id = $3`,
            [id, resourceId],
          )
        : await db.query<EntryRow>(ofBooking, [id])
      : await db.query<EntryRow>(`${eventsAt('$3')} and event.id = $2`, [id, now]);
  return row && toEntry(row);
}

type EntryRow = Omit<StaffEntry, 'service' | 'attendance'> &
  Record<'hasDayBooking' | 'dayBookingSpecifyTime', boolean | null> &
  Record<'people' | 'capacity', number | null>;

function toEntry({ hasDayBooking, dayBookingSpecifyTime, people, capacity, ...entry }: EntryRow): StaffEntry {
  return {
    ...entry,
    service: hasDayBooking === null ? null : { hasDayBooking, dayBookingSpecifyTime: dayBookingSpecifyTime === true },
    attendance: people === null || capacity === null ? null : { people, capacity },
  };
}

function during(start: string, end: string): string {
  return `${end} > $3 and ${start} < $4`;
}

/** SQL expressions for the resource and the time of an entry. */
interface EntryColumns {
  resource: string;
  from: string;
  to: string;
  join: string;
}

const own: EntryColumns = {
  resource: 'booking.resource_id',
  from: 'booking.booked_from',
  to: 'booking.booked_to',
  join: '',
};

/** Of each resource of a booking with places. */
const placed: EntryColumns = {
  resource: 'placed.resource_id',
  from: 'placed.starts_at',
  to: 'placed.ends_at',
  join: `join lateral (select resource_id, min(starts_at) as starts_at, max(ends_at) as ends_at from booking_place
       where booking_place.account_id = $1 and booking_id = booking.id group by resource_id) as placed on booking.has_places`,
};

function bookingsWith(otherName: string, bookedBy = 'null::text', of = own): string {
  return `select 'booking' as kind, booking.id, ${of.resource} as "resourceId", ${of.from} as "startsAt",
       ${of.to} as "endsAt", booking.updated_at as "updatedAt", booking.revision_count as revision,
       booking.state, booking.expires_at as "expiresAt",
       case when person.erased_at is null then booking.location_url end as "locationUrl",
       case when booking.event_id is null then service.has_day_booking end as "hasDayBooking",
       service.day_booking_specify_time as "dayBookingSpecifyTime", array[service.title, ${otherName}] as names,
       ${bookedBy} as "bookedBy", null::integer as people, null::integer as capacity
     from booking
     ${of.join}
     left join service on service.account_id = booking.account_id and service.id = booking.service_id
     left join resource on resource.account_id = booking.account_id and resource.id = booking.resource_id
     left join person on person.account_id = booking.account_id and person.id = booking.person_id
     where booking.account_id = $1`;
}

const bookingsOfStaff = (of = own): string =>
  `${bookingsWith(
    'coalesce(booking.booked_for_name, person.name)',
    'case when booking.booked_for_name is not null then person.name end',
    of,
  )} and booking.event_id is null`;

const placesDuring = `${bookingsOfStaff(placed)} and placed.resource_id = $2 and ${during(placed.from, placed.to)}
       and booking.id in (select booking_id from booking_place
         where place_of(account_id, resource_id, null) = place_of($1, $2, null)
           and occupied_time(starts_at, ends_at, buffer_before, buffer_after) && tstzrange($3, $4))`;

/**
 * Selects events with the people of their active bookings at an instant. The revision is the sum of those of the event and
 * its bookings, also of those that moved to another event, so that it grows with every change. It also grows when a hold
 * expires, and does not when the job that notes this revises the booking.
 */
function eventsAt(now: '$3' | '$5'): string {
  return `select 'event' as kind, event.id, event.resource_id as "resourceId", event.starts_at as "startsAt",
       event.ends_at as "endsAt", greatest(event.updated_at, attended."changedAt") as "updatedAt",
       event.revision_count + event.departed_revisions + attended.revisions as revision,
       case when event.active then 'confirmed' else 'deleted' end as state, null::timestamptz as "expiresAt",
       null as "locationUrl", null::boolean as "hasDayBooking", null::boolean as "dayBookingSpecifyTime",
       array[coalesce(event.title, service.title)] as names, null::text as "bookedBy", attended.people, event.capacity
     from event
     join service on service.account_id = event.account_id and service.id = event.service_id
     cross join lateral (
       select coalesce(sum(count) filter (where is_active_booking(state, expires_at, ${now})), 0)::integer as people,
         (coalesce(sum(revision_count + 1), 0) + count(*) filter (where ${isExpiredAt(now)}))::integer as revisions,
         max(case when ${isExpiredAt(now)} then expires_at else booking.updated_at end) as "changedAt"
       from booking where account_id = $1 and event_id = event.id
     ) as attended
     where event.account_id = $1`;
}

function isExpiredAt(now: string): string {
  return `state in (${sqlStates.hold}) and expires_at <= ${now}`;
}
