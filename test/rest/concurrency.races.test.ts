import { createBookableService } from '../support/catalog.js';
import { accepted, accountAcrossProcesses, refusals, type SendConcurrently } from '../support/concurrent-requests.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const origins = [server.origin, (await server.another()).origin];
let account: TestAccount;
let concurrently: SendConcurrently;
beforeEach(async () => {
  ({ account, concurrently } = await accountAcrossProcesses(server, origins));
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const taken = { resource_id: ['is not available'] };
const bookAtOnce = (count: number, booking: (index: number) => object) =>
  concurrently(count, (through, index) => through.post('/bookings', { json: booking(index) }));

it('20 concurrent bookings of a new person create one person', async () => {
  const { resourceId } = await createBookableService(account, { resource: { capacity: 20 } });
  const person = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
  const answers = await bookAtOnce(20, () => ({ ...time, resource_id: resourceId, person_attributes: person }));
  expect(refusals(answers)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.booking.person_id)).size).toBe(1);
  expect((await account.get('/people/all')).body).toHaveLength(1);
});

it('20 concurrent bookings on different resources create one person', async () => {
  const { resourceIds } = await createBookableService(account, { providers: Array.from({ length: 20 }, () => ({})) });
  for (let round = 1; round <= 5; round += 1) {
    const answers = await bookAtOnce(20, (index) => ({
      booked_from: `2026-03-0${round + 2} 10:00`,
      booked_to: `2026-03-0${round + 2} 11:00`,
      resource_id: resourceIds[index],
      person_attributes: { email: `kari${round}@example.org` },
    }));
    expect(refusals(answers)).toEqual([]);
    expect((await account.get('/people/all')).body).toHaveLength(round);
  }
});

it('one of many concurrent moves and creations gets the free time', async () => {
  const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 100 } });
  const target = await account.create('/resources', 'resource', { title: 'Target', capacity: 3 });
  await account.create('/providers', 'provider', { resource_id: target.id, service_id: serviceId });
  const ids: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    ids.push((await account.create('/bookings', 'booking', { ...time, resource_id: resourceId })).id);
  }
  const answers = await concurrently(60, (through, index) =>
    index < 30
      ? through.put(`/bookings/${ids[index]}`, { json: { resource_id: target.id } })
      : through.post('/bookings', { json: { ...time, resource_id: target.id } }),
  );
  expect(accepted(answers)).toHaveLength(3);
  expect(refusals(answers)).toEqual([{ status: 400, ...taken }]);
  const { body } = await account.get(`/bookings?resource_id=${target.id}`);
  expect(body).toHaveLength(3);
});

it('bookings that swap places do not deadlock', async () => {
  const { resourceIds } = await createBookableService(account, { resource: { capacity: 4 }, providers: [{}, {}] });
  const ids: number[] = [];
  for (const resource_id of [...resourceIds, ...resourceIds]) {
    ids.push((await account.create('/bookings', 'booking', { ...time, resource_id })).id);
  }
  const answers = await concurrently(80, (through, index) =>
    through.put(`/bookings/${ids[index % 4]}`, { json: { resource_id: resourceIds[Math.floor(index / 4) % 2] } }),
  );
  expect(refusals(answers)).toEqual([]);
});

it('one of several concurrent transitions of a booking succeeds', async () => {
  await server.configure(account, { confirm_manually: true });
  const { resourceId } = await createBookableService(account);
  const booking = await account.create(
    '/bookings',
    'booking',
    { ...time, resource_id: resourceId },
    { confirm: false },
  );
  const steps = ['confirm', 'decline'];
  const answers = await concurrently(20, (through, index) =>
    through.put(`/bookings/${booking.id}/${steps[index % 2]}`),
  );
  expect(accepted(answers)).toHaveLength(1);
  const names = await server.changes(account);
  expect(names.filter((name) => name === 'booking.confirmed' || name === 'booking.declined')).toHaveLength(1);
});
