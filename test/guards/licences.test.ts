import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { isAccepted, needsText } from '../support/licence-expression.js';

interface Locked {
  version: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const lock: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'));
const production = Object.entries(lock.packages)
  .filter(([folder, { dev, optional, devOptional }]) => folder !== '' && !dev && !optional && !devOptional)
  .map(([folder, { version }]) => ({ name: folder.replace(/.*node_modules\//, ''), version }));

/** The part of the file about a package. */
interface Section {
  title: string;
  licence: string;
  text: string;
}

/** A line between two packages. The notices of some packages have such lines, too. */
const separator = /\n-{80}\n\n(?=\S+ \d+\.\d+\.\d+\S*: )/;

const sectionsOf = (path: string): Section[] =>
  read(path)
    .split(separator)
    .filter((section) => section !== '')
    .map((section) => {
      const [title = '', ...text] = section.split('\n');
      return { title, licence: /: (.*)$/.exec(title)?.[1] ?? '', text: text.join('\n').trim() };
    });

const pages = ['booking', 'dashboard', 'explorer', 'reference'];
const files = ['dist/licences.txt', ...pages.map((page) => `dist/pages/${page}/licences.txt`)];

/** The shortest licence that asks for its text, the ISC licence, has 700 characters. */
const shortestText = 600;

it('no package of production reports its installation', () => {
  expect(production.filter(({ name }) => name === '@scarf/scarf')).toEqual([]);
});

describe('the licences of packages', () => {
  it.each(files)('in %s are of a kind that may be passed on', (path) => {
    const sections = sectionsOf(path);
    expect(sections.filter(({ licence }) => !isAccepted(licence)).map(({ title }) => title)).toEqual([]);
  });

  it.each(files)('in %s have their texts, if they ask for it', (path) => {
    const found = sectionsOf(path).filter(({ licence }) => isAccepted(licence) && needsText(licence));
    expect(found.filter(({ text }) => text.length < shortestText).map(({ title }) => title)).toEqual([]);
  });

  it('are all in the image', () => {
    const titles = sectionsOf('dist/licences.txt').map(({ title }) => title);
    const expected = production.map(({ name, version }) => `${name} ${version}: `);
    expect(expected.filter((start) => !titles.some((title) => title.startsWith(start)))).toEqual([]);
    expect(read('.docker/Dockerfile')).toContain('COPY --from=build /app/dist ./dist');
  });

  it.each([
    ['booking', ''],
    ['dashboard', 'preact '],
    ['explorer', '@codemirror/view '],
  ])('are beside the bundles of the page %s', (page, name) => {
    const folder = `dist/pages/${page}`;
    expect(read(`${folder}/licences.txt`).includes(name)).toBe(true);
    const scripts = readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => !read(`${folder}/${name}`).startsWith('/* Licences of the packages'))).toEqual([]);
  });

  it('of works in other packages are there, too', () => {
    expect(read('dist/pages/reference/licences.txt')).toContain('http://jedwatson.github.io/classnames');
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND GPL-3.0-only)', false],
    ['MIT AND (GPL-3.0-only OR ISC)', true],
    ['GPL-3.0-only OR (MIT AND LGPL-3.0-only)', false],
    ['Apache-2.0 WITH LLVM-exception', false],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['', false],
    ['undefined', false],
  ])('are judged as expressions: %s is accepted: %s', (expression, expected) => {
    expect(isAccepted(expression)).toBe(expected);
  });
});

interface Sbom {
  bomFormat: string;
  components: { name: string; group?: string; version: string; licenses?: object[] }[];
}

describe('the bill of materials', () => {
  it('by `npm run sbom` has the packages of the image, with their licences, and no others', () => {
    const { bomFormat, components }: Sbom = JSON.parse(
      execFileSync('npm', ['run', '-s', 'sbom'], { cwd: projectRoot, encoding: 'utf8' }),
    );
    const named = components.map(({ name, version }) => `${name} ${version}`);
    const expected = production.map(({ name, version }) => `${name} ${version}`);
    expect(bomFormat).toBe('CycloneDX');
    expect([...new Set(named)].toSorted()).toEqual([...new Set(expected)].toSorted());
  });

  it('is kept by the workflow of each push', () => {
    expect(read('.github/workflows/check.yml')).toContain('npm run -s sbom > sbom.cdx.json');
  });
});
