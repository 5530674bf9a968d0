import { createApiKeySecret, hashApiKey } from '../../src/domain/account/api-key.rules.js';
import { createBookableService } from '../support/catalog.js';
import { rawRequest } from '../support/raw-request.js';
import { withKey } from '../support/sign-in.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
let feed: { id: number; address: string };
beforeEach(async () => {
  feed = await feedOf(account);
});

const creation = `mutation ($resourceId: Int) {
  createCalendarFeed(resourceId: $resourceId) { address calendarFeed { id } }
}`;

async function feedOf(of: TestAccount): Promise<{ id: number; address: string }> {
  const { resourceId } = await createBookableService(of);
  const { data } = await of.graphql(creation, { resourceId });
  return { id: data.createCalendarFeed.calendarFeed.id, address: data.createCalendarFeed.address };
}

async function as(role: 'manager' | 'staff'): Promise<TestAccount> {
  const key = createApiKeySecret(account.credentials.id);
  await server.sql(
    'insert into api_key (account_id, key_hash, role, created_at, updated_at) values (?, ?, ?, now(), now())',
    account.credentials.id,
    hashApiKey(key),
    role,
  );
  return withKey(account, key);
}

describe('a feed', () => {
  const attempts = (id: number): [string, object][] => [
    ['{ calendarFeeds { totalCount } }', {}],
    [creation, { resourceId: 1 }],
    [`mutation { revokeCalendarFeed(id: ${id}) { id } }`, {}],
  ];

  it('is created, listed and revoked by managers', async () => {
    const manager = await as('manager');
    const { id, address } = await feedOf(manager);
    expect((await manager.graphql('{ calendarFeeds { totalCount } }')).data.calendarFeeds.totalCount).toBe(2);
    expect((await fetch(address)).status).toBe(200);
    for (const { id: one } of [{ id }, feed]) {
      const { data } = await manager.graphql(`mutation { revokeCalendarFeed(id: ${one}) { id } }`);
      expect(data.revokeCalendarFeed).toEqual({ id: one });
    }
    expect([(await fetch(address)).status, (await fetch(feed.address)).status]).toEqual([404, 404]);
  });

  it('is not accessible for staff or without a key', async () => {
    const staff = await as('staff');
    for (const [query, variables] of attempts(feed.id)) {
      expect((await staff.graphql(query, variables)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      const { errors } = await withKey(account, 'none').graphql(query, variables);
      expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    }
    expect((await fetch(feed.address)).status).toBe(200);
  });

  it('remains after the revocation of the key that created it', async () => {
    const { address } = await feedOf(await as('manager'));
    await server.sql("delete from api_key where account_id = ? and role = 'manager'", account.credentials.id);
    expect((await fetch(address)).status).toBe(200);
  });
});

describe('the address of a feed', () => {
  it.each<[string, Record<string, unknown>, number, string]>([
    ['is suspended', { suspended_at: '2026-03-01' }, 402, 'The account is suspended for an unpaid bill'],
    ['has no API', { api_enabled: false }, 401, 'The API is not enabled on this account'],
  ])('returns nothing while its account %s', async (_, settings, status, description) => {
    await server.configure(account, settings);
    const refused = await fetch(feed.address);
    expect([refused.status, await refused.json()]).toEqual([status, { error: { description } }]);
    await server.configure(account, { suspended_at: null, api_enabled: true });
    expect((await fetch(feed.address)).status).toBe(200);
  });

  it('responds alike for a revoked and an unknown one, also to a conditional request', async () => {
    const tag = (await fetch(feed.address)).headers.get('etag') ?? '';
    await account.graphql(`mutation { revokeCalendarFeed(id: ${feed.id}) { id } }`);
    const never = feed.address.replace(/-[\w-]{43}\.ics$/, `-${'A'.repeat(43)}.ics`);
    const answers = [];
    for (const address of [feed.address, never]) {
      const { status, text, headers } = await rawRequest(address, { headers: { 'if-none-match': tag } });
      answers.push({ status, text, etag: headers['etag'] });
    }
    const none = { status: 404, text: '{"error":{"description":"Not found"}}', etag: undefined };
    expect(answers).toEqual([none, none]);
  });

  it('responds to HEAD with the headers of GET, without the calendar', async () => {
    const [head, get] = [await rawRequest(feed.address, { method: 'HEAD' }), await rawRequest(feed.address)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag']) expect(head.headers[name]).toBe(get.headers[name]);
    expect((await rawRequest(feed.address, { method: 'POST' })).status).toBe(405);
  });

  it('counts towards the rate limit', async () => {
    await using limited = await server.another({ rateLimit: { requests: 3, seconds: 600 } });
    const address = feed.address.replace(server.origin, limited.origin);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(address)).status);
    const refused = await fetch(address);
    expect([...statuses, refused.status]).toEqual([200, 200, 200, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).not.toContain('VCALENDAR');
  });
});
