import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** The folder of the pictures of the README. */
export const picturesFolder = join('.github', 'screenshots');
/** The file beside them with the digest of the sources from which they were made. */
export const digestFile = join(picturesFolder, 'sources.sha256');

/** Returns the names of the pictures that the README shows, such as `calendar-desktop-light`. */
export function readmePictures(): string[] {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  return [...readme.matchAll(/\.github\/screenshots\/([\w-]+)\.png/g)].map(([, name = '']) => name);
}

/** Sources that decide what the pages look like. */
const sources = /\.(?:tsx|css|liquid|html)$/;

/** Pages of developers, which no picture of the README shows. */
const unpictured = /^(?:explorer|gallery)\//;

/**
 * Returns a digest of the sources of the pages. Unlike the dates of commits, a shallow clone has it, too, and a change that
 * was reverted does not count.
 */
export function digestOfPages(): string {
  const hash = createHash('sha256');
  for (const folder of ['src/pages', 'src/http/public-pages']) {
    const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => sources.test(name) && !unpictured.test(name)).sort()) {
      hash.update(`${folder}/${file}\0`).update(readFileSync(join(projectRoot, folder, file)));
    }
  }
  return hash.digest('hex');
}
