import { connect } from '../socket/subscriber.js';
import { createUser, password } from '../support/dashboard.js';
import { sendRequest } from '../support/send-request.js';
import { send, signIn, withKey } from '../support/sign-in.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useOwnTestServer({ config: { trustedHops: 1 } });
const account = server.accountPerTest();

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0';

async function begin(email: string, headers: Record<string, string> = {}): Promise<TestAccount> {
  const { body } = await send(`${account.origin}/session`, { subdomain: account.subdomain, email, password }, headers);
  return withKey(account, body.api_key);
}

const fields = 'id device clientAddress userAgent createdAt lastUsedAt expiresAt isCurrent';

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
async function sessionsOf(user: TestAccount): Promise<any[]> {
  return (await user.graphql(`{ viewer { sessions { ${fields} } } }`)).data.viewer.sessions;
}

const isSignedIn = async (user: TestAccount) => (await user.get('/client')).status === 200;

const endedEvents = () =>
  server.sql<{ name: string; details: object }>(
    "select name, details from security_event where account_id = ? and kind = 'session.ended' order by id",
    account.credentials.id,
  );

describe('the sessions of a user', () => {
  it('are listed with device and address', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    await begin(email, { 'user-agent': firefox, 'x-forwarded-for': '192.0.2.7' });
    server.clock.advance(1);
    const user = await begin(email, { 'user-agent': `curl/8.5.0 ${'x'.repeat(300)}` });
    const sessions = await sessionsOf(user);
    expect(sessions).toMatchObject([
      { device: 'curl', userAgent: expect.stringMatching(/^curl.{251}$/), isCurrent: true },
      {
        ...{ device: 'Firefox on Windows', clientAddress: '192.0.2.7', userAgent: firefox, isCurrent: false },
        ...{ createdAt: '2026-03-02T08:00:00+01:00', expiresAt: '2026-03-02T20:00:00+01:00', lastUsedAt: null },
      },
    ]);
  });

  it('are not those of others, and a key of the account has none', async () => {
    const kari = await begin((await createUser(server, account, { role: 'staff' })).email);
    const ola = await begin((await createUser(server, account, { role: 'staff', name: 'Ola' })).email);
    expect(await sessionsOf(kari)).toHaveLength(1);
    expect(await sessionsOf(account)).toEqual([]);
    const [{ id }] = await sessionsOf(ola);
    const { errors } = await kari.graphql(`mutation { endSession(id: ${id}) { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(await isSignedIn(ola)).toBe(true);
  });

  it('end one by one or all but the current one, with the name of who ended them', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    const [one, two, current] = [await begin(email), await begin(email), await begin(email)];
    const [, { id }] = await sessionsOf(current);
    const ended = await current.graphql(`mutation { endSession(id: ${id}) { id isCurrent } }`);
    expect(ended.data.endSession).toEqual({ id, isCurrent: false });
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([true, false]);
    const again = await current.graphql(`mutation { endSession(id: ${id}) { id } }`);
    expect(again.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    const others = await current.graphql('mutation { endOtherSessions { id } }');
    expect(others.data.endOtherSessions).toHaveLength(1);
    expect([await isSignedIn(one), await isSignedIn(current)]).toEqual([false, true]);
    expect(await endedEvents()).toEqual([
      { name: 'Kari Nordmann', details: { session_id: id } },
      { name: 'Kari Nordmann', details: { session_id: expect.any(Number) } },
    ]);
  });

  it('are seen and ended by admins', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    const user = await begin(email, { 'user-agent': firefox });
    const { data } = await account.graphql('{ clientUsers { nodes { sessions { id device isCurrent } } } }');
    const [{ sessions }] = data.clientUsers.nodes;
    expect(sessions).toEqual([{ id: expect.any(Number), device: 'Firefox on Windows', isCurrent: false }]);
    await account.graphql(`mutation { endSession(id: ${sessions[0].id}) { id } }`);
    expect(await isSignedIn(user)).toBe(false);
  });

  it('end for an open subscription at once', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    const [watched, current] = [await begin(email), await begin(email)];
    const subscriber = connect(server.origin, { parameter: watched.credentials.api_key });
    await subscriber.changes();
    await current.graphql('mutation { endOtherSessions { id } }');
    expect(await subscriber.closed).toMatchObject({ code: 4401 });
  });

  it('are a hundred at most: the one that was used least recently ends', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    const first = await begin(email);
    await server.sql(
      `insert into api_key (account_id, name, key_hash, role, user_id, created_at, updated_at, expires_at)
       select account_id, name, 'hash-' || number, null, user_id, created_at + interval '1 second', updated_at, expires_at
       from api_key, generate_series(1, 99) as number where account_id = ? and user_id > 0`,
      account.credentials.id,
    );
    const next = await begin(email);
    expect([await isSignedIn(first), await isSignedIn(next), (await sessionsOf(next)).length]).toEqual([
      false,
      true,
      100,
    ]);
  });
});

describe('the idle time-out of an account', () => {
  const setIdle = (minutes: number | null) => account.put('/client', { json: { session_idle_minutes: minutes } });
  const ended = { error: { description: 'The session has ended, because it was not used for 30 minutes' } };

  const usedAt = async (): Promise<string | undefined> => {
    const [key] = await server.sql<{ at: Date | null }>(
      'select last_used_at as at from api_key where account_id = ? and user_id > 0',
      account.credentials.id,
    );
    return key?.at ? new Date(key.at).toISOString() : undefined;
  };

  it('ends a session that is not used, and not one that is', async () => {
    await setIdle(30);
    const user = await begin((await createUser(server, account, { role: 'staff' })).email);
    for (let turn = 0; turn < 3; turn += 1) {
      server.clock.advance(30);
      expect(await isSignedIn(user)).toBe(true);
      await until(async () => (await usedAt()) === server.clock.now().toISOString());
    }
    // A use is known to all processes after at most 75 seconds.
    server.clock.advance(31);
    expect(await isSignedIn(user)).toBe(true);
    await until(async () => (await usedAt()) === server.clock.now().toISOString());
    server.clock.advance(32);
    const refused = await user.get('/client');
    expect([refused.status, refused.body]).toEqual([401, ended]);
    const { errors } = await user.graphql('{ viewer { role } }');
    expect(errors).toMatchObject([{ message: ended.error.description, extensions: { code: 'UNAUTHENTICATED' } }]);
    const socket = connect(server.origin, { parameter: user.credentials.api_key });
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect((await account.get('/client')).status).toBe(200);
  });

  it('ends a socket that is open before it sends another change', async () => {
    await setIdle(30);
    const user = await begin((await createUser(server, account, { role: 'staff' })).email);
    const subscriber = connect(server.origin, { parameter: user.credentials.api_key });
    const changes = await subscriber.changes();
    server.clock.advance(32);
    const { id } = await account.create('/resources', 'resource', { title: 'Chair', monday: ['00:00', '24:00'] });
    const booking = { resource_id: id, booked_from: '2026-03-09 10:00', booked_to: '2026-03-09 11:00' };
    await account.create('/bookings', 'booking', booking);
    expect(await subscriber.closed).toMatchObject({ code: 4401 });
    expect(changes.messages).toEqual([]);
  });

  it('is not put off by a page that only looks at the session', async () => {
    await setIdle(30);
    const { email } = await createUser(server, account, { role: 'staff' });
    const own = { origin: server.origin, 'content-type': 'application/json', 'user-agent': 'tests' };
    const begun = await sendRequest(`${server.origin}/dashboard/session`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ subdomain: account.subdomain, email, password }),
    });
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const look = () =>
      sendRequest(`${server.origin}/dashboard/session`, { method: 'GET', headers: { ...own, cookie } });
    server.clock.advance(20);
    expect((await look()).status).toBe(200);
    server.clock.advance(12);
    expect((await look()).status).toBe(401);
  });

  it('is off by default', async () => {
    const user = await begin((await createUser(server, account, { role: 'staff' })).email);
    server.clock.advance(700);
    expect(await isSignedIn(user)).toBe(true);
  });
});

describe('the cookie over HTTPS', () => {
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'book.example.org' };
  const page = {
    'content-type': 'application/json',
    'user-agent': 'tests',
    origin: 'https://book.example.org',
    ...https,
  };
  const request = (method: string, headers: Record<string, string>, body?: object) =>
    sendRequest(`${server.origin}/dashboard/session`, {
      method,
      headers: { ...page, ...headers },
      body: body && JSON.stringify(body),
    });

  it('belongs to this host alone', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    const begun = await request('POST', {}, { subdomain: account.subdomain, email, password });
    const set = begun.headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^__Host-booking_session=bk_\d+_[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = set.split(';')[0] ?? '';
    expect((await request('GET', { cookie })).status).toBe(200);
    // Neither name is read in place of the other.
    expect((await request('GET', { cookie: cookie.replace('__Host-', '') })).status).toBe(401);
    const { csrf_token: token } = JSON.parse(begun.text);
    const ended = await request('DELETE', { cookie, 'x-csrf-token': token });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      200,
      '__Host-booking_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict',
    ]);
  });

  it('is not read without HTTPS', async () => {
    const { email } = await createUser(server, account, { role: 'staff' });
    const key = (await signIn(account, email, password)).body.api_key;
    const headers = { 'user-agent': 'tests', origin: server.origin };
    const look = (cookie: string) =>
      sendRequest(`${server.origin}/dashboard/session`, { method: 'GET', headers: { ...headers, cookie } });
    expect((await look(`__Host-booking_session=${key}`)).status).toBe(401);
    expect((await look(`booking_session=${key}`)).status).toBe(200);
  });
});
