import { readGuides } from '../../src/http/documentation/guides.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

describeInChromium('the documentation on a phone', (browser) => {
  it('fits its width: tables and code scroll by themselves', async () => {
    const { page, problems } = await openPage(browser(), server.origin, { viewport: { width: 390, height: 844 } });
    const tooWide: string[] = [];
    for (const path of ['/', '/docs/guides', ...readGuides().map(({ name }) => `/docs/guides/${name}`)]) {
      await page.goto(server.origin + path);
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')) tooWide.push(path);
    }
    expect([tooWide, problems]).toEqual([[], []]);
  }, 60_000);

  it.each(['/', '/docs/guides', '/docs/guides/settings', '/docs/guides/requests'])(
    '%s is accessible in the light and in the dark',
    async (path) => {
      const { page } = await openPage(browser(), server.origin, { viewport: { width: 390, height: 844 } });
      await page.goto(server.origin + path);
      expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    },
    60_000,
  );
});
