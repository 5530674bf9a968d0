import { recordSecurityEvent } from '../../src/domain/security-event/record-security-event.actions.js';
import { maxRefusalsPerHour } from '../../src/domain/security-event/security-event.rules.js';
import { isPassword } from '../../src/platform/password.js';
import { choose, inviteUser, newestLink, nextLink, send, withKey } from '../support/sign-in.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const address = '203.0.113.7';
const page = 'https://app.example.org';
const email = 'kari@example.org';
const password = 'correct horse';
const own = { 'sec-fetch-site': 'same-origin' };

const server = await useOwnTestServer({
  config: { trustedHops: 1, allowedOrigins: [page], publicUrl: 'https://booking.example.org' },
});
const elsewhere = await server.another();
const account = server.accountPerTest();

const warn = jest.spyOn(server.logger, 'warn');
const refusalsInLog = (): unknown[] =>
  warn.mock.calls.flatMap(([line, message]: readonly unknown[]) => (message === 'access refused' ? [line] : []));
beforeEach(() => void warn.mockClear());

interface Entry {
  id: number;
  kind: string;
  name: string | null;
  aboutName: string | null;
  userId: number | null;
  apiKeyId: number | null;
  aboutUserId: number | null;
  aboutApiKeyId: number | null;
  interface: string;
  clientAddress: string;
  userAgent: string | null;
  requestId: string;
  eventCount: number;
  details: object;
}

const fields = `id kind name aboutName userId apiKeyId aboutUserId aboutApiKeyId interface clientAddress userAgent requestId
  eventCount details`;

/** The entries of the account, oldest first. */
async function entries(filter: object = {}, as: TestAccount = account): Promise<Entry[]> {
  const { data, errors } = await as.graphql(
    `query ($filter: SecurityEventFilter!) { securityEvents(filter: $filter, order: ID) { nodes { ${fields} } } }`,
    { filter },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.securityEvents.nodes;
}

const kindsOf = (found: readonly Entry[]): string[] => found.map(({ kind }) => kind);

const from = (client: string) => ({ 'x-forwarded-for': client, 'user-agent': 'a browser', 'x-request-id': 'the-id' });

const signIn = (given: string, client = address, name = email, at = server.origin) =>
  send(`${at}/session`, { subdomain: account.credentials.subdomain, email: name, password: given }, from(client));

/** Adds the user Kari, with a password. */
async function addKari(role = 'admin'): Promise<void> {
  const link = await inviteUser(server, account, { name: 'Kari', email, role });
  const { pathname } = new URL(link);
  await choose(`${server.origin}${pathname}`, password);
}

async function createKey(input: object = {}): Promise<{ id: number; as: TestAccount }> {
  const { data } = await account.graphql(
    'mutation ($input: NewApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
    { input: { name: 'Till', role: 'STAFF', ...input } },
  );
  return { id: data.createApiKey.apiKey.id, as: withKey(account, data.createApiKey.secret) };
}

describe('the security log', () => {
  it('has sign-ins, their failures and sign-outs, with address, agent and request', async () => {
    await addKari();
    const { body } = await signIn(password);
    await signIn('wrong');
    await signIn('wrong', address, 'nobody@example.org');
    await signIn('wrong', address, 'my password');
    await fetch(`${server.origin}/session`, {
      method: 'DELETE',
      headers: { ...from(address), authorization: `Bearer ${body.api_key}` },
    });
    const found = await entries({ kinds: ['sign_in.succeeded', 'sign_in.failed', 'session.ended'] });
    const common = {
      ...{ interface: 'rest', clientAddress: address, userAgent: 'a browser', requestId: 'the-id', eventCount: 1 },
      ...{ apiKeyId: null, aboutUserId: null, aboutApiKeyId: null, aboutName: null, id: expect.any(Number) },
    };
    const kari = { ...common, userId: expect.any(Number), name: 'Kari' };
    const nobody = { ...common, kind: 'sign_in.failed', userId: null, details: {} };
    expect(found).toEqual([
      { ...kari, kind: 'sign_in.succeeded', details: { method: 'password' } },
      { ...kari, kind: 'sign_in.failed', details: {} },
      { ...nobody, name: 'nobody@example.org' },
      // People type their password into the wrong field.
      { ...nobody, name: null },
      { ...kari, kind: 'session.ended', details: { session_id: expect.any(Number) } },
    ]);
    expect(refusalsInLog()).toEqual(
      Array(3).fill({ event: 'sign_in.failed', account: account.credentials.id, address, requestId: 'the-id' }),
    );
  });

  it('has no entry for an unknown account, but the log of the server has a line', async () => {
    await send(`${server.origin}/session`, { subdomain: 'nowhere', email, password }, from(address));
    expect(refusalsInLog()).toEqual([{ event: 'sign_in.failed', account: null, address, requestId: 'the-id' }]);
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/kari|correct/);
  });

  it('has links to choose a password, and that one was chosen, by the dashboard', async () => {
    await addKari();
    const before = await newestLink(server, account);
    const request = { subdomain: account.credentials.subdomain, email };
    await send(`${server.origin}/dashboard/password`, request, { ...own, ...from(address) });
    const { pathname } = new URL(await nextLink(server, account, before));
    await choose(`${server.origin}${pathname}`, 'another horse');
    await send(
      `${server.origin}/dashboard/session`,
      { ...request, password: 'another horse' },
      { ...own, ...from(address) },
    );
    const kinds = ['user.created', 'password.chosen', 'password.link_requested', 'sign_in.succeeded'];
    const found = await entries({ kinds });
    expect(found.map((entry) => [entry.kind, entry.name, entry.aboutName, entry.interface])).toEqual([
      ['user.created', 'API key', 'Kari', 'rest'],
      ['password.chosen', 'Kari', null, 'dashboard'],
      ['password.link_requested', 'Kari', null, 'dashboard'],
      ['password.chosen', 'Kari', null, 'dashboard'],
      ['sign_in.succeeded', 'Kari', null, 'dashboard'],
    ]);
  });

  it('counts the refusals of a key from one address in a minute on one entry, in all processes', async () => {
    const { id, as } = await createKey({ allowedOrigins: [page], allowedNetworks: ['198.51.100.0/24'] });
    const get = (at: string, client: string, origin = page) =>
      as.at(at).get('/services', { headers: { ...from(client), origin } });
    const ways = Array.from({ length: 6 }, (_, index) => (index % 2 ? server.origin : elsewhere.origin));
    const answers = await Promise.all(ways.map((at) => get(at, address)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403));
    await get(server.origin, '203.0.113.8');
    await get(server.origin, '198.51.100.1', 'https://evil.example.org');
    expect((await get(server.origin, '198.51.100.1')).status).toBe(200);
    server.clock.advance(1);
    await get(server.origin, address);
    const found = await entries({ kinds: ['api_key.refused'] });
    expect(found.map((entry) => [entry.clientAddress, entry.eventCount, entry.details])).toEqual([
      [address, 6, { reason: 'network' }],
      ['203.0.113.8', 1, { reason: 'network' }],
      ['198.51.100.1', 1, { reason: 'origin' }],
      [address, 1, { reason: 'network' }],
    ]);
    expect(found[0]).toMatchObject({ apiKeyId: id, name: 'Till', interface: 'rest' });
    expect(JSON.stringify(found)).not.toContain('evil');
  });

  it('has sign-ins over the limit and from refused networks', async () => {
    await addKari();
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn('wrong');
    expect(await entries({ kinds: ['sign_in.failed', 'sign_in.limited'] })).toMatchObject([
      { kind: 'sign_in.failed', eventCount: 10 },
      { kind: 'sign_in.limited', eventCount: 2, name: 'Kari' },
    ]);
    const input = { dashboardNetworks: ['198.51.100.0/24'], force: true };
    await account.graphql('mutation ($input: AccountInput!) { updateAccount(input: $input) { id } }', { input });
    expect((await signIn(password, '203.0.113.9')).status).toBe(403);
    const found = await entries({ kinds: ['sign_in.refused', 'account.networks_changed'] });
    expect(found).toMatchObject([
      { kind: 'account.networks_changed', interface: 'graphql', details: { networks: ['198.51.100.0/24'] } },
      { kind: 'sign_in.refused', name: 'Kari', clientAddress: '203.0.113.9', details: { reason: 'network' } },
    ]);
    expect(refusalsInLog()).toHaveLength(13);
  });
});

describe('ten thousand failures a minute', () => {
  it('add a bounded number of entries, and none is lost from the count', async () => {
    const { id } = account.credentials;
    const attempts = 10_000;
    const processes = [server.database, elsewhere.database];
    const record = (index: number): Promise<void> =>
      recordSecurityEvent(
        (processes[index % 2] ?? server.database).account(id),
        { serverClock: server.clock, clientAddress: `10.0.${index >> 8}.${index & 255}`, requestId: 'x' },
        { kind: 'sign_in.failed', user: { id: null, name: `user${index}@example.org` } },
      );
    for (let first = 0; first < attempts; first += 500) {
      await Promise.all(Array.from({ length: 500 }, (_, offset) => record(first + offset)));
    }
    const [counted] = await server.sql<{ rows: number; events: number }>(
      'select count(*)::integer as rows, sum(event_count)::integer as events from security_event where account_id = ?',
      id,
    );
    expect(counted).toEqual({ rows: maxRefusalsPerHour + 1, events: attempts });
    const [overflow] = await server.sql<object>(
      'select event_count as events, client_address as address, name from security_event where account_id = ? and event_count > 1',
      id,
    );
    expect(overflow).toEqual({ events: attempts - maxRefusalsPerHour, address: '', name: null });
    server.clock.advance(61);
    await record(1);
    const createdAt = { from: server.clock.now().toISOString() };
    expect(await entries({ createdAt })).toMatchObject([{ eventCount: 1, name: 'user1@example.org' }]);
  }, 120_000);
});

describe('a flood of sign-ins', () => {
  it('refuses others of the account at once, and does not count them as tried', async () => {
    await addKari('manager');
    const { id } = account.credentials;
    let isOver = false;
    const flood = Array.from({ length: 105 }, async () => {
      while (!isOver) {
        await isPassword(id, null, 'wrong').catch(() => {});
        await new Promise(setImmediate);
      }
    });
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await signIn('wrong'));
    isOver = true;
    await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    const counted = await server.sql<{ count: number }>(
      "select count from attempt where account_id = ? and key like 'sign-in:%'",
      id,
    );
    expect(counted.map(({ count }) => count)).toEqual([
      answers.length - refused.length,
      answers.length - refused.length,
    ]);
    expect((await signIn(password)).status).toBe(200);
  }, 60_000);
});

describe('the list', () => {
  it('is filtered by kind, user, key, address and period, and has pages', async () => {
    await addKari('manager');
    await signIn('wrong');
    server.clock.advance(60);
    await signIn(password, '203.0.113.9');
    const { id } = await createKey();
    await account.graphql('mutation ($id: Int!) { revokeApiKey(id: $id) { id } }', { id });
    const userId = (await entries({ kinds: ['sign_in.failed'] }))[0]?.userId;
    expect(kindsOf(await entries({ userId }))).toEqual([
      'user.created',
      'password.chosen',
      'sign_in.failed',
      'sign_in.succeeded',
    ]);
    expect(kindsOf(await entries({ apiKeyId: id }))).toEqual(['api_key.created', 'api_key.revoked']);
    expect(kindsOf(await entries({ clientAddress: '203.0.113.9' }))).toEqual(['sign_in.succeeded']);
    const period = { from: '2026-03-02T08:30:00+01:00' };
    expect(kindsOf(await entries({ createdAt: period, userId }))).toEqual(['sign_in.succeeded']);
    const { data } = await account.graphql(
      '{ securityEvents(first: 2) { totalCount nodes { kind } pageInfo { hasNextPage } } }',
    );
    expect(data.securityEvents).toEqual({
      totalCount: 6,
      nodes: [{ kind: 'api_key.revoked' }, { kind: 'api_key.created' }],
      pageInfo: { hasNextPage: true },
    });
    const { errors } = await account.graphql('{ securityEvents(filter: { kinds: ["nonsense"] }) { totalCount } }');
    expect(errors?.[0].extensions.fields.kinds[0]).toBe('is not included in the list');
  });

  it('is for admins; everybody else sees what concerns themselves', async () => {
    await addKari('staff');
    const { id, as } = await createKey();
    const kari = withKey(account, (await signIn(password)).body.api_key);
    const query = '{ viewer { securityEvents(order: ID) { totalCount nodes { kind } } } }';
    const kinds = async (client: TestAccount) =>
      (await client.graphql(query)).data.viewer.securityEvents.nodes.map(({ kind }: { kind: string }) => kind);
    expect(await kinds(kari)).toEqual(['user.created', 'password.chosen', 'sign_in.succeeded']);
    expect(await kinds(as)).toEqual(['api_key.created']);
    for (const client of [kari, as]) {
      const { errors } = await client.graphql('{ securityEvents { totalCount } }');
      expect(errors?.[0].extensions.code).toBe('FORBIDDEN');
    }
    const other = await server.account();
    expect(await entries({ apiKeyId: id }, other)).toEqual([]);
  });
});

it('a paused account refuses requests by their answer, although it takes no entry', async () => {
  const { as } = await createKey({ allowedNetworks: ['198.51.100.0/24'] });
  await server.sql('update account set paused_at = now() where id = ?', account.credentials.id);
  expect((await as.get('/services', { headers: from(address) })).status).toBe(403);
  await server.sql('update account set paused_at = null where id = ?', account.credentials.id);
  await until(async () => (await account.get('/services')).status === 200);
  expect(await entries({ kinds: ['api_key.refused'] })).toEqual([]);
});
