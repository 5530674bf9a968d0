import { type BookableService, bookService, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const day = { from: '2026-03-04', to: '2026-03-04' };

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const jobs = new WaitlistJobs(server, account);
let entries: WaitlistEntries;
let of: BookableService;
beforeEach(async () => {
  of = await createBookableService(account, { resource: { capacity: 3 }, providers: [{}, {}] });
  entries = new WaitlistEntries(account, of.serviceId, day);
  await jobs.openings();
});

const close = async (path: string) => {
  expect((await account.del(path)).status).toBe(200);
  await jobs.run();
};
const change = async (path: string, json: object) => {
  expect((await account.put(path, { json })).status).toBe(200);
  await jobs.run();
};
const reasonOf = async (entry: { id: number }) => {
  const { state, closed_reason } = await entries.read(entry);
  return [state, closed_reason];
};

/** For each column by which an entry refers to something: an entry, what ends its wait, and the reason that it then has. */
const references: Record<string, () => Promise<unknown>> = {
  service_id: async () => {
    const entry = await entries.add('Ola');
    await close(`/services/${of.serviceId}`);
    expect(await reasonOf(entry)).toEqual(['expired', 'service_deleted']);
  },
  event_id: async () => {
    const event = await createEvent(account, { capacity: 1 });
    const entry = await entries.add('Ola', {
      service_id: undefined,
      event_id: event.id,
      from: undefined,
      to: undefined,
    });
    await close(`/events/${event.id}`);
    expect(await reasonOf(entry)).toEqual(['expired', 'event_deleted']);
  },
  resource_id: async () => {
    const [entry, any] = [await entries.add('Ola', { resource_id: of.resourceId }), await entries.add('Kari')];
    await close(`/resources/${of.resourceId}`);
    expect([await reasonOf(entry), await reasonOf(any)]).toEqual([
      ['expired', 'resource_deleted'],
      ['waiting', null],
    ]);
  },
  person_id: async () => {
    const { id: person_id } = await account.create('/people', 'person', { name: 'Ola', email: 'ola@example.org' });
    const [entry, other] = [await entries.add('Ola', { person_id }), await entries.add('Kari')];
    await close(`/people/${person_id}`);
    expect([await reasonOf(entry), await reasonOf(other)]).toEqual([
      ['expired', 'person_deleted'],
      ['waiting', null],
    ]);
  },
  booking_id: async () => {
    // The booking of an offer: without it, the entry waits again.
    const { id } = await bookService(account, of, { count: 3 });
    const other = await bookService(account, { ...of, resourceId: of.resourceIds[1] ?? 0 }, { count: 3 });
    const entry = await entries.add('Ola', { from: '2026-03-04T12:00', to: '2026-03-04T13:00' });
    await account.put(`/bookings/${id}/cancel`);
    await jobs.run();
    const { state, booking_id } = await entries.read(entry);
    expect([state, other.state]).toEqual(['offered', 'confirmed']);
    await account.del(`/services/${of.serviceId}`);
    await jobs.run();
    expect(await reasonOf(entry)).toEqual(['offered', null]);
    await account.del(`/bookings/${booking_id}`);
    await jobs.run();
    expect(await reasonOf(entry)).toEqual(['expired', 'service_deleted']);
  },
};

it('every foreign key of an entry has a case', async () => {
  const keys = await server.sql<{ name: string }>(
    `select attname as name from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where conrelid = 'waitlist_entry'::regclass and contype = 'f' and attname <> 'account_id'`,
  );
  expect(keys.map(({ name }) => name).toSorted()).toEqual(Object.keys(references).toSorted());
});

it.each(Object.keys(references))('an entry whose %s was deleted is closed, with the reason', async (column) => {
  await references[column]?.();
});

it('an entry is closed when its resource no longer offers the service, or no place is large enough', async () => {
  const { body } = await account.get('/providers');
  const [first, second] = body.map(({ provider }: { provider: { id: number } }) => provider);
  const alone = await entries.add('Ola', { resource_id: of.resourceId });
  const many = await entries.add('Kari', { places: 3 });
  const few = await entries.add('Per', { places: 1 });
  await close(`/providers/${first.id}`);
  expect([await reasonOf(alone), await reasonOf(many)]).toEqual([
    ['expired', 'not_offered'],
    ['waiting', null],
  ]);
  await change(`/resources/${of.resourceIds[1]}`, { resource: { capacity: 2 } });
  expect([await reasonOf(many), await reasonOf(few)]).toEqual([
    ['expired', 'too_many_places'],
    ['waiting', null],
  ]);
  await change(`/services/${of.serviceId}`, { service: { booking_minimum: 2 } });
  expect(await reasonOf(few)).toEqual(['expired', 'too_few_places']);
  expect((await server.changes(account)).filter((name) => name === 'waitlist_entry.expired')).toHaveLength(3);
  expect(second).toBeDefined();
});

it('an entry for an event is closed when the event gets too small, and stays while it may be large enough', async () => {
  const event = await createEvent(account, { capacity: 3 });
  const ofEvent = { service_id: undefined, event_id: event.id, from: undefined, to: undefined };
  const [two, three] = [
    await entries.add('Ola', { ...ofEvent, places: 2 }),
    await entries.add('Kari', { ...ofEvent, places: 3 }),
  ];
  await account.create('/bookings', 'booking', { event_id: event.id, count: 2 });
  await change(`/events/${event.id}`, { event: { capacity: 2 } });
  expect([await reasonOf(two), await reasonOf(three)]).toEqual([
    ['waiting', null],
    ['expired', 'too_many_places'],
  ]);
});

it('requests for what there is not are refused, by staff and by visitors', async () => {
  const { resourceId: other } = await createBookableService(account);
  const event = await createEvent(account, { capacity: 2 });
  const deleted = await createEvent(account);
  await account.del(`/events/${deleted.id}`);
  const ofEvent = { service_id: undefined, event_id: event.id };
  const cases: [object, object][] = [
    [{ resource_id: other }, { service_id: ['is not offered by the resource'] }],
    [{ places: 4 }, { places: ['must be less than or equal to 3'] }],
    [{ ...ofEvent, places: 3 }, { places: ['must be less than or equal to 2'] }],
    [{ ...ofEvent, event_id: deleted.id }, { event_id: ['does not exist'] }],
    [{ resource_id: 999_999 }, { resource_id: ['does not exist'] }],
    [{ service_id: 999_999 }, { service_id: ['does not exist'] }],
  ];
  const visitor = new Visitor(account);
  const before = await server.changes(account);
  for (const [given, errors] of cases) {
    const json = { service_id: of.serviceId, ...day, name: 'Ola', email: 'ola@example.org', ...given };
    for (const { status, body } of [
      await account.post('/waitlist', { json }),
      await visitor.post('/waitlist', { json }),
    ]) {
      expect([given, status, body]).toEqual([given, 400, errors]);
    }
  }
  expect(await server.changes(account)).toEqual(before);
});

it('an entry whose period is over has that reason', async () => {
  const entry = await entries.add('Ola');
  server.clock.set('2026-03-05T07:00:00Z');
  await jobs.expireEntries();
  expect(await reasonOf(entry)).toEqual(['expired', 'period_over']);
});
