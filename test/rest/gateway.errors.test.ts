import { routes } from '../../src/http/rest/routes/index.js';
import { accepted } from '../../src/platform/accepted.js';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { partnerToken: 'a-token-of-the-partner' } });
const account = await server.account();

const description = (text: string) => ({ error: { description: text } });
const keyRequired = description('An API key is required');
const keyInvalid = description('The API key is not valid');
const challenge = 'Bearer realm="booking", Basic realm="booking", charset="UTF-8"';
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

describe('authentication', () => {
  it.each([
    ['Bearer', (key: string) => `Bearer ${key}`],
    ['bearer', (key: string) => `bearer ${key}`],
    ['Basic with the key as user name and an empty password', (key: string) => basic(`${key}:`)],
    ['Basic with the key alone', (key: string) => basic(key)],
  ])('%s', async (_scheme, header) => {
    const answer = await account.get('/services', { headers: { authorization: header(account.credentials.api_key) } });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['an empty header', '', keyRequired],
    ['a scheme without a key', 'Bearer', keyRequired],
    ['another scheme', 'Digest abc', keyRequired],
    ['invalid Base64', 'Basic %%%', keyRequired],
    ['a wrong key', 'Bearer bk_1_0000000000000000000000000000000000000000000', keyInvalid],
    ['a value that is not a key', 'Bearer x', keyInvalid],
    ['a NUL', basic('\0:'), keyInvalid],
    ['an account that does not exist', `Bearer bk_999999999_${'0'.repeat(43)}`, keyInvalid],
    ['the key as the password', basic(`:bk_1_${'0'.repeat(43)}`), keyRequired],
  ])('rejects %s with 401', async (_name, authorization, expected) => {
    const answer = await account.get('/services', { headers: { authorization } });
    expect([answer.status, answer.body]).toEqual([401, expected]);
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
  });

  it('an account without the API: 401; one that is suspended: 402', async () => {
    const other = await server.account();
    await server.configure(other, { api_enabled: false });
    const disabled = await other.get('/services');
    expect([disabled.status, disabled.body]).toEqual([401, description('The API is not enabled on this account')]);
    await server.configure(other, { api_enabled: true, suspended_at: '2026-03-01' });
    const suspended = await other.get('/services');
    expect([suspended.status, suspended.body]).toEqual([
      402,
      description('The account is suspended for an unpaid bill'),
    ]);
  });

  it.each(routes.map(({ method, path }) => [method, path] as const))('%s %s requires a key', async (method, path) => {
    const answer = await account.send(method, path, { headers: { authorization: '' } });
    expect([answer.status, answer.body ?? keyRequired]).toEqual([401, keyRequired]);
  });

  it.each([undefined, '', '  '])('rejects the User-Agent %p with 400', async (agent) => {
    const headers = {
      authorization: `Bearer ${account.credentials.api_key}`,
      ...(agent !== undefined && { 'User-Agent': agent }),
    };
    const answer = await rawRequest(`${server.origin}/api/v1/services`, { headers });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { user_agent: ["can't be blank"] }]);
  });
});

describe('errors', () => {
  it('name the messages of each attribute', async () => {
    const json = { service: { price: 'x', max_slots: 1.5, booking_type: 'nothing', custom_data: 'x' } };
    const answer = await account.post('/services', { json });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        price: ['is not a number'],
        max_slots: ['must be an integer'],
        booking_type: ['is not included in the list', expect.stringMatching(/^must be one of /)],
        custom_data: ['is invalid'],
      },
    ]);
  });

  it('name the parameter, as it was sent', async () => {
    const answer = await account.get('/bookings?start=x&service_id=a&state=b&page=c&extended=d&collection_id=e');
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        start: ['is invalid', accepted.dateTime],
        service_id: ['is not a number'],
        state: ['is not included in the list', expect.stringMatching(/^must be one of /)],
        page: ['is not a number'],
        extended: ['is invalid', accepted.boolean],
        collection_id: ['is invalid'],
      },
    ]);
  });

  it('of a nested object are in an object', async () => {
    const json = { booking: { person_attributes: { date_of_birth: 'x' } } };
    const answer = await account.post('/bookings', { json });
    expect([answer.status, answer.body]).toEqual([
      400,
      { person: ['is invalid'], person_attributes: { date_of_birth: ['is invalid', accepted.date] } },
    ]);
  });

  it.each(['booking', 'x', 7, ['a']])('are reported for an object that is %p', async (given) => {
    const answer = await account.post('/bookings', { json: { booking: given } });
    expect([answer.status, answer.body]).toEqual([400, { booking: ['is invalid'] }]);
  });
});

describe('a response with a failed part', () => {
  it('is not a success', async () => {
    const { id } = await account.create('/resources', 'resource', { title: 'Eva' });
    const booking = {
      resource_id: id,
      booked_from: '2026-03-03 09:00',
      booked_to: '2026-03-03 10:00',
      person_attributes: { name: 'Kari' },
    };
    const created = await account.create('/bookings', 'booking', booking);
    await server.sql('alter table person rename to person_gone');
    const answer = await account.get(`/bookings/${created.id}`);
    await server.sql('alter table person_gone rename to person');
    expect([answer.status, answer.body]).toEqual([500, { error: 'system error' }]);
  });
});

describe('request ids', () => {
  it('are kept if they are plain, and generated otherwise', async () => {
    const given = await account.get('/services', { headers: { 'x-request-id': 'proxy-7.a_b' } });
    expect(given.headers.get('x-request-id')).toBe('proxy-7.a_b');
    const made = await Promise.all(
      ['', 'a b', 'x'.repeat(101), '{"a":1}'].map((id) =>
        account.get('/services', { headers: { 'x-request-id': id } }),
      ),
    );
    for (const { headers } of made) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are in every response', async () => {
    const [unknown, elsewhere] = await Promise.all([account.get('/nothing'), rawRequest(`${server.origin}/x`)]);
    expect(unknown.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(elsewhere.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
