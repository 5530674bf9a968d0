import type { Page } from 'playwright-core';
import { book, openStudio } from '../socket/studio.js';
import { describeInChromium, openPage } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const get = async (path: string, accept: string) => {
  const { status, headers } = await fetch(`${server.origin}${path}`, { headers: { accept } });
  return { status, type: headers.get('content-type'), policy: headers.get('content-security-policy') };
};

describe('GET /graphql', () => {
  it('is the explorer for a browser, under a policy that allows no inline and no foreign script', async () => {
    const { status, type, policy } = await get('/graphql', browserAccept);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).not.toMatch(/unsafe-eval|https?:/);
  });

  it.each(['*/*', 'application/json', 'application/graphql-response+json', 'application/json, text/html'])(
    'is GraphQL for a client that accepts %s',
    async (accept) => expect((await get('/graphql?query={a}', accept)).type).toMatch(/json/),
  );

  it('has examples, each with its question', async () => {
    const response = await fetch(`${server.origin}/graphql/explorer/examples.json`);
    expect(await response.json()).toContainEqual({
      title: expect.stringContaining('What comes next today'),
      query: expect.stringContaining('query NextToday('),
    });
  });
});

describeInChromium('in Chromium', (browser) => {
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await openPage(browser(), server.origin));
  }, 60_000);

  /** Chooses an example and executes it at once, before the editor has parsed the new text. */
  const run = (title: string): Promise<void> =>
    page.evaluate(`
      const menu = document.querySelector('[aria-label="Examples"]');
      menu.value = [...menu.options].find(({ text }) => text.includes('${title}')).value;
      menu.dispatchEvent(new Event('change', { bubbles: true }));
      document.querySelector('.graphiql-execute-button').click();
    `);
  const response = (text: string) => page.locator('.graphiql-response .view-lines', { hasText: text });

  it('signs in by a key, runs a query and a subscription', async () => {
    await page.goto(`${server.origin}/graphql`);
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The API key is not valid').waitFor();
    await page.getByLabel('API key').fill(account.credentials.api_key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.graphiql-query-editor .monaco-editor').waitFor();
    await page.locator('.graphiql-response .monaco-editor').waitFor();
    await run('What comes next today');
    await response('"nodes": []').waitFor();
    await run('Which bookings change');
    await page.locator('.graphiql-execute-button[aria-label*="Stop"]').waitFor();
    // The button can be pressed before the server has received the subscription, which gets new changes only.
    const studio = await openStudio(account);
    await until(async () => {
      await book(account, studio, {}, { ignore_capacity: true });
      return response('"booking.created"').isVisible();
    });
    expect(problems).toEqual([]);
  }, 120_000);

  it('signs in by the session of the dashboard', async () => {
    const watched = await openDashboard(browser(), await createUser(server, account));
    await watched.page.goto(`${server.origin}/graphql`);
    await watched.page.locator('.graphiql-response .monaco-editor').waitFor();
    await watched.page.locator('.graphiql-execute-button').click();
    await watched.page.locator('.graphiql-response .view-lines', { hasText: '"Fjord Studio"' }).waitFor();
    expect(watched.problems).toEqual([]);
  }, 120_000);
});

it('is served compressed to clients that accept it', async () => {
  const [, script] =
    /src="(graphql\/explorer\/main-\w+\.js)"/.exec(
      await (await fetch(`${server.origin}/graphql`, { headers: { accept: browserAccept } })).text(),
    ) ?? [];
  const read = (encoding: string) => fetch(`${server.origin}/${script}`, { headers: { 'accept-encoding': encoding } });
  const [compressed, plain] = [await read('gzip, br'), await read('identity')];
  const headersOf = ({ headers }: Response) =>
    ['content-encoding', 'content-type', 'cache-control', 'vary'].map((name) => headers.get(name));
  const caching = ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'Accept-Encoding'];
  expect(headersOf(compressed)).toEqual(['gzip', ...caching]);
  expect(headersOf(plain)).toEqual([null, ...caching]);
  expect(await compressed.text()).toBe(await plain.text());
});
