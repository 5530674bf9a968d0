import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** A file and its content. */
type Case = [file: string, code: string];

const importing = (module: string) => `export * from '${module}';\n`;

/** The rooms of src with those that they import from. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  outbox: ['platform'],
  domain: ['outbox', 'platform'],
  graphql: ['domain', 'outbox', 'platform'],
  pages: [],
  jobs: ['domain', 'outbox', 'platform'],
  http: ['graphql', 'domain', 'outbox', 'platform'],
  observability: ['platform'],
  process: ['http', 'jobs', 'observability', 'graphql', 'domain', 'outbox', 'platform'],
};

/** A file of each room that imports a file of each other. */
const betweenRooms = Object.keys(rooms).flatMap((from) =>
  Object.keys(rooms)
    .filter((to) => to !== from)
    .map((to): Case => [`src/${from}/to-${to}.ts`, importing(`../${to}/room.js`)]),
);

/** One file for each other rule of dependency-cruiser and for each rule of Biome that is not a default. */
const forbidden: Record<string, Case> = {
  'the gateway imports an entity': ['src/http/rest/a.ts', importing('../../domain/booking/booking.entity.js')],
  'the OpenAPI document imports the schema': ['src/http/rest/openapi/a.ts', importing('../../../graphql/schema.js')],
  'a page imports the gateway': ['src/http/public-pages/a.ts', importing('../rest/gateway.js')],
  'a route imports code': ['src/http/rest/routes/a.routes.ts', importing('../coerce.js')],
  'a feature imports a later one, its type only': [
    'src/domain/person/a.ts',
    "import type { Booking } from '../booking/booking.entity.js';\nexport type A = Booking;\n",
  ],
  'a feature imports the list of all': ['src/domain/booking/a.ts', importing('../entities.js')],
  'a feature is not in the list': ['src/domain/unlisted/a.ts', importing('../context.js')],
  'a common file imports a feature': ['src/domain/a.ts', importing('./booking/booking.entity.js')],
  'a file imports an internal file of messaging': [
    'src/process/a.ts',
    importing('../domain/messaging/composing/rendered-message.rules.js'),
  ],
  'a file imports itself through others': ['src/domain/event/cycle-a.ts', importing('./cycle-b.js')],
  'a job imports Agenda': ['src/jobs/a.ts', importing('agenda')],
  'the job queue imports the domain': ['src/jobs/job-repository.ts', importing('../domain/context.js')],
  'the domain imports a server': ['src/domain/booking/b.ts', importing('express')],
  'a file imports an internal file of the embedded PostgreSQL': [
    'src/platform/a.ts',
    importing('./embedded-postgres/cluster.js'),
  ],
  'a file imports a migration': ['src/platform/time/a.ts', importing('../../../schema/migrations/index.js')],
  'the server imports a test': ['src/process/b.ts', importing('../../test/support/rest.js')],
  'the server loads a package of the tests': ['src/process/c.ts', "export const load = () => import('ajv');\n"],
  'an example imports the server': ['src/examples/a.mjs', "import '../platform/room.js';\n"],
  'a file reads the environment': ['src/domain/booking/c.ts', 'console.log(process.env.HOME);\n'],
  'a file reads the time': ['src/domain/booking/d.ts', 'console.log(Date.now(), new Date());\n'],
  'the focus moves after a page is drawn': [
    'src/pages/design/a.tsx',
    "import { useEffect } from 'preact/hooks';\nexport const useFocus = (element: HTMLElement) =>\n  useEffect(() => element.focus(), []);\n",
  ],
  'the focus moves some time after a popover opens': [
    'src/pages/design/b.tsx',
    'export const Panel = () => <div popover="auto" onToggle={(event) => event.currentTarget.focus()} />;\n',
  ],
  'a constant is in capitals': ['src/process/d.ts', 'export const MAX_LENGTH = 1;\n'],
  'a body without braces is on a line of its own': [
    'src/process/e.ts',
    'export function isOne(value: number): boolean {\n  if (value === 1)\n    return true;\n  return false;\n}\n',
  ],
  'a short body has braces': [
    'src/process/f.ts',
    'export function isOne(value: number): boolean {\n  if (value === 1) {\n    return true;\n  }\n  return false;\n}\n',
  ],
};

/** Files that would be refused if an exception to a rule were lost. */
const allowed: Case[] = [
  ['src/http/rest/ok.ts', importing('../../graphql/operations.js') + importing('../../platform/errors.js')],
  ['src/http/rest/routes/ok.routes.ts', importing('../route.js')],
  ['src/domain/entities.ts', importing('./booking/booking.entity.js')],
  ['src/domain/booking/ok.ts', importing('../event/event.entity.js') + importing('../context.js')],
  ['src/jobs/agenda.ts', importing('agenda') + importing('./job-store.js')],
  ['src/platform/database/migrator.ts', importing('../../../schema/migrations/index.js')],
  ['src/process/config.ts', 'console.log(process.env.HOME);\n'],
  ['src/platform/time/clock.ts', 'console.log(Date.now(), new Date());\n'],
  ['src/process/ok.ts', 'console.log(new Date(0), performance.now());\n'],
  ['test/support/ok.ts', importing('ajv') + importing('../../src/http/rest/route.js')],
];

const cases = [...betweenRooms, ...Object.values(forbidden), ...allowed];

let project: string;
let refused: Set<string>;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'booking-lint-'));
  for (const part of ['.biome', '.dependency-cruiser.mjs', 'biome.json', 'package.json']) {
    await cp(join(projectRoot, part), join(project, part), { recursive: true });
  }
  // The rules go by the paths of the imported files, so empty ones do. All files of the server would take 5 s longer.
  const cycle: Case = ['src/domain/event/cycle-b.ts', importing('./cycle-a.js')];
  for (const [file, code] of [...importedFiles().map((path): Case => [path, '']), ...cases, cycle]) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), code);
  }
  refused = new Set([...(await refusedByBiome()), ...(await refusedByDependencyCruiser())]);
});
afterAll(async () => rm(project, { recursive: true }));

/** Returns the files of the project that the cases import. */
function importedFiles(): string[] {
  const imported = cases.flatMap(([file, code]) =>
    [...code.matchAll(/'([.][^']*)[.]js'/g)].map(([, path = '']) => join(dirname(file), `${path}.ts`)),
  );
  return [...new Set(imported)];
}

/** Returns the files in which Biome finds an error of the rules under test. */
async function refusedByBiome(): Promise<string[]> {
  const biome = join('@biomejs', 'biome', 'bin', 'biome');
  const report = await run(biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.');
  const { diagnostics }: { diagnostics: { category: string; severity: string; location: { path: string } }[] } =
    JSON.parse(report);
  const rules = [
    'lint/correctness/noUndeclaredDependencies',
    'lint/style/noProcessEnv',
    'lint/style/useNamingConvention',
    'plugin',
  ];
  const errors = diagnostics.filter(({ category, severity }) => severity === 'error' && rules.includes(category));
  return errors.map(({ location }) => location.path);
}

/** Returns the files whose imports violate a rule, by the command of `npm run lint:imports`. */
async function refusedByDependencyCruiser(): Promise<string[]> {
  const depcruise = join('dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const report = await run(depcruise, '--config', '.dependency-cruiser.mjs', '--output-type=json', 'src', 'schema');
  const { summary }: { summary: { violations: { from: string; rule: { severity: string } }[] } } = JSON.parse(report);
  return summary.violations.filter(({ rule }) => rule.severity === 'error').map(({ from }) => from);
}

/** Runs a program of a package in the temporary project. Returns its output, whatever the exit code. */
function run(program: string, ...options: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot, 'node_modules', program), ...options],
      { cwd: project, maxBuffer: 2 ** 26 },
      (_error, output) => resolve(output),
    );
  });
}

describe('the import and lint rules', () => {
  it.each(Object.entries(forbidden))('refuse that %s', (_name, [file]) => expect(refused).toContain(file));

  it.each(allowed)('allow %s', (file) => expect(refused).not.toContain(file));

  it('allow imports between the rooms of src that the table names, and no others', () => {
    const found = Object.fromEntries(
      Object.keys(rooms).map((from) => [
        from,
        Object.keys(rooms).filter((to) => to !== from && !refused.has(`src/${from}/to-${to}.ts`)),
      ]),
    );
    const sorted = Object.entries(rooms).map(([from, to]) => [
      from,
      Object.keys(rooms).filter((room) => to.includes(room)),
    ]);
    expect(found).toEqual(Object.fromEntries(sorted));
  });
});
