import { setApiEnabled, setSuspended } from '../../src/domain/account/account.actions.js';
import { connect } from '../socket/subscriber.js';
import { passwordHashesOf } from '../support/password-hashes.js';
import { choose, inviteUser, send, signIn, withKey } from '../support/sign-in.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';

const password = 'correct horse';
const email = 'Kari@example.org';

const server = await useOwnTestServer({ config: { trustedHops: 1 } });
const account = await accountWithUser();

/** Creates an account with the manager Kari. */
async function accountWithUser(): Promise<TestAccount> {
  const created = await server.account();
  await choose(await inviteUser(server, created, { name: 'Kari', email, role: 'manager' }), password);
  return created;
}

const description = (text: string) => ({ error: { description: text } });
const wrong = description('The subdomain, email or password is not correct');

describe('POST /session', () => {
  it('returns a key of the private API with the role of the user', async () => {
    const { status, body, headers } = await signIn(account, 'kari@EXAMPLE.org', password);
    expect([status, body, headers.get('cache-control')]).toEqual([
      200,
      { api_key: expect.stringMatching(/^bk_\d+_/), role: 'manager' },
      'no-store',
    ]);
    const kari = withKey(account, body.api_key);
    expect((await kari.get('/client')).status).toBe(200);
    expect((await kari.put('/client', { json: { name: 'x' } })).status).toBe(403);
    expect(await kari.graphql('{ account { name } }')).toEqual({ data: { account: { name: 'Acme' } } });
    const subscriber = connect(server.origin, { parameter: body.api_key });
    expect(await subscriber.ask('{ account { name } }')).toEqual({ data: { account: { name: 'Acme' } } });
    await subscriber.end();
  });

  it("records the user's name with changes", async () => {
    const kari = withKey(account, (await signIn(account, email, password)).body.api_key);
    const { id } = await kari.create('/resources', 'resource', { title: 'Chair' });
    const booking = { resource_id: id, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    expect(await kari.create('/bookings', 'booking', booking)).toMatchObject({
      created_by: 'Kari',
      updated_by: 'Kari',
    });
    const [change] = await server.sql<{ actor: object }>(
      "select actor from change where account_id = ? and name = 'booking.created'",
      account.credentials.id,
    );
    expect(change?.actor).toEqual({ kind: 'user', id: expect.any(Number), name: 'Kari', role: 'manager' });
  });

  it('is valid for twelve hours', async () => {
    const kari = withKey(account, (await signIn(account, email, password)).body.api_key);
    server.clock.advance(12 * 60 - 1);
    expect((await kari.get('/client')).status).toBe(200);
    server.clock.advance(1);
    expect((await kari.get('/client')).status).toBe(401);
    await signIn(account, email, password);
    const keys = await server.sql(
      'select id from api_key where account_id = ? and user_id > 0',
      account.credentials.id,
    );
    expect(keys).toHaveLength(1);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['a password that is far too long', { password: 'x'.repeat(60_000) }],
    ['an unknown email', { email: 'ola@example.org' }],
    ['an unknown subdomain', { subdomain: 'nowhere' }],
  ])('rejects %s with the same 401', async (_name, attributes) => {
    const { subdomain } = account.credentials;
    const { status, body } = await send(`${server.origin}/session`, { subdomain, email, password, ...attributes });
    expect([status, body]).toEqual([401, wrong]);
  });

  it('a user who has not chosen a password yet is 401', async () => {
    await inviteUser(server, account, { name: 'Ola', email: 'ola@example.org' });
    expect((await signIn(account, 'ola@example.org', password)).body).toEqual(wrong);
  });

  it.each([
    [{}, { subdomain: ["can't be blank"], email: ["can't be blank"], password: ["can't be blank"] }],
    [{ subdomain: 'a', email: 'b', password: null }, { password: ["can't be blank"] }],
    [
      { subdomain: 'a', email: [], password: {} },
      { email: ['is invalid'], password: ['is invalid'] },
    ],
    [{ subdomain: 'a\u0000', email: 'b', password: 'c' }, { subdomain: ['is invalid'] }],
  ])('rejects %j with 400', async (json, expected) => {
    const { status, body } = await send(`${server.origin}/session`, json);
    expect([status, body]).toEqual([400, expected]);
  });

  it('requires an account with API access', async () => {
    const { subdomain } = account.credentials;
    const kari = withKey(account, (await signIn(account, email, password)).body.api_key);
    await setApiEnabled(server.database, server.clock, subdomain, false);
    const disabled = [401, description('The API is not enabled on this account')];
    for (const { status, body } of [await signIn(account, email, password), await kari.get('/client')]) {
      expect([status, body]).toEqual(disabled);
    }
    expect((await kari.graphql('{ account { id } }')).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    expect(await connect(server.origin, { parameter: kari.credentials.api_key }).closed).toMatchObject({ code: 4401 });
    await setApiEnabled(server.database, server.clock, subdomain, true);
    await setSuspended(server.database, server.clock, subdomain, true);
    expect((await signIn(account, email, password)).status).toBe(402);
    expect((await kari.get('/client')).status).toBe(402);
    await setSuspended(server.database, server.clock, subdomain, false);
    expect((await kari.get('/client')).status).toBe(200);
  });
});

describe('wrong passwords', () => {
  it('cost one password hash, whether or not the account and its user exist', async () => {
    const tried = await accountWithUser();
    const nowhere = new TestAccount(tried.origin, { ...tried.credentials, subdomain: 'nowhere' });
    await signIn(nowhere, email, 'wrong'); // also computes the hash that stands in for a missing one
    expect(await passwordHashesOf(() => signIn(tried, email, 'wrong'))).toBe(1);
    expect(await passwordHashesOf(() => signIn(tried, 'nobody@example.org', 'wrong'))).toBe(1);
    expect(await passwordHashesOf(() => signIn(nowhere, email, 'wrong'))).toBe(1);
  });

  it('are limited to ten in 15 minutes, for all processes together', async () => {
    const tried = await accountWithUser();
    const elsewhere = tried.at((await server.another()).origin);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => signIn(index % 2 ? tried : elsewhere, email, 'wrong')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const right = await signIn(tried, email.toUpperCase(), password);
    const seconds = Number(right.headers.get('retry-after'));
    expect([right.status, right.body]).toEqual([429, description(`Rate limit exceeded, retry in ${seconds} seconds`)]);
    expect(seconds).toBeGreaterThan(800);
    expect((await signIn(tried, 'other@example.org', 'wrong')).status).toBe(401);
  });

  const from = ({ origin, credentials: { subdomain } }: TestAccount, address: string, given: string) =>
    send(`${origin}/session`, { subdomain, email, password: given }, { 'x-forwarded-for': address });

  it('from another network do not lock the user out', async () => {
    const tried = await accountWithUser();
    const strangers = await Promise.all(Array.from({ length: 120 }, () => from(tried, '10.1.1.1', 'wrong')));
    expect(strangers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await from(tried, '10.2.2.2', password)).status).toBe(200);
    expect((await from(tried, '10.1.1.1', password)).status).toBe(429);
  });

  it('are counted by the /64 network of an IPv6 address', async () => {
    const tried = await accountWithUser();
    for (let index = 0; index < 10; index += 1) await from(tried, `2001:db8::${index}`, 'wrong');
    expect((await from(tried, '2001:db8::ffff:1', password)).status).toBe(429);
    expect((await from(tried, '2001:db8:0:1::1', password)).status).toBe(200);
  });

  it('are limited to a hundred per user from all addresses, in 15 minutes', async () => {
    const tried = await accountWithUser();
    await from(tried, '10.3.3.1', 'wrong');
    await server.sql(
      `update attempt set count = 99 where account_id = ? and key like 'sign-in:user:%'`,
      tried.credentials.id,
    );
    expect((await from(tried, '10.3.3.2', 'wrong')).status).toBe(401);
    const refused = await from(tried, '10.3.3.3', password);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    server.clock.advance(15);
    expect((await from(tried, '10.3.3.3', password)).status).toBe(200);
  });

  it('are reset by the correct password', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (let attempt = 0; attempt < 6; attempt += 1) expect((await signIn(account, email, 'wrong')).status).toBe(401);
      expect((await signIn(account, email, password)).status).toBe(200);
    }
  });
});
