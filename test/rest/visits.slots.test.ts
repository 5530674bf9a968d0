import { createBookableService, openDaily } from '../support/catalog.js';
import { between, pick, seeded } from '../support/random.js';
import { sampledSeeds } from '../support/sample.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

interface Item {
  service_id: number;
  resource_id: number;
  timestamp: string;
  timestamp_end: string;
}
interface Slot {
  timestamp: string;
  timestamp_end: string;
  items: Item[];
}

const day = { from: '2026-03-04', to: '2026-03-04' };
const ask = (visit: object, beside: object = day) => account.post('/visits/slots', { json: { visit, ...beside } });
const list = async (visit: object, beside: object = day): Promise<Slot[]> => {
  const { status, body } = await ask(visit, beside);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.map(({ visit_slot }: { visit_slot: Slot }) => visit_slot);
};
const timeOf = (instant: string): string => instant.slice(11, 16);
const toItems = ({ items }: Slot, counts: readonly number[] = []) =>
  items.map(({ service_id, resource_id, timestamp, timestamp_end }, index) => ({
    ...{ service_id, resource_id, booked_from: timestamp, booked_to: timestamp_end, count: counts[index] ?? 1 },
  }));

describe('the times of a visit', () => {
  it('follow each other on the resources that serve them', async () => {
    const colour = await createBookableService(account, { service: { interval: 60 } });
    const cut = await createBookableService(account, { service: { interval: 30 } });
    const items = [{ service_id: colour.serviceId }, { service_id: cut.serviceId }];
    await account.create('/bookings', 'booking', {
      ...{ service_id: cut.serviceId, resource_id: cut.resourceId },
      ...{ booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' },
    });
    const slots = await list({ items });
    expect(slots.map(({ timestamp }) => timeOf(timestamp))).toEqual([
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
    ]);
    expect(slots[0]?.items).toEqual([
      {
        ...{ service_id: colour.serviceId, resource_id: colour.resourceId },
        ...{ timestamp: '2026-03-04T10:00:00+01:00', timestamp_end: '2026-03-04T11:00:00+01:00' },
      },
      {
        ...{ service_id: cut.serviceId, resource_id: cut.resourceId },
        ...{ timestamp: '2026-03-04T11:00:00+01:00', timestamp_end: '2026-03-04T11:30:00+01:00' },
      },
    ]);
    const waiting = await list({ items, max_wait: 60 });
    expect(waiting.map(({ timestamp }) => timeOf(timestamp))).toContain('09:00');
  });

  it('are those of two people at once, with different resources', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const items = [{ service_id: serviceId }, { service_id: serviceId }];
    const [slot] = await list({ items, arrangement: 'at_once' });
    expect(slot?.items.map(({ resource_id }) => resource_id).sort()).toEqual(resourceIds);
    const three = [...items, { service_id: serviceId }];
    expect(await list({ items: three, arrangement: 'at_once' })).toEqual([]);
    expect(await list({ items, arrangement: 'at_once', same_resource: 'require' })).toEqual([]);
  });

  it('are listed to visitors and over GraphQL', async () => {
    const { serviceId } = await createBookableService(account);
    const visit = { items: [{ service_id: serviceId }, { service_id: serviceId }] };
    const listed = await list(visit);
    const { body } = await visitor.post('/visits/slots', { json: { visit, ...day } });
    expect(body.map(({ visit_slot }: { visit_slot: Slot }) => visit_slot)).toEqual(listed);
    const { data } = await account.graphql(`{ visitSlots(from: "2026-03-04", to: "2026-03-04",
      search: { items: [{ serviceId: ${serviceId} }, { serviceId: ${serviceId} }], arrangement: IN_ORDER }) { nodes { timestamp } } }`);
    expect(data.visitSlots.nodes).toHaveLength(listed.length);
  });

  it('are refused by item', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const { id: product } = await account.create('/services', 'service', { title: 'Soap', booking_type: 'product' });
    const { id: kari } = await account.create('/people', 'person', { name: 'Kari' });
    const first = { service_id: serviceId };
    const refused = async (visit: object, beside: object = day) => {
      const { status, body } = await ask(visit, beside);
      return [status, body];
    };
    expect(await refused({ items: [first, { service_id: 999_999 }] })).toEqual([
      400,
      { 'items[1].service_id': ['does not exist'] },
    ]);
    expect(await refused({ items: [{ service_id: product }] })).toEqual([
      400,
      { 'items[0].service_id': ['cannot be booked'] },
    ]);
    expect(await refused({ items: [{ ...first, resource_id: resourceId + 1_000 }] })).toEqual([
      400,
      { 'items[0].resource_id': ['does not exist'] },
    ]);
    expect(await refused({ items: [{ ...first, count: 0 }] })).toEqual([
      400,
      { 'items[0].count': ['must be greater than 0'] },
    ]);
    const twice = { ...first, person_id: kari };
    expect(await refused({ items: [twice, twice], arrangement: 'at_once' })).toEqual([
      400,
      { 'items[1].person_id': ['is when the person has another booking'] },
    ]);
    expect(await refused({ items: Array(5).fill(first), arrangement: 'any_order' })).toEqual([
      400,
      { items: ['is too long (maximum is 4 items)'] },
    ]);
    expect((await refused({ items: [first], max_wait: 121 }))[0]).toBe(400);
    expect((await refused({ items: [first], max_wait: -1 }))[0]).toBe(400);
    expect((await refused({ items: [] }))[0]).toBe(400);
    expect((await refused({ items: [first] }, { from: '2026-03-04', to: '2026-05-04' }))[0]).toBe(400);
  });
});

it.each(sampledSeeds(24, 4, 'visits'))(
  'in world %i, what is listed can be booked, and what is taken is refused',
  async (seed) => {
    const random = seeded(seed);
    const chairs: number[] = [];
    for (let number = 0; number < 3; number++) {
      const capacity = pick(random, [1, 1, 2]);
      const resource = { title: 'Chair', capacity, ...openDaily('09:00', '13:00') };
      chairs.push((await account.create('/resources', 'resource', resource)).id);
    }
    const services: number[] = [];
    for (let number = 0; number < 3; number++) {
      const { id } = await account.create('/services', 'service', {
        title: `Service ${number}`,
        interval: pick(random, [30, 45, 60]),
        next_interval: 30,
        buffer_before: pick(random, [0, 0, 15]),
        buffer_after: pick(random, [0, 0, 15]),
        slot_generation_type: pick(random, [1, 2]),
      });
      const pool = chairs.filter(() => random(10) < 7);
      for (const resource_id of pool.length > 0 ? pool : chairs) {
        await account.create('/providers', 'provider', { resource_id, service_id: id });
      }
      services.push(id);
    }
    for (let number = 0; number < 3; number++) {
      const start = 9 * 60 + 15 * random(12);
      const clock = (minutes: number): string =>
        `2026-03-04 ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      await account.post('/bookings', {
        json: {
          booking: { resource_id: pick(random, chairs), booked_from: clock(start), booked_to: clock(start + 30) },
        },
      });
    }
    const visit = {
      items: Array.from({ length: between(random, 2, 3) }, () => ({ service_id: pick(random, services) })),
      arrangement: pick(random, ['in_order', 'any_order', 'at_once']),
      max_wait: pick(random, [0, 15, 30]),
      same_resource: pick(random, ['prefer', 'require', 'any']),
    };
    const slots = await list(visit);
    let last: { slot: Slot; id: number } | undefined;
    for (const slot of slots.length > 0 ? [pick(random, slots), pick(random, slots), slots.at(-1) ?? slots[0]] : []) {
      if (!slot) continue;
      if (last) await account.put(`/visits/${last.id}/cancel`);
      const { status, body } = await visitor.post('/visits', {
        json: {
          visit: { items: toItems(slot), person_attributes: { name: 'Kari', email: `${random(1e9)}@example.org` } },
        },
      });
      expect([slot, status, body]).toEqual([slot, 200, expect.anything()]);
      last = { slot, id: body.visit.id };
    }
    if (!last) return;
    // As long as it can be booked again, it is listed again.
    for (let number = 0; number < 4; number++) {
      const { slot } = last;
      const isListed = (
        await list({ ...visit, items: slot.items.map(({ service_id, resource_id }) => ({ service_id, resource_id })) })
      ).some(
        ({ timestamp, items }) => timestamp === slot.timestamp && JSON.stringify(items) === JSON.stringify(slot.items),
      );
      const { status, body } = await account.post('/visits', {
        json: { visit: { items: toItems(slot), public_booking: true } },
      });
      if (isListed) expect([slot, status, body]).toEqual([slot, 200, expect.anything()]);
      if (status === 400) expect(Object.keys(body).every((name) => name.startsWith('items['))).toBe(true);
      if (status === 400) return;
    }
  },
);
