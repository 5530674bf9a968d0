import { ServerError } from '../graphql/server-error.js';
import type { Attributes, RecordSource, StoredRecord } from '../records/record-source.js';
import { deleteAction, postAction, putAction, restRecord, restRecords } from '../rest/client.js';
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
    const seen = versionsIn(version);
    if (scope === 'one') return withSeries(await events.update(id, attributes, seen.event, key));
    const current = await readEvent(id);
    if (Object.keys(attributes).length === 0) return current;
    const body = { event: attributes, scope, from: id, if_series_revision: seen.series };
    const path = `/events/recurring/${current.attributes['collection_id']}`;
    await putAction(path, body, { key, version: seen.event });
    return readEvent(id);
  },
  remove: (id, version) => events.remove(id, versionsIn(version).event),
  describeOtherChanges: (seen, now, { scope = 'one' }) =>
    scope === 'one' || versionsIn(seen.version).series === versionsIn(now.version).series
      ? []
      : ['The series of the event has changed.'],
};

async function readEvent(id: number | undefined): Promise<StoredRecord> {
  const event = await events.read(id);
  if (event.attributes['active'] === false) throw new ServerError('NOT_FOUND', 'It is cancelled.');
  return withSeries(event);
}

/** Adds the attribute `scope` to an event and, if it is of a series, the revision of the series to its version. */
async function withSeries({ attributes, version }: StoredRecord): Promise<StoredRecord> {
  const event = { ...attributes, scope: 'one' };
  const collectionId = attributes['collection_id'];
  if (typeof collectionId !== 'string') return { attributes: event, version };
  const series = await restRecord(`/series/${collectionId}`, 'series').read();
  return { attributes: event, version: `${version} ${series.attributes['revision']}` };
}

interface Versions {
  event: string;
  /** The revision of the series; undefined for an event that is not of one. */
  series: string | undefined;
}

function versionsIn(version: string): Versions {
  const [event = '', series] = version.split(' ');
  return { event, series };
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
  /** The first event to cancel; undefined for all that are not over. */
  from: number | undefined;
  /** The version of the event that the user saw. */
  version: string;
}

/** Cancels events of a series in one transaction. @throws ServerError */
export async function cancelEvents({ collectionId, scope, from, version }: EventsToCancel, key: string): Promise<void> {
  const { event, series } = versionsIn(version);
  const query = new URLSearchParams({ scope });
  if (from !== undefined) query.set('from', String(from));
  if (series !== undefined) query.set('if_series_revision', series);
  await deleteAction(`/events/recurring/${collectionId}?${query}`, {
    key,
    version: from === undefined ? undefined : event,
  });
}
