import { createBookableService, createEvent } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { type RestAnswer, type TestAccount, type TestServer, useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await useTestServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  account = await server.account();
});

/** Returns the number of statements of a request, without the one that finds its account by the key or the site. */
async function statementCount(request: () => Promise<Pick<RestAnswer, 'status' | 'body'>>): Promise<number> {
  const { result, statements } = await statementsOf(server.database, request);
  if (result.status !== 200) throw new Error(`${result.status} ${JSON.stringify(result.body)}`);
  return statements.length;
}

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const kari = { name: 'Kari', email: 'kari@example.org' };

/** Writes bookings with a different person, service and event each. */
async function crowd(of: TestAccount, from: number, to: number): Promise<void> {
  await server.sql(
    `with numbered as (select ?::integer as account_id, now() as created_at, now() as updated_at, n
       from generate_series(?::integer, ?::integer) as n),
     person as (insert into person (account_id, created_at, updated_at, name)
       select account_id, created_at, updated_at, 'P' || n from numbered returning id, name),
     resource as (insert into resource (account_id, created_at, updated_at, title)
       select account_id, created_at, updated_at, 'R' || n from numbered returning id, title),
     service as (insert into service (account_id, created_at, updated_at, title)
       select account_id, created_at, updated_at, 'S' || n from numbered returning id, title),
     event as (insert into event (account_id, created_at, updated_at, resource_id, service_id, title, capacity, starts_at, ends_at)
       select account_id, created_at, updated_at, resource.id, service.id, 'E' || n, 5, '2026-03-03', '2026-03-04'
       from numbered join resource on resource.title = 'R' || n join service on service.title = 'S' || n
       returning id, title, resource_id, service_id)
     insert into booking (account_id, created_at, updated_at, person_id, resource_id, service_id, event_id, booked_from,
       booked_to, state, ignores_capacity)
     select account_id, created_at, updated_at, person.id, event.resource_id, event.service_id, event.id, '2026-03-03',
       '2026-03-04', 'confirmed', true
     from numbered join person on person.name = 'P' || n join event on event.title = 'E' || n`,
    of.credentials.id,
    from,
    to,
  );
}

describe('reading', () => {
  it('a booking with all its references takes one statement', async () => {
    const event = await createEvent(account);
    const { id } = await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: kari });
    expect(await statementCount(() => account.get(`/bookings/${id}`))).toBe(1);
  });

  it.each([
    ['/bookings', 2],
    ['/bookings?extended=true', 3],
  ])('%s takes as many for 200 bookings as for 10', async (path, ceiling) => {
    const read = () => statementCount(() => account.get(path));
    await crowd(account, 1, 10);
    const few = await read();
    await crowd(account, 11, 200);
    expect((await account.get(path)).body).toHaveLength(200);
    expect([few, await read()]).toEqual([few, few]);
    expect(few).toBeLessThanOrEqual(ceiling);
  });

  it('slots takes as many for 60 days and five resources as for one of each', async () => {
    const one = await createBookableService(account);
    const five = await createBookableService(account, { providers: [{}, {}, {}, {}, {}] });
    const read = (serviceId: number, to: string) =>
      statementCount(() => account.get(`/services/${serviceId}/slots?from=2026-03-03&to=${to}`));
    expect(await read(one.serviceId, '2026-03-03')).toBe(2);
    expect(await read(five.serviceId, '2026-05-02')).toBe(2);
    expect(await statementCount(() => account.get(`/services/${five.serviceId}/next_available_date`))).toBe(2);
  });

  it('the lists of a visitor take as many for 200 as for 10', async () => {
    await server.configure(account, { public_access: true });
    const visitor = new Visitor(server.origin, account.credentials.subdomain);
    const read = (path: string) => statementCount(() => visitor.get(path));
    await crowd(account, 1, 10);
    expect([await read('/services'), await read('/events')]).toEqual([1, 3]);
    await crowd(account, 11, 200);
    expect([await read('/services'), await read('/events')]).toEqual([1, 3]);
  });

  it('orders takes as many for 20 as for two', async () => {
    const { resourceId, serviceId } = await createBookableService(account, {
      service: { price: 9 },
      resource: { capacity: 20 },
    });
    const order = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          account.create('/bookings', 'booking', {
            ...time,
            resource_id: resourceId,
            service_id: serviceId,
            person_attributes: kari,
          }),
        ),
      );
    await order(2);
    expect(await statementCount(() => account.get('/orders'))).toBe(2);
    await order(18);
    expect(await statementCount(() => account.get('/orders'))).toBe(2);
  });

  it('people takes as many for 50 as for one', async () => {
    await account.create('/people', 'person', kari);
    expect(await statementCount(() => account.get('/people'))).toBe(2);
    await crowd(account, 1, 60);
    expect(await statementCount(() => account.get('/people'))).toBe(2);
  });

  it('exception dates, message templates and webhooks take as many for ten as for one', async () => {
    const { resourceId, serviceId } = await createBookableService(account);
    const dates = `/resources/${resourceId}/exception_dates`;
    const text = { message_type: 'confirmation', delivery_type: 'sms', template: 'Welcome!', services: [serviceId] };
    const fill = async (from: number, to: number) => {
      for (let number = from; number <= to; number += 1) {
        const exception_date = new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10);
        await account.create(`${dates}/${exception_date}`, 'resource_exception_date', { opening_hours: [] });
        await account.create('/message_templates', 'message_template', text);
        await account.create('/web_hooks', 'web_hook', { target_url: 'https://example.org', event: '*' });
      }
    };
    const read = async () => [
      await statementCount(() => account.get(dates)),
      await statementCount(() => account.get('/message_templates')),
      await statementCount(() => account.get('/web_hooks')),
    ];
    await fill(1, 1);
    expect(await read()).toEqual([3, 2, 1]);
    await fill(2, 10);
    expect(await read()).toEqual([3, 2, 1]);
  });
});

/** The numbers include begin, commit and the reads of related objects for the response. */
describe('writing', () => {
  const book = (booking: object) => statementCount(() => account.post('/bookings', { json: booking }));

  it('a booking of a resource', async () => {
    const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 9 } });
    const { id } = await account.create('/people', 'person', kari);
    const named = { ...time, resource_id: resourceId, service_id: serviceId };
    expect(await book({ ...time, resource_id: resourceId })).toBe(6);
    expect(await book(named)).toBe(6);
    expect(await book({ ...named, public_booking: true })).toBe(6);
    expect(await book({ ...named, person_id: id })).toBe(9);
    expect(await book({ ...named, person_attributes: kari })).toBe(10);
    expect(await book({ ...named, person_attributes: { name: 'New', email: 'new@example.org' } })).toBe(10);
    expect(await book({ ...named, person_attributes: { ...kari, city: 'Oslo' } })).toBe(11);
  });

  it('a booking of any of many resources', async () => {
    const { serviceId } = await createBookableService(account, { providers: Array.from({ length: 10 }, () => ({})) });
    expect(await book({ ...time, service_id: serviceId })).toBe(8);
  });

  it('a booking of an event', async () => {
    const event = await createEvent(account);
    expect(await book({ event_id: event.id })).toBe(7);
  });

  it('a sold booking, and its cancellation', async () => {
    const { resourceId, serviceId } = await createBookableService(account, { service: { price: 100 } });
    const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, availability: 9 };
    const { id: coupon_id } = await account.create('/coupons', 'coupon', coupon);
    const named = { ...time, resource_id: resourceId, service_id: serviceId };
    expect(await book(named)).toBe(8);
    const next = { ...named, booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00' };
    expect(await book({ ...next, coupon_id })).toBe(9);
    const [{ booking }] = (await account.get('/bookings/recent')).body;
    expect(await statementCount(() => account.put(`/bookings/${booking.id}/cancel`))).toBe(9);
  });

  it('a change of a booking', async () => {
    const { resourceId, serviceId } = await createBookableService(account);
    const { id } = await account.create('/bookings', 'booking', {
      ...time,
      resource_id: resourceId,
      service_id: serviceId,
    });
    const put = (path: string, json: object = {}) =>
      statementCount(() => account.put(`/bookings/${id}${path}`, { json }));
    expect(await put('', { title: 'x' })).toBe(6);
    expect(await put('', { booked_to: '2026-03-03 12:00' })).toBe(9);
    expect(await put('/status', { status: 'completed' })).toBe(6);
    expect(await put('/cancel')).toBe(6);
  });
});
