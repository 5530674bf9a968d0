import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { listSlots, slotDatesAndTimes } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

describe('events as slots', () => {
  it('are those that are bookable', async () => {
    const event = await createEvent(account, { capacity: 3 });
    const { service_id: serviceId, resource_id: resourceId } = event;
    const more = (attributes: object) =>
      account.create('/events', 'event', {
        service_id: serviceId,
        resource_id: resourceId,
        capacity: 1,
        starts_at: '2026-03-03 18:00',
        ends_at: '2026-03-03 19:00',
        ...attributes,
      });
    await more({ published: false });
    await more({ first_booking_at: '2026-03-02 08:01' });
    await more({ last_booking_at: '2026-03-02 07:59' });
    await more({ starts_at: '2026-03-02 07:00' });
    const gone = await more({});
    await account.del(`/events/${gone.id}`);
    const full = await more({});
    await account.create('/bookings', 'booking', { event_id: full.id });
    await account.create('/bookings', 'booking', { event_id: event.id });
    expect(await listSlots(account, serviceId, 'from=2026-03-01&to=2026-03-09')).toEqual([
      {
        timestamp: '2026-03-03T12:00:00+01:00',
        timestamp_end: '2026-03-03T13:00:00+01:00',
        formatted_timestamp: 'Tuesday, March 3, 2026 at 12:00 PM',
        formatted_timestamp_end: 'Tuesday, March 3, 2026 at 1:00 PM',
        free: 2,
        maximum_capacity: 3,
        available_resources: [resourceId],
        event_id: event.id,
        price_from: null,
        price_to: null,
      },
    ]);
    const { resourceId: other } = await createBookableService(account);
    expect(await listSlots(account, serviceId, `from=2026-03-03&selected_resources=${other}`)).toEqual([]);
    expect((await account.get(`/services/${serviceId}/available_dates`)).body).toEqual([
      { available_date: { date: '2026-03-03' } },
    ]);
  });
});

describe('available dates', () => {
  const at = (serviceId: number, name: string, query = '') => account.get(`/services/${serviceId}/${name}${query}`);
  const week = { opening_hours_sat: [], opening_hours_sun: [] };

  it('are those with a free slot, to the end of the month', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      resource: { ...week, opening_hours_tue: [] },
    });
    server.clock.set('2026-03-26T07:00:00Z');
    await account.create('/bookings', 'booking', {
      resource_id: resourceId,
      booked_from: '2026-03-27 09:00',
      booked_to: '2026-03-27 17:00',
    });
    const { body } = await at(serviceId, 'available_dates');
    expect(body).toEqual([{ available_date: { date: '2026-03-26' } }, { available_date: { date: '2026-03-30' } }]);
    const april = await at(serviceId, 'available_dates', '?from=2026-04-28');
    expect(april.body).toEqual([
      { available_date: { date: '2026-04-29' } },
      { available_date: { date: '2026-04-30' } },
    ]);
    const two = await at(serviceId, 'available_dates', '?from=2026-03-28&to=30.03.2026');
    expect(two.body).toEqual([{ available_date: { date: '2026-03-30' } }]);
  });

  it('begin with the next one, within 30 days', async () => {
    const { serviceId } = await createBookableService(account, {
      resource: { ...openDaily(), opening_hours_sun: ['09:00', '10:00'] },
    });
    expect((await at(serviceId, 'next_available_date')).body).toEqual([{ available_date: '2026-03-08' }]);
    expect((await at(serviceId, 'next_available_date', '?from=2026-03-09')).body).toEqual([
      { available_date: '2026-03-15' },
    ]);
    await server.configure(account, { first_bookable_period: 'in 30 days' });
    expect((await at(serviceId, 'next_available_date')).body).toEqual([]);
    expect((await at(serviceId, 'next_available_date', '?from=2026-03-06')).body).toEqual([
      { available_date: '2026-04-05' },
    ]);
  });

  it('are those of the selected resources', async () => {
    const providers = [{ opening_hours_tue: [] }, { opening_hours_wed: [] }];
    const { serviceId, resourceIds } = await createBookableService(account, { providers });
    const of = (id: number | undefined) =>
      at(serviceId, 'next_available_date', `?from=2026-03-03&selected_resources[]=${id}`);
    expect((await of(resourceIds[0])).body).toEqual([{ available_date: '2026-03-04' }]);
    expect((await of(resourceIds[1])).body).toEqual([{ available_date: '2026-03-03' }]);
  });
});

describe('requests', () => {
  it('default to today; the start defaults to today and the end to the start', async () => {
    const { serviceId } = await createBookableService(account, { resource: openDaily('09:00', '10:00') });
    expect(await slotDatesAndTimes(account, serviceId, '')).toBe('02T09:00');
    expect(await slotDatesAndTimes(account, serviceId, 'to=2026-03-04')).toBe('02T09:00 03T09:00 04T09:00');
    expect(await slotDatesAndTimes(account, serviceId, 'from=2026-03-04')).toBe('04T09:00');
  });

  it.each([
    ['slots', 'from=x', { from: ['is invalid', accepted.date] }],
    ['slots', 'to=2026-02-30', { to: ['is invalid', accepted.date] }],
    ['slots', 'from=2026-03-03&to=2026-03-02', { to: ['must be after from'] }],
    ['slots', 'from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    ['slots', 'from=9999-12-31', { from: ['is invalid'] }],
    ['slots', 'from=0001-01-01', { from: ['is invalid'] }],
    ['slots', 'selected_resources=x', { selected_resources: ['is not a number'] }],
    ['slots', 'selected_resources=2000000000', { selected_resources: ['does not exist'] }],
    ['available_dates', 'from=9999-12-31', { from: ['is invalid'] }],
    ['available_dates', 'from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    ['available_dates', 'from=2026-03-05&to=2026-03-04', { to: ['must be after from'] }],
    ['next_available_date', 'from=9999-12-31', { from: ['is invalid'] }],
    ['next_available_date', 'from=2026-02-30', { from: ['is invalid', accepted.date] }],
    ['next_available_date', 'selected_resources[]=0', { selected_resources: ['does not exist'] }],
  ])('for %s with %s are rejected', async (name, query, expected) => {
    const { serviceId } = await createBookableService(account);
    const { status, body } = await account.get(`/services/${serviceId}/${name}?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });

  it('can span 366 days', async () => {
    const { serviceId } = await createBookableService(account, { resource: openDaily('09:00', '10:00') });
    expect(await listSlots(account, serviceId, 'from=2026-03-03&to=2027-03-04')).toHaveLength(367);
  });

  it.each(['slots', 'available_dates', 'next_available_date'])(
    'for %s of a service that does not exist or belongs to another account are not found',
    async (name) => {
      const { serviceId } = await createBookableService(await server.account());
      expect((await account.get(`/services/${serviceId}/${name}`)).status).toBe(404);
      expect((await account.get(`/services/x/${name}`)).status).toBe(404);
    },
  );

  it('for a service without slots are empty', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const other = await createBookableService(account);
    expect(await listSlots(account, serviceId, `from=2026-03-03&selected_resources=${other.resourceId}`)).toEqual([]);
    await account.del(`/resources/${resourceId}`);
    expect(await listSlots(account, serviceId)).toEqual([]);
    await account.del(`/services/${other.serviceId}`);
    expect(await listSlots(account, other.serviceId)).toEqual([]);
    const { id } = await account.create('/services', 'service', { title: 'Soap', booking_type: 'product' });
    expect(await listSlots(account, id)).toEqual([]);
  });
});
