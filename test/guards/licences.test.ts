import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

interface Locked {
  version: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const lock: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'));
const production = Object.entries(lock.packages).filter(
  ([folder, { dev, optional, devOptional }]) => folder !== '' && !dev && !optional && !devOptional,
);

/** Licences that allow a copy under the MIT licence of this program, most of them with their text. */
const accepted =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|CC-BY-[34]\.0|PSF-2\.0|Python-2\.0|WTFPL|Zlib|MPL-2\.0|EPL-2\.0|ODC-By-1\.0)( (AND|OR) .+)?\)?$/;

/** Returns the first line about each package. */
const titles = (): string[] =>
  read('dist/licences.txt')
    .split(`\n${'-'.repeat(80)}\n\n`)
    .map((section) => section.split('\n', 1)[0] ?? '');

describe('the licences of packages', () => {
  it('are of a kind that may be passed on', () => {
    const kinds = titles().map((title) => /: (.*)$/.exec(title)?.[1] ?? '');
    expect(kinds.filter((kind) => !accepted.test(kind))).toEqual([]);
  });

  it('are in the image, each with its text or author', () => {
    const found = titles();
    const expected = production.map(
      ([folder, { version }]) => `${folder.replace(/.*node_modules\//, '')} ${version}: `,
    );
    expect(expected.filter((start) => !found.some((title) => title.startsWith(start)))).toEqual([]);
    expect(read('.docker/Dockerfile')).toContain('COPY --from=build /app/dist ./dist');
  });

  it.each([
    ['booking', ''],
    ['dashboard', 'preact '],
    ['explorer', 'monaco-editor '],
  ])('are beside the bundles of the page %s', (page, name) => {
    const folder = `dist/pages/${page}`;
    expect(read(`${folder}/licences.txt`).includes(name)).toBe(true);
    const scripts = readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => !read(`${folder}/${name}`).startsWith('/* Licences of the packages'))).toEqual([]);
  });
});
