import { Field, InputType, Int } from 'type-graphql';
import type { Database } from '../../platform/database/database.js';
import type { Clock } from '../../platform/time/clock.js';
import { parseAccountToken } from '../account/account-token.rules.js';
import { clockOf, requireApiAccess } from '../account/create-context.js';
import type { Booking } from '../booking/booking.entity.js';
import { getBookingByLink } from '../booking/link/booking-link.actions.js';
import { nameByLink } from '../booking/link/booking-link.rules.js';
import { isActive } from '../booking/states/booking-state.rules.js';
import { getVisitByLink } from '../booking/visits/visit-link.actions.js';
import type { MailSettings, RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { isActing } from '../person/guardian.queries.js';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { Service } from '../service/service.entity.js';
import {
  bookingEntry,
  type Calendar,
  type CalendarEntry,
  calendarAccount,
  formatEntry,
  formatSeries,
} from './calendar.rules.js';
import { readPersonEntries, readStaffEntries } from './calendar-entry.queries.js';
import { CalendarFeed, CalendarFeedConnection } from './calendar-feed.entity.js';

const calendarFeedOrder = createListOrder('CalendarFeedOrder', { ID: byId }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class CalendarFeedFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the feeds of this resource.' })
  resourceId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Returns the feeds of this person.' })
  personId?: number | null;
}

export const calendarFeedList: List<CalendarFeed, CalendarFeedFilter, CalendarFeedConnection> = {
  name: 'calendarFeeds',
  entity: CalendarFeed,
  connection: CalendarFeedConnection,
  filter: CalendarFeedFilter,
  order: calendarFeedOrder,
  conditions: (_context, { resourceId, personId }) => ({
    $and: [
      { ...(typeof resourceId === 'number' && { resourceId }), ...(typeof personId === 'number' && { personId }) },
    ],
  }),
};

const dayInMilliseconds = 86_400_000;
const calendarRange = { back: 30 * dayInMilliseconds, ahead: 366 * dayInMilliseconds };

type AccountColumns = Parameters<typeof calendarAccount>[0]['account'];

interface Owner extends AccountColumns {
  title: string;
  hasNeeds: boolean;
  resourceId: number | null;
  personId: number | null;
  guardianId: number | null;
  clockOffset: number;
  apiEnabled: boolean;
  suspendedAt: Date | null;
}

interface FeedSettings {
  database: Database;
  clock: Clock;
  mail: MailSettings;
}

/**
 * Reads the calendar of a feed's token: the first 5,000 entries that overlap the time from 30 days ago to 366 days ahead.
 *
 * @returns undefined if there is no such feed, its resource or person was deleted, or the guardian who has it may no longer act
 * @throws DomainError SUSPENDED
 */
export async function readCalendar(
  { database, clock, mail }: FeedSettings,
  token: string,
): Promise<Calendar | undefined> {
  const { accountId, hash } = parseAccountToken(token) ?? {};
  if (accountId === undefined) return undefined;
  await database.cell?.requireHere(accountId);
  const db = database.account(accountId);
  const [owner] = await db.query<Owner>(
    `select coalesce(resource.title, person.name, account.name) as title, feed.resource_id as "resourceId",
       feed.person_id as "personId", feed.guardian_id as "guardianId", account.clock_offset as "clockOffset", account.api_enabled as "apiEnabled",
       account.suspended_at as "suspendedAt", account.id, account.calendar_id as "calendarId", account.name,
       account.email, account.mail_from as "mailFrom", account.mail_from_name as "mailFromName", account.address,
       account.time_zone as "timeZone", account.locale, account.has_needs as "hasNeeds"
     from calendar_feed feed
     join account on account.id = feed.account_id
     left join resource on resource.account_id = feed.account_id and resource.id = feed.resource_id
     left join person on person.account_id = feed.account_id and person.id = feed.person_id
     where feed.account_id = $1 and feed.token_hash = $2 and coalesce(resource.active, person.active)`,
    [hash],
  );
  if (!owner) return undefined;
  if (owner.guardianId !== null && !(await isActing(db, owner.guardianId, owner.personId))) return undefined;
  requireApiAccess(owner);
  db.readFromReplica();
  const now = clockOf(owner, clock).now();
  const [from, until] = [new Date(now.getTime() - calendarRange.back), new Date(now.getTime() + calendarRange.ahead)];
  const { title, resourceId, personId } = owner;
  const period = { from, until, now };
  const entries =
    resourceId === null
      ? await readPersonEntries(db, personId, period)
      : await readStaffEntries({ db, account: owner }, resourceId, period);
  return { account: calendarAccount({ account: owner, mail }), name: title, entries, now };
}

/** Reads the booking of a link as an iCalendar file. @throws DomainError NOT_FOUND if the token is unknown or has expired */
export async function readBookingFile(context: RequestContext, token: string): Promise<string> {
  const { clock, db } = context;
  const booking = await getBookingByLink(context, token);
  const entryOf = async (one: Booking): Promise<CalendarEntry> => {
    const [service, event] = await Promise.all([
      one.serviceId === null ? null : db.load(Service, one.serviceId),
      one.eventId === null ? null : db.load(Event, one.eventId),
    ]);
    return bookingEntry({ ...one, bookedForName: nameByLink(one) }, { service, event });
  };
  const now = clock.now();
  const { bookings } = booking.visitId === null ? { bookings: [booking] } : await getVisitByLink(context, token);
  const active = bookings.filter((one) => isActive(one, now));
  if (active.length > 1) return formatSeries(calendarAccount(context), await Promise.all(active.map(entryOf)), now);
  return formatEntry(calendarAccount(context), await entryOf(active[0] ?? booking), now);
}
