import { gzipSync } from 'node:zlib';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ publicAccess: true });
const paths: Record<string, string> = { ':site': `/sites/${account.credentials.subdomain}` };

const ofPublicApi = publicRoutes
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }): [string, string] => [method, `:site${path.replaceAll(/:\w+/g, '1')}`]);

/** The other requests with a body that need no key. */
const others = ['/session', '/dashboard/session', '/dashboard/password', ':site/bookings', ':site/waitlist'];

const routes = [
  ...ofPublicApi,
  ...others.map((path): [string, string] => ['POST', path]),
  ['POST', '/graphql'],
] as const;

const json = 'application/json';
const wide = `{"a":{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}}`;

describe.each(routes)('%s %s without a key', (method, path) => {
  const isGraphql = path === '/graphql';
  const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const { origin } = server;
    const address = origin + path.replace(':site', paths[':site'] ?? '');
    const own: Record<string, string> = path.startsWith('/dashboard')
      ? { origin, 'sec-fetch-site': 'same-origin', 'x-csrf-token': 'x' }
      : {};
    const { status, text } = await rawRequest(address, {
      method,
      body,
      // By default, Node sends the body of a DELETE without a length.
      headers: {
        'content-type': json,
        accept: json,
        'content-length': String(Buffer.byteLength(body)),
        ...own,
        ...headers,
      },
    });
    return [status, text];
  };

  it('refuses more than 64 kB', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(65_536) });
    const [status, text] = await send(body);
    expect(status).toBe(isGraphql ? 413 : 400);
    expect(text).toContain(isGraphql ? 'The body cannot be read' : 'is too large (maximum is 64 kB)');
  });

  it('refuses a compressed body before it decompresses it', async () => {
    for (const coding of ['gzip', 'x']) {
      const [status, text] = await send(gzipSync('{}'), { 'content-encoding': coding });
      expect([status, text]).toEqual([415, expect.stringContaining('must not have a Content-Encoding')]);
    }
  });

  it('refuses thousands of names, and deep JSON', async () => {
    for (const body of [wide, `{"a":${'['.repeat(30_000)}`]) {
      const [status, text] = await send(body);
      expect(status).toBe(400);
      if (!isGraphql) expect(text).toMatch(/has too many names and values|is nested too deeply/);
    }
  });
});

describe('a notification of a payment', () => {
  it('is not compressed', async () => {
    const path = `${server.origin}/payments/stripe/${account.credentials.subdomain}`;
    const { status } = await rawRequest(path, { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: 'x' });
    expect([404, 415]).toContain(status);
  });
});

it('a compressed body with a key is read', async () => {
  const raw = Uint8Array.from(gzipSync('{"title":"Cut"}'));
  const { status } = await account.post('/services', { raw, headers: { 'content-encoding': 'gzip' } });
  expect(status).toBe(200);
});
