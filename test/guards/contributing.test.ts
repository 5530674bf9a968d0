import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

interface Recipe {
  heading: string;
  /** Matches the example in every file that the recipe lists, and in no other. */
  example: RegExp;
  files: string[];
}

/** Returns the sections with an example, and the files at the start of their numbered lines. */
function recipesOf(markdown: string): Recipe[] {
  return markdown.split(/^## /m).flatMap((section) => {
    const [, pattern] = /^<!-- found by: (.+) -->$/m.exec(section) ?? [];
    if (pattern === undefined) return [];
    const steps = section.match(/^\d+\. .*?:/gm) ?? [];
    const files = steps.flatMap((step) => pathsIn(step));
    return [{ heading: section.split('\n', 1)[0] ?? '', example: new RegExp(pattern, 'm'), files }];
  });
}

/** Returns the paths of a text. `src/texts/*.json` stands for all catalogues. */
function pathsIn(markdown: string): string[] {
  const paths = [...markdown.matchAll(/`((?:src|schema|test)\/[^`]+)`/g)].map(([, path = '']) => path);
  return paths.flatMap((path) => (path.includes('*') ? globSync(path, { cwd: projectRoot }) : [path]));
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1));

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const contributing = read('.github/CONTRIBUTING.md');
const sources = [...filesIn('src'), ...filesIn('schema')].map((path) => ({ path, text: read(path) }));
const recipes = recipesOf(contributing);

it('has a recipe for each frequent change', () => {
  expect(recipes.map(({ heading }) => heading)).toEqual([
    'Add an attribute',
    'Add an entity',
    'Add a path',
    'Add a webhook event',
    'Add a message kind',
    'Add a figure',
    'Add a language',
  ]);
});

it.each(recipes)('$heading: the example is in exactly the files that are listed', ({ example, files }) => {
  const found = sources.filter(({ text }) => example.test(text)).map(({ path }) => path);
  expect(found.toSorted()).toEqual(files.toSorted());
});

it('an attribute takes at most four steps', () => {
  const [, recipe = ''] = /^## Add an attribute\n(.*?)^## /ms.exec(contributing) ?? [];
  const steps = recipe.match(/^\d+\. /gm) ?? [];
  expect(steps).not.toEqual([]);
  expect(steps.length).toBeLessThanOrEqual(4);
});

it('names only files that exist', () => {
  expect(pathsIn(contributing).filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

it('names only scripts that exist', () => {
  const { scripts }: { scripts: object } = JSON.parse(read('package.json'));
  const named = [...contributing.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !Object.keys(scripts).includes(name ?? ''))).toEqual([]);
});

describe('the layout of the code', () => {
  it('names files and folders that exist', () => {
    const [, layout = ''] = /## How the code is laid out\n\n```\n([^`]+)```/.exec(contributing) ?? [];
    const first = [...layout.matchAll(/^((?:[\w-]+\/)*)([\w.-]+)(?:\/<feature>)?(?: ([\w.-]+\.ts))?/gm)];
    const paths = first.flatMap(([, folder = '', name = '', second]) => [
      folder + name,
      ...(second === undefined ? [] : [folder + second]),
    ]);
    expect(paths).toEqual(
      expect.arrayContaining(['schema/operations', 'src/domain', 'src/process/main.ts', 'src/process/cli.ts']),
    );
    expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });
});

it('is linked from the README, like the changelog', () => {
  for (const file of ['.github/CONTRIBUTING.md', '.github/CHANGELOG.md']) {
    expect(read('README.md')).toContain(`](${file})`);
    expect(existsSync(join(projectRoot, file))).toBe(true);
  }
});

it('reads a recipe', () => {
  const markdown =
    '## Add x\n\nText `src/a.ts`.\n<!-- found by: b|c -->\n\n1. `src/b.ts` and `src/c.ts`: see `src/d.ts`.\n';
  expect(recipesOf(`${markdown}\n## Other\n1. \`src/e.ts\`: no example\n`)).toEqual([
    { heading: 'Add x', example: /b|c/m, files: ['src/b.ts', 'src/c.ts'] },
  ]);
});
