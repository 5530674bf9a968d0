import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { accepted, accountAcrossProcesses, refusals, type SendConcurrently } from '../support/concurrent-requests.js';
import { type RestAnswer, type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const origins = [server.origin, (await server.another()).origin];
// Opens the connections of both processes. Otherwise the first requests would arrive one after the other.
const first = await accountAcrossProcesses(server, origins);
await first.concurrently(60, (through) => through.get('/bookings'));
let account: TestAccount;
let concurrently: SendConcurrently;
beforeEach(async () => {
  ({ account, concurrently } = await accountAcrossProcesses(server, origins));
});

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const taken = { resource_id: ['is not available'] };
const bookAtOnce = (count: number, booking: (index: number) => object) =>
  concurrently(count, (through, index) => through.post('/bookings', { json: booking(index) }));
const people = (answers: RestAnswer[]): number =>
  accepted(answers).reduce((total, { body }) => total + body.booking.count, 0);

/** More than all connections, but so few that none waits 5 s for one. */
const many = 80;

describe('80 concurrent creations', () => {
  it('for a resource with capacity 1 create one booking', async () => {
    const { resourceId } = await createBookableService(account);
    const answers = await bookAtOnce(many, () => ({ ...time, resource_id: resourceId }));
    expect(accepted(answers)).toHaveLength(1);
    expect(refusals(answers)).toEqual([{ status: 400, ...taken }]);
    expect((await account.get('/bookings/all')).body).toHaveLength(1);
  });

  it('for a night, of times that begin on both of its dates, create one booking', async () => {
    const { serviceId } = await createBookableService(account, {
      service: { interval: 120, next_interval: 30 },
      resource: openDaily('20:00', '02:00'),
    });
    const times = [
      { booked_from: '2026-03-03 23:00', booked_to: '2026-03-04 01:00' },
      { booked_from: '2026-03-04 00:00', booked_to: '2026-03-04 02:00' },
    ];
    const night = (index: number) => ({ ...times[index % 2], service_id: serviceId, public_booking: true });
    const answers = await bookAtOnce(many, night);
    expect(accepted(answers)).toHaveLength(1);
    expect(refusals(answers)).toEqual([{ status: 400, ...taken }]);
  });

  it('for a resource with capacity 7 fill it', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 7 } });
    const minute = (index: number) => String(index % 60).padStart(2, '0');
    const answers = await bookAtOnce(many, (index) => ({
      resource_id: resourceId,
      booked_from: `2026-03-03 10:${minute(index)}`,
      booked_to: `2026-03-03 11:${minute(index)}`,
      count: 1 + (index % 3),
    }));
    expect(refusals(answers)).toEqual([{ status: 400, ...taken }]);
    const booked = accepted(answers).map(({ body }) => body.booking);
    const instants = Array.from({ length: 120 }, (_, index) => Date.parse('2026-03-03T09:00Z') + index * 60_000);
    const loads = instants.map((instant) =>
      booked
        .filter(({ booked_from, booked_to }) => Date.parse(booked_from) <= instant && instant < Date.parse(booked_to))
        .reduce((total, { count }) => total + count, 0),
    );
    expect(Math.max(...loads)).toBe(7);
  });

  it('for an event fill it exactly', async () => {
    const event = await createEvent(account, { capacity: 7 });
    const answers = await bookAtOnce(many, (index) => ({ event_id: event.id, count: 1 + (index % 3) }));
    expect(people(answers)).toBe(7);
    expect(refusals(answers)).toEqual([{ status: 400, event_id: ['is full'] }]);
    expect((await account.get(`/events/${event.id}`)).body.event.availability).toBe(0);
  });

  it('for five providers create one booking for each', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}, {}, {}, {}] });
    const answers = await bookAtOnce(many, () => ({ ...time, service_id: serviceId }));
    const assigned = accepted(answers).map(({ body }) => body.booking.resource_id);
    expect(assigned.toSorted((a, b) => a - b)).toEqual(resourceIds);
    expect(refusals(answers)).toEqual([{ status: 400, ...taken }]);
  });
});

it('20 concurrent bookings of a new person create one person', async () => {
  const { resourceId } = await createBookableService(account, { resource: { capacity: 20 } });
  const person = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
  const answers = await bookAtOnce(20, () => ({ ...time, resource_id: resourceId, person_attributes: person }));
  expect(refusals(answers)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.booking.person_id)).size).toBe(1);
  expect((await account.get('/people/all')).body).toHaveLength(1);
});

it('20 concurrent bookings on different resources create one person', async () => {
  const { resourceIds } = await createBookableService(account, { providers: Array.from({ length: 20 }, () => ({})) });
  for (let round = 1; round <= 5; round += 1) {
    const answers = await bookAtOnce(20, (index) => ({
      booked_from: `2026-03-0${round + 2} 10:00`,
      booked_to: `2026-03-0${round + 2} 11:00`,
      resource_id: resourceIds[index],
      person_attributes: { email: `kari${round}@example.org` },
    }));
    expect(refusals(answers)).toEqual([]);
    expect((await account.get('/people/all')).body).toHaveLength(round);
  }
});

it('one of many concurrent moves and creations gets the free time', async () => {
  const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 100 } });
  const target = await account.create('/resources', 'resource', { title: 'Target', capacity: 3 });
  await account.create('/providers', 'provider', { resource_id: target.id, service_id: serviceId });
  const ids: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    ids.push((await account.create('/bookings', 'booking', { ...time, resource_id: resourceId })).id);
  }
  const answers = await concurrently(60, (through, index) =>
    index < 30
      ? through.put(`/bookings/${ids[index]}`, { json: { resource_id: target.id } })
      : through.post('/bookings', { json: { ...time, resource_id: target.id } }),
  );
  expect(accepted(answers)).toHaveLength(3);
  expect(refusals(answers)).toEqual([{ status: 400, ...taken }]);
  const { body } = await account.get(`/bookings?resource_id=${target.id}`);
  expect(body).toHaveLength(3);
});

it('bookings that swap places do not deadlock', async () => {
  const { resourceIds } = await createBookableService(account, { resource: { capacity: 4 }, providers: [{}, {}] });
  const ids: number[] = [];
  for (const resource_id of [...resourceIds, ...resourceIds]) {
    ids.push((await account.create('/bookings', 'booking', { ...time, resource_id })).id);
  }
  const answers = await concurrently(80, (through, index) =>
    through.put(`/bookings/${ids[index % 4]}`, { json: { resource_id: resourceIds[Math.floor(index / 4) % 2] } }),
  );
  expect(refusals(answers)).toEqual([]);
});

it('one of several concurrent transitions of a booking succeeds', async () => {
  await server.configure(account, { confirm_manually: true });
  const { resourceId } = await createBookableService(account);
  const booking = await account.create(
    '/bookings',
    'booking',
    { ...time, resource_id: resourceId },
    { confirm: false },
  );
  const steps = ['confirm', 'decline'];
  const answers = await concurrently(20, (through, index) =>
    through.put(`/bookings/${booking.id}/${steps[index % 2]}`),
  );
  expect(accepted(answers)).toHaveLength(1);
  const names = await server.changes(account);
  expect(names.filter((name) => name === 'booking.confirmed' || name === 'booking.declined')).toHaveLength(1);
});
