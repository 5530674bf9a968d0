import { ServerError } from '../graphql/server-error.js';
import type { RecordSource } from '../records/record-source.js';
import { restRecords } from '../rest/client.js';

const events = restRecords({ path: '/events', wrapper: 'event' });

/** How an event is deleted. */
export const cancellation = {
  verb: 'Cancel',
  consequence: 'Its bookings are cancelled, too. People who have booked may get a message.',
} as const;

/** Events that are not cancelled. */
export const eventRecords: RecordSource = {
  ...events,
  read: async (id) => {
    const event = await events.read(id);
    if (event.attributes['active'] === false) throw new ServerError('NOT_FOUND', 'It is cancelled.');
    return event;
  },
};
