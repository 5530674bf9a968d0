import { pino } from 'pino';
import { listExpressRoutes } from '../support/express-routes.js';
import { ManualClock } from '../support/manual-clock.js';
import { rawRequest } from '../support/raw-request.js';
import { createTestDatabase } from '../support/test-database.js';
import { useTestServer } from '../support/test-server.js';
import { startWeb } from '../support/web.js';

const server = await useTestServer();
const account = await server.account({ publicAccess: true });

/** Routes with parameters that are no secrets: they may be found by a search. */
const published = [
  ...['/docs/guides/:name', '/logos/:account/:digest', '/partner/clients', '/payments/:provider/:subdomain'],
  ...['/services/:id', '/events/:id', '/assets/images/:digest', '/assets/colours/:colour.css', '/*path'],
];

/** Pages without a parameter that show what belongs to one visitor. */
const personal = ['/bookings/new', '/bookings/verify', '/bookings/done', '/waitlist/new', '/me'];

async function listRoutes(): Promise<string[]> {
  await using database = await createTestDatabase();
  return listExpressRoutes(async () => {
    await using web = await startWeb({
      ...{ database: database.database, clock: new ManualClock('2026-03-02T07:00:00Z') },
      ...{ logger: pino({ level: 'silent' }), config: { partnerToken: 'x'.repeat(16) } },
    });
    await fetch(`${web.origin}/graphql?query={a}`);
  });
}

const ask = async (path: string, accept: string) => rawRequest(server.origin + path, { headers: { accept } });

describe('what search engines find', () => {
  it('is nothing behind a link that is a secret, whatever it answers', async () => {
    const routes = (await listRoutes()).map((route) =>
      route.replace(/^\^.*?\(\?<subdomain>[^)]*\)/, '/sites/:subdomain'),
    );
    const withSecret = routes.filter((route) => {
      const rest = route.replace('/sites/:subdomain', '');
      return /^\/[^()]*$/.test(route) && (rest.includes(':') || personal.includes(rest)) && !published.includes(rest);
    });
    expect(withSecret).toEqual(expect.arrayContaining(['/password/:token', '/verify/:link', '/calendars/:token.ics']));
    expect(withSecret).toEqual(
      expect.arrayContaining(
        ['/bookings/:id', '/waitlist/:id', '/shop/orders/:id'].map((at) => `/sites/:subdomain${at}`),
      ),
    );
    const indexed: string[] = [];
    for (const route of withSecret) {
      const path = route
        .replace(':subdomain', account.subdomain)
        .replace(/:\w+/g, '1')
        .replace(/\/\*\*$/, '');
      for (const accept of ['text/html', 'application/json']) {
        const { headers } = await ask(path, accept);
        if (headers['x-robots-tag'] !== 'noindex, nofollow') indexed.push(`${route} as ${accept}`);
      }
    }
    expect(indexed).toEqual([]);
  });

  it('is what a business publishes', async () => {
    for (const path of ['/', '/docs/guides', `/sites/${account.subdomain}/`, `/sites/${account.subdomain}/services`]) {
      const { status, headers } = await ask(path, 'text/html');
      expect([path, status, headers['x-robots-tag']]).toEqual([path, 200, undefined]);
    }
  });

  it('is said by /robots.txt, which lets them read that a page is not to be found', async () => {
    const { status, headers, text } = await ask('/robots.txt', '*/*');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^User-agent: \*\n(Disallow: \/.+\n)+$/);
    expect(text).not.toMatch(/dashboard|password|verify|calendars|bookings/);
  });
});
