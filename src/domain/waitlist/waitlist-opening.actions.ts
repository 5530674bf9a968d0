import type { RecordedChange } from '../../outbox/recorded-change.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { lastMinuteOfHours } from '../../platform/time/wall-time.js';
import type { Zone } from '../../platform/time/zone.js';
import type { RequestContext } from '../context.js';
import type { Opening } from './waitlist-opening.rules.js';

/**
 * Stores the time that a change may have freed, if an entry is on the list or the change is about an offer. Idempotent per
 * change.
 *
 * @param change null if the passing of time has made the time bookable; then not idempotent
 * @returns the id of the opening, or undefined if there is nothing to do
 */
export function storeOpening(
  context: RequestContext,
  change: Pick<RecordedChange, 'id'> | null,
  opening: Opening,
): Promise<number | undefined> {
  return opening.returned ? storeMissed(context, change, opening.returned) : storeFreed(context, change, opening);
}

async function storeFreed(
  { db, zone, clock }: RequestContext,
  change: Pick<RecordedChange, 'id'> | null,
  { bookingId, eventId, resourceId, serviceId, anyPlace, freed, closes }: Opening,
): Promise<number | undefined> {
  const period = freed && 'date' in freed ? hoursOfDate(freed.date, zone) : freed;
  const now = clock.now();
  const [opening] = await db.query<{ id: number }>(
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
      ...[change?.id ?? null, now, bookingId ?? null, eventId ?? null, resourceId ?? null],
      ...[period?.from ?? null, period?.to ?? null, serviceId ?? null, anyPlace ?? false, closes ?? false],
    ],
  );
  return opening?.id;
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
): Promise<number | undefined> {
  const now = clock.now();
  const [opening] = await db.query<{ id: number }>(
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
  return opening?.id;
}
