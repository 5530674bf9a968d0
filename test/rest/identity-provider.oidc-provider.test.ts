import { disposeAfterAll } from '../support/dispose-after-all.js';
import { type BrowserAnswer, HttpBrowser } from '../support/http-browser.js';
import { begin, refusalIn, useProvider, usersOf } from '../support/identity-sign-in.js';
import { startOidcProvider } from '../support/oidc-provider.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true }, now: new Date().toISOString() });
const account = await server.account();
const provider = await disposeAfterAll(startOidcProvider(server.origin));
await useProvider(account, provider, {
  groupsClaim: 'groups',
  groupRoles: [
    { group: 'booking-admins', role: 'ADMIN' },
    { group: 'booking-team', role: 'STAFF' },
  ],
});

const dashboard = `${server.origin}/dashboard/`;
const isDashboard = (url: string): boolean => url === dashboard;
const isAnswer = (url: string): boolean => url.startsWith(`${dashboard}sign-in?`);

/** Follows redirects until a page, or until a URL that `isEnd`. */
async function follow(browser: HttpBrowser, answer: BrowserAnswer, isEnd = isDashboard): Promise<BrowserAnswer> {
  let current = answer;
  while (current.location !== '' && !isEnd(current.location)) current = await browser.get(current.location);
  return current;
}

/** Signs in by the forms of the provider: name and password, then the consent. */
async function enter(browser: HttpBrowser, login: string, isEnd = isDashboard): Promise<BrowserAnswer> {
  let page = await follow(browser, await begin(account, browser), isEnd);
  const forms: Record<string, string>[] = [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }];
  for (const form of forms) {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) break;
    page = await follow(browser, await browser.post(new URL(action, provider.issuer).href, form), isEnd);
  }
  return page;
}

it('signs in at a real provider, whose claims are at its userinfo endpoint', async () => {
  const browser = new HttpBrowser();
  expect((await enter(browser, 'kari')).location).toBe(dashboard);
  const { text } = await browser.get(`${server.origin}/dashboard/session`, { accept: 'application/json' });
  expect(JSON.parse(text)).toMatchObject({ user: { name: 'Kari Nordmann' }, role: 'admin' });
  expect(await usersOf(server, account)).toMatchObject([{ email: 'admin-kari-nordmann@example.org', role: 'admin' }]);
});

it('signs in without a form while the session of the provider lasts', async () => {
  const browser = new HttpBrowser();
  await enter(browser, 'ola');
  const again = await follow(browser, await begin(account, browser));
  expect(again.location).toBe(dashboard);
  expect(await usersOf(server, account)).toHaveLength(2);
});

it('refuses a user without a group that has a role', async () => {
  expect(refusalIn(await enter(new HttpBrowser(), 'eva'))).toMatch(/^The identity provider gives you no role/);
});

it('refuses a code that was used before', async () => {
  const browser = new HttpBrowser();
  const { location } = await enter(browser, 'kari', isAnswer);
  const cookie = browser.cookies.get('booking_sign_in') ?? '';
  expect((await browser.get(location)).status).toBe(303);
  browser.cookies.set('booking_sign_in', cookie);
  expect(refusalIn(await browser.get(location))).toMatch(/was used before/);
});
