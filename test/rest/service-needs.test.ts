import { createBookableService } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

const segments = (...pairs: [offset: number, length: number][]) =>
  pairs.map(([offset, length]) => ({ offset, length }));
/** Colour, a gap, and the rest of the work. */
const aroundGap = segments([0, 30], [75, 30]);

const createService = async (service: object = {}, of: TestAccount = account): Promise<number> =>
  (await of.create('/services', 'service', { title: 'Colour', interval: 105, ...service })).id;
const post = (serviceId: number, service_need: object) =>
  account.post(`/services/${serviceId}/needs`, { json: { service_need } });
const createNeed = async (serviceId: number, need: object = {}): Promise<{ id: number }> =>
  account.create(`/services/${serviceId}/needs`, 'service_need', { title: 'Stylist', ...need });
const addToPool = async (service_id: number, need_id: number | null, provider: object = {}) => {
  const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Anna' });
  return account.create('/providers', 'provider', { resource_id, service_id, need_id, ...provider });
};
const hasNeeds = async () => {
  const [row] = await server.sql<{ has_needs: boolean }>(
    'select has_needs from account where id = ?',
    account.credentials.id,
  );
  return row?.has_needs;
};
const refusal = async (sent: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await sent;
  return [status, body];
};

describe('a need of a service', () => {
  it('is created, changed, listed and deleted, each with its change', async () => {
    const serviceId = await createService();
    const created = await post(serviceId, { title: 'Stylist', segments: aroundGap });
    expect([created.status, created.body]).toEqual([
      200,
      {
        service_need: {
          id: expect.any(Number),
          created_at: '2026-03-02T08:00:00+01:00',
          updated_at: '2026-03-02T08:00:00+01:00',
          service_id: serviceId,
          position: 1,
          title: 'Stylist',
          count: 1,
          per: 'booking',
          segments: aroundGap,
          visitors_choose: false,
        },
      },
    ]);
    const { service_need } = created.body;
    const path = `/service_needs/${service_need.id}`;
    const change = { title: 'Colourist', count: 2, per: 'person', segments: null, visitors_choose: true, position: 3 };
    const after = { ...service_need, ...change };
    expect((await account.put(path, { json: { service_need: change } })).body).toEqual({ service_need: after });
    expect((await account.get(path)).body).toEqual({ service_need: after });
    const { id: chairId } = await createNeed(serviceId, { title: 'Chair' });
    await createNeed(await createService());
    const { body: listed } = await account.get(`/services/${serviceId}/needs`);
    expect(listed).toEqual([
      { service_need: expect.objectContaining({ id: chairId, position: 1, title: 'Chair' }) },
      { service_need: after },
    ]);
    expect((await account.del(path)).body).toEqual({ service_need: after });
    expect((await account.get(path)).status).toBe(404);
    const names = (await server.changes(account)).filter((name) => name.startsWith('service_need.'));
    expect(names).toEqual([
      ...['service_need.created', 'service_need.modified', 'service_need.created', 'service_need.created'],
      'service_need.deleted',
    ]);
  });

  it('is found by its service and its pool in GraphQL', async () => {
    const serviceId = await createService();
    const { id } = await createNeed(serviceId, { segments: aroundGap });
    const { id: providerId } = await addToPool(serviceId, id);
    const { data } = await account.graphql(
      `query ($id: Int!, $need: Int!) {
        service(id: $id) { needs { nodes { id } } }
        serviceNeed(id: $need) {
          per segments { offset length } service { id } providers { nodes { id needId need { title } } }
        }
      }`,
      { id: serviceId, need: id },
    );
    expect(data).toEqual({
      service: { needs: { nodes: [{ id }] } },
      serviceNeed: {
        per: 'BOOKING',
        segments: aroundGap,
        service: { id: serviceId },
        providers: { nodes: [{ id: providerId, needId: id, need: { title: 'Stylist' } }] },
      },
    });
  });

  const order = 'must be in order and must not overlap';
  const range = 'must have offsets of at least 0 and lengths of at least 1 minute';
  it.each([
    ['overlap', segments([0, 30], [29, 30]), order],
    ['are out of order', segments([75, 30], [0, 30]), order],
    ['begin before the booking', segments([-1, 30]), range],
    ['have no length', segments([0, 0]), range],
    ['end after it', segments([0, 30], [75, 31]), 'must end within the 105 minutes of the service'],
    ['are none', segments(), 'must have at least one segment: null means the whole length of the service'],
  ])('has no segments that %s', async (_name, given, problem) => {
    const serviceId = await createService();
    const error = [400, { segments: ['is invalid', problem] }];
    expect(await refusal(post(serviceId, { title: 'Stylist', segments: given }))).toEqual(error);
    const { id } = await createNeed(serviceId);
    const change = account.put(`/service_needs/${id}`, { json: { service_need: { segments: given } } });
    expect(await refusal(change)).toEqual(error);
  });

  it('gets the first free position, one of six', async () => {
    const serviceId = await createService();
    const { id } = await createNeed(serviceId, { position: 2 });
    for (const title of ['Room', 'Device', 'Chair']) await createNeed(serviceId, { title });
    expect(await refusal(post(serviceId, { title: 'Basin', position: 3 }))).toEqual([
      400,
      { position: ['has already been taken'] },
    ]);
    await account.del(`/service_needs/${id}`);
    for (const title of ['Basin', 'Towel', 'Cloak']) await createNeed(serviceId, { title });
    const { body } = await account.get(`/services/${serviceId}/needs`);
    expect(body.map(({ service_need }: { service_need: { title: string } }) => service_need.title)).toEqual([
      ...['Room', 'Basin', 'Device', 'Chair', 'Towel', 'Cloak'],
    ]);
    expect(await refusal(post(serviceId, { title: 'Cup' }))).toEqual([
      400,
      { service_id: ['has 6 needs already, which is the maximum'] },
    ]);
  });

  it('gets a position of its own also when many are created at once', async () => {
    const serviceId = await createService();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(serviceId, { title: 'Stylist' })));
    const made = answers.filter(({ status }) => status === 200);
    expect(made.map(({ body }) => body.service_need.position).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  it('needs a title, and ranges of its numbers', async () => {
    const serviceId = await createService();
    expect(await refusal(post(serviceId, { count: 11, position: 7, per: 'hour' }))).toEqual([
      400,
      { per: ['is not included in the list', expect.any(String)] },
    ]);
    expect(await refusal(post(serviceId, { count: 11, position: 7 }))).toEqual([
      400,
      {
        title: ["can't be blank"],
        count: ['must be less than or equal to 10'],
        position: ['must be less than or equal to 6'],
      },
    ]);
    expect((await account.get('/services/999999/needs')).status).toBe(404);
    expect((await post(999_999, { title: 'Stylist' })).status).toBe(404);
  });
});

describe('the service of a need', () => {
  const kind = 'must be a service of appointments without day booking';
  it.each([
    ['sells days', { has_day_booking: true }],
    ['has events', { booking_type: 'attendance' }],
    ['is a product', { booking_type: 'product', price: 10 }],
  ])('is not one that %s', async (_name, service) => {
    const serviceId = await createService(service);
    expect(await refusal(post(serviceId, { title: 'Stylist' }))).toEqual([400, { service_id: ['is invalid', kind] }]);
  });

  it('is not a deleted one', async () => {
    const serviceId = await createService();
    await account.del(`/services/${serviceId}`);
    expect(await refusal(post(serviceId, { title: 'Stylist' }))).toEqual([400, { service_id: ['does not exist'] }]);
  });

  it('stays one of appointments, and long enough, while it has needs', async () => {
    const serviceId = await createService();
    const change = (service: object) => account.put(`/services/${serviceId}`, { json: { service } });
    const { id } = await createNeed(serviceId, { segments: aroundGap });
    await createNeed(serviceId, { title: 'Basin', segments: segments([30, 20]) });
    expect(await refusal(change({ has_day_booking: true }))).toEqual([
      400,
      { has_day_booking: ['is invalid', 'must be false while the service has needs'] },
    ]);
    expect(await refusal(change({ booking_type: 'attendance' }))).toEqual([
      400,
      { booking_type: ['is invalid', 'must be appointment while the service has needs'] },
    ]);
    const tooShort = ['must be greater than or equal to 105', 'is too short for the segments of Stylist'];
    expect(await refusal(change({ interval: 104 }))).toEqual([400, { interval: tooShort }]);
    expect(await refusal(change({ interval: null }))).toEqual([400, { interval: tooShort }]);
    expect((await change({ interval: 120 })).status).toBe(200);
    await account.put(`/service_needs/${id}`, { json: { service_need: { segments: null } } });
    expect((await change({ interval: 50 })).status).toBe(200);
    expect(await refusal(change({ interval: 49 }))).toEqual([
      400,
      { interval: ['must be greater than or equal to 50', 'is too short for the segments of Basin'] },
    ]);
  });
});

describe('the pool of a need', () => {
  it('has providers, one for each need, of which none serves the service itself', async () => {
    const { serviceId, resourceId: resource_id } = await createBookableService(account);
    const { id: first } = await createNeed(serviceId);
    const { id: second } = await createNeed(serviceId, { title: 'Assistant' });
    const create = (need_id: number | null) =>
      account.post('/providers', { json: { provider: { resource_id, service_id: serviceId, need_id } } });
    const { body } = await create(first);
    expect(body.provider).toMatchObject({ resource_id, service_id: serviceId, need_id: first });
    expect((await create(second)).status).toBe(200);
    for (const need of [first, null]) {
      expect(await refusal(create(need))).toEqual([400, { resource_id: ['has already been taken'] }]);
    }
    const { id: other } = await createNeed(await createService());
    expect(await refusal(create(other))).toEqual([400, { need_id: ['is invalid', 'must be a need of the service'] }]);
    expect(await refusal(create(999_999))).toEqual([400, { need_id: ['does not exist'] }]);
    const move = account.put(`/providers/${body.provider.id}`, { json: { provider: { need_id: other } } });
    expect(await refusal(move)).toEqual([400, { need_id: ['is invalid', 'must be a need of the service'] }]);
    const { data } = await account.graphql('query ($id: Int!) { service(id: $id) { resources { nodes { id } } } }', {
      id: serviceId,
    });
    expect(data.service.resources.nodes).toEqual([{ id: resource_id }]);
  });

  it('is not what a service without needs offers', async () => {
    const serviceId = await createService({ interval: 60, price: 500 });
    const { id } = await createNeed(serviceId);
    await addToPool(serviceId, id, { price: 900 });
    const { data } = await account.graphql('query ($id: Int!) { service(id: $id) { priceFrom priceTo } }', {
      id: serviceId,
    });
    expect(data.service).toEqual({ priceFrom: null, priceTo: null });
  });

  it('has at most 50 resources', async () => {
    const serviceId = await createService();
    const { id } = await createNeed(serviceId);
    await server.sql(
      `with chair as (
         insert into resource (account_id, created_at, updated_at, title)
         select ?, now(), now(), 'Chair ' || n from generate_series(1, 50) as n returning account_id, id)
       insert into provider (account_id, created_at, updated_at, resource_id, service_id, need_id)
       select account_id, now(), now(), id, ?, ? from chair`,
      ...[account.credentials.id, serviceId, id],
    );
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Chair 51' });
    const provider = { resource_id, service_id: serviceId, need_id: id };
    expect(await refusal(account.post('/providers', { json: { provider } }))).toEqual([
      400,
      { need_id: ['has 50 resources already, which is the maximum'] },
    ]);
  });

  it('is deleted with the need', async () => {
    const serviceId = await createService();
    const { id } = await createNeed(serviceId);
    const { id: providerId } = await addToPool(serviceId, id);
    const kept = await addToPool(serviceId, null);
    await account.del(`/service_needs/${id}`);
    expect((await account.get(`/providers/${providerId}`)).status).toBe(404);
    expect((await account.get(`/providers/${kept.id}`)).status).toBe(200);
    const names = (await server.changes(account)).slice(-2);
    expect(names).toEqual(['provider.deleted', 'service_need.deleted']);
  });
});

it('a need that is deleted while its pool grows leaves no provider', async () => {
  const serviceId = await createService();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await createNeed(serviceId);
    const provider = await addToPool(serviceId, id);
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Bo' });
    const statuses = await Promise.all([
      account.del(`/service_needs/${id}`),
      account.post('/providers', { json: { provider: { resource_id, service_id: serviceId, need_id: id } } }),
      account.put(`/providers/${provider.id}`, { json: { provider: { priority_value: round, need_id: id } } }),
    ]);
    const [deleted, created, changed] = statuses.map(({ status }) => status);
    expect([deleted, [200, 400].includes(created ?? 0), [200, 404].includes(changed ?? 0)]).toEqual([200, true, true]);
    expect((await account.get('/providers')).body).toEqual([]);
  }
});

describe('an account', () => {
  const places = (bookingId: number, needId: number, resourceId: number) =>
    server.sql(
      `with marked as (update booking set has_places = true where account_id = ? and id = ? returning account_id, id)
       insert into booking_place (account_id, booking_id, position, need_id, resource_id, starts_at, ends_at, count)
       select account_id, id, 1, ?, ?, '2026-03-04T12:00+01:00', '2026-03-04T12:30+01:00', 1 from marked`,
      ...[account.credentials.id, bookingId, needId, resourceId],
    );
  const book = async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const booking = await account.create('/bookings', 'booking', {
      ...{ service_id: serviceId, resource_id: resourceId },
      ...{ booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' },
    });
    return { ...booking, serviceId, resourceId };
  };

  it('has needs from the first to the last', async () => {
    const serviceId = await createService();
    expect(await hasNeeds()).toBe(false);
    const first = await createNeed(serviceId);
    const second = await createNeed(serviceId);
    expect(await hasNeeds()).toBe(true);
    await account.del(`/service_needs/${first.id}`);
    expect(await hasNeeds()).toBe(true);
    await account.del(`/service_needs/${second.id}`);
    expect(await hasNeeds()).toBe(false);
  });

  it('keeps reading the places of bookings after the last need', async () => {
    const booking = await book();
    const { id } = await createNeed(booking.serviceId);
    await places(booking.id, id, booking.resourceId);
    await account.del(`/service_needs/${id}`);
    expect(await hasNeeds()).toBe(true);
    const { data } = await account.graphql(
      'query ($id: Int!) { booking(id: $id) { places { needId need { id } resource { title } from to places } } }',
      { id: booking.id },
    );
    expect(data.booking.places).toEqual([
      {
        needId: id,
        need: null,
        resource: { title: 'Chair' },
        from: '2026-03-04T12:00:00+01:00',
        to: '2026-03-04T12:30:00+01:00',
        places: 1,
      },
    ]);
  });

  it('without needs has no places in the JSON of bookings, and with needs those of a list by one statement', async () => {
    const [first, second] = [await book(), await book()];
    const paths = [
      '/bookings',
      '/bookings?hasNeeds=true&has_needs=true',
      `/bookings/${first.id}`,
      `/bookings/${first.id}/changes`,
      '/changes',
    ];
    const textOf = async (path: string) => JSON.stringify((await account.get(path)).body);
    for (const path of paths) expect(await textOf(path)).not.toContain('places');
    const { id } = await createNeed(first.serviceId);
    await places(first.id, id, first.resourceId);
    const place = {
      need_id: id,
      resource_id: first.resourceId,
      from: '2026-03-04T12:00:00+01:00',
      to: '2026-03-04T12:30:00+01:00',
      places: 1,
    };
    const { result, statements } = await statementsOf(server.database, () => account.get('/bookings'));
    const listed = new Map(
      result.body.map(({ booking }: { booking: { id: number; places: object[] } }) => [booking.id, booking.places]),
    );
    expect(listed).toEqual(
      new Map([
        [first.id, [place]],
        [second.id, []],
      ]),
    );
    expect(statements.filter((sql) => sql.includes('from booking_place'))).toHaveLength(1);
    const { body } = await account.get(`/bookings/${first.id}`);
    expect(body.booking.places).toEqual([place]);
    const { body: history } = await account.get(`/bookings/${first.id}/changes`);
    expect(history[0].change.booking.places).toEqual([place]);
  });

  it('shows visitors of a need they may choose for only its title and the choices', async () => {
    const { serviceId } = await createBookableService(account);
    const site = async () => (await visitor.get(`/services/${serviceId}`)).body.service;
    expect(Object.keys(await site())).not.toContain('needs');
    const { id } = await createNeed(serviceId, { visitors_choose: true });
    await createNeed(serviceId, { title: 'Room' });
    const { resource_id } = await addToPool(serviceId, id);
    const { resource_id: retired } = await addToPool(serviceId, id);
    await account.del(`/resources/${retired}`);
    expect((await site()).needs).toEqual([
      { id, title: 'Stylist', resources: [{ id: resource_id, title: 'Anna', description: null, image: null }] },
    ]);
  });
});
