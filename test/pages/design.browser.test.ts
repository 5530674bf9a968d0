import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { projectRoot } from '../../src/platform/project-root.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

/**
 * The required look of the pages: `boxes` of each device and `styles` of each device and scheme, for every Chromium, and
 * pictures for the one that drew them. `UPDATE_PICTURES=1` takes all anew.
 */
const folder = join(projectRoot, 'test', 'pages', 'pictures');
const isUpdating = process.env['UPDATE_PICTURES'] === '1';

/** The share of pixels that may differ: machines draw the edges of letters differently. */
const tolerance = 0.002;

/** In pixels and as a share: by so much browsers differ in the width of texts, as some round that of each letter. */
const boxTolerance = { pixels: 3, share: 0.05 };

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

/** The parts that open over the page, by the button that opens them: each is a picture of its own. */
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

/**
 * Reads the visible elements below one, in their order. A box is relative to that of the parent, so that a text of another
 * width moves nothing that comes after its parent.
 */
const read = (selector: string): string => `(() => {
  const root = document.querySelector(${JSON.stringify(selector)});
  const all = [root, ...root.querySelectorAll('*:not(svg *, option, script, style)')].filter((one) => one.checkVisibility());
  const named = ['color', 'backgroundColor', 'fontSize', 'fontWeight', 'lineHeight', 'display', 'padding', 'border', 'borderRadius',
    'boxShadow', 'textDecorationLine', 'opacity'];
  const boxes = [], styles = {};
  for (const one of all) {
    const { x, y, width, height } = one.getBoundingClientRect();
    const outer = one === root ? { x, y } : one.parentElement.getBoundingClientRect();
    const classes = typeof one.className === 'string' ? one.className.split(' ').filter(Boolean).sort().map((name) => '.' + name) : [];
    const name = one.localName + classes.join('');
    boxes.push([name, ...[x - outer.x, y - outer.y, width, height].map(Math.round)]);
    const style = getComputedStyle(one);
    const text = named.map((property) => style[property]).join(' | ');
    styles[name] ??= [];
    if (!styles[name].includes(text)) styles[name].push(text);
  }
  const controls = all.filter((one) => one.matches('a, button, input:not([type=radio], [type=checkbox]), select, textarea'));
  // A bar that stays in its place covers what is scrolled below it.
  const isFixed = (one) => one !== null && (getComputedStyle(one).position === 'fixed' || isFixed(one.parentElement));
  const isFixedAs = (one, other) => isFixed(one) === isFixed(other);
  const overlaps = controls.flatMap((one, index) => controls.slice(index + 1).filter((other) => {
    if (one.contains(other) || other.contains(one) || !isFixedAs(one, other)) return false;
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  }).map((other) => one.outerHTML.slice(0, 80) + ' and ' + other.outerHTML.slice(0, 80)));
  return { boxes, styles, overlaps };
})()`;

type Box = [name: string, x: number, y: number, width: number, height: number];

interface Look {
  boxes: Box[];
  /** The different computed styles of the elements with a name and classes. */
  styles: Record<string, string[]>;
  /** Controls that cover each other. */
  overlaps: string[];
}

/** Returns what is stored under a name, after storing what was found if the pictures are taken anew. */
function stored<Value>(name: string, found: Value): Value {
  const path = join(folder, `${name}.json`);
  if (isUpdating) {
    const lines = Object.entries(found as object).map(
      ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    );
    writeFileSync(
      path,
      Array.isArray(found)
        ? `[\n${found.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`
        : `{\n${lines.join(',\n')}\n}\n`,
    );
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Returns the elements whose boxes differ by more than the width of texts explains. */
function movedBoxes(expected: readonly Box[], found: readonly Box[]): unknown[] {
  const names = (boxes: readonly Box[]) => boxes.map(([name]) => name).join(' ');
  if (names(expected) !== names(found)) return ['other elements', names(found)];
  return found.flatMap((box, index) => {
    const [name, ...numbers] = expected[index] ?? ['', 0, 0, 0, 0];
    const [, ...own] = box;
    const differs = numbers.some((number, part) => {
      const allowed = Math.max(boxTolerance.pixels, Math.abs(number) * boxTolerance.share);
      return Math.abs(number - (own[part] ?? 0)) > allowed;
    });
    return differs ? [{ name, expected: numbers, found: own }] : [];
  });
}

/** Returns the share of pixels that differ from the stored picture: 1 if it has another size. */
function difference(name: string, picture: Buffer): number {
  const path = join(folder, `${name}.png`);
  if (isUpdating) writeFileSync(path, picture);
  if (!existsSync(path)) return 1;
  const [expected, drawn] = [PNG.sync.read(readFileSync(path)), PNG.sync.read(picture)];
  const { width, height } = expected;
  if (drawn.width !== width || drawn.height !== height) return 1;
  const wrong = pixelmatch(expected.data, drawn.data, undefined, width, height, { threshold: 0.15 });
  if (wrong > width * height * tolerance) writeFileSync(join(projectRoot, 'dist', `${name}.png`), picture);
  return wrong / (width * height);
}

describeInChromium('the design', (browser) => {
  /**
   * Returns whether this Chromium draws letters as the one of the pictures does. Its version does not say it: Debian's
   * Chromium and its headless shell have the same one, and different widths of letters.
   */
  const isComparable = async (): Promise<boolean> => {
    const page = await openDesign(browser(), { viewport: { width: 400, height: 120 } });
    await page.setContent(
      `<style>${style}</style><p id="letters" style="width: 360px">Hamburgefonstiv 0123456789, <b>${[...'ÆØÅäöß'].join(' ')}</b></p>`,
    );
    await page.evaluate('document.fonts.load("16px Inter").then(() => document.fonts.ready)');
    const share = difference('letters', await page.locator('#letters').screenshot());
    await page.context().close();
    if (share === 0) return true;
    const drawn = share === 1 ? 'with another size' : `with ${(share * 100).toFixed(1)} % of other pixels`;
    console.warn(
      `The pictures of the design are not compared, only boxes, overlaps and styles: Chromium ${browser().version()} draws letters ${drawn}.`,
    );
    return false;
  };

  it.each(cases)(
    'looks on a %s in the %s as in its pictures, and fits the width',
    async (device, colorScheme) => {
      const page = await openDesign(browser(), { viewport: views[device], colorScheme });
      await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(views[device].width);
      const compares = await isComparable();
      const differences: Record<string, number> = {};
      const looks: Record<string, Look> = { page: await page.evaluate<Look>(read('body')) };
      if (compares) {
        differences['page'] = difference(`${device}-${colorScheme}-page`, await page.screenshot({ fullPage: true }));
      }
      for (const [name, button] of Object.entries(overlays)) {
        await page.getByRole('button', { name: button }).click();
        const role = name === 'menu' ? 'menu' : 'dialog';
        const overlay = page.getByRole(role);
        await overlay.waitFor();
        const box = await overlay.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= views[device].width).toBe(true);
        looks[name] = await page.evaluate<Look>(read(name === 'menu' ? '[role=menu]' : 'dialog[open]'));
        if (compares) differences[name] = difference(`${device}-${colorScheme}-${name}`, await overlay.screenshot());
        await page.keyboard.press('Escape');
        await overlay.waitFor({ state: 'hidden' });
      }
      await page.context().close();
      for (const [name, { boxes, styles, overlaps }] of Object.entries(looks)) {
        expect([name, overlaps]).toEqual([name, []]);
        expect([name, movedBoxes(stored(`${device}-${name}-boxes`, boxes), boxes)]).toEqual([name, []]);
        expect([name, styles]).toEqual([name, stored(`${device}-${colorScheme}-${name}-styles`, styles)]);
      }
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
    await eventually(() => zone.inputValue()).toBe('Stockholm');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    const more = page.getByRole('button', { name: 'More' });
    await more.focus();
    // The next key is for the menu, also if it is pressed in the same moment.
    const opensAtOnce = 'document.activeElement.click(), document.activeElement.textContent.trim()';
    await eventually(() => page.evaluate(opensAtOnce)).toBe('Edit');
    await page.keyboard.press('Escape');
    await more.press('Enter');
    await page.keyboard.press('End');
    await eventually(() => page.evaluate('document.activeElement.textContent.trim()')).toBe('Remove');
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
