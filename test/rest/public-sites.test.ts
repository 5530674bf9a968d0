import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { deliverMessages } from '../support/messages.js';
import { rawRequest } from '../support/raw-request.js';
import { messagesOf } from '../support/shop.js';
import { useOwnTestServer } from '../support/test-server.js';
import { getAtHost, Visitor } from '../support/visitor.js';

const server = await useOwnTestServer({ config: { siteDomain: 'book.example.org:3000' } });
const account = await server.account({ subdomain: 'acme', publicAccess: true });

const unknown = { status: 404, body: { error: { description: 'Not found' } }, headers: expect.anything() };
const visit = (subdomain: string) => new Visitor({ origin: server.origin, subdomain }).get('/client');
const atSite = (path: string, headers?: Record<string, string>) =>
  getAtHost(server.origin, 'acme.book.example.org:3000', path, headers);

describe('the site of an account', () => {
  it.each(['nobody', 'ACME-', '-', 'a'.repeat(70), '%00', '%zz', "acme'--", 'acme.org', '..%2f', ''])(
    'does not exist for the unknown subdomain %j',
    async (subdomain) => {
      expect(await visit(subdomain)).toEqual(unknown);
    },
  );

  it.each(publicRoutes.map(({ method, path }) => [method, path] as const))(
    'does not exist for an unknown subdomain at %s %s',
    async (method, path) => {
      expect(
        await new Visitor({ origin: server.origin, subdomain: 'nobody' }).send(method, path.replaceAll(/:\w+/g, '1')),
      ).toEqual(unknown);
    },
  );

  it('does not exist without public access, whether suspended or not', async () => {
    const closed = await server.account({ subdomain: 'closed' });
    expect(await visit('closed')).toEqual(unknown);
    await server.configure(closed, { suspended_at: '2026-03-01' });
    expect(await visit('closed')).toEqual(unknown);
    expect(await getAtHost(server.origin, 'closed.book.example.org', '/client')).toEqual(unknown);
  });

  it('does not exist while the account is suspended', async () => {
    const suspended = await server.account({ subdomain: 'suspended', publicAccess: true });
    expect((await visit('suspended')).status).toBe(200);
    await server.configure(suspended, { suspended_at: '2026-03-01' });
    expect(await visit('suspended')).toEqual(unknown);
    expect(await new Visitor({ origin: server.origin, subdomain: 'suspended' }).send('POST', '/bookings')).toEqual(
      unknown,
    );
  });

  it('exists if the private API is disabled', async () => {
    const shy = await server.account({ subdomain: 'shy', publicAccess: true });
    await server.configure(shy, { api_enabled: false });
    expect((await visit('shy')).status).toBe(200);
  });

  it('is found by the subdomain in any case', async () => {
    expect((await visit('ACME')).body.client.subdomain).toBe('acme');
    expect((await fetch(`${server.origin}/Sites/Acme/client`)).status).toBe(200);
  });
});

describe('a path of a site', () => {
  it.each(['/client', '/client.json', '/client/', '//client', '//client//', '/client.json/', '/client?a=b'])(
    'can be written as %s',
    async (path) => {
      const { status, body } = await new Visitor({ origin: server.origin, subdomain: 'acme' }).get(path);
      expect([status, body.client.subdomain]).toEqual([200, 'acme']);
      expect(await atSite(path)).toMatchObject({ status: 200, body });
    },
  );

  it.each(['', '/', '/nothing', '/client/users', '/people', '/bookings/1', '/providers', '/categories/a'])(
    'does not exist: %j',
    async (path) => {
      expect(await new Visitor({ origin: server.origin, subdomain: 'acme' }).get(path)).toEqual(unknown);
    },
  );

  it.each([
    ['PUT', '/bookings/1'],
    ['PUT', '/bookings/1/verify'],
    ['POST', '/bookings/1/cancel'],
  ])('does not have %s %s', async (method, path) => {
    expect(await new Visitor({ origin: server.origin, subdomain: 'acme' }).send(method, path)).toEqual(unknown);
  });

  it.each([
    ['POST', '/services', 'GET, HEAD'],
    ['PUT', '/client', 'GET, HEAD'],
    ['PATCH', '/client', 'GET, HEAD'],
    ['GET', '/bookings', 'POST'],
    ['DELETE', '/bookings/1', 'GET, HEAD, PUT'],
    ['PUT', '/bookings/1/cancel', 'POST'],
  ])('does not allow %s %s, and lists the allowed methods', async (method, path, allow) => {
    const { status, body, headers } = await new Visitor({ origin: server.origin, subdomain: 'acme' }).send(
      method,
      path,
    );
    expect([status, body]).toEqual([405, { error: { description: 'Method not allowed' } }]);
    expect(headers.get('allow')).toBe(allow);
  });

  it('requires no User-Agent, and ignores a key', async () => {
    expect((await rawRequest(`${server.origin}/sites/acme/client`)).status).toBe(200);
    const wrong = await rawRequest(`${server.origin}/sites/acme/client`, {
      headers: { authorization: 'Bearer wrong' },
    });
    expect(wrong.status).toBe(200);
  });

  it('responds to HEAD', async () => {
    const { status, text } = await rawRequest(`${server.origin}/sites/acme/client`, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
  });
});

describe("a site's host", () => {
  it('is that of links to bookings, in answers and in messages', async () => {
    const service = await createBookableService(account);
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const { id } = await bookService(account, service, { person_attributes }, { confirmation_send_email: true });
    const { link } = (await account.get(`/bookings/${id}/link`)).body.booking;
    const { host, pathname } = new URL(link);
    expect(host).toBe('acme.book.example.org:3000');
    expect((await atSite(pathname)).body.booking.id).toBe(id);
    const page = await rawRequest(server.origin + pathname, { headers: { host, accept: 'text/html' } });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(`href="${pathname}/booking.ics"`)]);
    await deliverMessages(server, { siteDomain: 'book.example.org', publicUrl: 'https://example.org' });
    const [message] = await server.sql<{ body: string }>('select body from message where booking_id = ?', id);
    expect(message?.body).toContain(`https://acme.book.example.org${pathname}`);
  });

  it('named by a request is in no link that is sent: that has the address of the server', async () => {
    const host = 'acme.book.example.org:8080';
    const gift = await account.create('/services', 'service', { title: 'Gift card', booking_type: 'gift_card' });
    await server.configure(account, { logo: 'a'.repeat(64) });
    const placed = await rawRequest(`${server.origin}/orders`, {
      method: 'POST',
      headers: { host, 'content-type': 'application/json' },
      body: JSON.stringify({
        person_attributes: { name: 'Ola', email: 'ola@example.org' },
        order_line_items: [{ service_id: gift.id, amount: 100 }],
      }),
    });
    const path = `/shop/orders/${JSON.parse(placed.text).order.token}`;
    const message = (await messagesOf(server, account)).find(({ kind }) => kind === 'order_received');
    expect(message?.body).toContain(`http://acme.book.example.org:3000${path}\n`);
    expect((await rawRequest(server.origin + path, { headers: { host, accept: 'text/html' } })).status).toBe(200);
    const { client } = (await getAtHost(server.origin, host, '/client')).body;
    expect(client.logo).toBe(`${server.origin}/logos/${account.credentials.id}/${'a'.repeat(64)}`);
  });

  it.each(['acme.book.example.org', 'acme.book.example.org:8080', 'ACME.BOOK.example.org'])(
    '%s is the host of its account',
    async (host) => {
      expect(await getAtHost(server.origin, host, '/client')).toMatchObject({
        status: 200,
        body: { client: { subdomain: 'acme' } },
      });
    },
  );

  it.each(['/api/v1/services', '/graphql', '/healthz', '/readyz', '/sites/acme/client', '/', '/%zz'])(
    'has nothing at %s',
    async (path) => {
      const headers = { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'tests' };
      expect(await atSite(path, headers)).toEqual(unknown);
    },
  );

  it.each(['nobody.book.example.org', 'closed.book.example.org'])('%s belongs to no account', async (host) => {
    expect(await getAtHost(server.origin, host, '/client')).toEqual(unknown);
    expect(await getAtHost(server.origin, host, '/healthz')).toEqual(unknown);
  });

  it.each(['book.example.org', 'a.b.book.example.org', 'acme.example.org', 'localhost'])(
    '%s is not the host of a site, so it serves everything else',
    async (host) => {
      expect(await getAtHost(server.origin, host, '/healthz')).toMatchObject({ status: 200 });
      expect(await getAtHost(server.origin, host, '/sites/acme/client')).toMatchObject({ status: 200 });
      const headers = { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'tests' };
      expect(await getAtHost(server.origin, host, '/api/v1/services', headers)).toMatchObject({ status: 200 });
      expect(await getAtHost(server.origin, host, '/client')).toEqual(unknown);
    },
  );

  it('is not that of the server, and links at it are relative', async () => {
    await using web = await server.another({ publicUrl: 'https://api.book.example.org/base' });
    expect(await getAtHost(web.origin, 'api.book.example.org', '/healthz')).toMatchObject({ status: 200 });
    const linked = async (host: string, path: string) => (await getAtHost(web.origin, host, path)).headers['link'];
    expect(await linked('acme.book.example.org', '/events?order=starts_at')).toContain(
      '</events?order=starts_at&page=1>; rel="first"',
    );
    expect(await linked('api.book.example.org', '/sites/acme/events')).toContain(
      '<https://api.book.example.org/base/sites/acme/events?page=1>; rel="first"',
    );
  });

  it('is read from a trusted proxy only', async () => {
    const headers = { 'x-forwarded-host': 'acme.book.example.org' };
    expect(await getAtHost(server.origin, 'localhost', '/client', headers)).toEqual(unknown);
    await using web = await server.another({ trustedHops: 1 });
    expect(await getAtHost(web.origin, 'localhost', '/client', headers)).toMatchObject({ status: 200 });
  });
});

describe('pages of other origins', () => {
  const shown =
    'Link, Current-Page, Page-Items, Total-Count, Total-Pages, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, X-Request-Id, ETag';

  it.each([
    ['acme', '/client', 200],
    ['acme', '/services/0', 404],
    ['acme', '/events?page=0', 400],
    ['nobody', '/client', 404],
    ['suspended', '/client', 404],
    ['%zz', '/client', 404],
  ])('can read the response of %s at %s', async (subdomain, path, status) => {
    const answer = await new Visitor({ origin: server.origin, subdomain }).get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toBe(shown);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    ['/sites/acme/bookings', {}],
    ['/sites/nobody/bookings', {}],
    ['/bookings', { host: 'acme.book.example.org' }],
  ])('can send a preflight request to %s %j', async (path, headers) => {
    const {
      status,
      text,
      headers: answered,
    } = await rawRequest(server.origin + path, {
      method: 'OPTIONS',
      headers: { ...headers, origin: 'https://example.net', 'access-control-request-method': 'POST' },
    });
    expect([status, text]).toEqual([204, '']);
    expect(answered).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT',
      'access-control-allow-headers': '*, Authorization',
    });
  });

  it.each(['/api/v1/services', '/graphql', '/healthz'])('cannot call %s', async (path) => {
    const { headers } = await rawRequest(server.origin + path, { headers: { origin: 'https://example.net' } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('can read a response of the rate limit', async () => {
    await using web = await server.another({ rateLimit: { requests: 2, seconds: 600 } });
    const visitor = new Visitor({ origin: web.origin, subdomain: 'acme' });
    const answers = [await visitor.get('/client'), await visitor.get('/client'), await visitor.get('/client')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.body).toEqual({ error: { description: expect.stringMatching(/^Rate limit exceeded/) } });
    expect(answers[2]?.headers.get('access-control-allow-origin')).toBe('*');
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await getAtHost(web.origin, 'acme.book.example.org', '/client')).status).toBe(429);
  });
});

it('does not give access to GraphQL without a key', async () => {
  for (const path of ['/graphql', '/sites/acme/graphql']) {
    const response = await fetch(server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ account { email } }' }),
    });
    expect([response.status, (await response.text()).includes('acme@example.org')]).toEqual([
      path === '/graphql' ? 401 : 404,
      false,
    ]);
  }
});
