import { type BookableService, createBookableService, createEvent } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { bookingsOf, bulk, hours, type Item } from './bulk.calls.js';

const server = await useTestServer();
let account: TestAccount;
let offered: BookableService;
beforeEach(async () => {
  account = await server.account();
  offered = await createBookableService(account);
});

const create = (items: unknown, more = '') => bulk(account, 'createBookings', '[NewBookingInput!]!', items, more);
const update = (items: unknown, more = '') => bulk(account, 'updateBookings', '[BookingUpdate!]!', items, more);
const cancel = (items: unknown, more = '') => bulk(account, 'cancelBookings', '[Int!]!', items, more);

/** An hour of the offered resource. */
const at = (hour: number, more: object = {}) => ({ resourceId: offered.resourceId, ...hours(hour), ...more });
const ids = (items: Item[]) => items.map(({ booking }) => booking?.id ?? 0);
const taken = (index: number) => ({
  index,
  booking: null,
  error: {
    code: 'BAD_USER_INPUT',
    message: 'The input is invalid',
    fields: { [index]: { resourceId: ['is not available'] } },
  },
});
const untouched = (index: number) => ({ index, booking: null, error: null });
const done = (index: number, more: object = {}) => ({
  index,
  booking: expect.objectContaining({ state: 'CONFIRMED', ...more }),
  error: null,
});

describe('createBookings', () => {
  it('returns for each item in order the booking or its errors', async () => {
    const foreign = await createBookableService(await server.account());
    const { data } = await create([at(9), at(9), at(10), at(11, { resourceId: foreign.resourceId })], 'mode: EACH');
    expect(data).toEqual({
      written: 2,
      items: [
        done(0, { bookedFrom: '2026-03-03T09:00:00+01:00', resource: { id: offered.resourceId } }),
        taken(1),
        done(2),
        {
          index: 3,
          booking: null,
          error: {
            code: 'BAD_USER_INPUT',
            message: 'The input is invalid',
            fields: { 3: { resourceId: ['does not exist'] } },
          },
        },
      ],
    });
    expect((await server.changes(account)).filter((name) => name === 'booking.created')).toHaveLength(2);
  });

  it('writes all items or none, and returns every error', async () => {
    const changes = await server.changes(account);
    const { data } = await create([at(9), at(9), at(10), at(10)]);
    expect(data).toEqual({ written: 0, items: [untouched(0), taken(1), untouched(2), taken(3)] });
    expect(await server.changes(account)).toEqual(changes);
    expect((await create([at(9), at(10)])).data?.written).toBe(2);
  });

  it('counts the places, coupons and people that earlier items have taken', async () => {
    const event = await createEvent(account, { capacity: 3 });
    const coupon = await account.create('/coupons', 'coupon', {
      title: 'Spring',
      code: 'SPRING',
      value_type: 'amount',
      value: 10,
      availability: 1,
    });
    const attributes = { name: 'Kari', email: 'kari@example.org' };
    const { data } = await create(
      [
        { serviceId: offered.serviceId, ...hours(9) },
        { serviceId: offered.serviceId, ...hours(9) },
        { eventId: event.id, count: 2 },
        { eventId: event.id, count: 2 },
        { serviceId: event.service_id, bookedFrom: event.starts_at, count: 1 },
        at(10, { couponId: coupon.id, personAttributes: attributes }),
        at(11, { couponId: coupon.id, personAttributes: { name: 'Ola', email: 'ola@example.org' } }),
        at(12, { personAttributes: { email: 'KARI@example.org', phoneNumber: '40612345' } }),
      ],
      'mode: EACH',
    );
    const problems = data?.items.map(({ index, error }) => (error ? Object.keys(error.fields?.[index] ?? {}) : []));
    expect(problems).toEqual([[], ['resourceId'], [], ['eventId'], [], [], ['couponId'], []]);
    const people = (await account.get('/people')).body;
    expect(people).toEqual([
      { person: expect.objectContaining({ name: 'Kari', email: 'kari@example.org', phone_number: '40612345' }) },
    ]);
    const { body } = await account.get(`/coupons/${coupon.id}`);
    expect(body.coupon.availability).toBe(0);
  });

  it('leaves the person of a refused item as it was, also for the items after it', async () => {
    const { id: personId } = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
    const { data } = await create(
      [
        at(9),
        at(9, { personId, personAttributes: { email: 'new@example.org' } }),
        at(9, { personAttributes: { name: 'Nobody', email: 'nobody@example.org' } }),
        at(10, { personAttributes: { email: 'KARI@example.org' } }),
        at(11, { personAttributes: { name: 'New', email: 'new@example.org' } }),
        at(12, { personAttributes: { name: 'Ola', email: 'nobody@example.org' } }),
      ],
      'mode: EACH',
    );
    expect(data?.items.map(({ error }) => error !== null)).toEqual([false, true, true, false, false, false]);
    const people = (await account.get('/people')).body;
    expect(
      people.map(({ person }: { person: { name: string; email: string } }) => [person.name, person.email]),
    ).toEqual([
      ['Kari', 'kari@example.org'],
      ['New', 'new@example.org'],
      ['Ola', 'nobody@example.org'],
    ]);
  });

  it('gives each booking its order, state and messages as a single creation does', async () => {
    await server.configure(account, { verification_method: 1 });
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { price: 100, payment_required: true },
    });
    const item = (hour: number) => ({
      ...{ serviceId, resourceId, ...hours(hour) },
      personAttributes: { name: 'Kari', email: 'kari@example.org' },
    });
    const single = await account.graphql(
      `mutation ($input: NewBookingInput!) { createBooking(input: $input, confirm: false) { state } }`,
      { input: item(9) },
    );
    const before = await server.changes(account);
    const { data } = await create([item(10), item(11)], 'confirm: false');
    expect(data?.items.map(({ booking }) => booking?.state)).toEqual(Array(2).fill(single.data.createBooking.state));
    const counts = Map.groupBy((await server.changes(account)).slice(before.length), (name) => name);
    expect([...counts].map(([name, all]) => [name, all.length])).toEqual([
      ['booking.created', 2],
      ['order.created', 2],
      ['message_request.created', 2],
    ]);
  });
});

describe('updateBookings', () => {
  it('handles items in order, so that a booking can take the place that another left', async () => {
    const [first = 0, second = 0] = ids((await create([at(9), at(10)])).data?.items ?? []);
    const swapped = [
      { id: first, input: hours(11) },
      { id: second, input: hours(9) },
    ];
    expect((await update(swapped.toReversed())).data).toEqual({ written: 0, items: [taken(0), untouched(1)] });
    expect((await update(swapped)).data).toEqual({
      written: 2,
      items: [
        done(0, { id: first, bookedFrom: '2026-03-03T11:00:00+01:00' }),
        done(1, { id: second, bookedFrom: '2026-03-03T09:00:00+01:00' }),
      ],
    });
  });

  it('writes each valid item, and nothing of the others', async () => {
    const [first = 0, second = 0] = ids((await create([at(9), at(10)])).data?.items ?? []);
    const { data } = await update(
      [
        { id: first, input: { title: 'Moved', ...hours(10) } },
        { id: second, input: { personAttributes: { name: 'Kari', email: 'x' } } },
        { id: 2_000_000_000, input: { title: 'x' } },
      ],
      'mode: EACH',
    );
    expect(data?.items).toEqual([
      taken(0),
      {
        index: 1,
        booking: null,
        error: {
          code: 'BAD_USER_INPUT',
          message: 'The input is invalid',
          fields: { 1: { person: ['is invalid'], personAttributes: { email: ['is invalid'] } } },
        },
      },
      { index: 2, booking: null, error: { code: 'NOT_FOUND', message: 'Not found', fields: null } },
    ]);
    expect(await bookingsOf(account)).toEqual([
      [first, '09:00', null],
      [second, '10:00', null],
    ]);
    expect((await account.get('/people')).body).toEqual([]);
  });
});

describe('cancelBookings', () => {
  it('cancels the active bookings', async () => {
    const [first = 0, second = 0, third = 0] = ids((await create([at(9), at(10), at(11)])).data?.items ?? []);
    await account.put(`/bookings/${second}/cancel`);
    const refused = {
      index: 1,
      booking: null,
      error: {
        code: 'BAD_USER_INPUT',
        message: 'The input is invalid',
        fields: { 1: { state: ["can't be cancelled when cancelled"] } },
      },
    };
    expect((await cancel([first, second, third])).data).toEqual({
      written: 0,
      items: [untouched(0), refused, untouched(2)],
    });
    const { data } = await cancel([first, second, third], 'mode: EACH');
    const cancelled = { booking: expect.objectContaining({ state: 'CANCELLED' }), error: null };
    expect(data).toEqual({ written: 2, items: [{ index: 0, ...cancelled }, refused, { index: 2, ...cancelled }] });
  });
});

describe('bad input', () => {
  it.each([
    ['createBookings', '[NewBookingInput!]!', (length: number) => Array(length).fill({})],
    ['updateBookings', '[BookingUpdate!]!', (length: number) => Array(length).fill({ id: 1, input: {} })],
    ['cancelBookings', '[Int!]!', (length: number) => Array.from({ length }, (_, index) => index)],
    ['importPeople', '[PersonAttributesInput!]!', (length: number) => Array(length).fill({ name: 'Kari' })],
  ])('%s rejects an empty list and 501 items', async (field, type, items) => {
    const problem = async (length: number) => (await bulk(account, field, type, items(length))).errors?.[0]?.extensions;
    expect(await problem(0)).toEqual({ code: 'BAD_USER_INPUT', fields: { items: ["can't be blank"] } });
    expect(await problem(501)).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { items: ['is too long (maximum is 500 items)'] },
    });
  });

  it('rejects a booking that is listed twice, and items of other accounts', async () => {
    const other = await server.account();
    const [id = 0] = ids((await create([at(9)])).data?.items ?? []);
    const twice = { code: 'BAD_USER_INPUT', fields: { items: [`must not contain the booking ${id} twice`] } };
    expect((await cancel([id, id])).errors?.[0]?.extensions).toEqual(twice);
    const same = { id, input: {} };
    expect((await update([same, same])).errors?.[0]?.extensions).toEqual(twice);
    account = other;
    const missing = [{ index: 0, booking: null, error: { code: 'NOT_FOUND', message: 'Not found', fields: null } }];
    expect((await cancel([id], 'mode: EACH')).data?.items).toEqual(missing);
    expect((await update([same], 'mode: EACH')).data?.items).toEqual(missing);
  });
});
