import type { FilterQuery } from '@mikro-orm/core';
import type { RequestContext } from '../context.js';
import type { CalendarOwner } from './calendar-feed.actions.js';
import { CalendarFeed, CalendarFeedConnection } from './calendar-feed.entity.js';

/** The feeds of an owner, or of all, by id. */
export function listCalendarFeeds(
  { db }: RequestContext,
  { resourceId, personId }: CalendarOwner,
): CalendarFeedConnection {
  const where: FilterQuery<CalendarFeed> = { ...(resourceId && { resourceId }), ...(personId && { personId }) };
  return new CalendarFeedConnection(
    undefined,
    (part) => db.rows(CalendarFeed, where, { orderBy: { id: 'asc' }, ...part }),
    () => db.count(CalendarFeed, where),
  );
}
