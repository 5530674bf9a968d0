import escapeHtml from 'escape-html';
import { DemoLinks } from '../../src/http/dashboard/demo-links.js';
import { readGuides } from '../../src/http/documentation/guides.js';
import { pageIcon } from '../../src/http/page-headers.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { siteDomain: 'book.example.org' } });
await server.account({ subdomain: 'acme', publicAccess: true });

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

it.each([
  ['/sites/acme/', undefined, "frame-ancestors 'self'"],
  ['/', 'acme.book.example.org', "frame-ancestors 'none'"],
  ['/dashboard', undefined, "frame-src 'self'"],
  ['/dashboard', undefined, "frame-ancestors 'none'"],
  ['/dashboard', undefined, "style-src 'self'"],
  ['/dashboard/mail-frame', undefined, "frame-ancestors 'self'"],
  ['/dashboard/mail-frame', undefined, "script-src 'none'"],
  ['/dashboard/mail-frame', undefined, 'sandbox allow-same-origin'],
])(
  'only the dashboard previews the booking page and emails, in a frame of its own origin: %s %s',
  async (path, host, directive) => {
    const { status, headers } = await ask(path, browserAccept, 'GET', host);
    expect([status, headers['content-security-policy']]).toEqual([200, expect.stringContaining(directive)]);
  },
);

describe('/', () => {
  it('first has what an owner looks for, then what developers do', async () => {
    const entrances = (text: string) =>
      [...text.matchAll(/<li><a href="([^"]+)">([^<]+)/g)].map(([, link, title]) => `${title}: ${link}`);
    const own = ['Create your business: docs/guides/accounts', 'Sign in: dashboard', 'REST: docs', 'GraphQL: graphql'];
    expect(entrances((await ask('/')).text).slice(0, 4)).toEqual(own);
    await using far = await server.another({}, undefined, undefined, { subdomain: 'demo', links: undefined });
    expect(entrances((await rawRequest(`${far.origin}/`)).text).slice(0, 5)).toEqual([
      'Open the demo: sites/demo/',
      ...own,
    ]);
    const links = new DemoLinks({ clock: server.clock, isShown: true, signIn: async () => undefined });
    await using near = await server.another({}, undefined, undefined, { subdomain: 'demo', links });
    const { text } = await rawRequest(`${near.origin}/`);
    expect(entrances(text).slice(0, 6)).toEqual([
      expect.stringMatching(/^Open the demo: dashboard\/demo\/\w/),
      'Book in the demo: sites/demo/',
      ...own,
    ]);
    expect(text.indexOf('For developers')).toBeGreaterThan(text.indexOf('Sign in'));
  });

  it.each([
    ['de-AT', 'de', 'Eigenen Betrieb anlegen', 'Für die Entwicklung'],
    ['fr', 'fr', 'Créer votre entreprise', 'Pour les développeurs'],
    ['no, en;q=0.5', 'nb', 'Opprett bedriften din', 'For utviklere'],
    ['da', 'da', 'Opret din virksomhed', 'Til udviklere'],
    ['sv', 'sv', 'Skapa din verksamhet', 'För utvecklare'],
    ['it', 'en', 'Create your business', 'For developers'],
  ])('is in the language of a browser that prefers %s', async (accepted, language, create, developers) => {
    const { text } = await rawRequest(`${server.origin}/`, { headers: { 'accept-language': accepted } });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<a href="docs/guides/accounts">${create}</a>`);
    expect(text).toContain(`<h2>${developers}</h2>`);
    expect(text).toContain('<div lang="en">');
  });

  it('links to every guide, with what it is for', async () => {
    const { text } = await ask('/');
    for (const { name, title, lead } of readGuides()) {
      expect(text).toContain(`<li><a href="docs/guides/${name}">${title}</a> <span>${escapeHtml(lead)}</span></li>`);
    }
  });

  it.each([browserAccept, 'text/html'])('is a page for a client that accepts %s', async (accept) => {
    const { status, text, headers } = await ask('/', accept);
    expect([status, headers]).toEqual([200, { ...pageHeaders, vary: 'Accept, Accept-Language' }]);
    expect(text).toContain('<title>Booking server: home</title>');
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
    const { text: home } = await ask('/', browserAccept);
    const { status, text, headers } = await ask('/', browserAccept, 'HEAD');
    expect([status, text, headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(home))]);
  });

  it.each(['application/json', 'application/json, text/html'])(
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

describe('what a path answers by the header Accept', () => {
  const pages = [
    '/',
    '/dashboard',
    '/dashboard/people',
    '/docs',
    '/docs/guides',
    '/docs/guides/webhooks',
    '/docs/permissions',
  ];
  const data = ['/sites/acme/', '/sites/acme/services', '/graphql?query={viewer{role}}', '/api/v1/openapi.json'];
  /** `curl` accepts everything, some programs name nothing. */
  const everything = [undefined, '*/*'];

  it.each(pages.flatMap((path) => [...everything, browserAccept].map((accept) => [path, accept])))(
    '%s is a page for %s',
    async (path = '', accept) => {
      const { status, headers } = await ask(path, accept);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    },
  );

  it.each(data.flatMap((path) => [...everything, 'application/json'].map((accept) => [path, accept])))(
    '%s is data for %s',
    async (path = '', accept) => expect((await ask(path, accept)).headers['content-type']).toMatch(/json/),
  );

  it.each(['/', '/dashboard', '/dashboard/people'])('%s is no page for a client that prefers JSON', async (path) => {
    expect((await ask(path, 'application/json, text/html;q=0.9')).status).toBe(404);
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
  expect(text).toContain('<span>Before: <a href="synchronise">Synchronise by cursor</a></span>');
  expect(text).toContain('<span>Next: <a href="requests">Requests and errors</a></span>');
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
