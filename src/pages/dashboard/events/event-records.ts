import { execute } from '../graphql/client.js';
import { ServerError } from '../graphql/server-error.js';
import {
  type Attributes,
  type FormOperation,
  type RecordSource,
  recordSource,
  type StoredRecord,
} from '../records/record-source.js';
import { repetitionOf } from '../series/series.rules.js';
import type { StartedSeries } from '../series/series-progress.js';
import { t } from '../texts.js';
import { endAfter, lengthBetween } from './event-length.rules.js';
import * as operations from './events.operations.js';

const events = recordSource({
  path: '/events',
  read: operations.readEvent,
  update: operations.updateEvent,
});
const createEvent: FormOperation<operations.CreateEventMutation> = operations.createEvent;
const createSeries: FormOperation<operations.CreateEventsMutation> = operations.createEvents;
const updateSeries: FormOperation<operations.UpdateEventsMutation> = operations.updateEvents;

/**
 * Events that are not cancelled. They have the attribute `length` in place of their end. A change of an event of a series has the attribute `scope`: it is for this event, for this
 * and the following ones, or for all of the series that are not over.
 */
export const eventRecords: RecordSource = {
  ...events,
  read: readEvent,
  update: async (id, { scope = 'ONE', ...changes }, version, key) => {
    const { ifRevision, ifSeriesRevision } = revisionsIn(version);
    const isMoved = 'startsAt' in changes || 'length' in changes;
    const input = isMoved ? withEnd(changes, (await readEvent(id)).attributes) : changes;
    if (scope === 'ONE') return withVersion(await events.update(id, input, String(ifRevision), key));
    const current = await readEvent(id);
    if (Object.keys(input).length === 0) return current;
    const { collectionId } = current.attributes;
    await execute(updateSeries, { collectionId, scope, from: id, ifRevision, ifSeriesRevision, input }, key);
    return readEvent(id);
  },
  remove: async (id, version) => {
    const { ifRevision, ifAttendances } = revisionsIn(version);
    await execute(operations.deleteEvent, { id, ifRevision, ifAttendances });
  },
  describeOtherChanges: (seen, now, { scope = 'ONE' }) =>
    scope === 'ONE' || revisionsIn(seen.version).ifSeriesRevision === revisionsIn(now.version).ifSeriesRevision
      ? []
      : [t.events.seriesChanged],
};

async function readEvent(id: number | undefined): Promise<StoredRecord> {
  const event = await events.read(id);
  if (event.attributes['active'] === false) throw new ServerError('NOT_FOUND', t.events.isCancelled);
  return withVersion(event);
}

/** Returns the input of an event, whose end is its begin and its length. Those that do not change are those of `stored`. */
function withEnd({ length, ...input }: Attributes, stored: Attributes = {}): Attributes {
  const startsAt = input['startsAt'] ?? stored['startsAt'];
  // The server says that the begin is missing.
  if (typeof startsAt !== 'string') return input;
  const endsAt = endAfter(startsAt, length === undefined ? stored['length'] : length);
  if (endsAt) return { ...input, endsAt };
  const message = t.events.lengthRange;
  throw new ServerError('BAD_USER_INPUT', t.events.lengthProblem({ message }), { length: [message] });
}

/**
 * Adds the attributes `scope` and `length` to an event, and to its version the number of people who have booked and, if it is of a series, the
 * revision of the series.
 */
async function withVersion({ attributes, version: revision }: StoredRecord): Promise<StoredRecord> {
  const { startsAt, endsAt } = attributes;
  const event = { ...attributes, scope: 'ONE', length: lengthBetween(String(startsAt), String(endsAt)) };
  const version = `${revision} ${attributes['nrOfAttendances']}`;
  const { collectionId } = attributes;
  if (typeof collectionId !== 'string') return { attributes: event, version };
  const { seriesProgress } = await execute(operations.readSeriesRevision, { collectionId });
  return { attributes: event, version: `${version} ${seriesProgress?.revision}` };
}

interface Revisions {
  /** The revision of the event. */
  ifRevision: number;
  /** The number of people who had booked. */
  ifAttendances: number;
  /** The revision of the series; undefined for an event that is not of one. */
  ifSeriesRevision: string | undefined;
}

function revisionsIn(version: string): Revisions {
  const [event, attendances, ifSeriesRevision] = version.split(' ');
  return { ifRevision: Number(event), ifAttendances: Number(attendances), ifSeriesRevision };
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
  const input = withEnd(attributes);
  if (repeat === '' || repeat === null) {
    await execute(createEvent, { input }, key);
    return undefined;
  }
  const { rrule, dates } = repetitionOf(String(input['startsAt']).slice(0, 10), repeat, times);
  const { createRecurringEvents } = await execute(createSeries, { input, recurrence: { rrule } }, key);
  return { collectionId: String(createRecurringEvents), dates };
}

/** The events of a series that are cancelled: all that are not over, or one of them and the following. */
export interface EventsToCancel {
  collectionId: string;
  scope: 'FOLLOWING' | 'ALL';
  /** The first event to cancel; undefined for all that are not over. */
  from: number | undefined;
  /** The version of the event that the user saw. */
  version: string;
  /** The number of people who had booked the events, as the user saw. */
  attendances: number;
}

/** Cancels events of a series in one transaction. @throws ServerError */
export async function cancelEvents(
  { collectionId, scope, from, version, attendances }: EventsToCancel,
  key: string,
): Promise<void> {
  const { ifRevision, ifSeriesRevision } = revisionsIn(version);
  const first = from === undefined ? {} : { from, ifRevision };
  const conditions = { ...first, ifSeriesRevision, ifAttendances: attendances };
  await execute(operations.deleteEvents, { collectionId, scope, ...conditions }, key);
}
