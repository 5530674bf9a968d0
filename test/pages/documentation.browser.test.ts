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

  it('shows each diagram in its column without scrolling, in letters that can be read', async () => {
    const { page } = await openPage(browser(), server.origin, { viewport: { width: 390, height: 844 } });
    await page.goto(`${server.origin}/docs/guides/objects`);
    const diagrams = await page.evaluate<object[]>(`[...document.querySelectorAll('.diagram')].map((diagram) => {
      const shown = [...diagram.children].filter((drawing) => drawing.getClientRects().length > 0);
      const letters = [...diagram.querySelectorAll('text, li')].filter((text) => text.getClientRects().length > 0);
      const scale = (text) => text.getScreenCTM?.().a ?? 1;
      const sizes = letters.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale(text));
      const isTooWide = diagram.scrollWidth > diagram.clientWidth || diagram.offsetWidth > diagram.parentElement.offsetWidth;
      return { isTooWide, drawings: shown.length, isLegible: Math.min(...sizes) >= 10 };
    })`);
    expect(diagrams).toEqual(Array(6).fill({ isTooWide: false, drawings: 1, isLegible: true }));
  });

  it.each(['/', '/docs/guides', '/docs/guides/settings', '/docs/guides/requests', '/docs/guides/objects'])(
    '%s is accessible in the light and in the dark',
    async (path) => {
      const { page } = await openPage(browser(), server.origin, { viewport: { width: 390, height: 844 } });
      await page.goto(server.origin + path);
      expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    },
    60_000,
  );
});
