import { createBookableService } from '../support/catalog.js';
import { accepted, accountAcrossProcesses } from '../support/concurrent-requests.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const origins = [server.origin, (await server.another()).origin];

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };

it('100 concurrent creations are balanced over two resources of equal weight', async () => {
  const { account, concurrently } = await accountAcrossProcesses(server, origins);
  const { serviceId, resourceIds } = await createBookableService(account, {
    service: { priority_strategy: 'balanced' },
    resource: { capacity: 200 },
    providers: [{}, {}],
  });
  await concurrently(60, (through) => through.get('/bookings'));
  const answers = await concurrently(100, (through) =>
    through.post('/bookings', { json: { ...time, service_id: serviceId } }),
  );
  const got = accepted(answers).map(({ body }) => body.booking.resource_id);
  expect(got).toHaveLength(100);
  for (const id of resourceIds) {
    const count = got.filter((one) => one === id).length;
    expect(Math.abs(count - 50)).toBeLessThanOrEqual(1);
  }
});
