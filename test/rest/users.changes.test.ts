import { connect } from '../socket/subscriber.js';
import { accepted, accountAcrossProcesses } from '../support/concurrent-requests.js';
import { checkAnswer } from '../support/described-answers.js';
import { choose, inviteUser, signIn, withKey } from '../support/sign-in.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const password = 'correct horse';
const lastAdmin = { role: ['is that of the last admin'] };

const server = await useTestServer();
const account = server.accountPerTest();

async function addUser(name: string, role: string, of = account): Promise<number> {
  const { body } = await of.post('/client/users', { json: { user: { name, email: `${name}@example.org`, role } } });
  return body.client_user_link.id;
}

/** Creates a user with a password. @returns the id of the link, and a client with the user's key */
async function signedIn(name: string, role: string): Promise<{ id: number; as: TestAccount }> {
  const email = `${name}@example.org`;
  await choose(await inviteUser(server, account, { name, email, role }), password);
  const links = (await account.get('/client/users')).body;
  const { id } = links.at(-1).client_user_link;
  return { id, as: withKey(account, (await signIn(account, email, password)).body.api_key) };
}

async function endSession({ origin, credentials: { api_key } }: TestAccount, key = api_key): Promise<Response> {
  const response = await fetch(`${origin}/session`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
  const { status, headers } = response;
  checkAnswer('DELETE', '/session', { status, headers, body: await response.clone().json() });
  return response;
}

describe('PUT /client/users/{id}', () => {
  it('changes the role, the name and the phone number, and nothing else', async () => {
    const id = await addUser('kari', 'staff');
    server.clock.advance(1);
    const { status, body } = await account.put(`/client/users/${id}`, {
      json: { user: { name: 'Kari N', phone_number: '40611111', role: 'manager', email: 'x@example.org' } },
    });
    expect([status, body.client_user_link]).toMatchObject([
      200,
      { id, role: 'manager', user: { name: 'Kari N', email: 'kari@example.org', phone_number: '40611111' } },
    ]);
    expect((await account.get(`/client/users/${id}`)).body).toEqual(body);
    expect((await server.changes(account)).slice(-2)).toEqual(['user.modified', 'client_user_link.modified']);
  });

  it('sets the resource that the user is, which may be one user at most, and may be deleted later', async () => {
    const { id, as } = await signedIn('kari', 'staff');
    const other = await addUser('ola', 'staff');
    const chair = (await account.create('/resources', 'resource', { title: 'Kari' })).id;
    const save = (link: number, user: object) => account.put(`/client/users/${link}`, { json: { user } });
    const viewer = async () => (await as.graphql('{ viewer { resource { id title } } }')).data;
    expect(await viewer()).toEqual({ viewer: { resource: null } });
    const before = (await server.changes(account)).length;
    const { status, body } = await save(id, { resource_id: chair });
    expect([status, body]).toEqual([
      200,
      { client_user_link: expect.objectContaining({ id, role: 'staff', resource_id: chair }) },
    ]);
    expect((await account.get(`/client/users/${id}`)).body).toEqual(body);
    expect((await server.changes(account)).slice(before)).toEqual(['client_user_link.modified']);
    expect(await viewer()).toEqual({ viewer: { resource: { id: chair, title: 'Kari' } } });
    const refused = await Promise.all([
      save(other, { resource_id: chair }),
      save(other, { resource_id: 999_999_999 }),
      account.post('/client/users', { json: { user: { name: 'Eva', email: 'eva@example.org', resource_id: chair } } }),
    ]);
    expect(refused.map((answer) => [answer.status, answer.body])).toEqual([
      [400, { resource_id: ['has already been taken'] }],
      [400, { resource_id: ['does not exist'] }],
      [400, { resource_id: ['has already been taken'] }],
    ]);
    await account.del(`/resources/${chair}`);
    expect((await save(id, { resource_id: chair, phone_number: '40611111' })).status).toBe(200);
    expect((await save(id, { resource_id: null })).body.client_user_link.resource_id).toBeNull();
    const made = await account.post('/client/users', {
      json: { user: { name: 'Eva', email: 'eva@example.org', resource_id: null } },
    });
    expect([made.status, made.body.client_user_link.resource_id]).toEqual([200, null]);
  });

  it('without a difference records no change', async () => {
    const id = await addUser('kari', 'staff');
    const before = await server.changes(account);
    expect((await account.put(`/client/users/${id}`, { form: 'user[name]=kari&user[role]=staff' })).status).toBe(200);
    expect(await server.changes(account)).toEqual(before);
  });

  it('sets a role that applies from the next request, also on an open socket', async () => {
    const { id, as } = await signedIn('kari', 'staff');
    const subscriber = connect(server.origin, { parameter: as.credentials.api_key });
    const users = async () => [
      (await as.get('/client/users')).status,
      await subscriber.ask('{ clientUsers { totalCount } }'),
    ];
    expect(await users()).toEqual([403, { errors: expect.anything(), data: null }]);
    await account.put(`/client/users/${id}`, { json: { role: 'admin' } });
    expect(await users()).toEqual([200, { data: { clientUsers: { totalCount: 1 } } }]);
    await subscriber.end();
  });

  it.each([
    [{ role: 'owner' }, { role: ['is not included in the list', 'must be one of admin, manager, staff'] }],
    [{ name: ' ' }, { name: ["can't be blank"] }],
    [{ phone_number: 'x'.repeat(256) }, { phone_number: ['is too long (maximum is 255 characters)'] }],
  ])('rejects %j with 400', async (user, expected) => {
    const id = await addUser('kari', 'staff');
    const before = await server.changes(account);
    const { status, body } = await account.put(`/client/users/${id}`, { json: { user } });
    expect([status, body]).toEqual([400, expected]);
    expect(await server.changes(account)).toEqual(before);
  });
});

describe('DELETE /client/users/{id}', () => {
  it("returns the user's last state, and ends its sessions", async () => {
    const { id, as } = await signedIn('kari', 'manager');
    const subscriber = connect(server.origin, { parameter: as.credentials.api_key });
    expect(await subscriber.ask('{ account { id } }')).toMatchObject({ data: {} });
    const shown = await account.get(`/client/users/${id}`);
    const { status, body } = await account.del(`/client/users/${id}`);
    expect([status, body]).toEqual([200, shown.body]);
    expect((await account.get(`/client/users/${id}`)).status).toBe(404);
    expect((await account.del(`/client/users/${id}`)).status).toBe(404);
    expect((await as.get('/client')).status).toBe(401);
    expect((await signIn(account, 'kari@example.org', password)).status).toBe(401);
    expect(await subscriber.ask('{ account { id } }')).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect((await server.changes(account)).slice(-2)).toEqual(['client_user_link.deleted', 'user.deleted']);
    await subscriber.end();
  });

  it('frees the email', async () => {
    await account.del(`/client/users/${await addUser('kari', 'staff')}`);
    expect(await addUser('kari', 'staff')).toEqual(expect.any(Number));
  });
});

describe('the last admin', () => {
  it.each<[string, (id: number) => ReturnType<TestAccount['send']>]>([
    ['another role', (id) => account.put(`/client/users/${id}`, { json: { role: 'manager' } })],
    ['null for the role', (id) => account.put(`/client/users/${id}`, { json: { role: null } })],
    ['deletion', (id) => account.del(`/client/users/${id}`)],
  ])('remains admin: %s', async (_name, change) => {
    const id = await addUser('kari', 'admin');
    await addUser('ola', 'manager');
    const before = await server.changes(account);
    const refused = await change(id);
    expect([refused.status, refused.body]).toEqual([400, lastAdmin]);
    expect(await server.changes(account)).toEqual(before);
    await addUser('per', 'admin');
    expect((await change(id)).status).toBe(200);
  });

  it('remains if two processes demote or delete all admins concurrently', async () => {
    const { account: of, concurrently } = await accountAcrossProcesses(server, [
      server.origin,
      (await server.another()).origin,
    ]);
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1) ids.push(await addUser(`admin${index}`, 'admin', of));
    const answers = await concurrently(ids.length, (through, index) =>
      index % 3 === 0
        ? through.del(`/client/users/${ids[index]}`)
        : through.put(`/client/users/${ids[index]}`, { json: { role: 'staff' } }),
    );
    expect(accepted(answers)).toHaveLength(5);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([lastAdmin]);
  });
});

describe('DELETE /session', () => {
  it('ends only the session of its key', async () => {
    const { as } = await signedIn('kari', 'manager');
    const other = withKey(account, (await signIn(account, 'kari@example.org', password)).body.api_key);
    const response = await endSession(as);
    expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
      200,
      { role: 'manager' },
      'no-store',
    ]);
    expect([(await as.get('/client')).status, (await other.get('/client')).status]).toEqual([401, 200]);
    expect((await server.changes(account)).at(-1)).toBe('api_key.revoked');
    expect((await endSession(as)).status).toBe(401);
  });

  it.each<[string, number, () => string]>([
    ['no key', 401, () => ''],
    ['a wrong key', 401, () => `${account.credentials.api_key}x`],
    ['the key of an account', 403, () => account.credentials.api_key],
  ])('is rejected for %s', async (_name, status, key) => {
    const response = await endSession(account, key());
    expect([response.status, await response.json()]).toEqual([status, { error: { description: expect.any(String) } }]);
    expect((await account.get('/client')).status).toBe(200);
  });
});
