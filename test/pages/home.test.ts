import { pageIcon } from '../../src/http/page-headers.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { siteDomain: 'book.example.org' } });
  await server.account({ subdomain: 'acme', publicAccess: true });
});
afterAll(async () => server[Symbol.asyncDispose]());

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (path: string, accept?: string, method = 'GET', host?: string): Promise<RawAnswer> =>
  rawRequest(server.origin + path, { method, headers: { ...(accept && { accept }), ...(host && { host }) } });

const common = {
  connection: 'keep-alive',
  'keep-alive': expect.any(String),
  date: expect.any(String),
  'content-length': expect.any(String),
  'x-request-id': expect.any(String),
};
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const pageHeaders = {
  ...common,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const notFound = {
  status: 404,
  text: '{"error":{"description":"Not found"}}',
  headers: { ...common, vary: 'Accept', 'content-type': 'application/json; charset=utf-8' },
};
const home = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Booking server: home</title>
<link rel="icon" href="${pageIcon}">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<h1>Booking server</h1>
<p>This server takes bookings of appointments, classes and events, over REST and GraphQL, and reports each change at once.</p>
<h2>APIs</h2>
<ul>
<li><a href="docs">REST</a>: every path, with examples to try (<a href="api/v1/openapi.json">OpenAPI</a>)</li>
<li><a href="graphql">GraphQL</a>: an explorer with queries and subscriptions</li>
<li><a href="docs/permissions">Permissions</a>: what each role may do</li>
</ul>
<h2><a href="docs/guides">Guides</a></h2>
<ol>
<li><a href="docs/guides/first-booking">First booking</a></li>
<li><a href="docs/guides/idempotency">Idempotency</a></li>
<li><a href="docs/guides/webhooks">Webhooks</a></li>
<li><a href="docs/guides/synchronise">Synchronise by cursor</a></li>
<li><a href="docs/guides/stay-current">Stay current</a></li>
<li><a href="docs/guides/figures">Figures</a></li>
<li><a href="docs/guides/test-clock">Test clock</a></li>
</ol>
<h2>Health</h2>
<ul>
<li><a href="healthz">healthz</a>: whether the process runs</li>
<li><a href="readyz">readyz</a>: whether it can serve requests</li>
</ul>
</body>
</html>
`;

describe('/', () => {
  it.each([browserAccept, 'text/html'])('is a page for a client that accepts %s', async (accept) => {
    expect(await ask('/', accept)).toEqual({ status: 200, text: home, headers: { ...pageHeaders, vary: 'Accept' } });
  });

  it('has a route of its own in the metrics', async () => {
    await using web = await server.another();
    for (const accept of [browserAccept, 'application/json'])
      await rawRequest(`${web.origin}/`, { headers: { accept } });
    const { text } = await rawRequest(`${web.origin}/metrics`);
    const routes = [...text.matchAll(/_count\{method="GET",route="([^"]*)",status="(\d+)"\} (\d+)/g)];
    expect(routes.map(([, ...labels]) => labels)).toEqual([
      ['/', '200', '1'],
      ['/', '404', '1'],
    ]);
  });

  it('has the same headers for HEAD', async () => {
    const { status, text, headers } = await ask('/', browserAccept, 'HEAD');
    expect([status, text, headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(home))]);
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html', 'image/png'])(
    'does not exist for a client that accepts %s',
    async (accept) => expect(await ask('/', accept)).toEqual(notFound),
  );

  it('does not exist for other methods', async () => {
    const { vary: _, ...headers } = notFound.headers;
    expect(await ask('/', browserAccept, 'POST')).toEqual({ ...notFound, headers });
  });

  it('is the booking page on the host of a site', async () => {
    const { status, text } = await ask('/', browserAccept, 'GET', 'acme.book.example.org');
    expect([status, text]).toEqual([200, expect.stringContaining('<title>Services – Acme</title>')]);
    expect(text).toMatch(/href="\/assets\/main-\w+\.css"/);
    expect((await ask('/', undefined, 'GET', 'acme.book.example.org')).status).toBe(404);
  });
});

/** Returns the addresses of the links of a page, without those to other sites. */
function linksOf(text: string, path: string): string[] {
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => new URL(link ?? '', server.origin + path));
  return links.filter(({ origin }) => origin === server.origin).map(({ pathname }) => pathname);
}

it('every page that is linked exists, and links only to pages that exist', async () => {
  const visited = new Map<string, number>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (visited.has(path)) continue;
    const { status, text, headers } = await ask(path, browserAccept);
    visited.set(path, status);
    if (!headers['content-type']?.includes('text/html')) continue;
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(text).not.toMatch(/<script(?! (type="module" )?src="[^"]+"><\/script>)|<style|style=| on\w+="/);
    waiting.push(...linksOf(text, path));
  }
  expect([...visited].filter(([, status]) => status !== 200)).toEqual([]);
  expect([...visited.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      '/docs',
      '/docs/guides',
      '/docs/guides/test-clock',
      '/docs/page.css',
      '/graphql',
      '/healthz',
    ]),
  );
});

it('a guide is a page with its text, and links to the others', async () => {
  const { status, text, headers } = await ask('/docs/guides/idempotency');
  expect([status, headers]).toEqual([200, pageHeaders]);
  expect(text).toContain('<h1>Idempotency</h1>\n<p>Repeat a request whose answer was lost');
  expect(text).toContain('see <a href="webhooks">Webhooks</a>');
  expect(text).toContain('<span>Before: <a href="first-booking">First booking</a></span>');
  expect(text).toContain('<span>Next: <a href="webhooks">Webhooks</a></span>');
  expect((await ask('/docs/guides/nothing')).status).toBe(404);
  expect((await ask('/docs/guides/idempotency', undefined, 'POST')).headers['allow']).toBe('GET, HEAD');
});

it('the list of guides shows what each one is for', async () => {
  const { text } = await ask('/docs/guides');
  expect(text).toContain('<h2><a href="guides/figures">Figures</a></h2>\n<p>Show how many bookings there are');
});

it.each([
  '/',
  '/docs',
  '/docs/guides',
  '/docs/permissions',
  '/graphql',
  '/dashboard',
  '/dashboard/people',
  '/password/none',
  '/verify/none',
  '/sites/acme/',
  '/sites/acme/none',
  '/sites/none/',
])('%s has an icon', async (path) => {
  const { text, headers } = await ask(path, browserAccept);
  expect(text).toContain(`<link rel="icon" href="${pageIcon}"`);
  expect(headers['content-security-policy']).toMatch(/img-src [^;]*data:/);
});
