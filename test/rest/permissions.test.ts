import { connect } from '../socket/subscriber.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { choose, inviteUser, signIn, withKey } from '../support/sign-in.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const roles = ['admin', 'manager', 'staff'] as const;
type Role = (typeof roles)[number];

const server = await useTestServer();
const account = await server.account();
const as: Record<Role, TestAccount> = {
  admin: account,
  manager: await server.withRole(account, 'manager'),
  staff: await server.withRole(account, 'staff'),
};
const { serviceId: service, resourceId: resource } = await createBookableService(account);
const provider: number = (await account.get('/providers')).body[0].provider.id;
const event: number = (await createEvent(account)).id;
const { body } = await account.post('/client/users', { json: { name: 'Kari', email: 'kari@example.org' } });
const user: number = body.client_user_link.id;
const person: number = (await account.create('/people', 'person', { name: 'Kari' })).id;

const missing = /^The role of this key does not allow it: the permission (CATALOG|SALES|ACCOUNT|USERS) is missing$/;
const refusal = { error: { description: expect.stringMatching(missing) } };
const booking = () => ({
  resource_id: resource,
  booked_from: '2026-03-03 10:00',
  booked_to: '2026-03-03 11:00',
  ignore: 1,
});

type Request = [method: string, path: () => string, json?: () => object];
const everyone: Request[] = [
  ['GET', () => '/client'],
  ['GET', () => '/client/holidays'],
  ['GET', () => '/services'],
  ['GET', () => `/people/${person}`],
  ['GET', () => '/bookings'],
  ['POST', () => '/people', () => ({ name: 'Ola' })],
  ['PUT', () => `/people/${person}`, () => ({ name: 'Kari N' })],
  ['POST', () => '/bookings', () => ({ booking: booking(), ignore_capacity: true })],
];
const managers: Request[] = [
  ['POST', () => '/services', () => ({ title: 'New' })],
  ['PUT', () => `/services/${service}`, () => ({ title: 'Cut' })],
  ['POST', () => '/resources', () => ({ title: 'Room' })],
  ['PUT', () => `/resources/${resource}`, () => ({ title: 'Chair' })],
  ['PUT', () => `/providers/${provider}`, () => ({ priority_value: 1 })],
  ['PUT', () => `/events/${event}`, () => ({ title: 'Yoga' })],
];
const admins: Request[] = [
  ['PUT', () => '/client', () => ({ name: 'Acme' })],
  ['GET', () => '/client/users'],
  ['POST', () => '/client/users', () => ({ name: 'Ola', email: 'ola@example.org' })],
  ['PUT', () => `/client/users/${user}`, () => ({ name: 'Kari' })],
];
const cases = [
  ...everyone.map((request) => [roles, request] as const),
  ...managers.map((request) => [['admin', 'manager'], request] as const),
  ...admins.map((request) => [['admin'], request] as const),
].map(
  ([allowed, [method, path, json]]) =>
    [`${method} ${path().replace('undefined', ':id')}`, allowed, method, path, json] as const,
);

describe('REST', () => {
  it.each(cases)('%s is permitted to %j', async (_name, allowed, method, path, json) => {
    for (const role of roles) {
      const { status, body } = await as[role].send(method, path(), json && { json: json() });
      if (allowed.some((one) => one === role)) expect([role, status]).toEqual([role, 200]);
      else expect([role, status, body]).toEqual([role, 403, refusal]);
    }
  });

  it.each([
    ['paid_at', { paid_at: '2026-03-02 08:00' }],
    ['paid_amount', { paid_amount: 40 }],
  ])('%s requires the permission to record payments, on creation and on change', async (_name, payment) => {
    for (const role of roles) {
      const isAllowed = role !== 'staff';
      const creation = await as[role].post('/bookings', {
        json: { booking: { ...booking(), ...payment }, ignore_capacity: true },
      });
      expect([role, creation.status]).toEqual([role, isAllowed ? 200 : 403]);
      const { id } = await as[role].create(
        '/bookings',
        'booking',
        { ...booking(), paid_at: null },
        { ignore_capacity: true },
      );
      const change = await as[role].put(`/bookings/${id}`, { json: payment });
      expect([role, change.status]).toEqual([role, isAllowed ? 200 : 403]);
      if (!isAllowed) expect([creation.body, change.body]).toEqual([refusal, refusal]);
    }
  });

  it('staff may send back a stored payment', async () => {
    const payment = { paid_at: '2026-03-02T08:00:00+01:00', paid_amount: '40.0' };
    const options = { ignore_capacity: true };
    const { id } = await as.admin.create('/bookings', 'booking', { ...booking(), ...payment }, options);
    const { status, body } = await as.staff.put(`/bookings/${id}`, { json: { ...payment, title: 'Paid' } });
    expect([status, body.booking]).toEqual([200, expect.objectContaining({ ...payment, title: 'Paid' })]);
    expect((await as.staff.put(`/bookings/${id}`, { json: { paid_at: null } })).status).toBe(403);
  });

  it('a rejected request writes nothing', async () => {
    const before = await server.changes(as.staff);
    await as.staff.del(`/services/${service}`);
    expect(await server.changes(as.staff)).toEqual(before);
  });
});

describe('by GraphQL', () => {
  const rename = `mutation { updateAccount(input: { name: "Acme" }) { name } }`;
  const forbidden = [
    expect.objectContaining({ message: refusal.error.description, extensions: { code: 'FORBIDDEN' } }),
  ];

  it.each(['manager', 'staff'] as const)(
    '%s is rejected over HTTP and WebSocket, in the form of each',
    async (role) => {
      expect((await as[role].graphql(rename)).errors).toEqual(forbidden);
      expect((await as[role].graphql('{ clientUsers { totalCount } }')).errors).toEqual(forbidden);
      const subscriber = connect(server.origin, { parameter: as[role].credentials.api_key });
      expect(await subscriber.ask(rename)).toMatchObject({ errors: forbidden });
      await subscriber.end();
    },
  );

  it('staff cannot pay a booking or a pattern', async () => {
    const input = `{ resourceId: ${resource}, bookedFrom: "2026-03-03 10:00", bookedTo: "2026-03-03 11:00", paidAmount: "40" }`;
    const create = `mutation { createBooking(input: ${input}, ignoreCapacity: true) { id } }`;
    expect((await as.staff.graphql(create)).errors).toEqual(forbidden);
    expect((await as.manager.graphql(create)).errors).toBeUndefined();
    const recurring = {
      json: { booking: { ...booking(), paid_amount: 40 }, recurring: { rrule: 'FREQ=DAILY;COUNT=2' } },
    };
    expect((await as.staff.post('/bookings/recurring', recurring)).body).toEqual(refusal);
  });

  it('admin may update the account', async () => {
    expect(await as.admin.graphql(rename)).toEqual({ data: { updateAccount: { name: 'Acme' } } });
  });
});

it("the merchant's key is visible only to admins", async () => {
  await as.admin.put('/client', { json: { google_merchant_key: 'hidden' } });
  const shown = await Promise.all(
    roles.map(async (role) => (await as[role].get('/client')).body.client.google_merchant_key),
  );
  expect(shown).toEqual(['hidden', null, null]);
});

describe('viewer', () => {
  const query = '{ viewer { role permissions account { id } user { name } } }';
  const forStaff = ['READ', 'BOOKINGS', 'PEOPLE', 'EXCEPTION_DATES', 'SIGN_IN'];
  const forManagers = [
    ...forStaff.toSpliced(3, 0, 'PERSONAL_DATA'),
    'CATALOG',
    'SALES',
    'MESSAGES',
    'WEBHOOKS',
    'CALENDARS',
  ];

  it.each([
    ['staff', forStaff],
    ['manager', forManagers],
    ['admin', [...forManagers, 'ACCOUNT', 'USERS']],
  ] as const)('is a key with the role %s and its permissions', async (role, permissions) => {
    const { id } = as[role].credentials;
    expect(await as[role].graphql(query)).toEqual({
      data: { viewer: { role: role.toUpperCase(), permissions, account: { id }, user: null } },
    });
  });

  it('is the user of a session', async () => {
    const account = await server.account();
    const email = 'ola@example.org';
    await choose(await inviteUser(server, account, { name: 'Ola', email, role: 'manager' }), 'correct horse');
    const ola = withKey(account, (await signIn(account, email, 'correct horse')).body.api_key);
    expect((await ola.graphql(query)).data.viewer).toEqual({
      ...{ role: 'MANAGER', permissions: forManagers, account: { id: account.credentials.id }, user: { name: 'Ola' } },
    });
  });
});

describe('the code of a gift card', () => {
  const code = 'ABCD-1234-WXYZ';

  it.each([
    ['admin', code],
    ['manager', code],
    ['staff', '**********WXYZ'],
  ] as const)('is shown to the role %s as %s, wherever the card is', async (role, shown) => {
    const card = await as.admin.create('/gift_cards', 'gift_card', { code, value: 100, person_id: person });
    const { id: sold } = await as.admin.create('/services', 'service', { title: 'Card', booking_type: 'gift_card' });
    const order = await as.admin.create('/orders', 'order', { order_line_items: [{ service_id: sold, amount: 10 }] });
    await as.admin.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "10") { id } }', {
      id: order.id,
    });
    const through = as[role];
    expect((await through.get(`/gift_cards/${card.id}`)).body.gift_card.code).toBe(shown);
    const listed: string[] = (await through.get('/gift_cards')).body.map(
      ({ gift_card }: { gift_card: { code: string } }) => gift_card.code,
    );
    expect(listed).toContain(shown);
    const { data } = await through.graphql(
      `query ($card: Int!, $order: Int!, $person: Int!) {
        giftCard(id: $card) { code }
        giftCards { nodes { code } }
        person(id: $person) { giftCards { nodes { code } } }
        order(id: $order) { issuedGiftCards { code } lineItems { issuedGiftCards { nodes { code } } } }
      }`,
      { card: card.id, order: order.id, person },
    );
    const text = JSON.stringify(data);
    const codes = [...text.matchAll(/"code":"([^"]+)"/g)].map(([, each]) => each ?? '');
    expect(codes.length).toBeGreaterThanOrEqual(6);
    expect(codes.filter((each) => each.startsWith('**********') !== (role === 'staff'))).toEqual([]);
    await as.admin.del(`/gift_cards/${card.id}`);
  });
});
