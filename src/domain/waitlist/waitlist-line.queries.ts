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
  /** Epoch milliseconds. */
  from: number;
  to: number;
  places: number;
  queuedAt: string;
  /** The buffers of its service, in minutes. */
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

/** The number of candidates that are read at a time. */
const batchSize = 100;

const columns = `entry.id, entry.service_id as "serviceId", entry.event_id as "eventId", entry.resource_id as "resourceId",
  entry.places, entry.queued_at as "queuedAt",
  service.buffer_before as "bufferBefore", service.buffer_after as "bufferAfter",
  (extract(epoch from entry.period_from) * 1000)::float8 as "from",
  (extract(epoch from entry.period_to) * 1000)::float8 as "to"`;

/** Returns the next entries of the line after `last` that may fit, first in line first. */
export function listCandidates(
  db: Source,
  { eventId, resourceId, serviceId, anyPlace, from, to }: FreedPlace,
  now: Date,
  last: Pick<Candidate, 'id' | 'queuedAt'> | undefined,
): Promise<Candidate[]> {
  return db.query<Candidate>(
    `select ${columns} from waitlist_entry entry
     join service on service.account_id = entry.account_id and service.id = entry.service_id
     where entry.account_id = $1 and entry.state = 'waiting' and entry.period_to > $2
       and (entry.queued_at, entry.id) > (coalesce($3::timestamptz, '-infinity'), $4::integer)
       and (entry.event_id = $5::integer
         or entry.event_id is null and exists (select from event
           where event.account_id = $1 and event.id = $5::integer and event.service_id = entry.service_id
             and (entry.resource_id is null or entry.resource_id = event.resource_id))
         or entry.event_id is null and (entry.resource_id is null or entry.resource_id = $6::integer)
           and entry.period_from < coalesce($8::timestamptz + make_interval(mins => service.buffer_before), 'infinity')
           and entry.period_to > coalesce($7::timestamptz - make_interval(mins => service.buffer_after), '-infinity')
           and exists (select from provider where provider.account_id = $1 and provider.resource_id = $6::integer
             and provider.service_id = entry.service_id and provider.active)
         or entry.event_id is null and ($10::boolean or entry.service_id = $9::integer) and service.active
           and entry.period_from < coalesce($8::timestamptz, 'infinity')
           and entry.period_to > coalesce($7::timestamptz, '-infinity')
           and (entry.resource_id is null or exists (select from provider
             where provider.account_id = $1 and provider.resource_id = entry.resource_id
               and provider.service_id = entry.service_id and provider.active))
         or entry.event_id is not null and $10::boolean and exists (select from event
           where event.account_id = $1 and event.id = entry.event_id
             and event.starts_at between coalesce($7::timestamptz, '-infinity') and coalesce($8::timestamptz, 'infinity')))
     order by entry.queued_at, entry.id limit ${batchSize}`,
    [now, last?.queuedAt ?? null, last?.id ?? 0, eventId, resourceId, from, to, serviceId, anyPlace],
  );
}

/** In milliseconds. A start that an entry did not answer is not offered to it again for so long. */
const repeatAfter = 86_400_000;

/** Returns the starts, in epoch milliseconds, that an entry declined at any time or was offered lately. */
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
