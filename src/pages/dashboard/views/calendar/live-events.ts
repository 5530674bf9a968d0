import { type Live, useLive } from '../../bookings/live.js';
import { execute, subscribe } from '../../graphql/client.js';
import type { During } from '../../graphql/schema.types.js';
import { type EventDetailsFragment, eventChanges, events } from './calendar.operations.js';

export type ClassEvent = EventDetailsFragment;

/** The title of an event, or that of its service. */
export function titleOf({ title, service }: Pick<ClassEvent, 'title' | 'service'>): string {
  return title || service.title;
}

/** Reads the events of a period and keeps them current. */
export function useLiveEvents(during: During): Live<ClassEvent> {
  return useLive<ClassEvent>(JSON.stringify(during), {
    read: async () => {
      const { nodes, pageInfo } = (await execute(events, { during })).events;
      return { items: nodes, isCut: pageInfo.hasNextPage };
    },
    isOlder: (event, shown) => event.updatedAt < shown.updatedAt,
    watch: (after, put, onGap) =>
      subscribe(
        eventChanges,
        { after, during },
        {
          onNext: ({ eventChanged: { cursor, event } }) => {
            put(event);
            return cursor;
          },
          onGap,
        },
      ),
  });
}
