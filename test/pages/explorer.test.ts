import type { Page } from 'playwright-core';
import { book, openStudio } from '../socket/studio.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
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
      document.querySelector('[aria-label^="Run"]').click();
    `);
  const response = (text: string) => page.locator('.result .cm-content', { hasText: text });
  const runButton = () => page.getByRole('button', { name: 'Run' });

  it('signs in by a key, runs a query and a subscription', async () => {
    await page.goto(`${server.origin}/graphql`);
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The API key is not valid').waitFor();
    await page.getByLabel('API key').fill(account.credentials.api_key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await runButton().waitFor();
    await run('What comes next today');
    await response('"nodes": []').waitFor();
    await run('Which bookings change');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    // The button can be pressed before the server has received the subscription, which gets new changes only.
    const studio = await openStudio(account);
    await until(async () => {
      await book(account, studio, {}, { ignore_capacity: true });
      return response('"booking.created"').isVisible();
    });
    await page.getByRole('button', { name: 'Stop' }).click();
    await runButton().waitFor();
    expect(problems).toEqual([]);
  }, 120_000);

  /** Replaces the text of an editor by typing, without what the editor adds by itself. */
  const write = async (editor: string, text: string) => {
    await page.getByRole('textbox', { name: editor, exact: true }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  };

  it('completes fields, and names and values of variables', async () => {
    await write('Operation', '{ acc');
    await page.keyboard.type('o');
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'account' }).waitFor();
    // For 75 ms after the list opens, CodeMirror takes the key as meant for the text.
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
    await page.locator('.operation .cm-content', { hasText: 'account' }).waitFor();
    await write('Operation', 'query Q($input: ServiceInput!) { account { name } }');
    await write('Variables', '{"input": {');
    await page.keyboard.type('"tit');
    await page.locator('.cm-tooltip-autocomplete', { hasText: '"title"' }).waitFor();
  }, 120_000);

  it('executes the operation at the cursor with variables and headers', async () => {
    await write('Operation', 'query One { account { name } }\nquery Two($id: Int!) { service(id: $id) { id } }');
    await write('Variables', '{"id": 1}');
    await page.getByRole('tab', { name: 'Headers' }).click();
    await write('Headers', '{"Authorization": "Bearer wrong"}');
    await page.getByRole('textbox', { name: 'Operation', exact: true }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Enter');
    await response('The API key is not valid').waitFor();
    await write('Headers', '');
    await page.getByRole('textbox', { name: 'Operation', exact: true }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Enter');
    await response('"Fjord Studio"').waitFor();
  }, 120_000);

  it('formats, merges fragments, opens tabs, and keeps what was executed', async () => {
    await write('Operation', 'query Merged { account { ...Named } } fragment Named on Account { name }');
    await page.getByRole('button', { name: 'Merge fragments' }).click();
    await page.locator('.operation .cm-content', { hasText: '... on Account' }).waitFor();
    await page.getByRole('tab', { name: 'Merged' }).waitFor();
    await page.getByRole('button', { name: 'New tab' }).click();
    await page.getByRole('tab', { name: 'Tab 2', selected: true }).waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.side').getByRole('button', { name: 'NextToday' }).click();
    await page.getByRole('tab', { name: 'NextToday', selected: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Merged' }).waitFor();
  }, 120_000);

  it('shows and searches the documentation of the schema', async () => {
    await page.getByRole('button', { name: 'Documentation' }).click();
    await page.getByLabel('Search').fill('cancelBooking');
    await page.getByRole('button', { name: 'Mutation.cancelBooking', exact: true }).click();
    await page.locator('.side', { hasText: 'Arguments' }).waitFor();
    await page.locator('.side').getByRole('button', { name: 'Back' }).click();
    await page.locator('.side').getByRole('button', { name: 'Query' }).click();
    await page.locator('.side').getByRole('button', { name: 'bookings', exact: true }).waitFor();
    expect(problems).toEqual([]);
  }, 120_000);

  it.each([
    ['desktop', { width: 1280, height: 800 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)(
    'is accessible and fits the width on a %s',
    async (_device, viewport) => {
      await page.setViewportSize(viewport);
      expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
      await eventually(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    },
    120_000,
  );

  it('signs in by the session of the dashboard', async () => {
    const watched = await openDashboard(browser(), await createUser(server, account));
    await watched.page.goto(`${server.origin}/graphql`);
    await watched.page.getByRole('button', { name: 'Run' }).click();
    await watched.page.locator('.result .cm-content', { hasText: '"Fjord Studio"' }).waitFor();
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
