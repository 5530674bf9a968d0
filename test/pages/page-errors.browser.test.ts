import { accessibilityProblems, describeInChromium, openPage } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
await server.account({ subdomain: 'fjord', publicAccess: true, name: 'Fjord Studio' });
/** Another web process, which allows one request. */
const { origin: limited } = await server.another({ rateLimit: { requests: 1, seconds: 600 } });
await fetch(`${limited}/sites/fjord/client`);

/** Runs `work` while reading a table fails. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await server.sql(`alter table ${table} rename to missing_table`);
  server.forgetAccounts();
  try {
    await work();
  } finally {
    await server.sql(`alter table missing_table rename to ${table}`);
  }
}

const atOnce = (_table: string, work: () => Promise<void>): Promise<void> => work();
const plain = 'without the frame of a site';
const framed = 'in the frame of a site';

describeInChromium('error pages in Chromium', (browser) => {
  it.each([
    [404, plain, () => `${server.origin}/sites/nobody/`, 'This page does not exist', atOnce, ''],
    [404, framed, () => `${server.origin}/sites/fjord/nothing`, 'This page does not exist', atOnce, ''],
    [429, plain, () => `${limited}/sites/fjord/`, 'Please wait a moment', atOnce, ''],
    [500, plain, () => `${server.origin}/sites/fjord/`, 'Something went wrong', withoutTable, 'account'],
    [500, framed, () => `${server.origin}/sites/fjord/`, 'Something went wrong', withoutTable, 'service'],
  ] as const)(
    'have no serious findings of axe-core: %i %s',
    async (status, _name, url, heading, given, table) => {
      const { page, problems } = await openPage(browser(), new URL(url()).origin, { locale: 'en-GB' });
      await given(table, async () => {
        expect((await page.goto(url()))?.status()).toBe(status);
      });
      await page.getByRole('heading', { name: heading }).waitFor();
      const backgrounds = new Set<string>();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await accessibilityProblems(page)]).toEqual([colorScheme, []]);
        await page.evaluate(`document.body.style.background = 'Canvas'`);
        backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      }
      expect(backgrounds.size).toBe(2);
      for (const width of [360, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
    60_000,
  );
});
