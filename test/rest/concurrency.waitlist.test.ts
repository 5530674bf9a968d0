import { createBookableService, createEvent } from '../support/catalog.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';

const server = await useOwnTestServer();
const others = await Promise.all([1, 2, 3].map(() => server.another()));
const account = server.accountPerTest();
const jobs = new WaitlistJobs(server, account);
let clients: TestAccount[];
beforeEach(async () => {
  clients = [account, ...others.map(({ origin }) => account.at(origin))];
});

const add = (number: number, entry: object) =>
  account.create('/waitlist', 'waitlist_entry', { name: 'Kari', email: `${number}@example.org`, ...entry });
const client = (index: number): TestAccount => clients[index % clients.length] ?? account;
const statesOf = async (entries: readonly { id: number }[]) =>
  Promise.all(entries.map(async ({ id }) => (await account.get(`/waitlist/${id}`)).body.waitlist_entry.state));
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

it('two freed places go to the first two of three, and the third is asked when one is declined', async () => {
  const event = await createEvent(account, { capacity: 2 });
  const bookings = [];
  for (const _ of range(2)) bookings.push(await account.create('/bookings', 'booking', { event_id: event.id }));
  await jobs.openings();
  const entries = [];
  for (const number of range(3)) entries.push(await add(number, { event_id: event.id }));
  await Promise.all(bookings.map(({ id }, index) => client(index).put(`/bookings/${id}/cancel`)));
  const openings = await jobs.openings();
  await Promise.all([...openings, ...openings].map((id) => jobs.offer(id)));
  expect(await statesOf(entries)).toEqual(['offered', 'offered', 'waiting']);
  const { booking_id } = (await account.get(`/waitlist/${entries[0].id}`)).body.waitlist_entry;
  await account.put(`/bookings/${booking_id}/cancel`);
  await jobs.run();
  expect(await statesOf(entries)).toEqual(['waiting', 'offered', 'offered']);
});

it('ten concurrent cancellations, with every job run twice, offer each time to one person', async () => {
  const { serviceId, resourceId } = await createBookableService(account, {
    resource: { opening_hours_wed: ['08:00', '18:00'] },
  });
  const of = { service_id: serviceId, resource_id: resourceId };
  const bookings = [];
  for (const hour of range(10)) {
    const [from, to] = [hour + 8, hour + 9].map((at) => `2026-03-04 ${String(at).padStart(2, '0')}:00`);
    bookings.push(await account.create('/bookings', 'booking', { ...of, booked_from: from, booked_to: to }));
  }
  await jobs.openings();
  const entries = [];
  for (const number of range(12)) {
    entries.push(await add(100 + number, { service_id: serviceId, from: '2026-03-04', to: '2026-03-04' }));
  }
  await Promise.all(bookings.map(({ id }, index) => client(index).put(`/bookings/${id}/cancel`)));
  const openings = await jobs.openings();
  // A worker is killed in the midst of its job.
  let offers = 0;
  const dying = jobs.offer(openings[0] ?? 0, async () => {
    offers += 1;
    if (offers > 1) throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  await Promise.all([...openings, ...openings].map((id) => jobs.offer(id)));
  await jobs.run();
  const states = await statesOf(entries);
  expect(states.filter((state) => state === 'offered')).toHaveLength(10);
  const [taken] = await server.sql<{ times: number; entries: number }>(
    `select count(distinct booked_from)::integer as times, count(distinct entry_id)::integer as entries
     from waitlist_offer offer join booking on booking.account_id = offer.account_id and booking.id = offer.booking_id
     where offer.account_id = ? and offer.state = 'open' and booking.service_id = ?`,
    account.credentials.id,
    serviceId,
  );
  expect(taken).toEqual({ times: 10, entries: 10 });
  expect(await server.sql('select id from waitlist_opening where account_id = ?', account.credentials.id)).toEqual([]);
});
