import type { RecordedChange } from '../../outbox/recorded-change.js';
import { sqlStates } from '../booking-states.js';
import { becomesDue } from '../calendar-source/plan-entries.actions.js';
import type { RequestContext } from '../context.js';

type Background = Pick<RequestContext, 'db' | 'serverClock'>;
type Change = Pick<RecordedChange, 'name' | 'objectType' | 'objectId' | 'snapshot' | 'previous'>;

/**
 * Marks the entries that a change concerns as due. The change of a calendar has marked its own. Idempotent: an entry that is marked again is written as it is then, so a
 * change that is handled late or twice does no harm, and several changes are written together.
 *
 * @returns ids of the calendars that have due entries
 */
export async function markEntries(background: Background, change: Change): Promise<number[]> {
  const { objectType, objectId } = change;
  switch (objectType) {
    case 'booking':
      return [
        ...(await markObject(background, 'booking', objectId)),
        ...(await Promise.all(eventsOf(change).map((id) => markObject(background, 'event', id)))).flat(),
      ];
    case 'event':
      return markObject(background, 'event', objectId);
    case 'person':
      return changesName(change) ? markBookingsOf(background, [objectId]) : [];
    case 'calendar_source':
      return findWithPending(background, objectId);
    default:
      return [];
  }
}

async function findWithPending({ db }: Background, sourceId: number): Promise<number[]> {
  return idsOf(
    await db.query<{ id: number }>(
      `select calendar_source_id as id from calendar_source_entry
       where account_id = $1 and calendar_source_id = $2 and state = 'pending' limit 1`,
      [sourceId],
    ),
  );
}

/** Returns the event that a booking is of, and the one that it was of. */
function eventsOf({ snapshot, previous }: Change): number[] {
  const ids = [snapshot['eventId'], previous?.['eventId']];
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}

function changesName({ name, previous }: Change): boolean {
  return name === 'person.modified' && previous !== null && 'name' in previous;
}

/**
 * SQL: a booking or an event with each of its resources and the end of its entry, and whether a calendar without an entry of it gets one. The present
 * row counts, not the one of the change: `$2` is the time of the server and `$3` the id.
 */
const objects = {
  booking: `select booking.id, coalesce(placed.resource_id, booking.resource_id) as resource_id, booked_to as ends_at,
      event_id is null and state in (${sqlStates.permanent})
        and booked_to > $2::timestamptz + clock_offset * interval '1 second' as wanted
    from booking join account on account.id = $1
      left join lateral (select distinct resource_id from booking_place
        where booking_place.account_id = $1 and booking_id = booking.id) as placed on booking.has_places
    where booking.account_id = $1 and booking.id = $3`,
  event: `select event.id, resource_id, ends_at,
      event.active and ends_at > $2::timestamptz + clock_offset * interval '1 second' as wanted
    from event join account on account.id = $1 where event.account_id = $1 and event.id = $3`,
} as const;

type Kind = keyof typeof objects;

const statementOf = (kind: Kind): string => `with object as (${objects[kind]}), marked as (
    update calendar_source_entry set ${becomesDue('$2')}, ends_at = object.ends_at from object
    where calendar_source_entry.account_id = $1 and calendar_source_entry.${kind}_id = $3
    returning calendar_source_id
  ), added as (
    insert into calendar_source_entry
      (account_id, created_at, updated_at, calendar_source_id, ${kind}_id, ends_at, next_attempt_at)
    select $1, $2, $2, source.id, $3, object.ends_at, $2
    from object join calendar_source source on source.account_id = $1 and source.resource_id = object.resource_id
    where object.wanted and source.active and source.target is not null and not exists (
      select from calendar_source_entry present
      where present.account_id = $1 and present.${kind}_id = $3 and present.calendar_source_id = source.id)
    on conflict (account_id, ${kind}_id, calendar_source_id) do update set ${becomesDue('$2')}
    returning calendar_source_id
  )
  select calendar_source_id as id from marked union select calendar_source_id from added`;

const statements: Readonly<Record<Kind, string>> = { booking: statementOf('booking'), event: statementOf('event') };

async function markObject({ db, serverClock }: Background, kind: Kind, id: number): Promise<number[]> {
  return idsOf(await db.query<{ id: number }>(statements[kind], [serverClock.now(), id]));
}

/**
 * Marks the entries of the bookings of people.
 *
 * @param isWithPast whether those of past bookings are marked, too, such as when what is known of the people is erased
 * @returns ids of the calendars that have due entries
 */
export async function markBookingsOf(
  { db, serverClock }: Background,
  personIds: readonly number[],
  { isWithPast = false } = {},
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `update calendar_source_entry set ${becomesDue('$2')} from booking
     where calendar_source_entry.account_id = $1 and booking.account_id = $1 and booking.person_id = any ($3::integer[])
       and calendar_source_entry.booking_id = booking.id and ($4 or calendar_source_entry.ends_at > (
         select $2::timestamptz + clock_offset * interval '1 second' from account where id = $1))
     returning calendar_source_id as id`,
    [serverClock.now(), personIds, isWithPast],
  );
  return idsOf(rows);
}

const idsOf = (rows: readonly { id: number }[]): number[] => [...new Set(rows.map(({ id }) => id))];
