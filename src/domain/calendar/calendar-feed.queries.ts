import type { FilterQuery } from '@mikro-orm/core';
import type { RequestContext } from '../context.js';
import type { CalendarOwner } from './calendar-feed.actions.js';
import { CalendarFeed, CalendarFeedConnection } from './calendar-feed.entity.js';

/** Lists the feeds of one owner, or of all, by id. */
export function listCalendarFeeds(
  { db }: RequestContext,
  { resourceId, personId }: CalendarOwner,
): CalendarFeedConnection {
  const where: FilterQuery<CalendarFeed> = { ...(resourceId && { resourceId }), ...(personId && { personId }) };
  return new CalendarFeedConnection(
    undefined,
    (slice) => db.rows(CalendarFeed, where, { orderBy: { id: 'asc' }, ...slice }),
    () => db.count(CalendarFeed, where),
  );
}
