import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { readGuides } from '../../src/http/documentation/guides.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { unauthenticatedPaths } from '../../src/http/unauthenticated.router.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const config = {
  publicUrl: 'https://book.example.org',
  siteDomain: 'sites.example.org',
  securityContact: 'mailto:security@example.org',
  partnerToken: 'a-token-of-sixteen',
};
const server = await useOwnTestServer({ config });
const plain = await server.another({ ...config, publicUrl: undefined });
const proxied = await server.another({ ...config, publicUrl: undefined, trustedHops: 1 });
const limited = await server.another({ ...config, rateLimit: { requests: 1, seconds: 600 } });
const account = await server.account({ publicAccess: true });

const header = 'strict-transport-security';
const aYear = 'max-age=31536000';

/** Fills the parameters of a path. */
const filled = (path: string): string => path.replace(/:subdomain\b/g, account.subdomain).replace(/:\w+/g, '1');

const site = `/sites/${account.subdomain}`;
const pageFiles = ['booking', 'dashboard', 'explorer'].flatMap((page) =>
  readdirSync(join(projectRoot, 'dist', 'pages', page)).map((file) => [page, file] as const),
);

/** Every path that a router has, with methods that it answers and refuses. */
const requests: [method: string, path: string][] = [
  ...routes.map(({ method, path }): [string, string] => [method, `/api/v1${filled(path)}`]),
  ...publicRoutes.map(({ method, path }): [string, string] => [method, `${site}${filled(path)}`]),
  ...unauthenticatedPaths.flatMap((path): [string, string][] => [
    ['GET', path],
    ['POST', `${path}/x`],
  ]),
  ...readGuides().map(({ name }): [string, string] => ['GET', `/docs/guides/${name}`]),
  ...pageFiles.flatMap(([page, file]): [string, string][] =>
    page === 'booking'
      ? [['GET', `${site}/assets/${file}`]]
      : [['GET', page === 'dashboard' ? `/dashboard/assets/${file}` : `/graphql/assets/${file}`]],
  ),
  ...['/', '/docs', '/docs/', '/docs/swagger-ui.css', '/docs/permissions', '/docs/guides'].map(
    (path): [string, string] => ['GET', path],
  ),
  ...['/healthz', '/readyz', '/metrics', '/embed.js', '/favicon.ico', '/.well-known/security.txt'].map(
    (path): [string, string] => ['GET', path],
  ),
  ...['/dashboard', '/dashboard/', '/dashboard/session', '/dashboard/people/1', site, `${site}/`, `${site}/shop`].map(
    (path): [string, string] => ['GET', path],
  ),
  ['POST', '/graphql'],
  ['GET', '/graphql'],
  ['POST', '/graphql/stream'],
  ['OPTIONS', '/graphql'],
  ['OPTIONS', '/api/v1/bookings'],
  ['HEAD', '/api/v1/bookings'],
  ['TRACE', '/'],
  ['DELETE', '/nowhere'],
  ['GET', '/api/v1/%zz'],
];

const send = (origin: string, method: string, path: string, headers: Record<string, string> = {}) =>
  rawRequest(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${account.credentials.api_key}`,
      ...{ accept: 'text/html', 'user-agent': 'tests' },
      ...headers,
    },
  });

/** Opens a WebSocket, and returns the status and the header of the answer. */
const upgrade = (origin: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<[status: number | undefined, value: string | undefined]>((resolve) => {
    const url = `${origin.replace('http', 'ws')}${path}`;
    const socket = new WebSocket(url, 'graphql-transport-ws', { headers });
    socket.on('upgrade', ({ statusCode, headers: answered }) => {
      resolve([statusCode, answered[header]]);
      socket.terminate();
    });
    socket.on('unexpected-response', (_request, { statusCode, headers: answered }) => {
      resolve([statusCode, answered[header]]);
      socket.terminate();
    });
    socket.on('error', () => {});
  });

describe('a server that is reached by HTTPS', () => {
  it('sends Strict-Transport-Security with every answer', async () => {
    const without: string[] = [];
    const statuses = new Set<number>();
    for (const [method, path] of requests) {
      const { status, headers } = await send(server.origin, method, path);
      statuses.add(status);
      if (headers[header] !== aYear) without.push(`${method} ${path} ${status}`);
    }
    expect(without).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]));
  });

  it('also on the hosts of sites, and above the limit', async () => {
    const host = `${account.subdomain}.sites.example.org`;
    const answers = [
      await send(server.origin, 'GET', '/', { host }),
      await send(server.origin, 'GET', '/api/v1/bookings', { host }),
      await send(limited.origin, 'GET', '/api/v1/services'),
      await send(limited.origin, 'GET', '/api/v1/services'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 429]);
    expect(answers.map(({ headers }) => headers[header])).toEqual(answers.map(() => aYear));
  });

  it('also when it accepts and refuses an upgrade', async () => {
    expect(await upgrade(server.origin, '/graphql')).toEqual([101, aYear]);
    expect(await upgrade(server.origin, '/graphql', { origin: 'https://attacker.example' })).toEqual([403, aYear]);
    expect(await upgrade(server.origin, '/graphql', { host: `${account.subdomain}.sites.example.org` })).toEqual([
      404,
      aYear,
    ]);
    expect(await upgrade(server.origin, '/nowhere')).toEqual([400, aYear]);
    const unknown = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '12' };
    const { status, headers } = await rawRequest(`${server.origin}/graphql`, { headers: unknown });
    expect([status, headers[header]]).toEqual([400, aYear]);
    await upgrade(limited.origin, '/graphql');
    expect(await upgrade(limited.origin, '/graphql')).toEqual([429, aYear]);
  });

  it('by the word of a trusted proxy, and of no other', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const values = async (origin: string, headers = {}) => (await send(origin, 'GET', '/', headers)).headers[header];
    expect(await values(proxied.origin, https)).toBe(aYear);
    expect(await values(proxied.origin, { 'x-forwarded-proto': 'http' })).toBeUndefined();
    expect(await values(proxied.origin)).toBeUndefined();
    expect(await values(plain.origin, https)).toBeUndefined();
    expect(await upgrade(proxied.origin, '/graphql', https)).toEqual([101, aYear]);
    expect(await upgrade(plain.origin, '/graphql', https)).toEqual([101, undefined]);
  });
});

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt';

  it('names the contact of the operator, and expires half a year after the request', async () => {
    const { status, text, headers } = await send(server.origin, 'GET', path);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe(
      'Contact: mailto:security@example.org\nExpires: 2026-08-29T07:00:00.000Z\nPreferred-Languages: en\n',
    );
    server.clock.advance(60 * 24 * 365);
    expect((await send(server.origin, 'GET', path)).text).toContain('Expires: 2027-08-29');
  });

  it('is the same on any host, and depends on no header', async () => {
    const { text } = await send(server.origin, 'GET', path);
    const forged = { host: 'attacker.example', 'x-forwarded-host': 'attacker.example' };
    expect((await send(server.origin, 'GET', path, forged)).text).toBe(text);
    const host = `${account.subdomain}.sites.example.org`;
    expect((await send(server.origin, 'GET', path, { host })).text).toBe(text);
  });

  it('refuses other methods, and does not exist without SECURITY_CONTACT', async () => {
    expect((await send(server.origin, 'POST', path)).status).toBe(405);
    const silent = await server.another({ securityContact: undefined });
    expect((await send(silent.origin, 'GET', path)).status).toBe(404);
  });
});
