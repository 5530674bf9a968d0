import { bulk } from '../graphql/bulk.calls.js';
import { type BookableService, createBookableService, openDaily } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

/** Opens a service with a resource for each provider that is never full. */
const pool = (service: object, providers: object[] = [{}, {}]): Promise<BookableService> =>
  createBookableService(account, { service, resource: { capacity: 1_000 }, providers });

const at = (day: string) => ({ booked_from: `2026-03-${day} 10:00`, booked_to: `2026-03-${day} 11:00` });

const book = (booking: object) => account.create('/bookings', 'booking', { ...at('03'), ...booking });

/** Books one after the other. @returns how many each resource got, in the order of the resources */
async function countsOf({ serviceId, resourceIds }: BookableService, count: number): Promise<number[]> {
  const got: number[] = [];
  for (let index = 0; index < count; index++) got.push((await book({ service_id: serviceId })).resource_id);
  return resourceIds.map((id) => got.filter((one) => one === id).length);
}

describe('a balanced service', () => {
  const balanced = { priority_strategy: 'balanced' };

  it('gives 40 bookings by the weights 3 and 1 as 30 and 10', async () => {
    const service = await pool(balanced, [{ priority_value: 3 }, { priority_value: 1 }]);
    expect(await countsOf(service, 40)).toEqual([30, 10]);
  });

  it('gives a resource that joins after 20 and 20 two of the next six', async () => {
    const service = await pool(balanced);
    expect(await countsOf(service, 40)).toEqual([20, 20]);
    server.clock.advance(60);
    const { id } = await account.create('/resources', 'resource', { title: 'Third', capacity: 1_000 });
    await account.create('/providers', 'provider', { service_id: service.serviceId, resource_id: id });
    expect(await countsOf({ ...service, resourceIds: [...service.resourceIds, id] }, 6)).toEqual([2, 2, 2]);
  });

  it('treats a resource that takes over the provider of another as one that joins', async () => {
    const service = await pool(balanced);
    expect(await countsOf(service, 10)).toEqual([5, 5]);
    server.clock.advance(60);
    const { id } = await account.create('/resources', 'resource', { title: 'Substitute', capacity: 1_000 });
    const { body } = await account.get(`/providers?resource_id=${service.resourceIds[0]}`);
    await account.put(`/providers/${body[0].provider.id}`, { json: { provider: { resource_id: id } } });
    expect(await countsOf({ ...service, resourceIds: [id, service.resourceIds[1] ?? 0] }, 4)).toEqual([2, 2]);
  });

  it('counts active and completed bookings, without cancelled ones and no-shows', async () => {
    const service = await pool(balanced);
    const [first, second] = service.resourceIds;
    const named = { service_id: service.serviceId, resource_id: first };
    const [cancelled, absent, completed] = [await book(named), await book(named), await book(named)];
    await account.put(`/bookings/${cancelled.id}/cancel`);
    await account.put(`/bookings/${absent.id}/status`, { json: { status: 'no_show' } });
    await account.put(`/bookings/${completed.id}/status`, { json: { status: 'completed' } });
    expect((await book({ service_id: service.serviceId })).resource_id).toBe(second);
    expect((await book({ service_id: service.serviceId })).resource_id).toBe(first);
  });

  it('counts the bookings that named their resource, unless the service says otherwise', async () => {
    for (const [counts_named_bookings, expected] of [
      [true, [0, 4]],
      [false, [2, 2]],
    ] as const) {
      const service = await pool({ ...balanced, counts_named_bookings });
      for (let index = 0; index < 4; index++) {
        await book({ service_id: service.serviceId, resource_id: service.resourceIds[0] });
      }
      expect(await countsOf(service, 4)).toEqual(expected);
    }
  });

  it('does not count other services, nor events', async () => {
    const service = await pool(balanced);
    const [first] = service.resourceIds;
    const { id: other } = await account.create('/services', 'service', { title: 'Other' });
    await account.create('/providers', 'provider', { service_id: other, resource_id: first });
    await book({ service_id: other, resource_id: first });
    await book({ resource_id: first });
    expect((await book({ service_id: service.serviceId })).resource_id).toBe(first);
  });

  it('counts from the start of the month in the zone of the account', async () => {
    await account.put('/account', { json: { account: { time_zone: 'Pacific/Kiritimati' } } });
    const service = await pool(balanced);
    const [first, second] = service.resourceIds;
    // 14 hours ahead of UTC, so that April begins at 10:00 of 31 March.
    server.clock.set('2026-03-31T09:59:00Z');
    await book({ ...at('31'), service_id: service.serviceId, resource_id: first });
    await book({ ...at('31'), service_id: service.serviceId, resource_id: first });
    expect((await book({ ...at('31'), service_id: service.serviceId })).resource_id).toBe(second);
    server.clock.set('2026-03-31T10:01:00Z');
    expect(await countsOf(service, 2)).toEqual([1, 1]);
  });

  it('gives a busy resource nothing, and hides no time', async () => {
    const service = await createBookableService(account, { service: balanced, providers: [{}, {}] });
    const [first, second] = service.resourceIds;
    const got = [];
    for (const resource_id of [second, second, second]) {
      await account.create('/bookings', 'booking', {
        ...at(`0${4 + got.length}`),
        ...{ service_id: service.serviceId, resource_id },
      });
      got.push(resource_id);
    }
    await book({ resource_id: first });
    expect((await book({ service_id: service.serviceId })).resource_id).toBe(second);
    const { body } = await account.post('/bookings', { json: { ...at('03'), service_id: service.serviceId } });
    expect(body).toEqual({ resource_id: ['is not available'] });
  });

  it('decides on bookings of one request one after the other', async () => {
    const { serviceId, resourceIds } = await pool(balanced, [{}, {}, {}]);
    const input = { serviceId, bookedFrom: '2026-03-03T09:00:00Z', bookedTo: '2026-03-03T10:00:00Z' };
    const inputs = Array.from({ length: 6 }, () => input);
    const { data } = await bulk(account, 'createBookings', '[NewBookingInput!]!', inputs, 'mode: EACH');
    expect(data?.items.map(({ error }) => error)).toEqual(inputs.map(() => null));
    const got = await server.sql<{ resource_id: number }>(
      'select resource_id from booking where service_id = ? order by id',
      serviceId,
    );
    expect(got.map(({ resource_id }) => resource_id)).toEqual([...resourceIds, ...resourceIds]);
  });

  it('leaves a booking that moves with its resource', async () => {
    const service = await pool(balanced);
    const { id, resource_id } = await book({ service_id: service.serviceId });
    await book({ service_id: service.serviceId, resource_id });
    const { body } = await account.put(`/bookings/${id}`, { json: { booking: at('05') } });
    expect(body.booking.resource_id).toBe(resource_id);
  });
});

describe('a service that takes turns', () => {
  it('gives each resource one after the other, whatever their loads', async () => {
    const service = await pool({ priority_strategy: 'least_recent' }, [{}, { priority_value: 9 }, {}]);
    const [first] = service.resourceIds;
    for (let index = 0; index < 3; index++) await book({ service_id: service.serviceId, resource_id: first });
    expect(await countsOf(service, 6)).toEqual([2, 2, 2]);
  });
});

it('other services, and bookings that name their resource, read no loads', async () => {
  const service = await pool({ priority_strategy: 'balanced' });
  const plain = await pool({});
  const read = /width_bucket/;
  const sent = async (booking: object): Promise<number> =>
    (await statementsOf(server.database, () => book(booking))).statements.filter((one) => read.test(one)).length;
  expect(await sent({ service_id: service.serviceId })).toBe(1);
  expect(await sent({ service_id: service.serviceId, resource_id: service.resourceId })).toBe(0);
  expect(await sent({ service_id: plain.serviceId })).toBe(0);
});

describe('GET /bookings/{id}/assignment', () => {
  const why = async (id: number) => {
    const { status, body } = await account.get(`/bookings/${id}/assignment`);
    return { status, body };
  };
  const candidate = (resource_id: number | undefined, attributes: object) => ({
    ...{ resource_id, title: 'Chair', chosen: false, obstacle: null, weight: 1, load: 0, start_load: 0 },
    ...{ last_booking_id: null, ...attributes },
  });

  it('has the loads and what was in the way when the booking was made, also later', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      service: { priority_strategy: 'balanced' },
      providers: [{ priority_value: 2 }, {}, {}, {}],
    });
    const [first, second, third, fourth] = resourceIds;
    const one = await book({ service_id: serviceId });
    await account.create('/bookings', 'booking', { ...at('04'), service_id: serviceId, resource_id: second });
    await account.create('/bookings', 'booking', { ...at('04'), service_id: serviceId, resource_id: fourth });
    await account.create('/bookings', 'booking', { ...at('05'), service_id: serviceId, resource_id: fourth });
    await account.put(`/resources/${third}`, { json: { resource: { max_daily_bookings: 1 } } });
    await account.create('/bookings', 'booking', { ...at('03'), booked_from: '2026-03-03 08:00', resource_id: third });
    const two = await book({ service_id: serviceId });
    const expected = {
      resource_id: second,
      strategy: 'balanced',
      candidates: [
        candidate(third, { obstacle: 'full_day' }),
        candidate(first, { weight: 2, load: 1, last_booking_id: one.id, obstacle: 'taken' }),
        candidate(second, { load: 1, chosen: true }),
        candidate(fourth, { load: 2 }),
      ],
    };
    expect(await why(two.id)).toEqual({ status: 200, body: { assignment: expected } });
    await account.put(`/bookings/${one.id}/cancel`);
    await account.put(`/resources/${third}`, { json: { resource: { title: 'Renamed' } } });
    await account.put(`/bookings/${two.id}`, { json: { booking: at('06') } });
    const [renamed, ...others] = expected.candidates;
    const later = { ...expected, candidates: [{ ...renamed, title: 'Renamed' }, ...others] };
    expect(await why(two.id)).toEqual({ status: 200, body: { assignment: later } });
  });

  it('counts nothing for turns', async () => {
    const { serviceId, resourceIds } = await pool({ priority_strategy: 'least_recent' });
    const one = await book({ service_id: serviceId });
    const two = await book({ service_id: serviceId });
    const uncounted = { load: null, start_load: null };
    expect((await why(two.id)).body).toEqual({
      assignment: {
        resource_id: resourceIds[1],
        strategy: 'least_recent',
        candidates: [
          candidate(resourceIds[1], { ...uncounted, chosen: true }),
          candidate(resourceIds[0], { ...uncounted, last_booking_id: one.id }),
        ],
      },
    });
  });

  it('has a resource that was closed', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      service: { priority_strategy: 'balanced' },
      providers: [{}, {}],
    });
    const night = { booked_from: '2026-03-03 16:30', booked_to: '2026-03-03 17:30', public_booking: true };
    await account.put(`/resources/${resourceIds[1]}`, { json: { resource: openDaily('09:00', '20:00') } });
    const { id } = await book({ ...night, service_id: serviceId });
    const { body } = await why(id);
    expect(body.assignment.candidates.map(({ obstacle }: { obstacle: string }) => obstacle)).toEqual(['closed', null]);
  });

  it('has no strategy if the request named the resource, or staff did later, or another strategy chose it', async () => {
    const balanced = await pool({ priority_strategy: 'balanced' });
    const plain = await pool({});
    const [first, second] = balanced.resourceIds;
    const named = await book({ service_id: balanced.serviceId, resource_id: first });
    const moved = await book({ service_id: balanced.serviceId });
    expect(moved.resource_id).toBe(second);
    await account.put(`/bookings/${moved.id}`, { json: { booking: { resource_id: first } } });
    const other = await book({ service_id: plain.serviceId });
    for (const { id, resource_id } of [named, { ...moved, resource_id: first }, other]) {
      const assignment = { resource_id, strategy: null, candidates: [] };
      expect(await why(id)).toEqual({ status: 200, body: { assignment } });
    }
  });

  it('is 404 without the booking, and for staff only', async () => {
    expect((await why(2_000_000_000)).status).toBe(404);
    const { serviceId } = await pool({ priority_strategy: 'balanced' });
    const { id } = await book({ service_id: serviceId });
    const { status } = await fetch(`${server.origin}/api/v1/bookings/${id}/assignment`);
    expect(status).toBe(401);
  });

  it('is in GraphQL, too', async () => {
    const { serviceId, resourceIds } = await pool({ priority_strategy: 'balanced' });
    const { id } = await book({ service_id: serviceId });
    const document = `{ bookingAssignment(id: ${id}) { strategy candidates { resourceId chosen obstacle } } }`;
    const candidates = resourceIds.map((resourceId, index) => ({ resourceId, chosen: index === 0, obstacle: null }));
    expect((await account.graphql(document)).data).toEqual({
      bookingAssignment: { strategy: 'BALANCED', candidates },
    });
  });
});
