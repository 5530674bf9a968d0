import { Booking } from '../../src/domain/booking/booking.entity.js';
import { trackWrites } from '../../src/platform/database/unavailable.js';
import { bulk } from '../graphql/bulk.calls.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { createBatch } from '../support/recurrence.js';
import { statementsOf } from '../support/statements.js';
import { secretKey, webhookSecret } from '../support/stripe-double.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

// test/rest/lists.test.ts counts those of the lists of REST.

const server = await useTestServer();

/**
 * Returns the numbers of statements and of messages of a request, without the one that finds its account by the key or the
 * site.
 */
async function countsOf(request: () => Promise<{ status: number; body: unknown }>): Promise<[number, number]> {
  const { result, statements, messages } = await statementsOf(server.database, request);
  if (result.status !== 200) throw new Error(`${result.status} ${JSON.stringify(result.body)}`);
  return [statements.length, messages];
}

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const later = { booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00' };
const kari = { name: 'Kari', email: 'kari@example.org' };

/** The objects of an account that its requests name. */
interface Names {
  account: TestAccount;
  /** A service and a resource, and the same at a price. */
  free: { service_id: number; resource_id: number };
  sold: { service_id: number; resource_id: number };
  /** A service that five resources offer, and one that ten do. */
  ofFive: number;
  ofTen: number;
  /** The same, assigned by their loads. */
  balanced: number;
  eventId: number;
  personId: number;
  couponId: number;
  /** A booking of the event, one of the free service, and one that is sold with the coupon. */
  attendance: number;
  appointment: number;
  bought: number;
}

async function createNames(): Promise<Names> {
  const account = await server.account();
  const create = async (path: string, wrapper: string, attributes: object): Promise<number> =>
    (await account.create(path, wrapper, attributes)).id;
  const named = async (service: object) => {
    const { serviceId, resourceId } = await createBookableService(account, { service, resource: { capacity: 9 } });
    return { service_id: serviceId, resource_id: resourceId };
  };
  const offeredBy = async (count: number, service: object = {}) =>
    (await createBookableService(account, { service, providers: Array.from({ length: count }, () => ({})) })).serviceId;
  const free = await named({});
  const sold = await named({ price: 100 });
  const { id: eventId } = await createEvent(account, { capacity: 9 });
  const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, availability: 9 };
  const couponId = await create('/coupons', 'coupon', coupon);
  return {
    ...{ account, free, sold, eventId, couponId },
    ...{ ofFive: await offeredBy(5), ofTen: await offeredBy(10) },
    balanced: await offeredBy(10, { priority_strategy: 'balanced' }),
    personId: await create('/people', 'person', kari),
    attendance: await create('/bookings', 'booking', { event_id: eventId, person_attributes: kari }),
    appointment: await create('/bookings', 'booking', { ...free, ...later }),
    bought: await create('/bookings', 'booking', { ...sold, ...time, coupon_id: couponId }),
  };
}

const get = (path: (names: Names) => string) => (names: Names) => names.account.get(path(names));
const book = (attributes: (names: Names) => object) => (names: Names) =>
  names.account.post('/bookings', { json: { ...time, ...attributes(names) } });
const change =
  (path: string, json: object = {}) =>
  ({ account, appointment }: Names) =>
    account.put(`/bookings/${appointment}${path}`, { json });

/**
 * The statements of requests, in order, and the messages that carry them: the round trips. Those of changes have begin,
 * commit and the reads of the response.
 */
const requests: [
  name: string,
  statements: number,
  messages: number,
  send: (names: Names) => Promise<{ status: number; body: unknown }>,
][] = [
  ['a booking with all its references', 1, 1, get(({ attendance }) => `/bookings/${attendance}`)],
  [
    'slots of a resource on a day',
    2,
    2,
    get(({ free }) => `/services/${free.service_id}/slots?from=2026-03-03&to=2026-03-03`),
  ],
  [
    'slots of five resources in two months',
    2,
    2,
    get(({ ofFive }) => `/services/${ofFive}/slots?from=2026-03-03&to=2026-05-02`),
  ],
  ['the next date of five resources', 2, 2, get(({ ofFive }) => `/services/${ofFive}/next_available_date`)],
  ['a booking of a resource', 7, 2, book(({ free: { resource_id } }) => ({ resource_id }))],
  ['with a service', 7, 2, book(({ free }) => free)],
  ['by the public', 7, 2, book(({ free }) => ({ ...free, public_booking: true }))],
  ['for a person', 7, 2, book(({ free, personId }) => ({ ...free, person_id: personId }))],
  ['for a person who is known by the email', 8, 3, book(({ free }) => ({ ...free, person_attributes: kari }))],
  [
    'for a new person',
    10,
    3,
    book(({ free }) => ({ ...free, person_attributes: { name: 'New', email: 'new@example.org' } })),
  ],
  [
    'for a person who is changed',
    10,
    4,
    book(({ free }) => ({ ...free, person_attributes: { ...kari, city: 'Oslo' } })),
  ],
  ['of any of ten resources', 9, 4, book(({ ofTen }) => ({ service_id: ofTen }))],
  ['of any of ten balanced resources', 10, 4, book(({ balanced }) => ({ service_id: balanced }))],
  ['of an event', 8, 4, ({ account, eventId }) => account.post('/bookings', { json: { event_id: eventId } })],
  ['at a price', 9, 3, book(({ sold }) => sold)],
  ['with a coupon', 9, 3, book(({ sold, couponId }) => ({ ...sold, ...later, coupon_id: couponId }))],
  ['the cancellation of a sold booking', 9, 5, ({ account, bought }) => account.put(`/bookings/${bought}/cancel`)],
  ['a new title of a booking', 6, 3, change('', { title: 'x' })],
  ['a longer booking', 9, 4, change('', { booked_to: '2026-03-03 14:00' })],
  ['a new status', 6, 3, change('/status', { status: 'completed' })],
  ['a cancellation', 6, 3, change('/cancel')],
];

describe('a request', () => {
  let names: Names;
  beforeAll(async () => {
    names = await createNames();
  });

  it.each(requests)('%s takes %i statements in %i messages', async (_name, statements, messages, send) => {
    expect(await countsOf(() => send(names))).toEqual([statements, messages]);
  });
});

describe('short reads of one turn of the event loop', () => {
  const read = (accountId: number) => server.database.account(accountId).loadWith(Booking, 1, []);
  const messagesOf = async (reads: () => Promise<unknown>): Promise<number> =>
    (await statementsOf(server.database, reads)).messages;

  it('of requests of one account take one message', async () => {
    const reads = () => Promise.all(numbers(5).map(() => trackWrites(() => read(1))));
    expect(await messagesOf(reads)).toBe(1);
  });

  it('of two accounts, or of what is no request, take one each', async () => {
    expect(await messagesOf(() => trackWrites(() => Promise.all([read(1), read(2), read(1)])))).toBe(2);
    expect(await messagesOf(() => Promise.all([read(1), read(1)]))).toBe(2);
  });

  it('succeed although one before them fails, and give the connection back', async () => {
    // The server of the worker process may use one for something else for a moment. One that is not given back stays in use.
    const areFree = () => server.database.connections().used === 0;
    await until(areFree);
    const fails = () => server.database.account(1).query('select 1 / ($1 - 1)', [], 'shared');
    const outcomes = await trackWrites(() => Promise.allSettled([read(1), fails(), read(1)]));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await until(areFree);
  });
});

/** Sends a bulk mutation of items that were made for its field. */
interface BulkCall {
  name: string;
  type: string;
  /** The most statements of a call of any length. */
  ceiling: number;
  items: (made: Made) => unknown[];
}

/** The objects that the calls before have made. */
interface Made {
  count: number;
  serviceId: number;
  otherId: number;
  resourceIds: readonly number[];
  personIds: number[];
  bookingIds: number[];
}

const minute = (index: number): string => new Date(Date.UTC(2026, 2, 3, 8, 0) + index * 3_600_000).toISOString();
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const updates = (input: (made: Made) => object) => (made: Made) =>
  made.bookingIds.map((id) => ({ id, input: input(made) }));

const bulkCalls: BulkCall[] = [
  {
    ...{ name: 'importPeople', type: '[PersonAttributesInput!]!', ceiling: 5 },
    items: ({ count }) => numbers(count).map((n) => ({ name: 'x', email: `${n}@x.org` })),
  },
  {
    ...{ name: 'importPeople with parents', type: '[PersonAttributesInput!]!', ceiling: 7 },
    items: ({ count, personIds }) =>
      numbers(count).map((n) => ({ name: 'x', email: `child${n}@x.org`, parentId: personIds[n] })),
  },
  {
    ...{ name: 'createBookings', type: '[NewBookingInput!]!', ceiling: 14 },
    items: ({ count, serviceId, resourceIds }) =>
      numbers(count).map((n) => ({
        serviceId,
        ...(n % 2 === 0 && { resourceId: resourceIds[0] }),
        ...{ bookedFrom: minute(n), bookedTo: minute(n + 1) },
        personAttributes: { name: 'x', email: `${n % 2 === 0 ? n : n + 1_000}@x.org` },
      })),
  },
  {
    ...{ name: 'updateBookings', type: '[BookingUpdate!]!', ceiling: 9 },
    items: updates(({ resourceIds }) => ({ resourceId: resourceIds[2], title: 'moved' })),
  },
  {
    ...{ name: 'updateBookings, counts', type: '[BookingUpdate!]!', ceiling: 12 },
    items: updates(() => ({ count: 2 })),
  },
  {
    ...{ name: 'updateBookings, services', type: '[BookingUpdate!]!', ceiling: 12 },
    items: updates(({ otherId }) => ({ serviceId: otherId })),
  },
  {
    ...{ name: 'updateBookings, attributes of people', type: '[BookingUpdate!]!', ceiling: 10 },
    items: updates(() => ({ personAttributes: { city: 'Oslo' } })),
  },
  {
    ...{ name: 'cancelBookings', type: '[Int!]!', ceiling: 8 },
    items: ({ bookingIds }) => bookingIds,
  },
];

it('takes as many statements to look for other bookings of many people as of few', async () => {
  const counts: number[][] = [];
  for (const count of [10, 50]) {
    const account = await server.account();
    const { resourceIds, serviceId } = await createBookableService(account, { providers: [{}, {}] });
    const people = await bulk(
      account,
      'importPeople',
      '[PersonAttributesInput!]!',
      numbers(count).map((n) => ({ name: 'x', email: `${n}@x.org` })),
    );
    const items = (people.data?.items ?? []).map(({ person }, n) => ({
      ...{ serviceId, resourceId: resourceIds[0], personId: person?.id ?? 0, publicBooking: true },
      ...{ bookedFrom: minute(n % 5), bookedTo: minute((n % 5) + 1) },
    }));
    await account.put(`/resources/${resourceIds[0]}`, { json: { resource: { capacity: count } } });
    const ofSetting = [];
    for (const person_overlaps of ['off', 'refuse']) {
      await account.put('/client', { json: { client: { person_overlaps } } });
      const { result, statements } = await statementsOf(server.database, () =>
        bulk(account, 'createBookings', '[NewBookingInput!]!', items),
      );
      expect(result.data?.written).toBe(count);
      ofSetting.push(statements.length);
    }
    counts.push(ofSetting);
  }
  const [[off = 0, refuse] = [], many] = counts;
  expect(many).toEqual([off, refuse]);
  expect(refuse).toBe(off + 1);
});

it('takes as many statements to ask many bookings for deposits and cards as few', async () => {
  const counts: number[] = [];
  for (const count of [5, 30]) {
    const account = await server.account();
    const client = { currency: 'NOK', cancellation_fees: '24: 50 %', deposit_type: 'percentage', deposit_value: 10 };
    await account.put('/client', { json: { client: { ...client, deposit_for: 'no_shows' } } });
    const setting = await account.graphql(
      'mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { asksForCards } }',
      { input: { provider: 'stripe', secretKey, webhookSecret, asksForCards: true } },
    );
    expect(setting).toEqual({ data: { setPaymentProvider: { asksForCards: true } } });
    const { resourceId, serviceId } = await createBookableService(account, {
      service: { price: 100 },
      resource: { capacity: 2 * count },
    });
    const place = { serviceId, resourceId, bookedFrom: minute(0), bookedTo: minute(1) };
    const emails = numbers(count).map((n) => `${n}@x.org`);
    const missed = await bulk(
      account,
      'createBookings',
      '[NewBookingInput!]!',
      // The first half has not come.
      emails.map((email, n) => ({
        ...{ ...place, personAttributes: { name: 'x', email } },
        ...{ bookedFrom: '2026-03-01T10:00', bookedTo: '2026-03-01T11:00', status: n % 2 === 0 ? 'NO_SHOW' : null },
      })),
    );
    expect(missed.data?.written).toBe(count);
    const items = emails.map((email) => ({ ...place, personAttributes: { email } }));
    const { result, statements } = await statementsOf(server.database, () =>
      bulk(account, 'createBookings', '[NewBookingInput!]!', items, 'confirm: false'),
    );
    const states = result.data?.items.map(({ booking }) => booking?.state);
    expect(states).toEqual(Array(count).fill('AWAITING_PAYMENT'));
    const deposits = (await account.get('/orders')).body.slice(count);
    const due = deposits.map(({ order }: { order: { due_now: string | null } }) => order.due_now);
    expect(due).toEqual(numbers(count).map((n) => (n % 2 === 0 ? '10.0' : null)));
    counts.push(statements.length);
  }
  const [few, many] = counts;
  expect(many).toBe(few);
});

/** Sends all calls with so many items. @returns the statements of each */
async function countOfCalls(count: number): Promise<number[]> {
  const account = await server.account();
  const { resourceIds, serviceId } = await createBookableService(account, {
    service: { price: 100, booking_capacity: 2 },
    resource: { capacity: 2 },
    providers: [{}, {}, {}],
  });
  const { id: otherId } = await account.create('/services', 'service', { title: 'x', price: 5, booking_capacity: 2 });
  await account.create('/providers', 'provider', { service_id: otherId, resource_id: resourceIds[2] });
  const made: Made = { count, serviceId, otherId, resourceIds, personIds: [], bookingIds: [] };
  const counts: number[] = [];
  for (const { name, type, items } of bulkCalls) {
    const [field = ''] = name.split(/\W/);
    const { result, statements } = await statementsOf(server.database, () => bulk(account, field, type, items(made)));
    expect([name, result.data?.written]).toEqual([name, count]);
    counts.push(statements.length);
    const written = result.data?.items ?? [];
    if (made.personIds.length === 0) made.personIds = written.map(({ person }) => person?.id ?? 0);
    if (field === 'createBookings') made.bookingIds = written.map(({ booking }) => booking?.id ?? 0);
  }
  return counts;
}

it('a bulk mutation takes as many statements for many items as for few', async () => {
  const few = await countOfCalls(20);
  expect(await countOfCalls(100)).toEqual(few);
  const above = bulkCalls.filter(({ ceiling }, index) => (few[index] ?? 0) > ceiling);
  expect(above.map(({ name }) => name)).toEqual([]);
});

describe('a series', () => {
  async function createSeries(count: number) {
    const account = await server.account();
    const { resourceId, serviceId } = await createBookableService(account, {
      resource: { capacity: 5 },
      service: { price: 100 },
    });
    const { body } = await account.post('/bookings/recurring', {
      json: {
        booking: { ...time, resource_id: resourceId, service_id: serviceId, person_attributes: kari },
        recurring: { rrule: `FREQ=DAILY;COUNT=${count}` },
      },
    });
    const id: string = body.collection_id;
    return { account, path: `/bookings/recurring/${id}`, createNext: () => createBatch(server, account, id) };
  }

  it('takes at most 17 statements for a batch, whatever its size', async () => {
    const { account, path, createNext } = await createSeries(731);
    const { statements } = await statementsOf(server.database, createNext);
    // One transaction creates 50 occurrences.
    expect((await account.get(path)).body).toHaveLength(1 + 50);
    expect(statements.length).toBeLessThanOrEqual(17);
  });

  it('takes as many statements for a change, at most 20, whatever its size', async () => {
    const counts: number[] = [];
    for (const count of [10, 60]) {
      const { account, path, createNext } = await createSeries(count);
      while (await createNext());
      const booking = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00', title: 'Lesson' };
      const [statements] = await countsOf(() => account.put(path, { json: { booking } }));
      counts.push(statements);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(20);
  });
});
