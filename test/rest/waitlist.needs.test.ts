import { createServiceWithNeeds } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const day = { from: '2026-03-04', to: '2026-03-04' };

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const jobs = new WaitlistJobs(server, account);

it('an entry is offered a time for which a resource of any need has become free', async () => {
  const massage = await createServiceWithNeeds(server, account, {
    resources: [{}, {}, {}],
    needs: [{ pool: [0] }, { pool: [2] }],
  });
  const room = massage.resourceIds[2] ?? 0;
  const talk = await createServiceWithNeeds(server, account, { resources: [], needs: [{ pool: [0] }, { pool: [1] }] }, [
    massage.resourceIds[1] ?? 0,
    room,
  ]);
  const entries = new WaitlistEntries(account, talk.serviceId, day);
  await jobs.openings();
  const all = { booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 17:00' };
  const { id } = await account.create('/bookings', 'booking', { service_id: massage.serviceId, ...all });
  // The massage has taken the room all day.
  const entry = await entries.add('Ola');
  await jobs.run();
  expect(await entries.statesOf(entry)).toEqual(['waiting']);
  expect((await account.put(`/bookings/${id}/cancel`)).status).toBe(200);
  await jobs.run();
  expect(await entries.statesOf(entry)).toEqual(['offered']);
});

it('an entry for more people than one resource has room for is kept if each has a resource', async () => {
  const { serviceId } = await createServiceWithNeeds(server, account, {
    resources: [{}, {}],
    needs: [{ pool: [0, 1], per: 'person' }],
  });
  const entries = new WaitlistEntries(account, serviceId, day);
  await jobs.openings();
  const all = { booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 17:00', count: 2 };
  const { id } = await account.create('/bookings', 'booking', { service_id: serviceId, ...all });
  const entry = await entries.add('Ola', { places: 2 });
  await account.put(`/bookings/${id}/cancel`);
  await jobs.run();
  expect(await entries.statesOf(entry)).toEqual(['offered']);
});
