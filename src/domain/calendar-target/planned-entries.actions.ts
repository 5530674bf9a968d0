import type { AccountDatabase } from '../../platform/database/account-database.js';
import { hasPlaceOn } from '../availability/placed-sql.js';
import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';

const batchSize = 500;

/**
 * Adds the next entries of a calendar that has none of them yet, the earliest first. The rows are the progress: another call
 * continues where one was killed.
 *
 * @param since when the plan was made; a newer plan stays
 * @returns whether there may be more
 */
export async function addPlannedEntries(
  { db, account, clock, serverClock }: RequestContext,
  source: { id: number; resourceId: number },
  since: Date,
): Promise<boolean> {
  const added = await db.query<{ id: number }>(account.hasNeeds ? planStatementWithPlaces : planStatement, [
    ...[serverClock.now(), source.id, source.resourceId, clock.now()],
  ]);
  if (added.length > 0) return true;
  await endPlan(db, source.id, since);
  return false;
}

const isMissing = (kind: 'booking' | 'event'): string => `not exists (select from calendar_source_entry entry
  where entry.account_id = $1 and entry.${kind}_id = ${kind}.id and entry.calendar_source_id = $3)`;

const planStatementOf = (isOnResource: string): string => `insert into calendar_source_entry
    (account_id, created_at, updated_at, calendar_source_id, booking_id, event_id, ends_at, next_attempt_at)
  select $1, $2, $2, $3, booking_id, event_id, ends_at, $2 from (
    select id as booking_id, null::integer as event_id, booked_from as starts_at, booked_to as ends_at from booking
    where account_id = $1 and ${isOnResource} and event_id is null and state in (${sqlStates.permanent})
      and booked_to > $5 and ${isMissing('booking')}
    union all
    select null, id, starts_at, ends_at from event
    where account_id = $1 and resource_id = $4 and active and ends_at > $5 and ${isMissing('event')}
    order by starts_at limit ${batchSize}
  ) missing
  on conflict do nothing returning id`;

const planStatement = planStatementOf('resource_id = $4');
const planStatementWithPlaces = planStatementOf(`(resource_id = $4 or ${hasPlaceOn('booking', 'array[$4::integer]')})`);

async function endPlan(db: AccountDatabase, sourceId: number, since: Date): Promise<void> {
  await db.query(
    `update calendar_source set plans_entries_since = null
     where account_id = $1 and id = $2 and plans_entries_since = $3`,
    [sourceId, since],
  );
}
