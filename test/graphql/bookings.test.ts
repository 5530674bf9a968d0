import { accepted } from '../../src/platform/accepted.js';
import { bookableServicePerTest, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { resource: { capacity: 10 } });

const createBooking = `mutation ($input: NewBookingInput!, $confirm: Boolean! = true) {
  createBooking(input: $input, confirm: $confirm) {
    id bookedFrom bookedTo count state active status bookingType paidAmount customData
    person { name email } resource { id title } service { id title } event { id title }
  }
}`;
const times = { bookedFrom: '2026-03-03T10:00:00+01:00', bookedTo: '2026-03-03T10:00:00Z' };
const create = (input: object, variables: object = {}) =>
  account.graphql(createBooking, { input: { resourceId: offered.resourceId, ...times, ...input }, ...variables });
const problem = ({ errors = [] }: { errors?: { message: string; extensions: object }[] }) =>
  errors.map(({ extensions }) => extensions);

it('creates a booking like REST, with the names of GraphQL', async () => {
  const { data, errors } = await create({
    serviceId: offered.serviceId,
    status: 'CHECKED_IN',
    paidAmount: '115.00',
    customData: { vip: 'true' },
    personAttributes: { name: 'Kari', email: 'kari@example.org' },
  });
  expect(errors).toBeUndefined();
  expect(data.createBooking).toEqual({
    id: expect.any(Number),
    bookedFrom: '2026-03-03T10:00:00+01:00',
    bookedTo: '2026-03-03T11:00:00+01:00',
    count: 1,
    state: 'CONFIRMED',
    active: true,
    status: 'CHECKED_IN',
    bookingType: 'APPOINTMENT',
    paidAmount: '115.0',
    customData: { vip: true },
    person: { name: 'Kari', email: 'kari@example.org' },
    resource: { id: offered.resourceId, title: 'Chair' },
    service: { id: offered.serviceId, title: 'Cut' },
    event: null,
  });
  const { body } = await account.get(`/bookings/${data.createBooking.id}`);
  expect(body.booking).toMatchObject({ state: 'confirmed', status: 'checked_in', paid_amount: '115.0' });
});

describe('errors', () => {
  const invalid = (fields: object) => [{ code: 'BAD_USER_INPUT', fields }];

  it.each([
    [{ bookedTo: times.bookedFrom }, { bookedTo: ['must be after booked_from'] }],
    [{ resourceId: 2_000_000_000 }, { resourceId: ['does not exist'] }],
    [{ count: 11 }, { count: ['must be less than or equal to 10'] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ title: 'a\u0000b' }, { title: ['is invalid'] }],
    [{ personId: 2_000_000_000 }, { personId: ['does not exist'] }],
    [
      { personAttributes: { email: 'kari', countryCode: 'QQ' } },
      {
        person: ['is invalid'],
        personAttributes: { email: ['is invalid'], countryCode: ['is invalid', accepted.countryCode] },
      },
    ],
  ])('of the input %j are %j, and nothing is written', async (input, fields) => {
    const before = await server.changes(account);
    expect(problem(await create(input))).toEqual(invalid(fields));
    expect(await server.changes(account)).toEqual(before);
  });

  it.each([
    ['query ($id: Int!) { booking(id: $id) { id } }', { booking: null }],
    ['mutation ($id: Int!) { updateBooking(id: $id, input: { title: "x" }) { id } }', { updateBooking: null }],
    ['mutation ($id: Int!) { cancelBooking(id: $id) { id } }', { cancelBooking: null }],
    ['mutation ($id: Int!) { deleteBooking(id: $id) { id } }', { deleteBooking: null }],
    ['query ($id: Int!) { bookingsOfPerson(personId: $id) { totalCount } }', null],
    ['query ($id: Int!) { bookingsOfEvent(eventId: $id) { totalCount } }', null],
  ])('for a record of another account: %s', async (document, nothing) => {
    const other = await server.account();
    const foreign = await createBookableService(other);
    const booking = await other.create('/bookings', 'booking', {
      resource_id: foreign.resourceId,
      booked_from: '2026-03-03 10:00',
      booked_to: '2026-03-03 11:00',
      person_attributes: { name: 'Foreign' },
    });
    const { data, errors } = await account.graphql(document, { id: booking.id });
    expect([data, problem({ errors: errors ?? [] })]).toEqual([nothing, [{ code: 'NOT_FOUND' }]]);
  });

  it('for a transition that the state does not allow', async () => {
    const { data } = await create({});
    const confirm = await account.graphql('mutation ($id: Int!) { confirmBooking(id: $id) { id } }', {
      id: data.createBooking.id,
    });
    expect(problem({ errors: confirm.errors ?? [] })).toEqual(
      invalid({ state: ["can't be confirmed when confirmed"] }),
    );
  });

  it.each([0, -1])('for the page %s', async (page) => {
    const { errors } = await account.graphql(
      'query ($page: Int!) { bookings(page: $page) { edges { node { id } } } }',
      { page },
    );
    expect(problem({ errors: errors ?? [] })).toEqual(invalid({ page: ['must be greater than 0'] }));
  });
});

describe('transitions', () => {
  it('change the state', async () => {
    await server.configure(account, { verification_method: 1, confirm_manually: true });
    const { data } = await create({ personAttributes: { email: 'kari@example.org' } }, { confirm: false });
    const { id, state } = data.createBooking;
    const { body } = await account.get(`/bookings/${id}`);
    const step = async (field: string) => {
      const answer = await account.graphql(`mutation ($id: Int!) { booking: ${field} { state status } }`, { id });
      return answer.data?.booking ?? problem({ errors: answer.errors ?? [] })[0];
    };
    expect(state).toBe('AWAITING_VERIFICATION');
    expect(await step('verifyBookingByCode(id: $id)')).toMatchObject({
      fields: { verificationCode: ["can't be blank"] },
    });
    const code = body.booking.verification_code;
    expect(await step(`verifyBookingByCode(id: $id, code: "${code}")`)).toEqual({
      state: 'AWAITING_CONFIRMATION',
      status: null,
    });
    expect(await step('confirmBooking(id: $id)')).toMatchObject({ state: 'CONFIRMED' });
    expect(await step('setBookingStatus(id: $id, status: NO_SHOW)')).toEqual({ state: 'CONFIRMED', status: 'NO_SHOW' });
    expect(await step('cancelBooking(id: $id)')).toMatchObject({ state: 'CANCELLED' });
    expect(await step('deleteBooking(id: $id)')).toMatchObject({ state: 'DELETED' });
  });
});

describe('lists', () => {
  const list = `query ($filter: BookingFilter, $order: BookingOrder! = BOOKED_FROM, $page: Int! = 1, $perPage: Int! = 50) {
    bookings(filter: $filter, order: $order, page: $page, perPage: $perPage) { totalCount edges { node { title } } }
  }`;
  const titles = async (variables: object = {}) => {
    const { data, errors } = await account.graphql(list, { filter: {}, ...variables });
    if (errors) throw new Error(JSON.stringify(errors));
    const found = data.bookings.edges.map(({ node }: { node: { title: string } }) => node.title).join('');
    return `${found} of ${data.bookings.totalCount}`;
  };

  it('have pages, an order and filters', async () => {
    const ids: number[] = [];
    for (const [index, title] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      const bookedFrom = `2026-03-0${index + 3}T10:00:00+01:00`;
      const { data } = await create({ title, bookedFrom, bookedTo: bookedFrom.replace('T10', 'T11') });
      ids.push(data.createBooking.id);
    }
    await account.put(`/bookings/${ids[1]}/cancel`);
    expect(await titles()).toBe('acde of 4');
    expect(await titles({ perPage: 3 })).toBe('acd of 4');
    expect(await titles({ perPage: 3, page: 2 })).toBe('e of 4');
    expect(await titles({ order: 'BOOKED_FROM_DESC' })).toBe('edca of 4');
    expect(await titles({ filter: { scope: 'ALL' } })).toBe('abcde of 5');
    expect(await titles({ filter: { state: ['CANCELLED'] } })).toBe('b of 1');
    expect(await titles({ filter: { resourceId: [offered.resourceId], state: null } })).toBe('abcde of 5');
    expect(await titles({ filter: { start: '2026-03-05T10:00:00+01:00', end: '2026-03-06T11:00:00+01:00' } })).toBe(
      'cd of 2',
    );
    expect(await titles({ filter: { resourceId: [] } })).toBe(' of 0');
  });

  it('have related objects, and exist for a person and an event', async () => {
    const event = await createEvent(account);
    const { id, person_id } = await account.create('/bookings', 'booking', {
      event_id: event.id,
      person_attributes: { name: 'Kari' },
    });
    const { data } = await account.graphql(
      `query ($event: Int!, $person: Int!) {
        bookingsOfEvent(eventId: $event) { edges { node { id event { availability } person { id } } } }
        bookingsOfPerson(personId: $person, filter: { scope: UPCOMING }) { totalCount edges { node { id } } }
      }`,
      { event: event.id, person: person_id },
    );
    expect(data).toEqual({
      bookingsOfEvent: { edges: [{ node: { id, event: { availability: 2 }, person: { id: person_id } } }] },
      bookingsOfPerson: { totalCount: 1, edges: [{ node: { id } }] },
    });
  });
});

it('lists slots and dates', async () => {
  const { data } = await account.graphql(
    `query ($id: Int!) {
      slots(serviceId: $id, from: "2026-03-03") { totalCount edges { node { timestamp free availableResources } } }
      nextAvailableDate(serviceId: $id, from: "2026-03-03") { dates { date } }
    }`,
    { id: offered.serviceId },
  );
  expect(data.slots.totalCount).toBe(8);
  expect(data.slots.edges[0].node).toEqual({
    timestamp: '2026-03-03T09:00:00+01:00',
    free: 10,
    availableResources: [offered.resourceId],
  });
  expect(data.nextAvailableDate.dates).toEqual([{ date: '2026-03-03' }]);
});
