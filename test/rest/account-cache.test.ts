import { rotateApiKey, setApiEnabled, setSuspended } from '../../src/domain/account/account.actions.js';
import { hashApiKey } from '../../src/domain/account/api-key.rules.js';
import { AccountCache, type AuthenticatedAccount, authenticate } from '../../src/domain/account/create-context.js';
import { type Forwarder, startForwarder } from '../support/forwarder.js';
import { choose, inviteUser, signIn, withKey } from '../support/sign-in.js';
import { statementsOf } from '../support/statements.js';
import { type TestAccount, type TestServer, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { Visitor } from '../support/visitor.js';

const password = 'correct horse';

const server = await useOwnTestServer();
const other = await server.another();
const account = server.accountPerTest();

/** Creates a user and a session. @returns the id of the link, and a client with the session's key */
async function signedIn(role: string): Promise<{ id: number; as: TestAccount }> {
  const email = 'kari@example.org';
  await choose(await inviteUser(server, account, { name: 'Kari', email, role }), password);
  const { body } = await account.get('/client/users');
  const { id } = body.at(-1).client_user_link;
  return { id, as: withKey(account, (await signIn(account, email, password)).body.api_key) };
}

/**
 * Compares the responses of two processes: before a change, immediately after it in the process that made it, and in the
 * other process after the notice.
 */
async function observe<Seen>(see: (origin: string) => Promise<Seen>, change: () => Promise<unknown>) {
  const before = [await see(server.origin), await see(other.origin)];
  await change();
  const here = await see(server.origin);
  await until(async () => JSON.stringify(await see(other.origin)) !== JSON.stringify(before[1]));
  return { before, here, there: await see(other.origin) };
}

/** Writes by SQL, so that only the database sends a notice. */
const suspendByHand = ({ credentials }: TestAccount): Promise<unknown> =>
  server.database.orm.em.fork().execute('update account set suspended_at = now() where id = ?', [credentials.id]);

const statusOf =
  (of: TestAccount, path = '/resources') =>
  async (origin: string): Promise<number> =>
    (await of.at(origin).get(path)).status;

describe('a change of an account applies immediately in its process, and after the notice in the other', () => {
  it.each<[string, number, () => Promise<unknown>]>([
    ['a key that is revoked', 401, () => rotateApiKey(server.database, server.clock, account.credentials.subdomain)],
    [
      'an account that is suspended',
      402,
      () => setSuspended(server.database, server.clock, account.credentials.subdomain, true),
    ],
    [
      'an account without API',
      401,
      () => setApiEnabled(server.database, server.clock, account.credentials.subdomain, false),
    ],
  ])('%s', async (_name, status, change) => {
    expect(await observe(statusOf(account), change)).toEqual({ before: [200, 200], here: status, there: status });
  });

  it('an account that is no longer suspended', async () => {
    const { subdomain } = account.credentials;
    const suspend = (suspended: boolean) => setSuspended(server.database, server.clock, subdomain, suspended);
    await observe(statusOf(account), () => suspend(true));
    expect(await observe(statusOf(account), () => suspend(false))).toMatchObject({ here: 200, there: 200 });
  });

  it('a role', async () => {
    const { id, as } = await signedIn('staff');
    const promote = () => account.put(`/client/users/${id}`, { json: { role: 'admin' } });
    expect(await observe(statusOf(as, '/client/users'), promote)).toEqual({
      before: [403, 403],
      here: 200,
      there: 200,
    });
  });

  it('a user who is deleted', async () => {
    const { id, as } = await signedIn('admin');
    const remove = () => account.del(`/client/users/${id}`);
    const lastAdmin = { name: 'Ola', email: 'ola@example.org', role: 'admin' };
    expect((await account.post('/client/users', { json: { user: lastAdmin } })).status).toBe(200);
    expect(await observe(statusOf(as), remove)).toEqual({ before: [200, 200], here: 401, there: 401 });
  });

  it('a session that its user ends', async () => {
    const { as } = await signedIn('manager');
    const end = () =>
      fetch(`${server.origin}/session`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${as.credentials.api_key}` },
      });
    expect(await observe(statusOf(as), end)).toEqual({ before: [200, 200], here: 401, there: 401 });
  });

  it('a time zone', async () => {
    const { id } = await account.create('/resources', 'resource', { title: 'Anna' });
    const booking = { resource_id: id, booked_from: '2026-03-03T10:00:00Z', booked_to: '2026-03-03T11:00:00Z' };
    const { id: bookingId } = await account.create('/bookings', 'booking', booking);
    const start = async (origin: string): Promise<string> =>
      (await account.at(origin).get(`/bookings/${bookingId}`)).body.booking.booked_from;
    const move = () => account.put('/client', { json: { client: { time_zone: 'America/New_York' } } });
    expect(await observe(start, move)).toEqual({
      before: ['2026-03-03T11:00:00+01:00', '2026-03-03T11:00:00+01:00'],
      here: '2026-03-03T05:00:00-05:00',
      there: '2026-03-03T05:00:00-05:00',
    });
  });

  it('a public site that is closed, and opened again', async () => {
    await server.configure(account, { public_access: true });
    const see = async (origin: string): Promise<number> =>
      (await new Visitor(account.at(origin)).get('/services')).status;
    const open = (isOpen: boolean) => () => account.put('/client', { json: { client: { public_access: isOpen } } });
    expect(await observe(see, open(false))).toEqual({ before: [200, 200], here: 404, there: 404 });
    expect(await observe(see, open(true))).toEqual({ before: [404, 404], here: 200, there: 200 });
  });

  it('a change by SQL, after the notice in both', async () => {
    for (const { origin } of [server, other]) expect(await statusOf(account)(origin)).toBe(200);
    await suspendByHand(account);
    for (const { origin } of [server, other]) await until(async () => (await statusOf(account)(origin)) === 402);
  });
});

describe('a cached key', () => {
  it('is found without a statement, as is a site', async () => {
    await server.configure(account, { public_access: true });
    const visitor = new Visitor(account);
    const requests: (() => Promise<unknown>)[] = [() => account.get('/resources'), () => visitor.get('/resources')];
    for (const request of requests) {
      const accountReads = async () => (await statementsOf(server.database, request)).accountReads.length;
      expect(await accountReads()).toBe(1);
      // The account is read again if 5 s pass between two requests on a slow machine.
      await until(async () => (await accountReads()) === 0);
    }
  });

  it('is not in memory, only its hash', async () => {
    const keys: string[] = [];
    class RecordingCache extends AccountCache<AuthenticatedAccount> {
      override find(...parameters: Parameters<AccountCache<AuthenticatedAccount>['find']>) {
        keys.push(parameters[0]);
        return super.find(...parameters);
      }
    }
    const { api_key } = account.credentials;
    const request = { requestId: '', clientAddress: '', address: '' };
    const cache = new RecordingCache(server.database, other.signal);
    const { account: found } = await authenticate(server.database, server.clock, api_key, request, cache);
    expect(keys).toEqual([hashApiKey(api_key)]);
    expect(JSON.stringify(found)).not.toContain(api_key);
  });

  it('is rejected from the time at which it expires', async () => {
    const { as } = await signedIn('manager');
    const [key] = await server.sql<{ expires_at: string }>(
      'select expires_at from api_key where account_id = ? and user_id is not null',
      account.credentials.id,
    );
    const now = server.clock.now();
    try {
      expect((await as.get('/resources')).status).toBe(200);
      server.clock.set(new Date(Date.parse(String(key?.expires_at)) - 1).toISOString());
      expect((await as.get('/resources')).status).toBe(200);
      server.clock.set(new Date(Date.parse(String(key?.expires_at))).toISOString());
      expect((await as.get('/resources')).status).toBe(401);
    } finally {
      server.clock.set(now.toISOString());
    }
  });
});

describe('a web process that receives no notices', () => {
  let forwarder: Forwarder;
  let isAway = false;
  let deaf: Awaited<ReturnType<TestServer['another']>>;
  beforeAll(async () => {
    const { hostname, port } = new URL(server.databaseUrl);
    forwarder = await startForwarder(() => ({ host: hostname, port: isAway ? 1 : Number(port) }));
    deaf = await server.another({}, {}, forwarder.port);
  });
  afterAll(async () => {
    await deaf[Symbol.asyncDispose]();
    await forwarder[Symbol.asyncDispose]();
  });

  const isCached = async (): Promise<boolean> => {
    const { accountReads } = await statementsOf(deaf.database, () => account.at(deaf.origin).get('/resources'));
    return accountReads.length === 0;
  };

  it('reads the account for each request while its connection is lost, and caches it again afterwards', async () => {
    await until(isCached);
    isAway = true;
    forwarder.cut();
    await until(() => !deaf.signal.isConnected);
    await suspendByHand(account);
    expect(await statusOf(account)(deaf.origin)).toBe(402);
    expect(await isCached()).toBe(false);
    expect(await isCached()).toBe(false);
    isAway = false;
    await until(() => deaf.signal.isConnected);
    await until(isCached);
  });

  it('reads it again within 5 s although its connection seems to be open', async () => {
    await until(isCached);
    forwarder.isSilent = true;
    try {
      await suspendByHand(account);
      await until(async () => (await statusOf(account)(deaf.origin)) === 402);
      expect(deaf.signal.isConnected).toBe(true);
    } finally {
      forwarder.isSilent = false;
      forwarder.cut();
    }
  });
});
