import { createBookableService } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
let account: TestAccount;

const later = { bookedFrom: '2026-03-04T11:45:00+01:00', bookedTo: '2026-03-04T12:45:00+01:00' };
const rest = { booked_from: later.bookedFrom, booked_to: later.bookedTo };

/** Each way to move a booking. Returns something only if the move was refused. */
const ways: Record<string, (booking: { id: number; collection_id: string | null }) => Promise<unknown>> = {
  'PUT /bookings/{id}': ({ id }) => put(`/bookings/${id}`, { booking: rest }),
  'PUT /bookings/{id} as a public booking': ({ id }) =>
    put(`/bookings/${id}`, { booking: { ...rest, public_booking: true } }),
  updateBooking: ({ id }) =>
    send('mutation ($id: Int!, $input: BookingInput!) { updateBooking(id: $id, input: $input) { id } }', {
      ...{ id, input: later },
    }),
  'updateBookings, all': ({ id }) => updateMany(id, 'ALL'),
  'updateBookings, each': ({ id }) => updateMany(id, 'EACH'),
  'PUT /bookings/recurring/{collection_id}': ({ id, collection_id }) =>
    put(`/bookings/recurring/${collection_id}`, { booking: rest, from: id, scope: 'one' }),
  'PUT /bookings/recurring/{collection_id} of all': ({ id, collection_id }) =>
    put(`/bookings/recurring/${collection_id}`, { booking: rest, from: id, scope: 'all' }),
  'the link of the booking': async ({ id }) => {
    const visitor = new Visitor(account);
    const { status, body } = await visitor.put(`/bookings/${await linkTokenOf(account, id)}`, { json: rest });
    return status === 200 ? undefined : body;
  },
};

async function put(path: string, json: object): Promise<unknown> {
  const { status, body } = await account.put(path, { json });
  return status === 200 ? undefined : body;
}

async function send(query: string, variables: object): Promise<unknown> {
  return (await account.graphql(query, variables)).errors;
}

async function updateMany(id: number, mode: string): Promise<unknown> {
  const { data, errors } = await account.graphql(
    `mutation ($items: [BookingUpdate!]!, $mode: BulkMode!) {
      updateBookings(items: $items, mode: $mode) { items { error { fields } } } }`,
    { items: [{ id, input: later }], mode },
  );
  return errors ?? data.updateBookings.items[0].error ?? undefined;
}

it.each(Object.keys(ways))(
  'the time, buffers and people of a booking do not count against its move: %s',
  async (way) => {
    account = await server.account({ publicAccess: true });
    await server.configure(account, { allow_cancellation: true });
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { next_interval: 15, buffer_before: 30, buffer_after: 30, booking_capacity: 2 },
      resource: { capacity: 2 },
    });
    const json = {
      booking: {
        ...{ service_id: serviceId, resource_id: resourceId, count: 2, person_attributes: { name: 'Kari' } },
        ...{ booked_from: '2026-03-04 11:30', booked_to: '2026-03-04 12:30' },
      },
      recurring: { rrule: 'FREQ=DAILY;COUNT=2' },
    };
    const created = await account.post('/bookings/recurring', { json });
    const { body } = await account.get(`/bookings/recurring/${created.body.collection_id}`);
    const { booking } = body[0];
    expect(await ways[way]?.(booking)).toBeUndefined();
    expect((await account.get(`/bookings/${booking.id}`)).body.booking).toMatchObject(rest);
  },
);
