import { connect } from '../socket/subscriber.js';
import { choose, inviteUser, withKey } from '../support/sign-in.js';
import { statementsOf } from '../support/statements.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const page = 'https://app.example.org';
const fields = 'id name role expiresAt lastUsedAt allowedOrigins';
const create = `mutation ($input: NewApiKeyInput!) { createApiKey(input: $input) { secret apiKey { ${fields} } } }`;
const update = `mutation ($id: Int!, $input: ApiKeyInput!) { updateApiKey(id: $id, input: $input) { ${fields} } }`;
const revoke = 'mutation ($id: Int!) { revokeApiKey(id: $id) { id } }';
const list = `{ apiKeys { totalCount edges { node { ${fields} } } } }`;

const server = await useOwnTestServer({ config: { allowedOrigins: [page, 'https://other.example.org'] } });
const other = await server.another();
const account = server.accountPerTest();

/** Returns a client of the account with the key. */
async function createKey(input: object): Promise<{ id: number; as: TestAccount; answer: object }> {
  const { data, errors } = await account.graphql(create, { input: { name: 'Shop', role: 'MANAGER', ...input } });
  if (errors) throw new Error(JSON.stringify(errors));
  const { secret, apiKey } = data.createApiKey;
  return { id: apiKey.id, as: withKey(account, secret), answer: data.createApiKey };
}

const statusOf = async (as: TestAccount, headers = {}, origin = server.origin): Promise<number> =>
  (await as.at(origin).get('/services', { headers })).status;
const fieldsOf = async (answer: ReturnType<TestAccount['graphql']>): Promise<unknown> =>
  (await answer).errors?.[0].extensions.fields;

describe('ifRevision', () => {
  const changed = `mutation ($id: Int!, $revision: Int) {
    updateApiKey(id: $id, input: { name: "Till" }, ifRevision: $revision) { name revisionCount }
  }`;
  const revoked = 'mutation ($id: Int!, $revision: Int) { revokeApiKey(id: $id, ifRevision: $revision) { id } }';
  const stale = [expect.objectContaining({ extensions: { code: 'PRECONDITION_FAILED' } })];

  it('rejects a change and a revocation of a key that was changed since it was read', async () => {
    const { id, as } = await createKey({});
    await account.graphql(update, { id, input: { name: 'Desk' } });
    for (const document of [changed, revoked]) {
      const { errors } = await account.graphql(document, { id, revision: 0 });
      expect(errors).toEqual(stale);
    }
    expect(await statusOf(as)).toBe(200);
    const { data } = await account.graphql(changed, { id, revision: 1 });
    expect(data.updateApiKey).toEqual({ name: 'Till', revisionCount: 2 });
    expect((await account.graphql(revoked, { id, revision: 2 })).errors).toBeUndefined();
    expect(await statusOf(as)).toBe(401);
  });
});

describe('a new key', () => {
  it('has a name, a role, an expiry and origins, and shows its secret once', async () => {
    const { id, as, answer } = await createKey({ expiresAt: '2027-01-01', allowedOrigins: [page, page] });
    const shown = {
      ...{ id, name: 'Shop', role: 'MANAGER', expiresAt: '2027-01-01T23:59:59+01:00', lastUsedAt: null },
      allowedOrigins: [page],
    };
    expect(answer).toEqual({ secret: expect.stringMatching(/^bk_\d+_[\w-]{43}$/), apiKey: shown });
    const [initial, added] = (await account.graphql(list)).data.apiKeys.edges;
    // The use of the initial key is noted a second later.
    const { lastUsedAt: _, ...own } = initial.node;
    expect(own).toEqual({
      ...{ id: expect.any(Number), name: 'API key', role: 'ADMIN', expiresAt: null },
      allowedOrigins: [],
    });
    expect(added.node).toEqual(shown);
    expect(await statusOf(as)).toBe(200);
    expect(await server.changes(account)).toEqual(['api_key.created']);
    let listed = '';
    // A change is listed when no earlier one can be committed any more.
    await until(async () => {
      listed = (await account.get('/changes')).text;
      return listed.includes('"api_key.created"');
    });
    expect(listed).not.toMatch(/hash/i);
  });

  it.each([
    [{ name: null }, { name: ["can't be blank"] }],
    [{ name: ' ' }, { name: ["can't be blank"] }],
    [{ name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
    [{ role: null }, { role: ["can't be blank"] }],
    [{ expiresAt: '2026-03-02 08:00' }, { expiresAt: ['must be in the future'] }],
    [
      { allowedOrigins: ['https://app.example.org/'] },
      { allowedOrigins: ['is invalid', 'must be origins such as https://app.example.org'] },
    ],
    [{ allowedOrigins: ['*'] }, { allowedOrigins: ['is invalid', 'must be origins such as https://app.example.org'] }],
    [
      { allowedOrigins: Array.from({ length: 21 }, (_, n) => `https://${n}.example.org`) },
      { allowedOrigins: ['is too long (maximum is 20 items)'] },
    ],
  ])('is rejected with %j', async (input, fields) => {
    const answer = account.graphql(create, { input: { name: 'Shop', role: 'STAFF', ...input } });
    expect(await fieldsOf(answer)).toEqual(fields);
  });

  it('is rejected above 100 keys', async () => {
    const id = account.credentials.id;
    await server.sql(
      `insert into api_key (account_id, key_hash, created_at, updated_at)
       select ?, n::text, now(), now() from generate_series(1, 98) as n`,
      id,
    );
    const last = await createKey({});
    const problem = { base: ['has too many API keys (maximum is 100)'] };
    expect(await fieldsOf(account.graphql(create, { input: { name: 'x', role: 'STAFF' } }))).toEqual(problem);
    await account.graphql(revoke, { id: last.id });
    await createKey({});
  });
});

describe('a key', () => {
  it('is invalid in every process after its revocation', async () => {
    const { id, as } = await createKey({});
    expect([await statusOf(as), await statusOf(as, {}, other.origin)]).toEqual([200, 200]);
    expect(await account.graphql(revoke, { id })).toEqual({ data: { revokeApiKey: { id } } });
    expect(await statusOf(as)).toBe(401);
    await until(async () => (await statusOf(as, {}, other.origin)) === 401);
    expect(await server.changes(account)).toEqual(['api_key.created', 'api_key.revoked']);
    expect((await account.graphql(revoke, { id })).errors?.[0].extensions.code).toBe('NOT_FOUND');
    expect((await account.graphql(list)).data.apiKeys.totalCount).toBe(1);
  });

  it('receives no change over an open socket after its revocation', async () => {
    const { id, as } = await createKey({});
    const subscriber = connect(server.origin, { parameter: as.credentials.api_key });
    const log = async () => (await account.graphql('{ changes { cursor items { name } } }')).data.changes;
    // A transaction of another test may delay the change of the key itself.
    await until(async () => (await log()).items.length === 1);
    const changes = subscriber.follow('changes', `after: "${(await log()).cursor}"`, 'name');
    await account.graphql(create, { input: { name: 'Other', role: 'STAFF' } });
    expect(await changes.take(1)).toEqual([{ name: 'api_key.created' }]);
    await account.graphql(revoke, { id });
    expect(await subscriber.closed).toMatchObject({ code: 4401 });
    expect(changes.messages).toHaveLength(1);
  });

  it('is invalid in every process after its expiry', async () => {
    const { as } = await createKey({ expiresAt: '2026-03-02 09:00' });
    const now = server.clock.now();
    expect([await statusOf(as), await statusOf(as, {}, other.origin)]).toEqual([200, 200]);
    server.clock.advance(60);
    expect([await statusOf(as), await statusOf(as, {}, other.origin)]).toEqual([401, 401]);
    server.clock.set(now.toISOString());
  });

  it('changes its role and keeps its secret', async () => {
    const { id, as } = await createKey({ role: 'STAFF' });
    const post = async (origin: string) => (await as.at(origin).post('/services', { json: { title: 'Cut' } })).status;
    expect([await post(server.origin), await post(other.origin)]).toEqual([403, 403]);
    const { data } = await account.graphql(update, { id, input: { role: 'MANAGER', name: 'Till' } });
    expect(data.updateApiKey).toMatchObject({ id, name: 'Till', role: 'MANAGER' });
    expect(await post(server.origin)).toBe(200);
    await until(async () => (await post(other.origin)) === 200);
    expect((await server.changes(account)).slice(0, 2)).toEqual(['api_key.created', 'api_key.modified']);
    expect(await fieldsOf(account.graphql(update, { id, input: { name: null } }))).toEqual({
      name: ["can't be blank"],
    });
  });

  it('has the time of its last use, without another read of the account', async () => {
    const { id, as } = await createKey({});
    await statusOf(as);
    const used = async () => (await account.graphql(list)).data.apiKeys.edges.at(-1).node;
    await until(async () => (await used()).lastUsedAt !== null);
    expect(await used()).toMatchObject({ id, lastUsedAt: '2026-03-02T08:00:00+01:00' });
  });

  it('has its requests of the last 30 days on the wall clock, read for all keys by one statement', async () => {
    const [{ id }, { id: unused }] = [await createKey({}), await createKey({})];
    const days = { '2026-01-30T23:00:00Z': 5, '2026-01-31T23:00:00Z': 2, '2026-03-01T23:00:00Z': 3 };
    for (const [day, requests] of Object.entries(days)) {
      await server.sql(
        'insert into api_key_requests (account_id, day, api_key_id, requests) values (?, ?, ?, ?)',
        ...[account.credentials.id, day, id, requests],
      );
    }
    const { result, statements } = await statementsOf(server.database, () =>
      account.graphql('query ($ids: [Int!]) { apiKeys(filter: {ids: $ids}) { nodes { id recentRequests } } }', {
        ids: [id, unused],
      }),
    );
    expect(result.data.apiKeys.nodes).toEqual([
      { id, recentRequests: 5 },
      { id: unused, recentRequests: 0 },
    ]);
    expect(statements.filter((statement) => statement.includes('from api_key_requests'))).toHaveLength(1);
  });

  it('of another account is not found', async () => {
    const { id } = await createKey({});
    const stranger = await server.account();
    expect((await stranger.graphql(revoke, { id })).errors?.[0].extensions.code).toBe('NOT_FOUND');
    expect((await stranger.graphql(update, { id, input: {} })).errors?.[0].extensions.code).toBe('NOT_FOUND');
  });

  it.each(['manager', 'staff'] as const)('cannot be read or changed by the role %s', async (role) => {
    const as = await server.withRole(account, role);
    for (const [document, variables] of [
      [list, {}],
      [create, { input: { name: 'x', role: 'ADMIN' } }],
      [update, { id: 1, input: {} }],
      [revoke, { id: 1 }],
    ] as const) {
      expect((await as.graphql(document, variables)).errors?.[0].extensions).toEqual({ code: 'FORBIDDEN' });
    }
  });
});

describe('the last admin key', () => {
  const firstId = async (): Promise<number> => (await account.graphql(list)).data.apiKeys.edges[0].node.id;
  const problem = ['is that of the last admin'];

  it('can neither be revoked nor lose its role', async () => {
    const id = await firstId();
    await createKey({ role: 'MANAGER' });
    expect(await fieldsOf(account.graphql(revoke, { id }))).toEqual({ id: problem });
    expect(await fieldsOf(account.graphql(update, { id, input: { role: 'STAFF' } }))).toEqual({ role: problem });
    await createKey({ role: 'ADMIN' });
    expect((await account.graphql(revoke, { id })).errors).toBeUndefined();
  });

  it('can be revoked if an admin user has a password', async () => {
    const link = await inviteUser(server, account, { name: 'Kari', email: 'kari@example.org', role: 'admin' });
    const id = await firstId();
    expect(await fieldsOf(account.graphql(revoke, { id }))).toEqual({ id: problem });
    await choose(link, 'correct horse');
    expect((await account.graphql(revoke, { id })).errors).toBeUndefined();
  });

  it('remains if two are revoked concurrently', async () => {
    const id = await firstId();
    const second = await createKey({ role: 'ADMIN' });
    const answers = await Promise.all([account.graphql(revoke, { id }), second.as.graphql(revoke, { id: second.id })]);
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
  });
});

describe('a key for pages of certain origins', () => {
  const refusal = { error: { description: 'The API key may not be used by pages of this origin' } };
  const foreign = 'https://other.example.org';

  it('is rejected for pages of others, by REST and GraphQL', async () => {
    const { as } = await createKey({ allowedOrigins: [page] });
    expect([await statusOf(as), await statusOf(as, { origin: page })]).toEqual([200, 200]);
    const { status, body, headers } = await as.get('/services', { headers: { origin: foreign } });
    expect([status, body, headers.get('access-control-allow-origin')]).toEqual([403, refusal, foreign]);
    expect(await statusOf(as, { origin: 'null' })).toBe(403);
    const answer = await fetch(`${server.origin}/graphql`, {
      method: 'POST',
      headers: {
        ...{ origin: foreign, authorization: `Bearer ${as.credentials.api_key}`, 'content-type': 'application/json' },
      },
      body: JSON.stringify({ query: '{ account { id } }' }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { errors: [{ message: refusal.error.description, extensions: { code: 'FORBIDDEN' } }] },
    ]);
  });

  it('is rejected for their sockets', async () => {
    const { as } = await createKey({ allowedOrigins: [page] });
    const parameter = as.credentials.api_key;
    const welcome = connect(server.origin, { parameter, origin: page });
    expect(await welcome.ask('{ account { id } }')).toEqual({ data: { account: { id: account.credentials.id } } });
    await welcome.end();
    expect(await connect(server.origin, { parameter, origin: foreign }).closed).toMatchObject({ code: 4403 });
  });
});
