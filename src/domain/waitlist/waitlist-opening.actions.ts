import type { RecordedChange } from '../../outbox/recorded-change.js';
import { addDays } from '../../platform/time/plain-date.js';
import type { RequestContext } from '../context.js';
import type { Opening } from './waitlist-opening.rules.js';

/**
 * Stores the time that a change may have freed, if an entry waits or the change is about an offer. Idempotent per change.
 *
 * @param change null if the passing of time has made the time bookable; then not idempotent
 * @returns the id of the opening, or undefined if there is nothing to do
 */
export async function storeOpening(
  { db, zone, clock }: RequestContext,
  change: Pick<RecordedChange, 'id'> | null,
  { bookingId, eventId, resourceId, serviceId, anyPlace, freed }: Opening,
): Promise<number | undefined> {
  const period =
    freed && 'date' in freed
      ? { from: new Date(zone.startOfDay(freed.date)), to: new Date(zone.startOfDay(addDays(freed.date, 1))) }
      : freed;
  const now = clock.now();
  const [opening] = await db.query<{ id: number }>(
    `insert into waitlist_opening
       (account_id, change_id, created_at, booking_id, event_id, resource_id, freed_from, freed_to, service_id, any_place)
     select $1, $2::bigint, $3::timestamptz, $4::integer, $5::integer, $6::integer, $7::timestamptz, $8::timestamptz,
       $9::integer, $10::boolean
     where exists (select from waitlist_entry where account_id = $1 and state = 'waiting' and period_to > $3::timestamptz)
       or exists (select from waitlist_offer where account_id = $1 and booking_id = $4::integer and state = 'open')
     on conflict (account_id, change_id) do update set change_id = excluded.change_id
     returning id`,
    [
      ...[change?.id ?? null, now, bookingId ?? null, eventId ?? null, resourceId ?? null],
      ...[period?.from ?? null, period?.to ?? null, serviceId ?? null, anyPlace ?? false],
    ],
  );
  return opening?.id;
}
