import { languages } from '../../src/platform/language.js';
import { createUser, password } from '../support/dashboard.js';
import { holdLocks } from '../support/held-lock.js';
import { sendRequest } from '../support/send-request.js';
import { newestLink, nextLink } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Acme' });
const user = await createUser(server, account, { role: 'staff' });
const own: Record<string, string> = { origin: server.origin };

const json = { 'content-type': 'application/json', 'user-agent': 'tests' };

async function send(method: string, path: string, headers: Record<string, string>, body?: object) {
  const answer = await sendRequest(`${server.origin}${path}`, {
    method,
    headers: { ...json, ...headers },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(answer.text), headers: answer.headers };
}

const signIn = (headers = own, attributes: object = {}) => {
  const { subdomain } = account.credentials;
  return send('POST', '/dashboard/session', headers, { subdomain, email: user.email, password, ...attributes });
};

async function begin(): Promise<{ cookie: string; csrf: string }> {
  const { headers, body } = await signIn();
  return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', csrf: body.csrf_token };
}

const viewer = { query: '{ viewer { role } }' };
const unauthenticated = {
  status: 401,
  body: { errors: [{ message: 'An API key is required', extensions: { code: 'UNAUTHENTICATED' } }] },
};

describe('POST /dashboard/session', () => {
  it('begins a session in a cookie that scripts cannot read', async () => {
    const { status, body, headers } = await signIn();
    expect(status).toBe(200);
    expect(body).toEqual({
      account: {
        id: account.credentials.id,
        subdomain: account.credentials.subdomain,
        name: 'Acme',
        time_zone: 'Europe/Oslo',
        locale: 'en',
        currency: null,
        currency_decimals: 2,
        sandbox: false,
        trade: null,
      },
      user: { id: expect.any(Number), name: 'Kari Nordmann' },
      language: 'en',
      role: 'staff',
      permissions: ['read', 'bookings', 'people', 'exceptionDates', 'signIn'],
      now: '2026-03-02T07:00:00.000Z',
      server: { has_address: true, sends_email: true, sends_sms: true },
      csrf_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers.get('set-cookie')).toMatch(
      /^booking_session=bk_\d+_[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('marks the cookie as secure behind a proxy with HTTPS', async () => {
    await using proxied = await server.another({ trustedHops: 1 });
    const answer = await sendRequest(`${proxied.origin}/dashboard/session`, {
      method: 'POST',
      headers: {
        ...json,
        ...{ origin: 'https://book.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'book.example.org' },
      },
      body: JSON.stringify({ subdomain: account.credentials.subdomain, email: user.email, password }),
    });
    expect(answer.headers.get('set-cookie')).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
  });

  it('rejects a wrong password without a cookie', async () => {
    const { status, body, headers } = await signIn(own, { password: 'wrong' });
    expect([status, body, headers.get('set-cookie')]).toEqual([
      401,
      { error: { description: 'The subdomain, email or password is not correct' } },
      null,
    ]);
  });

  it('names what is missing', async () => {
    expect(await signIn(own, { email: '', password: null })).toMatchObject({
      status: 400,
      body: { email: ["can't be blank"], password: ["can't be blank"] },
    });
  });

  it.each([
    ['no page', {}],
    ['a page of another origin', { origin: 'https://evil.example.org' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sister host', { 'sec-fetch-site': 'same-site' }],
  ])('rejects a request of %s', async (_name, headers) => {
    expect(await signIn(headers as Record<string, string>)).toMatchObject({
      status: 403,
      body: { error: { description: 'Only the dashboard may sign in here' } },
    });
  });
});

describe('the cookie at /graphql', () => {
  it('authenticates with the CSRF token, by the role of the user', async () => {
    const { cookie, csrf } = await begin();
    const headers = { ...own, cookie, 'x-csrf-token': csrf };
    expect(await send('POST', '/graphql', headers, viewer)).toMatchObject({
      status: 200,
      body: { data: { viewer: { role: 'STAFF' } } },
    });
    const refused = { query: 'mutation { createService(input: {title: "New"}) { id } }' };
    expect((await send('POST', '/graphql', headers, refused)).body.errors).toMatchObject([
      {
        message: 'The role of this key does not allow it: the permission CATALOG is missing',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
  });

  it.each([
    ['without the token', (csrf: string) => ({ ...own, 'x-other': csrf })],
    ['with a wrong token', (csrf: string) => ({ ...own, 'x-csrf-token': csrf.replace(/^./, '~') })],
    ['from another origin', (csrf: string) => ({ origin: 'https://evil.example.org', 'x-csrf-token': csrf })],
    ['from another site', (csrf: string) => ({ 'sec-fetch-site': 'cross-site', 'x-csrf-token': csrf })],
    ['from no page', (csrf: string) => ({ 'x-csrf-token': csrf })],
  ])('is ignored %s', async (_name, headersFor) => {
    const { cookie, csrf } = await begin();
    expect(await send('POST', '/graphql', { cookie, ...headersFor(csrf) }, viewer)).toMatchObject(unauthenticated);
  });

  it('is ignored beside a key', async () => {
    const { cookie, csrf } = await begin();
    const headers = { ...own, cookie, 'x-csrf-token': csrf, authorization: 'Bearer wrong' };
    expect((await send('POST', '/graphql', headers, viewer)).status).toBe(401);
  });

  it('authenticates REST, with the token only', async () => {
    const { cookie, csrf } = await begin();
    expect((await send('GET', '/api/v1/services', { ...own, cookie, 'x-csrf-token': csrf })).status).toBe(200);
    expect(await send('GET', '/api/v1/services', { ...own, cookie })).toMatchObject({
      status: 401,
      body: { error: { description: 'An API key is required' } },
    });
  });
});

describe('GET and DELETE /dashboard/session', () => {
  it('describe and end the session', async () => {
    const { cookie, csrf } = await begin();
    const headers = { ...own, cookie };
    expect(await send('GET', '/dashboard/session', headers)).toMatchObject({ status: 200, body: { csrf_token: csrf } });
    expect((await send('DELETE', '/dashboard/session', headers)).status).toBe(401);
    const ended = await send('DELETE', '/dashboard/session', { ...headers, 'x-csrf-token': csrf });
    expect([ended.status, ended.body]).toEqual([200, { role: 'staff' }]);
    expect(ended.headers.get('set-cookie')).toBe(
      'booking_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict',
    );
    expect((await send('GET', '/dashboard/session', headers)).status).toBe(401);
  });

  it('reject the key of an account', async () => {
    const cookie = `booking_session=${account.credentials.api_key}`;
    expect((await send('GET', '/dashboard/session', { ...own, cookie })).status).toBe(401);
  });
});

describe('POST /dashboard/password', () => {
  const ask = (attributes: object) =>
    send('POST', '/dashboard/password', own, { subdomain: account.credentials.subdomain, ...attributes });

  it('sends a link, and answers alike for unknown users and accounts', async () => {
    const forgetful = await createUser(server, account, { name: 'Ola' });
    const before = await newestLink(server, account);
    expect(await ask({ email: 'nobody@example.org' })).toMatchObject({ status: 200, body: {} });
    expect(await ask({ subdomain: 'nobody', email: forgetful.email })).toMatchObject({ status: 200, body: {} });
    expect(await ask({ email: forgetful.email.toUpperCase() })).toMatchObject({ status: 200, body: {} });
    await nextLink(server, account, before);
    const messages = await server.sql<{ recipient: string; subject: string }>(
      "select recipient, subject from message where account_id = ? and kind = 'password_reset'",
      account.credentials.id,
    );
    expect(messages).toEqual([{ recipient: forgetful.email, subject: 'Choose a new password' }]);
  });

  it('responds before it looks for the user, so known and unknown emails cost the same work', async () => {
    const known = await createUser(server, account, { name: 'Per' });
    const before = await newestLink(server, account);
    await using lock = await holdLocks(server, 'lock table account_user in access exclusive mode');
    for (const email of [known.email, 'unknown@example.org']) expect((await ask({ email })).status).toBe(200);
    await lock.release();
    expect(await nextLink(server, account, before)).toContain('/password/');
  });

  it('limits the requests for one email, known or not', async () => {
    for (let request = 0; request < 3; request += 1) await ask({ email: 'often@example.org' });
    const { status, headers } = await ask({ email: 'often@example.org' });
    expect([status, headers.get('retry-after')]).toEqual([429, '900']);
  });

  it('rejects a request of another page', async () => {
    const body = { subdomain: account.credentials.subdomain, email: user.email };
    expect((await send('POST', '/dashboard/password', { origin: 'https://evil.example.org' }, body)).status).toBe(403);
  });
});

describe('the page', () => {
  const page = (path: string) => fetch(`${server.origin}${path}`, { headers: { accept: 'text/html' } });

  it.each([
    ['/dashboard', 'dashboard/assets/'],
    ['/dashboard/calendar', '../dashboard/assets/'],
    ['/dashboard/people/7', '../../dashboard/assets/'],
  ])('is at %s for browsers, under a strict policy', async (path, assets) => {
    const response = await page(path);
    const html = await response.text();
    const [, script] = /src="([^"]+)"/.exec(html) ?? [];
    expect(script?.startsWith(`${assets}main-`)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'; style-src 'self'; "),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect((await fetch(new URL(script ?? '', response.url))).status).toBe(200);
  });

  it('has the language of the user, else of the account, else of the browser', async () => {
    const danish = await server.account({ name: 'Dansk' });
    await danish.put('/client', { json: { client: { locale: 'da' } } });
    const { email } = await createUser(server, danish, { role: 'staff' });
    const languageOf = async (cookie = '') => {
      const headers = { accept: 'text/html', 'accept-language': 'de-AT, en;q=0.5', ...(cookie && { cookie }) };
      const response = await fetch(`${server.origin}/dashboard`, { headers });
      const html = await response.text();
      expect(response.headers.get('vary')).toContain('Accept-Language, Cookie');
      const [, language = ''] = /<html lang="(\w+)">/.exec(html) ?? [];
      const [, texts = ''] = /modulepreload" href="([^"]+)"/.exec(html) ?? [];
      expect((await fetch(new URL(texts, response.url))).status).toBe(200);
      return language;
    };
    expect(await languageOf()).toBe('de');
    expect(await languageOf('booking_language=nb')).toBe('nb');
    expect(await languageOf('booking_language=xx')).toBe('de');

    const { subdomain } = danish.credentials;
    const begun = await send('POST', '/dashboard/session', own, { subdomain, email, password });
    const cookies = begun.headers.get('set-cookie') ?? '';
    expect([begun.body.language, cookies]).toEqual([
      'da',
      expect.stringMatching(/booking_language=da; .*HttpOnly; SameSite=Lax/),
    ]);
    const [, cookie = ''] = /(booking_session=[^;]+)/.exec(cookies) ?? [];
    const signedIn = { ...own, cookie, 'x-csrf-token': begun.body.csrf_token };
    const change = (language: string | null) =>
      send('POST', '/graphql', signedIn, {
        query: 'mutation ($language: String) { changeOwnLanguage(language: $language) { language } }',
        variables: { language },
      });
    expect((await change('sv')).body).toEqual({ data: { changeOwnLanguage: { language: 'sv' } } });
    const { body, headers } = await send('GET', '/dashboard/session', { ...own, cookie });
    expect([body.language, headers.get('set-cookie')]).toEqual(['sv', expect.stringContaining('booking_language=sv')]);
    const [refused] = (await change('xx')).body.errors;
    expect(refused.extensions.fields).toEqual({
      language: ['is not included in the list', `must be one of ${languages.join(', ')}`],
    });
    await change(null);
    expect((await send('GET', '/dashboard/session', { ...own, cookie })).body.language).toBe('da');
  });

  it('is not found as data, or as a missing asset', async () => {
    expect((await send('GET', '/dashboard', { accept: 'application/json' })).status).toBe(404);
    expect((await page('/dashboard/assets/main-00000000.js')).status).toBe(404);
  });
});
