import { ServerError } from '../graphql/server-error.js';
import type { Attributes, RecordSource, StoredRecord } from '../records/record-source.js';
import { deleteAction, postAction, putAction, restRecords } from '../rest/client.js';
import { repetitionOf } from '../series/repeat.rules.js';
import type { StartedSeries } from '../series/series-progress.js';

const events = restRecords({ path: '/events', wrapper: 'event' });

/** How an event is deleted. */
export const cancellation = {
  verb: 'Cancel',
  consequence: 'Its bookings are cancelled, too. People who have booked may get a message.',
} as const;

/**
 * Events that are not cancelled. A change of an event of a series has the attribute `scope`: it is for this event, for this
 * and the following ones, or for all of the series that are not over.
 */
export const eventRecords: RecordSource = {
  ...events,
  read: readEvent,
  update: async (id, { scope = 'one', ...attributes }, version, key) => {
    if (scope === 'one') return events.update(id, attributes, version, key);
    const current = await readEvent(id);
    if (Object.keys(attributes).length === 0) return current;
    const body = { event: attributes, scope, from: id };
    await putAction(`/events/recurring/${current.attributes['collection_id']}`, body, { key, version });
    return readEvent(id);
  },
};

async function readEvent(id: number | undefined): Promise<StoredRecord> {
  const event = await events.read(id);
  if (event.attributes['active'] === false) throw new ServerError('NOT_FOUND', 'It is cancelled.');
  return { ...event, attributes: { ...event.attributes, scope: 'one' } };
}

/**
 * Creates an event, or a series of events if it has the attributes of `repeatFields`.
 *
 * @returns the series, of which the server creates all but the first in the background; undefined for one event
 */
export async function createEvents(
  { repeat = '', times, ...attributes }: Attributes,
  key: string,
): Promise<StartedSeries | undefined> {
  if (repeat === '' || repeat === null) {
    await events.create(attributes, key);
    return undefined;
  }
  const { rrule, dates } = repetitionOf(String(attributes['starts_at']).slice(0, 10), repeat, times);
  const answer = await postAction('/events/recurring', { event: attributes, recurrence: { rrule } }, key);
  return { collectionId: String(answer['collection_id']), dates };
}

/** The events of a series that are cancelled: all that are not over, or one of them and the following. */
export interface EventsToCancel {
  collectionId: string;
  scope: 'following' | 'all';
  /** The event that the user saw, with its version; undefined if it is over. */
  from: { id: number; version: string } | undefined;
}

/** Cancels events of a series in one transaction. @throws ServerError */
export async function cancelEvents({ collectionId, scope, from }: EventsToCancel, key: string): Promise<void> {
  const query = new URLSearchParams({ scope, ...(from && { from: String(from.id) }) });
  await deleteAction(`/events/recurring/${collectionId}?${query}`, { key, version: from?.version });
}
