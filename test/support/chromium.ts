import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { projectRoot } from '../../src/platform/project-root.js';
import { axe, axePath } from './axe.js';
import { findChromium } from './chromium-path.js';
import { disposeAtExit } from './dispose-after-all.js';
import { patience } from './until.js';

let shared: Promise<Browser> | undefined;

/** Returns the browser that the test files of this worker process share. It ends with the process, which closes its pipe. */
async function sharedBrowser(executablePath: string): Promise<Browser> {
  shared ??= openChromium(executablePath);
  return shared;
}

async function openChromium(executablePath: string): Promise<Browser> {
  // Fewer processes and threads take 8 % less CPU time for a test. No page runs for so long that optimising its scripts pays.
  const fewer = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];
  const scripts = '--js-flags=--single-threaded --no-opt';
  // The sandbox of Chromium does not run as root.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...fewer, scripts];
  const browser = await chromium.launch({ executablePath, args, timeout: patience });
  disposeAtExit(browser);
  return browser;
}

/**
 * Describes tests in a Chromium, or skips them and prints that if there is none. `browser` returns it once tests run. Its
 * contexts are closed at the end.
 */
export function describeInChromium(name: string, describeTests: (browser: () => Browser) => void): void {
  const path = findChromium();
  if (path === undefined) {
    console.warn(`${name}: not tested in a browser, because no Chromium was found. Set CHROMIUM_PATH or install one.`);
    describe.skip(name, () => it('needs a Chromium', () => {}));
    return;
  }
  describe(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await sharedBrowser(path);
    }, 60_000);
    // Pages that are opened before all tests are kept until the end.
    beforeEach(() => used.clear());
    afterEach(async () => {
      for (const [page, options] of used) await giveBack(page, options);
      used.clear();
    });
    afterAll(async () => {
      const kept = new Set([...idle.values()].flat().map((page) => page.context()));
      for (const context of browser.contexts()) if (!kept.has(context)) await context.close();
    });
    describeTests(() => browser);
  });
}

/** A page of a browser context of its own, and its problems. */
export interface WatchedPage {
  page: Page;
  /** Errors on the page, violations of its policy, and requests to other hosts. */
  problems: string[];
}

/** The pages that were opened since the test began, with the options of their contexts. */
const used = new Map<Page, BrowserContextOptions | undefined>();

/** Pages of earlier tests of this worker process, by the options of their contexts. */
const idle = new Map<string, Page[]>();

/** Keeps a page from later tests. Called for pages that get a clock or routes of sockets, which cannot be removed. */
export function keepFromReuse(page: Page): void {
  used.delete(page);
}

/** Empties a page and its context, for a later test with the same options. */
async function giveBack(page: Page, options: BrowserContextOptions | undefined): Promise<void> {
  if (page.isClosed()) return;
  const context = page.context();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  if (page.url().startsWith('http')) await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  await page.emulateMedia({ media: null });
  await context.clearCookies();
  const key = JSON.stringify(options ?? {});
  idle.set(key, [...(idle.get(key) ?? []), page]);
}

/** Returns a page that an earlier test has given back, as it was when it was new. */
async function takeIdle(options: BrowserContextOptions | undefined): Promise<Page | undefined> {
  const page = idle.get(JSON.stringify(options ?? {}))?.pop();
  if (!page) return undefined;
  const { viewport, colorScheme = 'light', reducedMotion = 'reduce' } = options ?? {};
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme, reducedMotion });
  return page;
}

/** In milliseconds. */
const longestDelay = 400;

/** Delays each answer, so that a test that does not wait for what it reads fails on a fast machine, too. */
async function slowDown(context: BrowserContext): Promise<void> {
  await context.route('**', async (route) => {
    await setTimeout(Math.random() * longestDelay);
    await route.fallback().catch(() => {}); // The page may be closed by then.
  });
}

async function newPage(browser: Browser, options: BrowserContextOptions | undefined): Promise<Page> {
  // The worker of the dashboard would stand between the page and what a test does to its requests.
  // The contrast of what is in motion depends on the moment.
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patience);
  if (process.env['TEST_PAGES'] === 'slow') await slowDown(context);
  return context.newPage();
}

/**
 * Opens a page in a browser context of its own, whose cookies no other test sees. It may have been emptied after an earlier
 * test: to load the dashboard takes half as much CPU time in a page that has loaded it before as in a new one.
 */
export async function openPage(
  browser: Browser,
  origin: string,
  options?: BrowserContextOptions,
): Promise<WatchedPage> {
  const page = (await takeIdle(options)) ?? (await newPage(browser, options));
  used.set(page, options);
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    const isBlocked = message.text().endsWith('registration blocked by Playwright');
    if (!isBlocked && /Content Security Policy|worker/i.test(message.text())) {
      problems.push(message.text().slice(0, 200));
    }
  });
  page.on('request', (request) => {
    const isOwn = /^(data|blob):/.test(request.url()) || request.url().startsWith(origin);
    if (!isOwn) problems.push(request.url());
  });
  return { page, problems };
}

/**
 * Loads axe-core into a document that does not have it. As a script of the server, whose compiled code Chromium keeps, it
 * takes a fifth of the time of sending its 570 KB to each document. It is sent to documents without a script, whose policy
 * may refuse all, where scripts are disabled, and to pages of other servers.
 */
async function loadAxe(page: Pick<Page, 'evaluate'>): Promise<void> {
  const isLoaded = await page.evaluate<boolean>(`'axe' in window ||
    document.querySelector('script[src]') !== null && matchMedia('(scripting: enabled)').matches &&
    new Promise((resolve) => {
      const script = document.createElement('script');
      script.onload = () => { script.remove(); resolve(true); };
      script.onerror = () => resolve(false);
      script.src = '${axePath}';
      document.head.append(script);
    })`);
  if (!isLoaded) await page.evaluate(axe());
}

/**
 * Parts of a document that are read again or in motion: their colours depend on the moment, as those of a document whose
 * style sheets are still being read. Disabled buttons have no rule.
 */
const busyParts = `[
  ...(document.readyState === 'complete' ? [] : [document.documentElement]),
  ...document.querySelectorAll('[aria-busy="true"]:not([aria-disabled="true"])'),
  ...document.getAnimations().filter(({ playState }) => playState === 'running').map(({ effect }) => effect.target),
].map(({ outerHTML }) => outerHTML.slice(0, 100))`;

/** In milliseconds. */
const pause = 20;
const longestUnrest = 30_000;

/**
 * Waits until no part of a page is busy or in motion. Asks from here, because timers do not run in documents without scripts.
 *
 * @throws Error with the parts that are still so after 30 seconds
 */
export async function untilAtRest(page: Pick<Page, 'evaluate'>): Promise<void> {
  for (let waited = 0; ; waited += pause) {
    const found = await page.evaluate<string[]>(busyParts);
    if (found.length === 0) return;
    if (waited >= longestUnrest) throw new Error(`The page is still busy or in motion: ${found.join(', ')}`);
    await setTimeout(pause);
  }
}

/** Returns the serious and critical findings of axe-core in a page at rest: rule, help, and the elements with their colours. */
export async function accessibilityProblems(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  await untilAtRest(page);
  await loadAxe(page);
  // Without reading styles and media again: they are for an experimental rule, which is not run, and one of moderate impact.
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'], preload: false })
    .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ target, any }) => {
      const { fgColor, bgColor, contrastRatio } = any.find(({ id }) => id === 'color-contrast')?.data ?? {};
      const colours = fgColor ? ' (' + fgColor + ' on ' + bgColor + ', ' + contrastRatio + ':1)' : '';
      return target.join(' ') + colours;
    }).join(', ')))`);
}

const colorSchemes = ['light', 'dark'] as const;

/**
 * Returns the findings in the light and in the dark. Both are looked for in one document, where axe-core takes a tenth of the
 * time when it runs again. Without transitions, whose colours it would see. Leaves the page so, in the dark.
 */
export async function accessibilityProblemsInLightAndDark(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const problem of await accessibilityProblems(page)) problems.push(`${colorScheme}: ${problem}`);
  }
  return problems;
}

const focusedText = `(({ tagName, ariaLabel, name, textContent }) =>
  ariaLabel ?? ((tagName === 'BUTTON' ? '' : name) || textContent))(document.activeElement)`;

/** Moves the focus on by keyboard to an element with that label or name, or to a button or link with that text. */
export async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(focusedText);
    if (focused.trim().startsWith(text)) return;
  }
  throw new Error(`${text} has no focus`);
}

/** Stores pictures of a page in the light and in the dark, see `takeScreenshot`. Leaves the page in the dark. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${name}-${colorScheme}`);
  }
}

/** Stores a picture for the README as `.github/screenshots/<name>.png` if SCREENSHOTS is `on`. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== 'on') return;
  await page.screenshot({ path: join(projectRoot, '.github', 'screenshots', `${name}.png`) });
}
