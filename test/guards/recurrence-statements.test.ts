import { createBookableService } from '../support/catalog.js';
import { createBatch } from '../support/recurrence.js';
import { statementsOf } from '../support/statements.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server[Symbol.asyncDispose]());

/** The number of occurrences that one transaction creates. */
const batchSize = 50;

it('a batch of a series takes the same number of statements for any size', async () => {
  const account = await server.account();
  const { resourceId, serviceId } = await createBookableService(account, {
    resource: { capacity: 5 },
    service: { price: 100 },
  });
  const person = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
  const { body } = await account.post('/bookings/recurring', {
    json: {
      booking: {
        resource_id: resourceId,
        service_id: serviceId,
        person_id: person.id,
        booked_from: '2026-03-03 10:00',
        booked_to: '2026-03-03 11:00',
      },
      recurring: { rrule: 'FREQ=DAILY;COUNT=731' },
    },
  });
  const { statements } = await statementsOf(server.database, () => createBatch(server, account, body.collection_id));
  const made = await account.get(`/bookings/recurring/${body.collection_id}`);
  expect(made.body).toHaveLength(1 + batchSize);
  expect(statements.length).toBeLessThanOrEqual(17);
});

it('a change of a series takes as many statements whatever its size', async () => {
  const counts: number[] = [];
  for (const count of [10, 60]) {
    const account = await server.account();
    const { resourceId, serviceId } = await createBookableService(account, { service: { price: 100 } });
    const { body } = await account.post('/bookings/recurring', {
      json: {
        booking: {
          ...{ resource_id: resourceId, service_id: serviceId, person_attributes: { email: 'kari@example.org' } },
          ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
        },
        recurring: { rrule: `FREQ=DAILY;COUNT=${count}` },
      },
    });
    while (await createBatch(server, account, body.collection_id));
    const booking = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00', title: 'Lesson' };
    const { result, statements } = await statementsOf(server.database, () =>
      account.put(`/bookings/recurring/${body.collection_id}`, { json: { booking } }),
    );
    expect(result.status).toBe(200);
    counts.push(statements.length);
  }
  expect(counts[1]).toBe(counts[0]);
  expect(counts[0]).toBeLessThanOrEqual(20);
});
