import { clearDashboardNetworks } from '../../src/domain/account/account.actions.js';
import { type Permission, permissionNames, toEnumName } from '../../src/domain/account/permissions.rules.js';
import { connect, transports } from '../socket/subscriber.js';
import { choose, inviteUser, send, withKey } from '../support/sign-in.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const inside = '203.0.113.7';
const outside = '198.51.100.1';
const email = 'kari@example.org';
const password = 'correct horse';

const server = await useOwnTestServer({ config: { trustedHops: 1 } });
const account = server.accountPerTest();

const createKey = 'mutation ($input: NewApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }';
const updateKey = `mutation ($id: Int!, $input: ApiKeyInput!) {
  updateApiKey(id: $id, input: $input) { permissions allowedNetworks }
}`;
const revokeKey = 'mutation ($id: Int!) { revokeApiKey(id: $id) { id } }';
const createUser = 'mutation ($input: UserInput!) { createClientUser(input: $input) { id } }';

interface Key {
  id: number;
  as: TestAccount;
}

/** Creates a key of the account, by default one of an admin without limits. */
async function newKey(input: object = {}, by: TestAccount = account): Promise<Key> {
  const { data, errors } = await by.graphql(createKey, { input: { name: 'Till', role: 'ADMIN', ...input } });
  if (errors) throw new Error(JSON.stringify(errors));
  const { secret, apiKey } = data.createApiKey;
  return { id: apiKey.id, as: withKey(account, secret) };
}

const only = (...permissions: Permission[]) => ({ permissions: permissions.map(toEnumName) });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function graphqlFrom(address: string, as: TestAccount, query: string, variables = {}): Promise<any> {
  const { body } = await send(
    `${account.origin}/graphql`,
    { query, variables },
    {
      ...from(address).headers,
      authorization: `Bearer ${as.credentials.api_key}`,
    },
  );
  return body;
}

// biome-ignore lint/suspicious/noExplicitAny: fields of every shape
const fieldsOf = ({ errors }: { errors?: any[] }): unknown => errors?.[0].extensions.fields;

// biome-ignore lint/suspicious/noExplicitAny: errors of every shape
const messageOf = ({ errors }: { errors?: any[] }): unknown => errors?.[0]?.message;

const missing = (permission: string) => `This key does not allow it: the permission ${permission} is missing`;

describe('a read-only key', () => {
  it('reads over REST and GraphQL, and changes nothing', async () => {
    const { as } = await newKey(only('read'));
    expect((await as.get('/people')).status).toBe(200);
    const refused: [string, Promise<{ status: number; body: unknown }>][] = [
      ['PEOPLE', as.post('/people', { json: { person: { name: 'Ola' } } })],
      ['PEOPLE', as.post('/people', { json: { person: { name: 'Ola' } }, headers: { 'idempotency-key': 'once' } })],
      ['BOOKINGS', as.del('/bookings/1')],
      ['CATALOG', as.put('/services/1', { json: { title: 'x' } })],
      ['ACCOUNT', as.put('/client', { json: { name: 'x' } })],
      ['USERS', as.get('/client/users')],
      ['WEBHOOKS', as.get('/web_hooks')],
    ];
    for (const [permission, answer] of refused) {
      const { status, body } = await answer;
      expect([status, body]).toEqual([403, { error: { description: missing(permission) } }]);
    }
    const { data } = await as.graphql('{ people { totalCount } viewer { role permissions } }');
    expect(data).toEqual({ people: { totalCount: 0 }, viewer: { role: 'ADMIN', permissions: ['READ'] } });
    const written = await as.graphql('mutation { createPerson(input: { name: "Ola" }) { id } }');
    expect(written.errors).toMatchObject([{ message: missing('PEOPLE'), extensions: { code: 'FORBIDDEN' } }]);
    expect(await server.changes(account)).toEqual(['api_key.created']);
  });

  it('does not read what its other permissions would cover, also not through another record', async () => {
    const { as } = await newKey(only('read'));
    await account.graphql('mutation { updateAccount(input: { googleMerchantKey: "secret" }) { id } }');
    expect((await as.get('/client')).body.client).toMatchObject({
      google_merchant_key: null,
      dashboard_networks: null,
    });
    expect(messageOf(await as.graphql('{ apiKeys { totalCount } }'))).toBe(missing('ACCOUNT'));
    expect(messageOf(await as.graphql('{ securityEvents { totalCount } }'))).toBe(missing('ACCOUNT'));
  });

  it.each(transports)('subscribes by %s, and mutates nothing there', async (_name, open) => {
    const { as } = await newKey(only('read'));
    const subscriber = open(server.origin, { parameter: as.credentials.api_key });
    const changes = await subscriber.changes();
    expect(changes.error).toBeUndefined();
    const refused = await subscriber.ask('mutation { createPerson(input: { name: "Ola" }) { id } }');
    expect(JSON.stringify(refused)).toContain(missing('PEOPLE'));
    await subscriber.end();
  });
});

describe('the permissions of a key', () => {
  it('are null for all of the role, are changed from the next request on, and can be taken back', async () => {
    const { id, as } = await newKey({ role: 'MANAGER' });
    const service = { json: { service: { title: 'Cut' } } };
    expect((await as.post('/services', service)).status).toBe(200);
    const limited = await account.graphql(updateKey, { id, input: only('read', 'people', 'read') });
    expect(limited.data.updateApiKey.permissions).toEqual(['READ', 'PEOPLE']);
    expect((await as.post('/services', service)).status).toBe(403);
    expect((await as.post('/people', { json: { person: { name: 'Ola' } } })).status).toBe(200);
    const all = await account.graphql(updateKey, { id, input: { permissions: null } });
    expect(all.data.updateApiKey.permissions).toBeNull();
    expect((await as.post('/services', service)).status).toBe(200);
  });

  const ofStaff = 'must be one of READ, BOOKINGS, PEOPLE, EXCEPTION_DATES, SIGN_IN';
  it.each([
    [[], ['READ']],
    [['BOOKINGS'], ['READ', 'BOOKINGS']],
    [
      ['PEOPLE', 'READ', 'PEOPLE'],
      ['READ', 'PEOPLE'],
    ],
  ])('of %j are %j: to read is implied, for a new key and a changed one', async (permissions, expected) => {
    const { id, as } = await newKey({ role: 'STAFF', permissions });
    expect((await as.graphql('{ viewer { permissions } }')).data.viewer.permissions).toEqual(expected);
    await account.graphql(updateKey, { id, input: { permissions: null } });
    const changed = await account.graphql(updateKey, { id, input: { permissions } });
    expect(changed.data.updateApiKey.permissions).toEqual(expected);
    expect((await as.get('/people')).status).toBe(200);
  });

  it.each([[{ permissions: ['READ', 'SALES'] }, ['is not included in the list', ofStaff]]])(
    'are rejected with %j',
    async (input, expected) => {
      const answer = await account.graphql(createKey, { input: { name: 'Till', role: 'STAFF', ...input } });
      expect(fieldsOf(answer)).toEqual({ permissions: expected });
    },
  );

  it('must suit a new role', async () => {
    const { id } = await newKey({ role: 'MANAGER', ...only('read', 'sales') });
    const answer = await account.graphql(updateKey, { id, input: { role: 'STAFF' } });
    expect(fieldsOf(answer)).toEqual({ permissions: ['is not included in the list', ofStaff] });
  });

  it('hold for the bookings that a job creates for a series', async () => {
    const { as } = await newKey(only('read', 'bookings'));
    const { id } = await account.create('/resources', 'resource', { title: 'Chair' });
    const booking = { resource_id: id, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const series = (payment: object) => ({
      json: { booking: { ...booking, ...payment }, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } },
    });
    expect((await as.post('/bookings/recurring', series({ paid_amount: 40 }))).body).toEqual({
      error: { description: missing('SALES') },
    });
    expect((await as.post('/bookings/recurring', series({}))).status).toBe(200);
    const [change] = await server.sql<{ actor: object }>(
      "select actor from change where account_id = ? and name = 'recurrence.created' limit 1",
      account.credentials.id,
    );
    expect(change?.actor).toMatchObject({ kind: 'api_key', permissions: ['read', 'bookings'] });
  });
});

describe('a key cannot give more than it has', () => {
  it.each(permissionNames)('%s beside read and account, to a key', async (permission) => {
    const { as } = await newKey(only('read', 'account'));
    // A key has no sign-in of its own, so that permission gives it nothing.
    const isOwn = ['read', 'account', 'signIn'].includes(permission);
    const answer = await as.graphql(createKey, {
      input: { name: 'More', role: 'ADMIN', ...only(...new Set<Permission>(['read', permission])) },
    });
    if (isOwn) expect(answer.errors).toBeUndefined();
    else expect(messageOf(answer)).toContain(`does not have itself: the permission ${toEnumName(permission)}`);
  });

  it('all of a role, a role, or other permissions to an existing key', async () => {
    const { as, id } = await newKey(only('read', 'account'));
    const other = await newKey(only('read'));
    const refused = [
      await as.graphql(createKey, { input: { name: 'More', role: 'ADMIN' } }),
      await as.graphql(createKey, { input: { name: 'More', role: 'STAFF' } }),
      await as.graphql(updateKey, { id, input: { permissions: null } }),
      await as.graphql(updateKey, { id: other.id, input: only('read', 'users') }),
      await as.graphql(updateKey, { id: other.id, input: { permissions: null, role: 'STAFF' } }),
    ];
    for (const answer of refused) expect(messageOf(answer)).toMatch(/^This key cannot give or change what it does not/);
    expect((await as.graphql(updateKey, { id: other.id, input: only('read', 'account') })).errors).toBeUndefined();
  });

  it('lift a limit of a key that has more', async () => {
    const { as } = await newKey(only('read', 'account'));
    const { id } = await newKey({ allowedNetworks: [`${inside}/32`] });
    const answer = await as.graphql(updateKey, { id, input: { allowedNetworks: [] } });
    expect(messageOf(answer)).toMatch(/^This key cannot give or change what it does not/);
    expect((await as.graphql(revokeKey, { id })).errors).toBeUndefined();
  });

  it('a role to a user, or a link to choose the password of a user who has more', async () => {
    const { as } = await newKey(only('read', 'users', 'account'));
    const { data } = await account.graphql(createUser, { input: { name: 'Kari', email, role: 'ADMIN' } });
    const variables = { id: data.createClientUser.id };
    const refused = [
      await as.graphql(createUser, { input: { name: 'Ola', email: 'ola@example.org', role: 'ADMIN' } }),
      await as.graphql(createUser, { input: { name: 'Ola', email: 'ola@example.org' } }),
      await as.graphql('mutation ($id: Int!) { inviteClientUser(id: $id) { invitationLink } }', variables),
      await as.graphql('mutation ($id: Int!) { updateClientUser(id: $id, input: { role: STAFF }) { id } }', variables),
    ];
    for (const answer of refused) expect(messageOf(answer)).toMatch(/^This key cannot give or change what it does not/);
    const staff = await newKey(only('read', 'users', 'bookings', 'people', 'exceptionDates'));
    const invited = await staff.as.graphql(createUser, { input: { name: 'Ola', email: 'ola@example.org' } });
    expect(invited.errors).toBeUndefined();
  });
});

describe('the last key that can administer the account', () => {
  it('is neither limited nor revoked while the others are limited', async () => {
    await newKey(only(...permissionNames));
    const [{ id }] = (await account.graphql('{ apiKeys { nodes { id } } }')).data.apiKeys.nodes;
    const limited = await account.graphql(updateKey, { id, input: only(...permissionNames) });
    expect(fieldsOf(limited)).toEqual({ permissions: ['is that of the last admin'] });
    expect(fieldsOf(await account.graphql(revokeKey, { id }))).toEqual({ id: ['is that of the last admin'] });
    await newKey();
    expect((await account.graphql(updateKey, { id, input: only('read') })).errors).toBeUndefined();
  });
});

describe('the networks of a key', () => {
  it.each([
    [
      ['203.0.113.9/24', '203.0.113.0/24', '2001:DB8::1'],
      ['203.0.113.0/24', '2001:db8::1/128'],
    ],
    [['::ffff:10.0.0.1'], ['10.0.0.1/32']],
    [null, []],
  ])('%j are stored as %j', async (allowedNetworks, stored) => {
    const { id } = await newKey();
    const { data } = await account.graphql(updateKey, { id, input: { allowedNetworks } });
    expect(data.updateApiKey.allowedNetworks).toEqual(stored);
  });

  it.each([
    [['nonsense'], ['is invalid', 'must be networks such as 203.0.113.0/24 or 2001:db8::/32']],
    [Array.from({ length: 21 }, (_, n) => `10.0.${n}.0/24`), ['is too long (maximum is 20 items)']],
  ])('%j are rejected', async (allowedNetworks, expected) => {
    const answer = await account.graphql(createKey, { input: { name: 'x', role: 'STAFF', allowedNetworks } });
    expect(fieldsOf(answer)).toEqual({ allowedNetworks: expected });
  });

  const refusal = `The API key may not be used from the address ${outside}`;

  it('refuse other addresses over REST, GraphQL and Server-Sent Events', async () => {
    const { as } = await newKey({ allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const address of [inside, '2001:db8::7', `::ffff:${inside}`, '::FFFF:cb00:7107']) {
      expect((await as.get('/services', from(address))).status).toBe(200);
    }
    const { status, body } = await as.get('/services', from(outside));
    expect([status, body]).toEqual([403, { error: { description: refusal } }]);
    expect((await as.get('/services', from('2001:db9::1'))).status).toBe(403);
    expect((await graphqlFrom(inside, as, '{ account { name } }')).data).toEqual({ account: { name: 'Acme' } });
    expect((await graphqlFrom(outside, as, '{ account { name } }')).errors).toMatchObject([
      { message: refusal, extensions: { code: 'FORBIDDEN' } },
    ]);
    const stream = await fetch(`${server.origin}/graphql/stream`, {
      method: 'POST',
      headers: {
        ...from(outside).headers,
        authorization: `Bearer ${as.credentials.api_key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: '{ account { name } }' }),
    });
    expect(stream.status).toBe(403);
  });

  it('refuse a WebSocket of another address', async () => {
    const { as } = await newKey({ allowedNetworks: [`${inside}/32`] });
    const parameter = as.credentials.api_key;
    expect(await connect(server.origin, { parameter, address: outside }).closed).toMatchObject({ code: 4403 });
    const subscriber = connect(server.origin, { parameter, address: inside });
    expect(await subscriber.ask('{ account { name } }')).toEqual({ data: { account: { name: 'Acme' } } });
    await subscriber.end();
  });

  it.each(transports)('end an open subscription by %s when they change', async (name, open) => {
    const { id, as } = await newKey();
    const subscriber = open(server.origin, { parameter: as.credentials.api_key, address: inside });
    const changes = await subscriber.changes();
    await account.graphql(updateKey, { id, input: { allowedNetworks: [`${outside}/32`] } });
    const resource = await account.create('/resources', 'resource', { title: 'Chair' });
    const booking = { resource_id: resource.id, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    await account.create('/bookings', 'booking', booking);
    await until(() => changes.error !== undefined || changes.completed);
    expect(changes.messages.filter((message) => JSON.stringify(message).includes('booking'))).toEqual([]);
    if (name === 'Server-Sent Events') return;
    expect((await as.get('/services', from(inside))).status).toBe(403);
  });
});

describe('the networks of the dashboard', () => {
  const setNetworks = 'mutation ($input: AccountInput!) { updateAccount(input: $input) { dashboardNetworks } }';
  const refusal = `The account may not be used from the address ${outside}: ask an admin of it`;

  const signIn = (address: string) =>
    send(
      `${account.origin}/session`,
      { subdomain: account.credentials.subdomain, email, password },
      from(address).headers,
    );

  it('hold for the sign-in and for each request of a session, and not for keys', async () => {
    await choose(await inviteUser(server, account, { name: 'Kari', email, role: 'admin' }), password);
    const { body } = await signIn(outside);
    const session = withKey(account, body.api_key);
    expect((await session.get('/services', from(outside))).status).toBe(200);
    const input = { dashboardNetworks: ['203.0.113.0/24'] };
    const { data } = await graphqlFrom(inside, account, setNetworks, { input });
    expect(data.updateAccount.dashboardNetworks).toEqual(['203.0.113.0/24']);
    const refused = await session.get('/services', from(outside));
    expect([refused.status, refused.body]).toEqual([403, { error: { description: refusal } }]);
    expect((await session.get('/services', from(inside))).status).toBe(200);
    const signedIn = await signIn(outside);
    expect([signedIn.status, signedIn.body]).toEqual([403, { error: { description: refusal } }]);
    expect((await signIn(inside)).status).toBe(200);
    expect((await account.get('/services', from(outside))).status).toBe(200);
    const socket = connect(server.origin, { parameter: body.api_key, address: outside });
    expect(await socket.closed).toMatchObject({ code: 4403 });
    await clearDashboardNetworks(server.database, server.clock, account.credentials.subdomain);
    expect((await signIn(outside)).status).toBe(200);
    expect((await session.get('/services', from(outside))).status).toBe(200);
  });

  it('are not set by mistake so that nobody at this address could sign in', async () => {
    const lockOut = {
      dashboard_networks: [`must contain your address ${inside}, unless force is true: you would be locked out`],
    };
    const list = { client: { dashboard_networks: ['198.51.100.0/24'] } };
    const refused = await account.put('/client', { json: list, ...from(inside) });
    expect([refused.status, refused.body]).toEqual([400, lockOut]);
    const forced = await account.put('/client', { json: { ...list, force: true }, ...from(inside) });
    expect([forced.status, forced.body.client.dashboard_networks]).toEqual([200, ['198.51.100.0/24']]);
    const other = await account.put('/client', { json: { client: { name: 'Acme 2' } }, ...from(inside) });
    expect(other.status).toBe(200);
    const same = await account.put('/client', { json: list, ...from(inside) });
    expect(same.status).toBe(200);
    const cleared = await account.put('/client', { json: { client: { dashboard_networks: null } }, ...from(inside) });
    expect(cleared.body.client.dashboard_networks).toEqual([]);
  });

  it('are shown to admins only, and are not in the change log', async () => {
    await account.put('/client', { json: { client: { dashboard_networks: [inside] } }, ...from(inside) });
    const manager = await server.withRole(account, 'manager');
    expect((await manager.get('/client')).body.client.dashboard_networks).toBeNull();
    const changes = await server.sql(
      'select snapshot, previous from change where account_id = ?',
      account.credentials.id,
    );
    expect(JSON.stringify(changes)).not.toContain(inside);
  });
});
