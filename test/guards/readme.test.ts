import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readGuides } from '../../src/http/documentation/guides.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { digestFile, digestOfPages, readmePictures } from '../screenshots/readme-pictures.js';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');

/** Returns the targets of the links and pictures of a Markdown file that are no URLs, without anchors. */
function linksOf(markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)#\s]+)[^)]*\)|<img src="([^"]+)"/g)];
  return targets.map(([, link, picture]) => link ?? picture ?? '').filter((link) => !/^\w+:/.test(link));
}

describe('README', () => {
  it('is one page', () => {
    const lines = readme.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(200);
    expect(lines.filter((line) => line.length > 124)).toEqual([]);
  });

  it('links to every guide', () => {
    expect(linksOf(readme)).toEqual(expect.arrayContaining(readGuides().map(({ file }) => `src/http/guides/${file}`)));
  });
});

it('the pictures of the README are of these pages: `npm run screenshots -- --readme` replaces them', () => {
  expect(readmePictures().length).toBeGreaterThan(1);
  expect(readFileSync(join(projectRoot, digestFile), 'utf8').trim()).toBe(digestOfPages());
});

it.each([
  'README.md',
  '.github/CONTRIBUTING.md',
  'test/bench/README.md',
  'test/faults/README.md',
  'test/histories/README.md',
  'test/cells/README.md',
])('%s links only to files that exist', (path) => {
  const folder = dirname(join(projectRoot, path));
  const links = linksOf(readFileSync(join(projectRoot, path), 'utf8'));
  expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
});
