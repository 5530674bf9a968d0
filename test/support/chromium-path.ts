import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Debian's shell without a window comes first: it takes 40 % less CPU time for a test than the whole browser. */
const commonPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Returns the path of a Chromium: of `CHROMIUM_PATH`, of a common place or of playwright. Undefined if there is none. */
export function findChromium(): string | undefined {
  const paths = [process.env['CHROMIUM_PATH'] ?? '', ...commonPaths, chromium.executablePath()];
  return paths.find((path) => path !== '' && existsSync(path));
}
