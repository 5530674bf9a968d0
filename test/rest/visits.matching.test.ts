import { openDaily } from '../support/catalog.js';
import { createServiceWithNeeds, overbookedResources, placesOf } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });

const march4 = (time: string): string => `2026-03-04T${time}:00+01:00`;
const item = (serviceId: number, from = '10:00', to = '11:00', beside: object = {}) => ({
  ...{ service_id: serviceId, booked_from: march4(from), booked_to: march4(to) },
  ...beside,
});
const make = (items: readonly object[], beside: object = {}) =>
  account.post('/visits', { json: { visit: { items }, ...beside } });
interface Made {
  id: number;
  bookings: { id: number; resource_id: number; service_id: number }[];
}
const made = async (items: readonly object[], beside: object = {}): Promise<Made> => {
  const { status, body } = await make(items, beside);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.visit;
};
const resourcesOf = ({ bookings }: Made, services: readonly number[]): (number | undefined)[] =>
  services.map((id) => bookings.find(({ service_id }) => service_id === id)?.resource_id);

/** Creates services whose pools are resources by their index, preferred in that order. */
async function createPools(pools: readonly (readonly number[])[], resource: object = {}, service: object = {}) {
  const resources: number[] = [];
  for (let number = 0; number <= Math.max(...pools.flat()); number++) {
    const attributes = { title: `Chair ${number}`, ...openDaily('09:00', '17:00'), ...resource };
    resources.push((await account.create('/resources', 'resource', attributes)).id);
  }
  const services: number[] = [];
  for (const pool of pools) {
    const { id } = await account.create('/services', 'service', { title: 'Cut', interval: 60, ...service });
    for (const [priority_value, index] of pool.entries()) {
      await account.create('/providers', 'provider', { service_id: id, resource_id: resources[index], priority_value });
    }
    services.push(id);
  }
  return { resources, services };
}

describe('items without a resource', () => {
  it.each(['order', 'balanced', 'least_recent', 'random', 'weight'])(
    'get such that all have one, by %s',
    async (priority_strategy) => {
      const { resources, services } = await createPools([[0, 1], [0]], {}, { priority_strategy });
      const visit = await made(services.map((id) => item(id)));
      expect(resourcesOf(visit, services)).toEqual([resources[1], resources[0]]);
    },
  );

  it('get them also along a chain of pools', async () => {
    const { resources, services } = await createPools([[0, 1, 2], [0, 1], [0]]);
    const visit = await made(services.map((id) => item(id)));
    expect(resourcesOf(visit, services)).toEqual([resources[2], resources[1], resources[0]]);
  });

  it('leave the resource that a later item names', async () => {
    const { resources, services } = await createPools([
      [0, 1],
      [0, 1],
    ]);
    const [first = 0, second = 0] = services;
    const visit = await made([item(first), item(second, '10:30', '11:30', { resource_id: resources[0] })]);
    expect(resourcesOf(visit, services)).toEqual([resources[1], resources[0]]);
  });

  it('keep the preferred resource if the others need it at another time', async () => {
    const { resources, services } = await createPools([[0, 1], [0]]);
    const [first = 0, second = 0] = services;
    const visit = await made([item(first), item(second, '11:00', '12:00')]);
    expect(resourcesOf(visit, services)).toEqual([resources[0], resources[0]]);
  });

  it('are refused by the first that has none beside those before it', async () => {
    const { services } = await createPools([[0, 1], [0], [1]]);
    const { status, body } = await make(services.map((id) => item(id)));
    expect([status, body]).toEqual([400, { 'items[2].resource_id': ['is not available'] }]);
    const { resources, services: others } = await createPools([[0, 1], [2], [0]]);
    await account.create('/bookings', 'booking', {
      resource_id: resources[2],
      booked_from: march4('10:00'),
      booked_to: march4('11:00'),
    });
    expect((await make(others.map((id) => item(id)))).body).toEqual({ 'items[1].resource_id': ['is not available'] });
  });

  it('share the daily limit of a resource', async () => {
    const { resources, services } = await createPools([[0, 1], [0]], { max_daily_bookings: 1 });
    const [first = 0, second = 0] = services;
    const visit = await made([item(first), item(second, '13:00', '14:00')]);
    expect(resourcesOf(visit, services)).toEqual([resources[1], resources[0]]);
    expect((await make([item(first, '15:00', '16:00')])).body).toEqual({
      'items[0].resource_id': ['is fully booked on that day (maximum is 1 bookings)'],
    });
  });

  it('get the resources that a slot offered, unless the service assigns fairly or they are taken', async () => {
    const { resources, services } = await createPools([[0, 1]], {}, { priority_strategy: 'order' });
    const [service = 0] = services;
    const [first, second] = resources;
    const two = async (hour: number, beside: object): Promise<(number | undefined)[]> => {
      const items = [hour, hour + 1].map((from) => item(service, `${from}:00`, `${from + 1}:00`, beside));
      return (await made(items)).bookings.map(({ resource_id }) => resource_id);
    };
    const offered = { offered_resource_id: second };
    expect(await two(10, offered)).toEqual([second, second]);
    expect(await two(10, offered)).toEqual([first, first]);
    await account.put(`/services/${service}`, { json: { service: { priority_strategy: 'balanced' } } });
    expect((await two(13, offered)).toSorted()).toEqual([first, second]);
    expect(await two(15, { resource_id: first })).toEqual([first, first]);
  });

  it('say in their assignment what was kept for the others', async () => {
    const { resources, services } = await createPools([[0, 1], [0]], {}, { priority_strategy: 'balanced' });
    const { bookings } = await made(services.map((id) => item(id)));
    const { body } = await account.get(`/bookings/${bookings[0]?.id}/assignment`);
    expect(body.assignment.candidates).toEqual([
      expect.objectContaining({ resource_id: resources[0], chosen: false, obstacle: 'kept_for_visit' }),
      expect.objectContaining({ resource_id: resources[1], chosen: true, obstacle: null }),
    ]);
  });
});

describe('items with needs', () => {
  const rooms = async () => {
    // Therapists 0 and 1, rooms 2 and 3. The second service can only have room 2.
    const one = await createServiceWithNeeds(server, account, {
      resources: [{}, {}, {}, {}],
      needs: [{ pool: [0, 1] }, { pool: [2, 3] }],
    });
    const other = await createServiceWithNeeds(
      server,
      account,
      { resources: [], needs: [{ pool: [0] }, { pool: [2] }] },
      one.resourceIds,
    );
    return { one, other, ids: one.resourceIds };
  };

  it('leave each other the resources of every need', async () => {
    const { one, other, ids } = await rooms();
    const { bookings } = await made([item(one.serviceId), item(other.serviceId)]);
    const places = await Promise.all(bookings.map(({ id }) => placesOf(server, id)));
    expect(places.map((of) => of.map(([resource]) => resource))).toEqual([
      [ids[1], ids[3]],
      [ids[0], ids[2]],
    ]);
    expect(await overbookedResources(server, account.credentials.id)).toEqual([]);
  });

  it('leave a resource to an item without needs', async () => {
    const { one, ids } = await rooms();
    const { id } = await account.create('/services', 'service', { title: 'Sauna' });
    await account.create('/providers', 'provider', { service_id: id, resource_id: ids[2] });
    const { bookings } = await made([item(one.serviceId), item(id)]);
    expect(bookings[1]?.resource_id).toBe(ids[2]);
    expect(await placesOf(server, bookings[0]?.id ?? 0)).toEqual([
      [ids[0], '09:00', '10:00'],
      [ids[3], '09:00', '10:00'],
    ]);
  });

  it('are moved to one time, although each has the room that only one can have then', async () => {
    const colour = await createServiceWithNeeds(server, account, {
      resources: [{}, {}, {}, {}],
      needs: [{ pool: [0] }, { pool: [2, 3] }],
    });
    const ids = colour.resourceIds;
    const needs = [{ pool: [1] }, { pool: [2] }];
    const cut = await createServiceWithNeeds(server, account, { resources: [], needs }, ids);
    const { id, bookings } = await made([item(colour.serviceId), item(cut.serviceId, '12:00', '13:00')]);
    const roomOf = async (number: number) => (await placesOf(server, bookings[number]?.id ?? 0)).at(-1)?.[0];
    expect([await roomOf(0), await roomOf(1)]).toEqual([ids[2], ids[2]]);
    const items = bookings.map((booking) => ({ id: booking.id, booked_from: march4('14:00') }));
    expect((await account.put(`/visits/${id}`, { json: { visit: { items } } })).status).toBe(200);
    expect([await roomOf(0), await roomOf(1)]).toEqual([ids[3], ids[2]]);
  });
});
