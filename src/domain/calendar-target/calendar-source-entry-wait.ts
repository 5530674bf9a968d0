import { Field, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../platform/described-enum.js';
import { createContextLoader } from '../records/computed-field.js';

/** The reason why a pending entry is not written now. The words are those of deliveries to webhooks. */
export enum CalendarEntryWait {
  ACCOUNT_PAUSED = 'account_paused',
  CALENDAR_INACTIVE = 'calendar_inactive',
  NEXT_ATTEMPT = 'next_attempt',
  WORKER = 'worker',
}
describeEnum(CalendarEntryWait, 'CalendarEntryWait', 'The reason why a pending entry is not written now.', {
  ACCOUNT_PAUSED: 'The account is paused, or moves to another server.',
  CALENDAR_INACTIVE: 'The calendar is switched off.',
  NEXT_ATTEMPT: 'The next attempt is at `nextAttemptAt`, or at `writeAfter` of the calendar.',
  WORKER: 'It is due, and a worker writes it as soon as one is free.',
});

const readWaits = `select entry.id, case
    when account.paused_at is not null then '${CalendarEntryWait.ACCOUNT_PAUSED}'
    when not source.active then '${CalendarEntryWait.CALENDAR_INACTIVE}'
    when greatest(entry.next_attempt_at, source.write_after) > $2 then '${CalendarEntryWait.NEXT_ATTEMPT}'
    else '${CalendarEntryWait.WORKER}' end as wait
  from calendar_source_entry entry
  join calendar_source source on source.account_id = entry.account_id and source.id = entry.calendar_source_id
  join account on account.id = entry.account_id
  where entry.account_id = $1 and entry.id = any ($3::integer[]) and entry.state = 'pending'`;

/** Loads why a pending entry is not written now, by its id, with one statement for a page. */
export const loadWait = createContextLoader<CalendarEntryWait, null>(async ({ db, serverClock }, ids) => {
  const rows = await db.query<{ id: number; wait: CalendarEntryWait }>(readWaits, [serverClock.now(), ids]);
  return new Map(rows.map(({ id, wait }) => [id, wait]));
}, null);

@ObjectType({ simpleResolvers: true, description: 'The number of entries that a calendar has in each state.' })
export class CalendarEntryCounts {
  @Field(() => Int, { description: 'Those that were written as they are now.' }) written!: number;
  @Field(() => Int, { description: 'Those that are to be written or removed.' }) pending!: number;
  @Field(() => Int, { description: 'Those of which all attempts failed.' }) failed!: number;
  @Field(() => Int, {
    description: 'Those of the written ones that were changed or deleted in the other program since.',
  })
  changedThere!: number;
}

const none: CalendarEntryCounts = { written: 0, pending: 0, failed: 0, changedThere: 0 };

/** Loads the counts of the entries that are not over, by the id of their calendar. */
export const loadCounts = createContextLoader<CalendarEntryCounts, CalendarEntryCounts>(async ({ db, clock }, ids) => {
  const rows = await db.query<CalendarEntryCounts & { id: number }>(
    `select calendar_source_id as id, count(*) filter (where state = 'written')::integer as written,
       count(*) filter (where state = 'pending')::integer as pending,
       count(*) filter (where state = 'failed')::integer as failed,
       count(*) filter (where state = 'written' and changed_there_at > written_at)::integer as "changedThere"
     from calendar_source_entry
     where account_id = $1 and calendar_source_id = any ($2::integer[]) and ends_at > $3
     group by calendar_source_id`,
    [ids, clock.now()],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}, none);
