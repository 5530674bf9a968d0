import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { projectRoot } from '../../src/platform/project-root.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

/** The pictures to compare with, as the Chromium drew them whose version is in `chromium.txt`. `UPDATE_PICTURES=1` takes them anew. */
const folder = join(projectRoot, 'test', 'pages', 'pictures');
const versionFile = join(folder, 'chromium.txt');
const isUpdating = process.env['UPDATE_PICTURES'] === '1';

/** The share of pixels that may differ: machines draw the edges of letters differently. */
const tolerance = 0.002;

const font = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff2'),
);

/** All letters in one font that every machine has, because it is part of the style. The icons would make most of the pictures. */
const style = `@font-face { font-family: Inter; src: url(data:font/woff2;base64,${font.toString('base64')}) }
* { font-family: Inter !important; font-synthesis: none }
:root { --motion: 0s !important; --motion-fast: 0s !important }
.skeleton > span, progress { animation: none !important }
#icons { display: none }`;

const views = {
  desktop: { width: 1000, height: 800 },
  phone: { width: 390, height: 844 },
};
const cases = (['desktop', 'phone'] as const).flatMap((device) =>
  (['light', 'dark'] as const).map((scheme) => [device, scheme] as const),
);

/** What opens over the page: each is a picture of its own. */
const overlays = { dialog: 'Open a dialog', sheet: 'Open a sheet', menu: 'More' };

async function openDesign(browser: Browser, options: object): Promise<Page> {
  const context = await browser.newContext({ ...options, bypassCSP: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/docs/design`);
  await page.addStyleTag({ content: style });
  await page.getByRole('heading', { name: 'Overlays' }).waitFor();
  await page.evaluate('document.fonts.ready');
  return page;
}

/** Returns the share of pixels that differ from the stored picture: 1 if it has another size. */
function difference(name: string, picture: Buffer): number {
  const path = join(folder, `${name}.png`);
  if (isUpdating) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, picture);
  }
  if (!existsSync(path)) return 1;
  const [expected, drawn] = [PNG.sync.read(readFileSync(path)), PNG.sync.read(picture)];
  const { width, height } = expected;
  if (drawn.width !== width || drawn.height !== height) return 1;
  const wrong = pixelmatch(expected.data, drawn.data, undefined, width, height, { threshold: 0.15 });
  if (wrong > width * height * tolerance) writeFileSync(join(projectRoot, 'dist', `${name}.png`), picture);
  return wrong / (width * height);
}

describeInChromium('the design', (browser) => {
  const isComparable = (): boolean => {
    const version = browser().version();
    if (isUpdating) writeFileSync(versionFile, `${version}\n`);
    const drawnBy = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'none';
    if (version === drawnBy) return true;
    console.warn(`The pictures of the design are of Chromium ${drawnBy}, and are not compared with ${version}.`);
    return false;
  };

  it.each(cases)(
    'looks on a %s in the %s as in its pictures, and fits the width',
    async (device, colorScheme) => {
      const page = await openDesign(browser(), { viewport: views[device], colorScheme });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(views[device].width);
      const compares = isComparable();
      const differences: Record<string, number> = {};
      if (compares) {
        differences['page'] = difference(`${device}-${colorScheme}-page`, await page.screenshot({ fullPage: true }));
      }
      for (const [name, button] of Object.entries(overlays)) {
        await page.getByRole('button', { name: button }).click();
        const overlay = page.getByRole(name === 'menu' ? 'menu' : 'dialog');
        await overlay.waitFor();
        const box = await overlay.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= views[device].width).toBe(true);
        if (compares) differences[name] = difference(`${device}-${colorScheme}-${name}`, await overlay.screenshot());
        await page.keyboard.press('Escape');
        await overlay.waitFor({ state: 'hidden' });
      }
      await page.context().close();
      expect(Object.entries(differences).filter(([, share]) => share > tolerance)).toEqual([]);
    },
    120_000,
  );

  it('is accessible, also with what opens over the page', async () => {
    const { page, problems } = await openPage(browser(), server.origin);
    await page.goto(`${server.origin}/docs/design`);
    await page.getByRole('heading', { name: 'Overlays' }).waitFor();
    const found = await accessibilityProblemsInLightAndDark(page);
    for (const button of Object.values(overlays)) {
      await page.getByRole('button', { name: button }).click();
      found.push(...(await accessibilityProblemsInLightAndDark(page)));
      await page.keyboard.press('Escape');
    }
    expect([found, problems]).toEqual([[], []]);
  }, 120_000);

  it('has a combobox and a menu that work by keyboard alone', async () => {
    const { page } = await openPage(browser(), server.origin);
    await page.goto(`${server.origin}/docs/design`);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('st');
    await page.getByRole('option', { name: 'Stockholm' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await zone.inputValue()).toBe('Stockholm');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    const more = page.getByRole('button', { name: 'More' });
    await more.focus();
    // The next key is for the menu, also if it is pressed in the same moment.
    const opensAtOnce = 'document.activeElement.click(), document.activeElement.textContent.trim()';
    expect(await page.evaluate(opensAtOnce)).toBe('Edit');
    await page.keyboard.press('Escape');
    await more.press('Enter');
    await page.keyboard.press('End');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Remove');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByText('It is edited.').waitFor();
    await page.getByRole('button', { name: 'Show a message' }).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('The booking is moved.').waitFor({ state: 'hidden' });
  }, 60_000);
});

it('is not shown in production', async () => {
  const production = await server.another({ isProduction: true });
  expect((await fetch(`${production.origin}/docs/design`)).status).toBe(404);
});
