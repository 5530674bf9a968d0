import { type BookableService, bookableServicePerTest, bookService, openDaily } from '../support/catalog.js';
import { createServiceWithNeeds } from '../support/needs.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);
const service: BookableService = bookableServicePerTest(account, { resource: openDaily('09:00', '17:00') });

const noon = { from: '2026-03-04 12:00', to: '2026-03-04 13:00' };
const query = (parameters: object): string => new URLSearchParams({ ...noon, ...parameters }).toString();

async function conflicts(parameters: object = {}): Promise<Record<string, unknown>[]> {
  const { status, body } = await account.get(`/services/${service.serviceId}/conflicts?${query(parameters)}`);
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return body.map(({ conflict }: { conflict: object }) => conflict);
}

/** Returns what a visitor sees. */
async function seen(parameters: object = {}): Promise<unknown> {
  return (await visitor.get(`/services/${service.serviceId}/conflicts?${query(parameters)}`)).body;
}

const kinds = async (parameters: object = {}) => (await conflicts(parameters)).map(({ kind }) => kind);
const at = (from: string, to: string) => ({ from: `2026-03-04T${from}:00+01:00`, to: `2026-03-04T${to}:00+01:00` });

describe('what is in the way of a time', () => {
  it('is nothing if it is free', async () => {
    expect([await conflicts(), await seen()]).toEqual([[], []]);
  });

  it('is a booking, whose id and time staff see, and visitors only its kind', async () => {
    const { id, resource_id } = await bookService(account, service, {
      booked_from: '2026-03-04 12:30',
      booked_to: '2026-03-04 14:00',
    });
    expect(await conflicts()).toEqual([{ kind: 'booking', id, resource_id, ...at('12:30', '14:00') }]);
    expect(await seen()).toEqual([{ conflict: { kind: 'booking' } }]);
    expect(await conflicts({ booking_id: id })).toEqual([]);
    expect(await seen({ booking_id: id })).toEqual([{ conflict: { kind: 'booking' } }]);
    await account.put(`/bookings/${id}/cancel`);
    expect(await conflicts()).toEqual([]);
  });

  it('is no booking that leaves enough places, and the capacity if there are never enough', async () => {
    await account.put(`/resources/${service.resourceId}`, { json: { resource: { capacity: 3 } } });
    const { id } = await bookService(account, service, {
      booked_from: '2026-03-04 12:00',
      booked_to: '2026-03-04 13:00',
    });
    expect(await conflicts({ count: '2' })).toEqual([]);
    expect(await conflicts({ count: '3' })).toMatchObject([{ kind: 'booking', id }]);
    expect(await kinds({ count: '4' })).toEqual(['capacity', 'booking']);
  });

  it('is an event, and an entry of a calendar of another program', async () => {
    const event = { title: 'Yoga', service_id: service.serviceId, resource_id: service.resourceId, capacity: 3 };
    const { id } = await account.create('/events', 'event', {
      ...event,
      ...{ starts_at: '2026-03-04 11:00', ends_at: '2026-03-04 12:30' },
    });
    const source = { resource_id: service.resourceId, url: 'https://calendar.example.org/secret.ics' };
    const { id: sourceId } = await account.create('/calendar_sources', 'calendar_source', source);
    await server.sql(
      `insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at)
       values (?, ?, ?, '2026-03-04T11:30:00Z', '2026-03-04T13:00:00Z')`,
      ...[account.credentials.id, sourceId, service.resourceId],
    );
    server.forgetAccounts();
    expect(await conflicts()).toEqual([
      { kind: 'event', id, resource_id: service.resourceId, ...at('11:00', '12:30') },
      { kind: 'calendar', id: sourceId, resource_id: service.resourceId, ...at('12:30', '14:00') },
    ]);
    expect(await seen()).toEqual([{ conflict: { kind: 'event' } }, { conflict: { kind: 'calendar' } }]);
  });

  it.each([
    ['ends after them', ['16:30', '17:30'], ['17:00', '17:30']],
    ['begins before them', ['08:00', '10:00'], ['08:00', '09:00']],
    ['contains them', ['08:00', '18:00'], ['08:00', '09:00']],
    ['is outside of them', ['18:00', '19:00'], ['18:00', '19:00']],
  ] as const)('are the opening hours, if it %s', async (_how, [from, to], [closed, open]) => {
    const { resourceId } = service;
    expect(await conflicts({ from: `2026-03-04 ${from}`, to: `2026-03-04 ${to}` })).toEqual([
      { kind: 'hours', id: null, resource_id: resourceId, ...at(closed, open) },
    ]);
    expect(await seen({ from: `2026-03-04 ${from}`, to: `2026-03-04 ${to}` })).toEqual([
      { conflict: { kind: 'hours' } },
    ]);
  });

  it('is a date without hours, for a booking of whole days', async () => {
    await account.put(`/services/${service.serviceId}`, { json: { service: { has_day_booking: true } } });
    await account.put(`/resources/${service.resourceId}`, { json: { resource: { opening_hours_thu: [] } } });
    const days = { from: '2026-03-04 00:00', to: '2026-03-07 00:00' };
    const closed = { kind: 'hours', id: null, resource_id: service.resourceId };
    expect(await conflicts(days)).toEqual([
      { ...closed, from: '2026-03-05T00:00:00+01:00', to: '2026-03-06T00:00:00+01:00' },
    ]);
    expect(await conflicts()).toEqual([{ ...closed, ...at('12:00', '13:00') }]);
  });

  it.each([
    ['a closed day', [{ from: '2026-03-04' }], '2026-03-04', '2026-03-05'],
    [
      'closed days, of which those before it are left out',
      [{ from: '2026-03-01', to: '2026-03-04' }],
      '2026-03-04',
      '2026-03-05',
    ],
  ])('is %s, all day', async (_what, closed_days, from, to) => {
    await account.put('/client', { json: { client: { closed_days } } });
    const times = { from: `${from}T00:00:00+01:00`, to: `${to}T00:00:00+01:00` };
    const found = { kind: 'closed_day', id: null, resource_id: service.resourceId };
    expect(await conflicts()).toEqual([{ ...found, ...times }]);
    expect(await seen()).toEqual([{ conflict: { kind: 'closed_day' } }]);
  });

  it('are the past and the bookable period', async () => {
    await account.put('/client', { json: { client: { future_bookable_period: '1 day' } } });
    expect(await conflicts()).toMatchObject([{ kind: 'period', to: '2026-03-03T08:00:00+01:00' }]);
    expect(await kinds({ from: '2026-03-01 12:00', to: '2026-03-01 13:00' })).toEqual(['past']);
  });

  it('are the limits of the resource, the service and the person', async () => {
    const { person_id } = await bookService(account, service, {
      ...{ booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' },
      person_attributes: { name: 'Kari', email: 'kari@example.org' },
    });
    await account.put(`/resources/${service.resourceId}`, { json: { resource: { max_daily_bookings: 1 } } });
    await account.put(`/services/${service.serviceId}`, { json: { service: { max_daily_bookings: 1 } } });
    await account.put('/client', { json: { client: { max_active_per_person: 1 } } });
    const day = { from: '2026-03-04T00:00:00+01:00', to: '2026-03-05T00:00:00+01:00' };
    expect(await conflicts({ person_id })).toEqual([
      { kind: 'person_limit', id: person_id, resource_id: null, from: null, to: null },
      { kind: 'service_limit', id: service.serviceId, resource_id: null, ...day },
      { kind: 'resource_limit', id: service.resourceId, resource_id: service.resourceId, ...day },
    ]);
    expect(await seen({ person_id })).toEqual([
      { conflict: { kind: 'service_limit' } },
      { conflict: { kind: 'resource_limit' } },
    ]);
  });

  it('is that the pools of a service never have enough resources', async () => {
    const { serviceId, resourceIds } = await createServiceWithNeeds(server, account, {
      resources: [{}],
      needs: [{ pool: [0], count: 2 }],
    });
    const path = `/services/${serviceId}/conflicts?${query({})}`;
    const shortage = { kind: 'shortage', id: null, resource_id: null, from: null, to: null, needed: 2, has: 1 };
    expect((await account.get(path)).body).toEqual([{ conflict: shortage }]);
    expect((await account.get(`${path}&resource_id=${resourceIds[0]}`)).body).toEqual([{ conflict: shortage }]);
    expect((await visitor.get(path)).body).toEqual([{ conflict: { kind: 'shortage' } }]);
  });

  it('is a full event of a service that people attend', async () => {
    const { id: service_id } = await account.create('/services', 'service', {
      title: 'Yoga',
      booking_type: 'attendance',
    });
    const { id } = await account.create('/events', 'event', {
      ...{ title: 'Yoga', service_id, resource_id: service.resourceId, capacity: 2 },
      ...{ starts_at: '2026-03-04 12:00', ends_at: '2026-03-04 13:00' },
    });
    await account.create('/bookings', 'booking', { event_id: id, count: 2 });
    const { body } = await account.get(`/services/${service_id}/conflicts?${query({})}`);
    expect(body).toEqual([
      { conflict: { kind: 'event', id, resource_id: service.resourceId, ...at('12:00', '13:00') } },
    ]);
  });

  it.each([
    [{ to: '2026-03-04 11:00' }, { to: ['must be after from'] }],
    [
      { from: '', to: '' },
      { from: ["can't be blank"], to: ["can't be blank"] },
    ],
    [{ resource_id: '2000000000' }, { resource_id: ['does not exist'] }],
  ])('is refused for %j', async (parameters, errors) => {
    const { status, body } = await account.get(`/services/${service.serviceId}/conflicts?${query(parameters)}`);
    expect([status, body]).toEqual([400, errors]);
  });

  it('is what makes a public booking fail', async () => {
    const tries = [
      noon,
      { from: '2026-03-04 08:00', to: '2026-03-04 09:00' },
      { from: '2026-03-04 09:00', to: '2026-03-04 10:00' },
    ];
    await bookService(account, service, { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' });
    for (const { from, to } of tries) {
      const found = await conflicts({ from, to });
      const booking = { service_id: service.serviceId, booked_from: from, booked_to: to, public_booking: true };
      const { status } = await account.post('/bookings', { json: { booking } });
      expect([from, status]).toEqual([from, found.length === 0 ? 200 : 400]);
    }
  });
});
