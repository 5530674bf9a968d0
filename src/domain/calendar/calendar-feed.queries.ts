import type { List } from '../records/list.js';
import { CalendarFeed, CalendarFeedConnection } from './calendar-feed.entity.js';
import { CalendarFeedFilter, calendarFeedOrder } from './calendar-feed.input.js';

export const calendarFeedList: List<CalendarFeed, CalendarFeedFilter, CalendarFeedConnection> = {
  name: 'calendarFeeds',
  entity: CalendarFeed,
  connection: CalendarFeedConnection,
  filter: CalendarFeedFilter,
  order: calendarFeedOrder,
  conditions: (_context, { resourceId, personId }) => ({
    $and: [{ ...(resourceId && { resourceId }), ...(personId && { personId }) }],
  }),
};
