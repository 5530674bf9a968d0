import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSchema, GraphQLObjectType, parse, visit } from 'graphql';
import { projectRoot } from '../../src/platform/project-root.js';
import { filesOf, sampledFiles, secondTier } from '../support/tiers.js';

const folder = join(projectRoot, 'test');
const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
);
const tests = [...sources.keys()].filter((path) => path.endsWith('.test.ts'));
const isIn = (entries: readonly string[]) => {
  const pattern = new RegExp(filesOf(entries));
  return (path: string): boolean => pattern.test(`/dist/test/${path.replace(/\.ts$/, '.js')}`);
};
const isSecond = isIn(secondTier);
const isOfBoth = isIn(sampledFiles);
const firstTier = tests.filter((path) => !isSecond(path));

/** Returns the files below `test` that a file imports, directly or through others, and itself. */
function importsOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name = ''] of (sources.get(path) ?? '').matchAll(/from '(\.[^']+)\.js'/g)) {
    const imported = join(dirname(path), `${name}.ts`);
    if (sources.has(imported)) importsOf(imported, found);
  }
  return found;
}

const textOfFirst = [...new Set(firstTier.flatMap((path) => [...importsOf(path)]))]
  .filter((path) => path !== 'guards/tiers.test.ts')
  .map((path) => sources.get(path))
  .join('\n');
const isNamed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(textOfFirst);

it('each entry of the lists is a file or a folder, in one list', () => {
  const entries = [...secondTier, ...sampledFiles];
  expect(entries.filter((entry) => !tests.some(isIn([entry])))).toEqual([]);
  expect(tests.filter((path) => isSecond(path) && isOfBoth(path))).toEqual([]);
});

it('the second tier has the files of which the first tests a sample', () => {
  const sampling = firstTier.filter((path) => importsOf(path).has('support/sample.ts'));
  expect(sampling).toEqual(tests.filter(isOfBoth));
});

const schema = buildSchema(readFileSync(join(projectRoot, 'schema/schema.graphql'), 'utf8'));
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const rootFields = roots
  .filter((type) => type instanceof GraphQLObjectType)
  .flatMap((type) => Object.keys(type.getFields()));

/** The root fields of the operations of REST, of which the run of the first tier executes every one. */
const ofRoutes = readdirSync(join(projectRoot, 'schema/operations')).flatMap((file) => {
  const names: string[] = [];
  visit(parse(readFileSync(join(projectRoot, 'schema/operations', file), 'utf8')), {
    FragmentDefinition: () => false,
    OperationDefinition: ({ selectionSet }) => {
      for (const one of selectionSet.selections) if (one.kind === 'Field') names.push(one.name.value);
      return false;
    },
  });
  return names;
});

describe('the first tier has a test', () => {
  it('of each root field of the schema', () => {
    expect(rootFields.length).toBeGreaterThan(200);
    expect(rootFields.filter((name) => !ofRoutes.includes(name) && !isNamed(name))).toEqual([]);
  });

  it('of each job', () => {
    const files = readdirSync(join(projectRoot, 'src/jobs')).filter((file) => file.endsWith('.jobs.ts'));
    const names = files.flatMap((file) =>
      [...readFileSync(join(projectRoot, 'src/jobs', file), 'utf8').matchAll(/^ +name: '([\w-]+)'/gm)].map(
        ([, name = '']) => name,
      ),
    );
    expect(names.length).toBeGreaterThan(20);
    const inCode = (name: string): string => `${name.replaceAll(/-(.)/g, (_match, letter) => letter.toUpperCase())}Job`;
    expect(names.filter((name) => !isNamed(name) && !isNamed(inCode(name)))).toEqual([]);
  });

  it('of each page in a browser', () => {
    const walks: Readonly<Record<string, string>> = {
      booking: 'pages/booking-page.browser.test.ts',
      dashboard: 'pages/dashboard-accessibility.test.ts',
      documents: 'pages/documentation.browser.test.ts',
      explorer: 'pages/explorer.test.ts',
      gallery: 'pages/design.browser.test.ts',
    };
    const builds = readdirSync(join(projectRoot, 'src/pages'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'design')
      .map(({ name }) => name);
    expect(Object.keys(walks)).toEqual(builds.toSorted());
    for (const path of Object.values(walks)) {
      expect(firstTier).toContain(path);
      expect(sources.get(path)).toContain('describeInChromium(');
    }
  });

  it('that opens each view of the dashboard', () => {
    const walk = sources.get('pages/dashboard-accessibility.test.ts') ?? '';
    const views = readdirSync(join(projectRoot, 'src/pages/dashboard/views'));
    expect(views.filter((view) => !new RegExp(`'${view}[/?']`).test(walk))).toEqual([]);
  });
});
