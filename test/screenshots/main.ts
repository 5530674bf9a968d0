import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { projectRoot } from '../../src/platform/project-root.js';
import { ServerProcess } from '../process/server-process.js';
import { findChromium } from '../support/chromium-path.js';
import { fillWeek } from './dense-week.js';
import { digestFile, digestOfPages, picturesFolder, readmePictures } from './readme-pictures.js';
import { denseViews, type View, views } from './views.js';

const usage = `npm run screenshots -- <folder> [--checkout <folder>] [--only <name>]
npm run screenshots -- --readme

Starts a server with the demo account, and writes pictures of the views that most people see into the folder: on a desktop
and on a phone, in the light and in the dark. With --checkout, the server is of another checkout, which has been built.
With --readme, it replaces the pictures of the README, and notes the digest of the sources of the pages beside them.`;

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const schemes = ['light', 'dark'] as const;

/** In milliseconds. A view that another version does not have is left out after this. */
const patience = 15_000;
const day = 86_400_000;

/** The day after tomorrow, or the one after if that is a Sunday, when the demo account is closed. */
function openDay(): string {
  const date = new Date(Date.now() + 2 * day);
  return new Date(date.getTime() + (date.getUTCDay() === 0 ? day : 0)).toISOString().slice(0, 10);
}

/** The Monday of the next week, which `fillWeek` fills. */
function nextMonday(): string {
  const weekday = (new Date().getUTCDay() + 6) % 7;
  return new Date(Date.now() + (7 - weekday) * day).toISOString().slice(0, 10);
}

async function signIn(page: Page, origin: string, printed: string): Promise<void> {
  const [, subdomain = '', email = '', password = ''] =
    /subdomain (\S+), email (\S+), password (\S+)/.exec(printed) ?? [];
  await page.goto(`${origin}/dashboard`);
  await page.getByLabel('Account', { exact: true }).fill(subdomain);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('navigation').first().waitFor();
}

/** Waits until the page shows what it reads. A page that keeps reading is drawn as it is. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
}

/** @param isWanted by the name of a picture, such as `calendar-desktop-light` */
async function takePictures(
  browser: Browser,
  server: ServerProcess,
  shownViews: readonly View[],
  folder: string,
  isWanted: (picture: string) => boolean,
): Promise<string[]> {
  const missing: string[] = [];
  const { origin } = server;
  for (const [device, options] of Object.entries(devices)) {
    const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    await signIn(page, origin, server.printedAs('Demo sign-in') ?? '');
    const signedIn = await context.storageState();
    for (const { name, open, isSignedIn = false } of shownViews) {
      const wanted = schemes.filter((scheme) => isWanted(`${name}-${device}-${scheme}`));
      if (wanted.length === 0) continue;
      const own = await browser.newContext({
        ...{ ...options, locale: 'en-GB', reducedMotion: 'reduce' },
        ...(isSignedIn && { storageState: signedIn }),
      });
      own.setDefaultTimeout(patience);
      const view = await own.newPage();
      try {
        await open(view, { origin, day: openDay(), denseDay: nextMonday() });
        await settle(view);
        for (const colorScheme of wanted) {
          await view.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await view.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`) });
        }
      } catch (error) {
        missing.push(`${name} on a ${device}: ${String(error).split('\n')[0]}`);
      }
      await own.close();
    }
    await context.close();
  }
  return missing;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: 'string', default: projectRoot },
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
  },
});
const folder = values.readme ? join(projectRoot, picturesFolder) : positionals[0];
const shown = readmePictures();
const isWanted = (picture: string): boolean =>
  values.readme ? shown.includes(picture) : picture.startsWith(values.only);
const executablePath = findChromium();
if (folder === undefined || executablePath === undefined) {
  console.error(folder === undefined ? usage : 'No Chromium was found. Set CHROMIUM_PATH or install one.');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'booking-screenshots-'));
const checkout = resolve(values.checkout);
const main = join(checkout, 'dist', 'src', 'process', 'main.js');
const server = new ServerProcess(
  process.execPath,
  ['--expose-gc', main],
  { DATA_DIR: data, LOG_LEVEL: 'error' },
  checkout,
);
let browser: Browser | undefined;
try {
  await server.ready('Demo API key');
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const missing = await takePictures(browser, server, views, folder, isWanted);
  if (denseViews.some(({ name }) => isWanted(`${name}-desktop-light`))) {
    await fillWeek(server.printedAs('REST') ?? '', `Bearer ${server.printedAs('Demo API key')}`, nextMonday());
    missing.push(...(await takePictures(browser, server, denseViews, folder, isWanted)));
  }
  for (const line of missing) console.warn(`No picture of ${line}`);
  if (values.readme && missing.length === 0) writeFileSync(join(projectRoot, digestFile), `${digestOfPages()}\n`);
} finally {
  await browser?.close();
  await server.end();
  await rm(data, { recursive: true, force: true });
}
