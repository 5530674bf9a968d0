import { basicAuthentication, deprecationHeaders } from '../../src/http/rest/deprecations.js';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { partnerToken: 'a-token-of-the-partner' } });
const account = await server.account({ publicAccess: true });
const { id } = await account.create('/people', 'person', { name: 'Kari' });
const suspended = await server.account();
await server.configure(suspended, { suspended_at: '2026-03-01' });

const problemType = 'application/problem+json';
const jsonType = 'application/json; charset=utf-8';

interface Sending {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
  origin?: string;
}

const ask = ({ method = 'GET', path, headers, body, origin = server.origin }: Sending, accept?: string) =>
  rawRequest(origin + path, {
    method,
    headers: {
      'user-agent': 'tests',
      authorization: `Bearer ${account.credentials.api_key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
      ...(accept !== undefined && { accept }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const errors: [what: string, status: number, sending: Sending][] = [
  ['400 of an attribute', 400, { method: 'POST', path: '/api/v1/people', body: { person: { email: 'nobody' } } }],
  [
    '400 of a body that is no JSON',
    400,
    { method: 'POST', path: '/api/v1/people', headers: { 'content-type': 'application/json' }, body: [] },
  ],
  ['400 without a user agent', 400, { path: '/api/v1/people', headers: { 'user-agent': ' ' } }],
  ['401 without a key', 401, { path: '/api/v1/people', headers: { authorization: '' } }],
  [
    '401 of a sign-in',
    401,
    { method: 'POST', path: '/session', body: { subdomain: account.subdomain, email: 'a@b.no', password: 'x' } },
  ],
  ['401 of a partner', 401, { method: 'POST', path: '/partner/clients', headers: { authorization: '' } }],
  ['402', 402, { path: '/api/v1/people', headers: { authorization: `Bearer ${suspended.credentials.api_key}` } }],
  ['404 of an id', 404, { path: '/api/v1/people/0' }],
  ['404 of a path', 404, { path: '/api/v1/nothing' }],
  ['404 outside of the APIs', 404, { path: '/nothing' }],
  ['404 of a path that cannot be decoded', 404, { path: '/api/v1/people/%zz' }],
  ['404 of a site', 404, { path: '/sites/nobody/services' }],
  ['404 of an id at a site', 404, { path: `/sites/${account.subdomain}/services/0` }],
  ['405', 405, { method: 'DELETE', path: '/api/v1/client' }],
  [
    '412',
    412,
    { method: 'PUT', path: `/api/v1/people/${id}`, headers: { 'if-match': '"x"' }, body: { person: { notes: 'x' } } },
  ],
  [
    '415',
    415,
    {
      method: 'POST',
      path: `/sites/${account.subdomain}/bookings`,
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      body: {},
    },
  ],
];

describe('an error', () => {
  it.each(errors)('in the form of RFC 9457: %s', async (_what, status, sending) => {
    const plain = await ask(sending);
    const problem = await ask(sending, problemType);
    expect([plain.status, plain.headers['content-type']]).toEqual([status, jsonType]);
    expect([problem.status, problem.headers['content-type']]).toEqual([status, problemType]);
    const body = JSON.parse(plain.text);
    expect(JSON.parse(problem.text)).toEqual({
      type: expect.stringMatching(new RegExp(`^http://.*/docs/guides/requests#status-${status}$`)),
      title: expect.any(String),
      status,
      ...(status === 400
        ? { detail: `The input is invalid: ${Object.keys(body).join(', ')}`, errors: body }
        : { detail: body.error.description }),
    });
    const shown = ['www-authenticate', 'allow', 'ratelimit-policy'];
    expect(shown.map((name) => problem.headers[name])).toEqual(shown.map((name) => plain.headers[name]));
  });

  it('of the limit of requests', async () => {
    await using web = await server.another({ rateLimit: { requests: 1, seconds: 600 } });
    const sending = { path: '/api/v1/client', origin: web.origin };
    await ask(sending);
    const { status, headers, text } = await ask(sending, problemType);
    const seconds = headers['retry-after'];
    expect([status, headers['content-type'], JSON.parse(text).detail]).toEqual([
      429,
      problemType,
      `Rate limit exceeded, retry in ${seconds} seconds`,
    ]);
  });

  it('of the server', async () => {
    await server.sql('alter table person rename to person_gone');
    const { status, headers, text } = await ask({ path: `/api/v1/people/${id}` }, problemType);
    await server.sql('alter table person_gone rename to person');
    expect([status, headers['content-type'], JSON.parse(text)]).toMatchObject([
      500,
      problemType,
      { title: 'Internal Server Error', detail: 'Part of the request may have been done' },
    ]);
  });

  it('that is answered again by its idempotency key has the form of each request', async () => {
    const sending: Sending = {
      method: 'POST',
      path: '/api/v1/people',
      headers: { 'idempotency-key': 'refused-1' },
      body: { person: { email: 'nobody' } },
    };
    const answers = [await ask(sending), await ask(sending, problemType), await ask(sending)];
    expect(answers.map(({ headers, text }) => [headers['content-type'], JSON.parse(text)])).toMatchObject([
      [jsonType, { email: ['is invalid'] }],
      [problemType, { errors: { email: ['is invalid'] } }],
      [jsonType, { email: ['is invalid'] }],
    ]);
  });

  it.each([
    [undefined, jsonType],
    ['', jsonType],
    ['*/*', jsonType],
    ['application/*', jsonType],
    ['application/json', jsonType],
    ['application/json, application/problem+json', jsonType],
    ['application/json, application/problem+json;q=0.9', jsonType],
    ['application/problem+json;q=0', jsonType],
    ['text/html', jsonType],
    ['application/problem+json, application/json', problemType],
    ['application/json;q=0.9, application/problem+json', problemType],
    ['application/problem+json, */*', problemType],
    ['APPLICATION/PROBLEM+JSON', problemType],
    [`${'x/y,'.repeat(500)}application/problem+json`, problemType],
  ])('for Accept %p is %s', async (accept, type) => {
    const { headers } = await ask({ path: '/api/v1/nothing' }, accept);
    expect(headers['content-type']).toBe(type);
  });
});

it('a success is JSON, whatever is accepted', async () => {
  const { status, headers } = await ask({ path: `/api/v1/people/${id}` }, problemType);
  expect([status, headers['content-type']]).toEqual([200, jsonType]);
});

it('the page of the guide has the addresses of the types and of the deprecated parts', async () => {
  const { text } = await rawRequest(`${server.origin}/docs/guides/requests`);
  for (const anchor of ['status-400', 'status-429', 'status-503', 'deprecated']) {
    expect(text).toContain(` id="${anchor}"`);
  }
});

describe('deprecated parts of requests', () => {
  const basic = { authorization: `Basic ${Buffer.from(`${account.credentials.api_key}:`).toString('base64')}` };
  const shownIn = ({ headers }: { headers: Record<string, unknown> }) =>
    ['deprecation', 'sunset', 'link'].map((name) => headers[name]);
  const expected = (address: string) => Object.values(deprecationHeaders([basicAuthentication], address));

  it.each<[string, Sending]>([
    ['Basic', { path: '/api/v1/services', headers: basic }],
    ['Basic of GraphQL', { path: '/graphql?query={account{id}}', headers: basic }],
    ['an alias', { method: 'POST', path: '/api/v1/people', body: { person: { name: 'Ola', phonenumber: '' } } }],
    [
      'an alias without the wrapper',
      { method: 'POST', path: '/api/v1/people', body: { name: 'Ola', phonenumber: '' } },
    ],
    [
      'an attribute',
      { method: 'POST', path: '/api/v1/services', body: { service: { title: 'Yoga', booking_type_id: 1 } } },
    ],
    ['hours', { method: 'POST', path: '/api/v1/resources', body: { resource: { title: 'Eva', close_4: '16:00' } } }],
    ['a request that is refused', { method: 'POST', path: '/api/v1/resources', body: { resource: { open_0: 'x' } } }],
  ])('are named in headers: %s', async (_what, sending) => {
    const answer = await ask(sending);
    const [, address = ''] = /^<(.*?)\/docs/.exec(String(answer.headers['link'])) ?? [];
    expect(shownIn(answer)).toEqual(expected(address));
    expect(address).toMatch(/^http:/);
  });

  it('are named beside the links of a page', async () => {
    const { headers } = await ask({ path: '/api/v1/people', headers: basic });
    expect(headers['link']).toMatch(/rel="first", .*; rel="last", .*; rel="deprecation".*; rel="sunset"/);
  });

  it.each<[string, Sending]>([
    ['a response that contains them', { path: `/api/v1/people/${id}` }],
    [
      'custom data of the same name',
      { method: 'PUT', path: `/api/v1/people/${id}`, body: { person: { custom_data: { a: { phonenumber: '1' } } } } },
    ],
    [
      'an attribute of another object',
      { method: 'POST', path: '/api/v1/services', body: { service: { title: 'X', phonenumber: '1' } } },
    ],
    ['a page', { path: '/api/v1/people' }],
  ])('are not named: %s', async (_what, sending) => {
    const [deprecation, sunset, link = ''] = shownIn(await ask(sending));
    expect([deprecation, sunset]).toEqual([undefined, undefined]);
    expect(link).not.toContain('deprecation');
  });
});
