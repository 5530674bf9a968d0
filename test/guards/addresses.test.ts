import { pino } from 'pino';
import { readGuides } from '../../src/http/documentation/guides.js';
import { addressForms } from '../support/address-forms.js';
import { listExpressRoutes } from '../support/express-routes.js';
import { ManualClock } from '../support/manual-clock.js';
import { namedAccount } from '../support/named-account.js';
import { createTestDatabase } from '../support/test-database.js';
import { startWeb } from '../support/web.js';

/** The patterns of paths in the table of the guide, and whether a router needs to find an account. */
function declaredAddresses(): { pattern: string; isOfAccount: boolean }[] {
  const { markdown = '' } = readGuides().find(({ name }) => name === 'scale') ?? {};
  const [, table = ''] = /## Addresses[\s\S]*?\n((?:\|.*\n)+)/.exec(markdown) ?? [];
  return table.split('\n').flatMap((row) => {
    const [, paths = '', account = ''] = /^\| (.*?) \| (.*) \|$/.exec(row) ?? [];
    const patterns = [...paths.matchAll(/`(\/[^`]*)`/g)].map(([, pattern = '']) => pattern);
    return patterns.map((pattern) => ({ pattern, isOfAccount: !account.startsWith('none') }));
  });
}

/** The paths of the server as the guide writes them. */
const plain = (route: string): string =>
  route
    .replace(/^\^.*?\(\?<subdomain>[^)]*\)|^\^\\\/sites\\\/\[a-z0-9-\]\+/, '/sites/:subdomain')
    .replace(/\\\/\+?/g, '/');

/** Whether a pattern covers a route. A handler of everything below a path needs only a pattern at or below that path. */
function covers(pattern: string, route: string): boolean {
  const base = pattern.replace(/\/\*\*$/, '');
  const isBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`);
  if (route.endsWith('/**')) return isBelow(pattern, route.slice(0, -3)) || (base !== pattern && isBelow(route, base));
  return pattern === route || (base !== pattern && isBelow(route, base));
}

/** A regular expression for the paths of a pattern. */
function matcherOf(pattern: string): RegExp {
  const parts = pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replace('/**', '(/.*)?');
  return new RegExp(`^${parts}(\\?.*)?$`, 'i');
}

/** Returns the routes that no row of the table covers. */
const undeclared = (routes: readonly string[]): string[] =>
  routes.map(plain).filter((route) => !declaredAddresses().some(({ pattern }) => covers(pattern, route)));

const account = { id: 4711, subdomain: 'acme', apiKey: `bk_4711_${'k'.repeat(43)}` };
const forms = addressForms(account);

describe('the addresses in the guide "Operate at scale"', () => {
  it('are all routes of the server', async () => {
    await using database = await createTestDatabase();
    const routes = await listExpressRoutes(async () => {
      await using web = await startWeb({
        ...{ database: database.database, clock: new ManualClock('2026-03-02T07:00:00Z') },
        ...{ logger: pino({ level: 'silent' }), config: { partnerToken: 'x'.repeat(16) } },
      });
      // Its handlers are added by the first request.
      await fetch(`${web.origin}/graphql?query={a}`);
    });
    expect(routes).toEqual(
      expect.arrayContaining(['/session', '/partner/clients', '/graphql/stream', '/logos/:account/:digest']),
    );
    expect(undeclared(routes)).toEqual([]);
    expect(undeclared(['/session/:id', '/new/**', '/calendars/:id', '/password', '/verified/:link'])).toEqual([
      ...['/session/:id', '/new/**', '/calendars/:id', '/password', '/verified/:link'],
    ]);
    const stale = declaredAddresses().filter(({ pattern }) => !routes.some((route) => covers(pattern, plain(route))));
    expect(stale).toEqual([]);
  });

  it('that concern an account have a form which the tests of 421 and of routers send', () => {
    const missing = declaredAddresses().filter(
      ({ pattern, isOfAccount }) => isOfAccount && !forms.some(({ path }) => matcherOf(pattern).test(path)),
    );
    expect(missing).toEqual([]);
  });
});

describe.each(forms)('an address by $name', (form) => {
  it('names its account to a router', () => {
    expect([String(account.id), account.subdomain]).toContain(namedAccount(form));
  });
});

it('addresses that are the same in every cell name no account', () => {
  const paths = ['/', '/docs/guides/scale', '/dashboard', '/dashboard/assets/main.js', '/partner/clients', '/healthz'];
  expect(paths.map((path) => namedAccount({ path }))).toEqual(paths.map(() => undefined));
});
