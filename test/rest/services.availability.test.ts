import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();

const availability = (serviceId: number, query = '') => account.get(`/services/${serviceId}/availability${query}`);
const available = async (serviceId: number, query = ''): Promise<number[]> =>
  (await availability(serviceId, query)).body.map(({ resource }: { resource: { id: number } }) => resource.id);

describe('the available resources', () => {
  it('are the active providers with a free slot today, in full', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const found = await availability(serviceId);
    const expected = await Promise.all(resourceIds.map(async (id) => (await account.get(`/resources/${id}`)).body));
    expect([found.status, found.body]).toEqual([200, expected]);
  });

  it('have a free slot on a date from first to last', async () => {
    const hours = { opening_hours_tue: [], opening_hours_wed: ['10:00', '11:00'] };
    const { serviceId, resourceIds } = await createBookableService(account, {
      providers: [{}, hours, { opening_hours_tue: [] }],
    });
    const [always, wednesday, notTuesday] = resourceIds;
    await account.create('/bookings', 'booking', {
      resource_id: notTuesday,
      booked_from: '2026-03-04 09:00',
      booked_to: '2026-03-04 17:00',
    });
    expect(await available(serviceId, '?from=2026-03-03')).toEqual([always]);
    expect(await available(serviceId, '?from=2026-03-03&to=2026-03-04')).toEqual([always, wednesday]);
    expect(await available(serviceId, '?from=2026-03-03&to=2026-03-05')).toEqual(resourceIds);
    expect(await available(serviceId, `?from=2026-03-04&selected_resources=${wednesday}`)).toEqual([wednesday]);
  });

  it('do not include a deleted service, resource or provider', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}, {}] });
    const [kept, removed, deleted] = resourceIds;
    const { body } = await account.get('/providers');
    const link = body.find(({ provider }: { provider: { resource_id: number } }) => provider.resource_id === removed);
    await account.del(`/providers/${link.provider.id}`);
    await account.del(`/resources/${deleted}`);
    expect(await available(serviceId, '?from=2026-03-03')).toEqual([kept]);
    await account.del(`/services/${serviceId}`);
    expect(await available(serviceId, '?from=2026-03-03')).toEqual([]);
  });

  it('of an attendance service are those of its bookable events', async () => {
    const event = await createEvent(account, { capacity: 1 });
    const { resourceId } = await createBookableService(account, { resource: openDaily('00:00', '24:00') });
    const more = await account.create('/events', 'event', {
      service_id: event.service_id,
      resource_id: resourceId,
      capacity: 1,
      starts_at: '2026-03-04 12:00',
      ends_at: '2026-03-04 13:00',
    });
    const week = '?from=2026-03-03&to=2026-03-09';
    expect(await available(event.service_id, '?from=2026-03-03')).toEqual([event.resource_id]);
    expect(await available(event.service_id, week)).toEqual([event.resource_id, resourceId]);
    await account.create('/bookings', 'booking', { event_id: event.id });
    await account.put(`/events/${more.id}`, { json: { published: false } });
    expect(await available(event.service_id, week)).toEqual([]);
  });

  it('are empty for products and gift cards', async () => {
    for (const booking_type of ['product', 'gift_card']) {
      const { id } = await account.create('/services', 'service', { title: 'Soap', booking_type });
      expect(await available(id)).toEqual([]);
    }
  });

  it('take as many statements for 60 days and five resources as for one of each', async () => {
    const one = await createBookableService(account);
    const five = await createBookableService(account, { providers: [{}, {}, {}, {}, {}] });
    const counts = [];
    for (const [{ serviceId }, to] of [[one, '2026-03-03'] as const, [five, '2026-05-02'] as const]) {
      const { statements } = await statementsOf(server.database, () =>
        availability(serviceId, `?from=2026-03-03&to=${to}`),
      );
      counts.push(statements.length);
    }
    expect(counts).toEqual([3, 3]);
  });
});

describe('bad input', () => {
  it.each([
    ['from=2026-06-02&to=2026-06-01', { to: ['must be after from'] }],
    ['from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    ['from=soon', { from: ['is invalid', accepted.date] }],
    ['selected_resources=999999', { selected_resources: ['does not exist'] }],
  ])('%s is rejected', async (query, errors) => {
    const { serviceId } = await createBookableService(account);
    const { status, body } = await availability(serviceId, `?${query}`);
    expect([status, body]).toEqual([400, errors]);
  });

  it('includes a service of another account, or an unknown one', async () => {
    const { serviceId } = await createBookableService(other);
    for (const id of [serviceId, 999_999]) expect((await availability(id)).status).toBe(404);
  });
});
