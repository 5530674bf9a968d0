import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const commonPaths = [
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

export async function openChromium(executablePath: string): Promise<Browser> {
  // The sandbox of Chromium does not run as root.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}
