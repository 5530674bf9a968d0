import { createBookableService } from '../support/catalog.js';
import { createServiceWithNeeds, overbookedResources } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });

interface Item {
  service_id: number;
  resource_id: number;
  timestamp: string;
  timestamp_end: string;
}
interface Slot {
  timestamp: string;
  items: Item[];
}

const day = { from: '2026-03-04', to: '2026-03-04' };
const list = async (visit: object, beside: object = day): Promise<Slot[]> => {
  const { status, body } = await account.post('/visits/slots', { json: { visit, ...beside } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.map(({ visit_slot }: { visit_slot: Slot }) => visit_slot);
};
const startsOf = async (visit: object, beside: object = day): Promise<string[]> =>
  (await list(visit, beside)).map(({ timestamp }) => timestamp.slice(11, 16));
const book = (items: readonly Item[], beside: object = {}) =>
  account.post('/visits', {
    json: {
      visit: {
        public_booking: true,
        items: items.map(({ service_id, resource_id, timestamp, timestamp_end }) => ({
          ...{ service_id, resource_id, booked_from: timestamp, booked_to: timestamp_end },
          ...beside,
        })),
      },
    },
  });
const busy = (resource_id: number | undefined, from: string, to: string) =>
  account.create('/bookings', 'booking', {
    resource_id,
    booked_from: `2026-03-04 ${from}`,
    booked_to: `2026-03-04 ${to}`,
  });

describe('visits of services with needs', () => {
  it('are listed when each need has a resource beside the others', async () => {
    const massage = await createServiceWithNeeds(server, account, {
      service: { interval: 60 },
      resources: [{}, {}, {}],
      needs: [{ pool: [0, 1] }, { pool: [2] }],
    });
    const items = [{ service_id: massage.serviceId }, { service_id: massage.serviceId }];
    expect(await list({ items, arrangement: 'at_once' })).toEqual([]);
    expect(await startsOf({ items })).toEqual(['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00']);
    // The room is taken during the second item of a visit at ten.
    await busy(massage.resourceIds[2], '11:30', '12:00');
    expect(await startsOf({ items })).toEqual(['09:00', '12:00', '13:00', '14:00', '15:00']);
    for (const slot of await list({ items })) {
      const { status, body } = await book(slot.items);
      expect(status).toBe(200);
      await account.put(`/visits/${body.visit.id}/cancel`);
    }
  });

  it('are listed at once if the rooms of both fit, and booked with a single room for each', async () => {
    const one = await createServiceWithNeeds(server, account, {
      service: { interval: 60 },
      resources: [{}, {}, {}, {}],
      needs: [{ pool: [0, 1] }, { pool: [2, 3] }],
    });
    const needs = [{ pool: [0] }, { pool: [2] }];
    const other = await createServiceWithNeeds(
      server,
      account,
      { service: { interval: 60 }, resources: [], needs },
      one.resourceIds,
    );
    const items = [{ service_id: one.serviceId }, { service_id: other.serviceId }];
    const [slot] = await list({ items, arrangement: 'at_once' });
    expect(slot?.items.map(({ resource_id }) => resource_id)).toEqual([one.resourceIds[1], one.resourceIds[0]]);
    expect((await book(slot?.items ?? [])).status).toBe(200);
    expect(await overbookedResources(server, account.credentials.id)).toEqual([]);
    await busy(one.resourceIds[3], '10:00', '10:30');
    expect(await startsOf({ items, arrangement: 'at_once' })).not.toContain('10:00');
  });

  it('admit others into a gap between work segments, as far as these and their buffers fit', async () => {
    const segments = [
      { offset: 0, length: 30 },
      { offset: 75, length: 30 },
    ];
    const colour = await createServiceWithNeeds(server, account, {
      service: { interval: 105 },
      resources: [{}, {}],
      needs: [{ pool: [0], segments }, { pool: [1] }],
    });
    const [stylist] = colour.resourceIds;
    const items = [{ service_id: colour.serviceId }];
    await busy(stylist, '09:30', '10:15');
    expect(await startsOf({ items })).toContain('09:00');
    await busy(stylist, '10:15', '10:20');
    expect(await startsOf({ items })).not.toContain('09:00');
  });

  it('have the resource that an item names, or one for all, for the first need', async () => {
    const massage = await createServiceWithNeeds(server, account, {
      service: { interval: 60 },
      resources: [{}, {}, {}],
      needs: [{ pool: [0, 1] }, { pool: [2] }],
    });
    const [first, second] = massage.resourceIds;
    const named = [{ service_id: massage.serviceId, resource_id: second }, { service_id: massage.serviceId }];
    const resources = async (visit: object) => (await list(visit))[0]?.items.map(({ resource_id }) => resource_id);
    expect(await resources({ items: named, same_resource: 'require' })).toEqual([second, second]);
    expect(await resources({ items: named, same_resource: 'any' })).toEqual([second, first]);
  });

  it('count the people of an item in each need', async () => {
    const couple = await createServiceWithNeeds(server, account, {
      service: { interval: 60 },
      resources: [{}, {}, { capacity: 2 }],
      needs: [{ pool: [0, 1], per: 'person' }, { pool: [2] }],
    });
    const item = { service_id: couple.serviceId };
    expect(await startsOf({ items: [{ ...item, count: 2 }] })).toContain('09:00');
    expect(await list({ items: [{ ...item, count: 3 }] })).toEqual([]);
    expect(await startsOf({ items: [{ ...item, count: 1 }, item], arrangement: 'at_once' })).toContain('09:00');
    expect(await list({ items: [{ ...item, count: 2 }, item], arrangement: 'at_once' })).toEqual([]);
  });
});

describe('limits that two items share', () => {
  const pair = ({ serviceId }: { serviceId: number }, beside: object = {}) => [
    { service_id: serviceId, ...beside },
    { service_id: serviceId, ...beside },
  ];
  const both = (serviceId: number, beside: object = {}) => [
    { service_id: serviceId, booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 10:00', ...beside },
    { service_id: serviceId, booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00', ...beside },
  ];
  const refusal = async (items: readonly object[]) => {
    const { status, body } = await account.post('/visits', { json: { visit: { items } } });
    return status === 400 ? body : status;
  };

  it('are the daily limit of a resource', async () => {
    const offered = await createBookableService(account, { resource: { max_daily_bookings: 2 } });
    expect(await list({ items: pair(offered) })).not.toEqual([]);
    await busy(offered.resourceId, '16:00', '17:00');
    expect(await list({ items: pair(offered) })).toEqual([]);
    expect(await startsOf({ items: [{ service_id: offered.serviceId }] })).toContain('09:00');
    expect(await refusal(both(offered.serviceId))).toEqual({
      'items[1].resource_id': ['is fully booked on that day (maximum is 2 bookings)'],
    });
  });

  it('are the daily limit of a resource in the pool of a need', async () => {
    const massage = await createServiceWithNeeds(server, account, {
      service: { interval: 60 },
      resources: [{}, { max_daily_bookings: 1 }, {}],
      needs: [{ pool: [0] }, { pool: [1, 2] }],
    });
    const [slot] = await list({ items: pair(massage) });
    expect((await book(slot?.items ?? [])).status).toBe(200);
    expect(await list({ items: pair(massage) })).not.toEqual([]);
    await server.sql('update resource set max_daily_bookings = 2 where id = ?', massage.resourceIds[2]);
    await account.put(`/resources/${massage.resourceIds[0]}`, { json: { resource: { title: 'Other' } } });
    expect(await list({ items: pair(massage) })).toEqual([]);
    expect(await startsOf({ items: [{ service_id: massage.serviceId }] })).not.toEqual([]);
  });

  it('are the daily limit of a service', async () => {
    const offered = await createBookableService(account, { service: { max_daily_bookings: 1 }, providers: [{}, {}] });
    expect(await list({ items: pair(offered), arrangement: 'at_once' })).toEqual([]);
    expect(await startsOf({ items: [{ service_id: offered.serviceId }] })).toContain('09:00');
    expect(await refusal(both(offered.serviceId))).toEqual({
      'items[1].service_id': ['is fully booked on that day (maximum is 1 bookings)'],
    });
  });

  it.each(['daily', 'weekly', 'active'])(
    'are the %s limit of a person, in the account and of the service',
    async (kind) => {
      const attribute = `max_${kind}_per_person`;
      const offered = await createBookableService(account, { service: { [attribute]: 1 } });
      const other = await createBookableService(account);
      const { id } = await account.create('/people', 'person', { name: 'Kari' });
      const beside = { person_id: id };
      expect(await list({ items: pair(offered, beside) })).toEqual([]);
      expect(await list({ items: pair(offered) })).not.toEqual([]);
      const mixed = [
        { service_id: offered.serviceId, ...beside },
        { service_id: other.serviceId, ...beside },
      ];
      expect(await list({ items: mixed })).not.toEqual([]);
      expect(Object.keys(await refusal(both(offered.serviceId, beside)))).toEqual(['items[1].person']);
      await account.put('/client', { json: { client: { [attribute]: 1 } } });
      expect(await list({ items: mixed })).toEqual([]);
      expect(await list({ items: mixed.slice(0, 1) })).not.toEqual([]);
    },
  );

  it('are the capacity of an event', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
    const { id } = await account.create('/events', 'event', {
      ...{ title: 'Yoga', service_id: serviceId, resource_id: resourceId, capacity: 3 },
      ...{ starts_at: '2026-03-04 12:00', ends_at: '2026-03-04 13:00' },
    });
    expect(
      await refusal([
        { event_id: id, count: 2 },
        { event_id: id, count: 2 },
      ]),
    ).toEqual({
      'items[1].event_id': ['is full'],
    });
    expect(await refusal([{ event_id: id, count: 2 }, { event_id: id }])).toBe(200);
  });
});

it('an item for more or fewer people than its service allows is refused', async () => {
  const { serviceId } = await createBookableService(account, {
    ...{ resource: { capacity: 5 }, service: { booking_capacity: 2 } },
  });
  const { status, body } = await account.post('/visits/slots', {
    json: { visit: { items: [{ service_id: serviceId, count: 3 }] }, ...day },
  });
  expect([status, body]).toEqual([400, { 'items[0].count': ['must be less than or equal to 2'] }]);
});
