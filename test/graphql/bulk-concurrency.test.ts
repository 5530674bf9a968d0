import { createBookableService } from '../support/catalog.js';
import { accountAcrossProcesses } from '../support/concurrent-requests.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { bulk, hours, type Item } from './bulk.calls.js';

const server = await useTestServer();
const origins = [server.origin, (await server.another()).origin];

const open = [9, 10, 11, 12, 13, 14, 15, 16];
const isRefused = ({ error }: Item): boolean => error !== null;
const occupied = async (account: TestAccount): Promise<Map<string, number>> => {
  const { body } = await account.get('/bookings?scope=active');
  const places: string[] = body.map(
    ({ booking }: { booking: { resource_id: number; booked_from: string } }) =>
      `${booking.resource_id} ${booking.booked_from}`,
  );
  return new Map([...Map.groupBy(places, (place) => place)].map(([place, all]) => [place, all.length]));
};

it('bulk and single creations through two processes never exceed the capacity, and none deadlocks', async () => {
  const { account } = await accountAcrossProcesses(server, origins);
  const { serviceId, resourceIds } = await createBookableService(account, {
    providers: [{}, {}, {}],
    resource: { capacity: 2 },
  });
  const through = origins.map((origin) => account.at(origin));
  const places = resourceIds.flatMap((resourceId) => open.map((hour) => ({ serviceId, resourceId, ...hours(hour) })));
  const orders = [places, places.toReversed(), [...places.slice(9), ...places.slice(0, 9)], places];
  const calls = orders.map((items, index) =>
    bulk(through[index % 2] ?? account, 'createBookings', '[NewBookingInput!]!', items, index < 3 ? 'mode: EACH' : ''),
  );
  const singles = open.flatMap((hour) =>
    through.map((one) => {
      const { bookedFrom: booked_from, bookedTo: booked_to } = hours(hour);
      return one.post('/bookings', { json: { service_id: serviceId, booked_from, booked_to } });
    }),
  );
  const answers = await Promise.all(calls);
  const statuses = (await Promise.all(singles)).map(({ status }) => status);
  expect(answers.map(({ errors }) => errors)).toEqual(Array(4).fill(undefined));
  expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
  const all = answers.at(-1)?.data;
  expect([0, places.length]).toContain(all?.written);
  expect(answers.slice(0, 3).some(({ data }) => data?.items.some(isRefused))).toBe(true);
  expect(await occupied(account)).toEqual(
    new Map(places.map(({ resourceId, bookedFrom }) => [`${resourceId} ${bookedFrom}:00+01:00`, 2])),
  );
});

it('calls that move the same bookings back and forth, and single updates, take turns', async () => {
  const { account } = await accountAcrossProcesses(server, origins);
  const { serviceId, resourceIds } = await createBookableService(account, {
    providers: [{}, {}],
    resource: { capacity: 1 },
  });
  const [first = 0, second = 0] = resourceIds;
  const { data } = await bulk(
    account,
    'createBookings',
    '[NewBookingInput!]!',
    open.map((hour) => ({ serviceId, resourceId: first, ...hours(hour) })),
  );
  const ids = data?.items.map(({ booking }) => booking?.id ?? 0) ?? [];
  const through = origins.map((origin) => account.at(origin));
  const calls = Array.from({ length: 6 }, (_, index) => {
    const items = ids.map((id) => ({ id, input: { resourceId: index % 2 === 0 ? second : first } }));
    const sent = index % 3 === 0 ? items : items.toReversed();
    return bulk(through[index % 2] ?? account, 'updateBookings', '[BookingUpdate!]!', sent);
  });
  const singles = ids.map((id, index) =>
    (through[index % 2] ?? account).put(`/bookings/${id}`, { json: { resource_id: second } }),
  );
  expect((await Promise.all(calls)).map(({ errors, data: answer }) => errors ?? answer?.written)).toEqual(
    Array(6).fill(ids.length),
  );
  expect((await Promise.all(singles)).map(({ status }) => status)).toEqual(Array(ids.length).fill(200));
  expect([...(await occupied(account)).values()]).toEqual(Array(ids.length).fill(1));
});
