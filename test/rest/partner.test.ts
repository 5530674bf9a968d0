import { accepted } from '../../src/platform/accepted.js';
import { send, signIn } from '../support/sign-in.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';

const token = 'the-token-of-the-partner';
const authorization = `Bearer ${token}`;
const password = 'correct horse';

const server = await useOwnTestServer({ config: { partnerToken: token } });

const client = {
  subdomain: 'acme',
  name: 'Acme',
  email: 'acme@example.org',
  time_zone: 'Europe/Oslo',
  country_code: 'NO',
};
const user = { name: 'Kari', email: 'kari@example.org', password };
const create = (body: object | string, headers: Record<string, string> = { authorization }) =>
  send(`${server.origin}/partner/clients`, body, headers);

const counts = () =>
  server.sql(
    'select (select count(*) from account), (select count(*) from account_user), (select count(*) from api_key)',
  );

describe('POST /partner/clients', () => {
  it('creates an account with an admin, and returns it with its key', async () => {
    const { status, body } = await create({
      client: { ...client, locale: 'nb' },
      user: { ...user, phone_number: '40611111' },
    });
    const { api_key, ...shown } = body.client;
    expect([status, shown.subdomain, shown.locale, shown.created_at]).toEqual([
      200,
      'acme',
      'nb',
      '2026-03-02T08:00:00+01:00',
    ]);
    const account = new TestAccount(server.origin, { id: shown.id, subdomain: 'acme', api_key, secret: '' });
    expect((await account.get('/client')).body).toEqual({ client: shown });
    expect((await account.get('/client/users')).body).toMatchObject([
      {
        client_user_link: {
          role: 'admin',
          user: { name: 'Kari', email: 'kari@example.org', phone_number: '40611111' },
        },
      },
    ]);
    expect((await signIn(account, user.email, password)).body).toMatchObject({ role: 'admin' });
    const log = await server.sql("select actor, snapshot from change where name = 'user.created'");
    expect(log).toMatchObject([{ actor: { kind: 'partner' }, snapshot: { name: 'Kari' } }]);
    expect(JSON.stringify(log)).not.toMatch(/argon2|correct horse/);
  });

  it('accepts a form', async () => {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...client, subdomain: 'form' })) form.set(`client[${name}]`, value);
    for (const [name, value] of Object.entries(user)) form.set(`user[${name}]`, value);
    const { status, body } = await create(form.toString());
    expect([status, body.client.subdomain, body.client.locale]).toEqual([200, 'form', 'en']);
  });

  it('creates one account for ten concurrent requests with the same subdomain', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ client: { ...client, subdomain: 'wanted' }, user })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body);
    expect(refused).toEqual(refused.map(() => ({ subdomain: ['has already been taken'] })));
  });

  it.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer partner-tokem' }],
    ['a part of the token', { authorization: 'Bearer partner' }],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('%s is 401', async (_name, headers) => {
    const { status, body } = await create({ client, user }, headers);
    expect([status, body]).toEqual([401, { error: { description: 'The partner token is not valid' } }]);
  });

  it('the key of an account is not a partner token', async () => {
    const { credentials } = await server.account({ subdomain: 'other' });
    expect((await create({ client, user }, { authorization: `Bearer ${credentials.api_key}` })).status).toBe(401);
  });

  const blank = ["can't be blank"];
  const bad = ['is invalid'];
  it.each<[object, object, object]>([
    [
      {},
      {},
      {
        ...{ subdomain: blank, name: blank, email: blank, time_zone: blank, country_code: blank },
        user: { name: blank, email: blank, password: blank },
      },
    ],
    [{ ...client, subdomain: 'acme' }, user, { subdomain: ['has already been taken'] }],
    [{ ...client, subdomain: 'A b' }, user, { subdomain: bad }],
    [
      { ...client, time_zone: 'Mars' },
      { ...user, email: 'x' },
      { time_zone: [...bad, accepted.timeZone], user: { email: bad } },
    ],
    [
      { ...client, country_code: 'QQ', locale: 'it' },
      user,
      {
        country_code: [...bad, accepted.countryCode],
        locale: ['is not included in the list', expect.stringMatching(/^must be one of /)],
      },
    ],
    [
      { ...client, name: ['x'] },
      { ...user, name: {} },
      { name: bad, user: { name: bad } },
    ],
    [{ ...client, name: 'a\u0000' }, user, { name: bad }],
    [client, { ...user, name: 'x'.repeat(256) }, { user: { name: ['is too long (maximum is 255 characters)'] } }],
    [
      client,
      { ...user, phone_number: 'x'.repeat(256) },
      { user: { phone_number: ['is too long (maximum is 255 characters)'] } },
    ],
    [client, { ...user, password: 'short' }, { user: { password: ['is too short (minimum is 10 characters)'] } }],
    [
      client,
      { ...user, password: 'x'.repeat(201) },
      { user: { password: ['is too long (maximum is 200 characters)'] } },
    ],
  ])('the client %j with the user %j is 400, and nothing is created', async (badClient, badUser, expected) => {
    const before = await counts();
    const unique = 'subdomain' in badClient && badClient.subdomain === 'acme' && !('subdomain' in expected);
    const { status, body } = await create({
      client: { ...badClient, ...(unique && { subdomain: 'fresh' }) },
      user: badUser,
    });
    expect([status, body]).toEqual([400, expected]);
    expect(await counts()).toEqual(before);
  });

  it.each(['client=x', 'client[]=x&user[]=y', ''])('the form %j is 400', async (form) => {
    expect((await create(form)).status).toBe(400);
  });

  it('is the only path of the partner API', async () => {
    const answers = await Promise.all(
      ['/partner', '/partner/clients', '/partner/x'].map((path) => fetch(server.origin + path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 404]);
  });

  it('does not exist without PARTNER_TOKEN', async () => {
    const { origin } = await server.another({ partnerToken: undefined });
    const { status, body } = await send(`${origin}/partner/clients`, { client, user }, { authorization });
    expect([status, body]).toEqual([404, { error: { description: 'Not found' } }]);
  });

  it('counts towards the rate limit', async () => {
    const { origin } = await server.another({ rateLimit: { requests: 1, seconds: 600 } });
    const answers = [await send(`${origin}/partner/clients`, {}), await send(`${origin}/partner/clients`, {})];
    expect(answers.map(({ status }) => status)).toEqual([401, 429]);
  });
});
