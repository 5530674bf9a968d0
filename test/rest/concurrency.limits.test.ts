import { createBookableService, createEvent } from '../support/catalog.js';
import { accepted, accountAcrossProcesses, refusals, type SendConcurrently } from '../support/concurrent-requests.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const others = await Promise.all([1, 2, 3].map(() => server.another()));
const origins = [server.origin, ...others.map(({ origin }) => origin)];
const first = await accountAcrossProcesses(server, origins);
await first.concurrently(60, (through) => through.get('/bookings'));
let account: TestAccount;
let concurrently: SendConcurrently;
beforeEach(async () => {
  ({ account, concurrently } = await accountAcrossProcesses(server, origins));
});

const many = 60;
const minute = (index: number) => String(index % 60).padStart(2, '0');
const time = (index: number) => ({
  booked_from: `2026-03-03 10:${minute(index)}`,
  booked_to: `2026-03-03 11:${minute(index)}`,
});
const kari = { email: 'kari@example.org' };
const bookAtOnce = (booking: (index: number) => object) =>
  concurrently(many, (through, index) => through.post('/bookings', { json: { ...time(index), ...booking(index) } }));

describe('60 concurrent creations by four processes', () => {
  const resource = { capacity: 100 };

  it.each([
    ['max_active_per_person', 'has too many bookings (maximum is 3)'],
    ['max_daily_per_person', 'has too many bookings on that day (maximum is 3)'],
    ['max_weekly_per_person', 'has too many bookings in that week (maximum is 3)'],
  ])('make exactly as many bookings of a person as %s, also of a new one on many resources', async (name, message) => {
    const { resourceIds } = await createBookableService(account, { resource, providers: [{}, {}, {}, {}] });
    await account.put('/client', { json: { client: { [name]: 3 } } });
    const answers = await bookAtOnce((index) => ({ resource_id: resourceIds[index % 4], person_attributes: kari }));
    expect(accepted(answers)).toHaveLength(3);
    expect(refusals(answers)).toEqual([{ status: 400, person: [message] }]);
    expect((await account.get('/bookings')).body).toHaveLength(3);
  });

  it('make exactly as many bookings of a service as its daily limit, on many resources', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { resource, providers: [{}, {}, {}, {}] });
    await account.put(`/services/${serviceId}`, { json: { service: { max_daily_bookings: 5 } } });
    const answers = await bookAtOnce((index) => ({ service_id: serviceId, resource_id: resourceIds[index % 4] }));
    expect(accepted(answers)).toHaveLength(5);
    expect(refusals(answers)).toEqual([
      { status: 400, service_id: ['is fully booked on that day (maximum is 5 bookings)'] },
    ]);
  });

  it('make exactly as many bookings of each resource as its daily limit, whether it is named or chosen', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      resource: { ...resource, max_daily_bookings: 4 },
      providers: [{}, {}, {}],
    });
    const answers = await bookAtOnce((index) => ({
      service_id: serviceId,
      ...(index % 2 === 0 && { resource_id: resourceIds[index % 3] }),
    }));
    const booked = Map.groupBy(accepted(answers), ({ body }) => body.booking.resource_id);
    expect([...booked].map(([id, { length }]) => [id, length]).toSorted()).toEqual(resourceIds.map((id) => [id, 4]));
    expect(refusals(answers)).toEqual([
      { status: 400, resource_id: ['is fully booked on that day (maximum is 4 bookings)'] },
    ]);
  });

  it('make one booking of a person for an event', async () => {
    const event = await createEvent(account, { capacity: 100 }, { once_per_person: true });
    const answers = await concurrently(many, (through) =>
      through.post('/bookings', { json: { event_id: event.id, person_attributes: kari } }),
    );
    expect(accepted(answers)).toHaveLength(1);
    expect(refusals(answers)).toEqual([{ status: 400, person: ['is already booked for the event'] }]);
  });
});

describe('20 concurrent moves by four processes', () => {
  let serviceId: number;
  let resourceIds: number[];
  let ids: number[];
  beforeEach(async () => {
    const offered = { resource: { capacity: 100 }, providers: [{}, {}] };
    ({ serviceId, resourceIds } = await createBookableService(account, offered));
    ids = [];
    for (let index = 0; index < 20; index += 1) {
      const booking = { service_id: serviceId, resource_id: resourceIds[0], ...time(index) };
      ids.push((await account.create('/bookings', 'booking', { ...booking, person_attributes: kari })).id);
    }
  });
  const onNextDay = async () => (await account.get('/bookings?start=2026-03-04&end=2026-03-05')).body.length;

  it('to a day fill its limit', async () => {
    await account.put(`/services/${serviceId}`, { json: { service: { max_daily_bookings: 3 } } });
    const moved = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' };
    const answers = await concurrently(20, (through, index) =>
      through.put(`/bookings/${ids[index]}`, { json: { booking: moved } }),
    );
    expect(accepted(answers)).toHaveLength(3);
    expect(await onNextDay()).toBe(3);
  });

  it('by the links of the bookings fill the limit of their person', async () => {
    await server.configure(account, { public_access: true, allow_cancellation: true });
    await account.put('/client', { json: { client: { max_daily_per_person: 3 } } });
    const tokens = await Promise.all(ids.map((id) => linkTokenOf(account, id)));
    const answers = await concurrently(20, (through, index) =>
      new Visitor(through).put(`/bookings/${tokens[index]}`, {
        json: { booking: { booked_from: `2026-03-04 ${10 + (index % 6)}:00` } },
      }),
    );
    expect(accepted(answers)).toHaveLength(3);
    expect(refusals(answers)).toEqual([{ status: 400, person: ['has too many bookings on that day (maximum is 3)'] }]);
    expect(await onNextDay()).toBe(3);
  });

  it('in bulk and one by one fill the limit of the resource', async () => {
    const [from, to] = resourceIds;
    await account.put(`/resources/${to}`, { json: { resource: { max_daily_bookings: 3 } } });
    const bulk = `mutation { moveBookings(fromResourceId: ${from}, toResourceId: ${to}, date: "2026-03-03", mode: EACH) {
      written
    } }`;
    const one = { json: { booking: { resource_id: to } } };
    await concurrently<unknown>(20, (through, index) =>
      index % 5 === 0 ? through.graphql(bulk) : through.put(`/bookings/${ids[index]}`, one),
    );
    const { body } = await account.get(`/bookings?resource_id=${to}`);
    expect(body).toHaveLength(3);
  });
});
