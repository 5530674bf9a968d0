import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';

/** The account's rows, inside or outside a transaction. */
type Source = Pick<AccountDatabase | AccountTransaction, 'query'>;

/** An entry that waits and may fit an opening. */
export interface Candidate {
  id: number;
  serviceId: number;
  eventId: number | null;
  resourceId: number | null;
  /** In epoch milliseconds. */
  from: number;
  to: number;
  places: number;
  queuedAt: Date;
  /** The longest interval and buffers of its service with any resource, in minutes. */
  interval: number;
  bufferBefore: number;
  bufferAfter: number;
}

/** A freed place. Its times are null if any time may be free. */
export interface FreedPlace {
  /** Whether any time of the account may be free. */
  anyPlace: boolean;
  serviceId: number | null;
  eventId: number | null;
  resourceId: number | null;
  from: Date | null;
  to: Date | null;
}

/** A part of the line of an account. */
interface LinePart {
  /** In the order of the line. */
  candidates: Candidate[];
  /** The last entry of the part, whether it is a candidate or not; undefined after the end of the line. */
  last: LinePosition | undefined;
}

/** The position of an entry in the line. */
export interface LinePosition {
  queuedAt: Date;
  id: number;
}

/** The number of entries in a part. */
const partSize = 1_000;

/** The longest interval or buffer of the service of an entry, with any resource. */
const longest = (column: 'interval' | 'buffer_before' | 'buffer_after'): string => `greatest(service.${column}, (
        select max(provider.${column}) from provider
        where provider.account_id = $1 and provider.service_id = service.id and provider.active))`;

const columns = `entry.id, entry.service_id as "serviceId", entry.event_id as "eventId", entry.resource_id as "resourceId",
  entry.places, entry.queued_at as "queuedAt",
  ${longest('interval')} as interval, ${longest('buffer_before')} as "bufferBefore", ${longest('buffer_after')} as "bufferAfter",
  (extract(epoch from entry.period_from) * 1000)::float8 as "from",
  (extract(epoch from entry.period_to) * 1000)::float8 as "to"`;

/** Whether the period of an entry overlaps the freed time, with the buffers that its service needs there. */
const overlaps = `entry.period_from < coalesce(occupied_end(opening.freed_to, ${longest('buffer_before')}), 'infinity')
      and entry.period_to > coalesce(occupied_start(opening.freed_from, ${longest('buffer_after')}), '-infinity')`;

/** Whether an entry may fit an opening. */
const fits = `(opening.entry_id is null or opening.entry_id = entry.id)
  and (entry.event_id = opening.event_id
    or entry.event_id is null and exists (select from event
      where event.account_id = $1 and event.id = opening.event_id and event.service_id = entry.service_id
        and (entry.resource_id is null or entry.resource_id = event.resource_id))
    or entry.event_id is null and (entry.resource_id is null or entry.resource_id = opening.resource_id)
      and ${overlaps} and exists (select from provider where provider.account_id = $1 and provider.resource_id = opening.resource_id
        and provider.service_id = entry.service_id and provider.active)
    or entry.event_id is null and (opening.any_place or entry.service_id = opening.service_id) and service.active
      and ${overlaps} and (entry.resource_id is null or exists (select from provider
        where provider.account_id = $1 and provider.resource_id = entry.resource_id
          and provider.service_id = entry.service_id and provider.active))
    or entry.event_id is not null and opening.any_place and exists (select from event
      where event.account_id = $1 and event.id = entry.event_id and event.starts_at
        between coalesce(opening.freed_from, '-infinity') and coalesce(opening.freed_to, 'infinity')))`;

/**
 * Reads the part of the line after `last`. Its entries are selected by their index before any other condition: without
 * statistics, PostgreSQL otherwise joined and sorted the whole line for each part.
 */
export async function readLine(
  db: Source,
  openingId: number,
  now: Date,
  last: LinePosition | undefined,
): Promise<LinePart> {
  const rows = await db.query<{ lastQueuedAt: Date; lastId: number } & (Candidate | { id: null })>(
    `with line as materialized (
       select * from waitlist_entry entry
       where entry.account_id = $1 and entry.state = 'waiting' and not entry.duplicate
         and (entry.queued_at, entry.id) > (coalesce($4::timestamptz, '-infinity'), $5::integer)
       order by entry.queued_at, entry.id limit ${partSize}
     ), candidate as (
       select ${columns} from waitlist_opening opening
       cross join line entry
       join service on service.account_id = $1 and service.id = entry.service_id
       where opening.account_id = $1 and opening.id = $2 and entry.period_to > $3 and ${fits}
     )
     select last.queued_at as "lastQueuedAt", last.id as "lastId", candidate.*
     from (select queued_at, id from line order by queued_at desc, id desc limit 1) last
     left join candidate on true
     order by candidate."queuedAt", candidate.id`,
    [openingId, now, last?.queuedAt ?? null, last?.id ?? 0],
  );
  const [row] = rows;
  return {
    candidates: rows.filter((one) => one.id !== null),
    last: row && { queuedAt: row.lastQueuedAt, id: row.lastId },
  };
}

/**
 * Adds the times of openings to the open offers whose entries they may fit. An entry that has an offer gets no other,
 * so it is considered for these times when its offer has lapsed. Only the shortest period that contains them is kept.
 * An entry for an event misses nothing, because it waits only for the time that it was offered.
 *
 * @param of one opening and all entries, one entry and all openings, or one of each
 */
export async function noteMissedOpenings(db: Source, of: { openingId?: number; entryId?: number }): Promise<void> {
  await db.query(
    `with missed as (
       select offer.booking_id, range_merge(range_agg(
         range_merge(coalesce(freed.time, event_time.time), coalesce(event_time.time, freed.time)))) as time
       from waitlist_offer offer
       join waitlist_entry entry on entry.account_id = $1 and entry.id = offer.entry_id and entry.event_id is null
       join service on service.account_id = $1 and service.id = entry.service_id
       join waitlist_opening opening on opening.account_id = $1 and ($2::integer is null or opening.id = $2)
       left join lateral (select tstzrange(opening.freed_from,
           greatest(opening.freed_to, opening.freed_from + interval '1 millisecond')) as time
         where opening.freed_from is not null or opening.event_id is null) freed on true
       left join lateral (select tstzrange(event.starts_at, event.ends_at) as time from event
         where event.account_id = $1 and event.id = opening.event_id) event_time on true
       where offer.account_id = $1 and offer.state = 'open' and ($3::integer is null or offer.entry_id = $3)
         and coalesce(freed.time, event_time.time) is not null and ${fits}
       group by offer.booking_id
     ), locked as (
       select booking_id from waitlist_offer
       where account_id = $1 and booking_id in (select booking_id from missed) order by booking_id for update
     )
     update waitlist_offer offer set missed = range_merge(coalesce(offer.missed, missed.time), missed.time)
     from missed join locked using (booking_id)
     where offer.account_id = $1 and offer.booking_id = missed.booking_id and offer.state = 'open'`,
    [of.openingId ?? null, of.entryId ?? null],
  );
}

/** The time, in milliseconds, after which a start that an entry did not answer may be offered to it again. */
const repeatAfter = 86_400_000;

/**
 * Returns the starts, in epoch milliseconds, that an entry declined at any time, or that were offered to it recently.
 */
export async function listPassedStarts(db: Source, entryId: number, now: Date): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ start: number }>(
    `select (extract(epoch from booking.booked_from) * 1000)::float8 as start
     from waitlist_offer offer
     join booking on booking.account_id = offer.account_id and booking.id = offer.booking_id
     where offer.account_id = $1 and offer.entry_id = $2 and (offer.state = 'declined' or offer.offered_at > $3)`,
    [entryId, new Date(now.getTime() - repeatAfter)],
  );
  return new Set(rows.map(({ start }) => start));
}
