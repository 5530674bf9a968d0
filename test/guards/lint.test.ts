import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** A file and its content, which violates a rule or none. */
type Case = [file: string, code: string];

const importing = (module: string) => `export * from '${module}';\n`;
const now = 'console.log(Date.now());\n';
const bodyOnOwnLine = `export function isOne(value: number): boolean {
  if (value === 1)
    return true;
  return false;
}\n`;
const shortBlock = `export function isOne(value: number): boolean {
  if (value === 1) {
    return true;
  }
  return false;
}\n`;
const environment = 'console.log(process.env.HOME);\n';

/** Files that violate an import rule, or a rule of Biome. */
const forbidden: Case[] = [
  ['src/http/rest/a.ts', importing('../../domain/booking/booking.entity.js')],
  ['src/http/rest/b.ts', importing('../../domain/booking/placing/create-bookings.actions.js')],
  [
    'src/http/rest/c.ts',
    "import type { RequestContext } from '../../domain/context.js';\nexport type A = RequestContext;\n",
  ],
  ['src/http/rest/d.ts', "export const load = () => import('../../domain/context.js');\n"],
  ['src/http/rest/e.ts', importing('../../graphql/schema.js')],
  ['src/http/rest/f.ts', importing('../../outbox/change-log.js')],
  ['src/http/rest/g.ts', importing('../../jobs/worker.js')],
  ['src/http/rest/h.ts', importing('../../process/config.js')],
  ['src/http/rest/openapi/a.ts', importing('../../../domain/booking/booking.entity.js')],
  ['src/http/rest/openapi/b.ts', importing('../../../graphql/schema.js')],
  ['src/http/rest/openapi/c.ts', importing('../../../graphql/errors.js')],
  ['src/http/rest/routes/a.routes.ts', importing('../../../platform/scalars.js')],
  ['src/http/rest/routes/b.routes.ts', importing('../coerce.js')],
  ['src/http/rest/routes/c.routes.ts', importing('express')],
  ['src/http/public-pages/a.ts', importing('../rest/gateway.js')],
  ['src/http/public-pages/b.ts', importing('../../graphql/schema.js')],
  ['src/http/auth/a.ts', importing('../../graphql/schema.js')],
  ['src/http/partner-api/a.ts', importing('../../process/config.js')],
  ['src/http/a.ts', importing('../process/config.js')],
  ['src/http/b.ts', importing('../jobs/worker.js')],
  ['src/http/c.ts', importing('../observability/logger.js')],
  ['src/http/d.ts', importing('../pages/dashboard/browser/format.js')],
  ['src/graphql/a.ts', importing('../http/rest/route.js')],
  ['src/graphql/b.ts', importing('../jobs/worker.js')],
  ['src/graphql/c.ts', importing('express')],
  ['src/domain/a.ts', importing('../http/rest/route.js')],
  ['src/domain/b.ts', importing('../graphql/schema.js')],
  ['src/domain/c.ts', importing('./booking/booking.entity.js')],
  ['src/domain/d.ts', "import type { Account } from './account/account.entity.js';\nexport type A = Account;\n"],
  ['src/domain/booking/a.ts', importing('../../http/rest/route.js')],
  ['src/domain/booking/b.ts', importing('../../graphql/schema.js')],
  ['src/domain/booking/c.ts', importing('../../jobs/worker.js')],
  ['src/domain/booking/d.ts', importing('../../process/config.js')],
  ['src/domain/booking/e.ts', importing('express')],
  ['src/domain/booking/f.ts', importing('graphql-ws')],
  ['src/domain/booking/g.ts', importing('../recurrence/recurrence.entity.js')],
  ['src/domain/booking/h.ts', importing('../entities.js')],
  [
    'src/domain/person/a.ts',
    "import type { Booking } from '../booking/booking.entity.js';\nexport type A = Booking;\n",
  ],
  ['src/domain/messaging/delivery/a.ts', importing('../composing/compose-message.actions.js')],
  ['src/process/j.ts', importing('../domain/messaging/composing/html-text.rules.js')],
  ['src/domain/unlisted/a.ts', importing('../context.js')],
  ['src/domain/event/cycle-a.ts', importing('./cycle-b.js')],
  ['src/domain/event/cycle-b.ts', "import type { A } from './cycle-a.js';\nexport type B = A;\n"],
  ['src/outbox/a.ts', importing('../domain/context.js')],
  ['src/outbox/b.ts', importing('../http/rest/route.js')],
  ['src/outbox/c.ts', importing('../graphql/schema.js')],
  ['src/outbox/d.ts', importing('../jobs/worker.js')],
  ['src/observability/a.ts', importing('../domain/context.js')],
  ['src/observability/b.ts', importing('../jobs/worker.js')],
  ['src/jobs/a.ts', importing('../http/rest/route.js')],
  ['src/jobs/b.ts', importing('agenda')],
  ['src/jobs/c.ts', importing('@agendajs/postgres-backend')],
  ['src/jobs/job-repository.ts', importing('./jobs.js')],
  ['src/platform/a.ts', importing('../domain/context.js')],
  ['src/platform/b.ts', importing('../outbox/change-log.js')],
  ['src/platform/c.ts', importing('../process/config.js')],
  ['src/platform/time/a.ts', importing('../../domain/context.js')],
  ['src/platform/time/b.ts', importing('../../../schema/migrations/index.js')],
  ['src/platform/embedded-postgres/a.ts', importing('../../process/config.js')],
  ['src/platform/embedded-postgres/b.ts', importing('../errors.js')],
  ['src/platform/d.ts', importing('./embedded-postgres/cluster.js')],
  ['src/process/a.ts', importing('../../test/support/rest.js')],
  ['src/process/demo/a.ts', importing('agenda')],
  ['src/process/b.ts', importing('agenda')],
  ['src/process/c.ts', environment],
  ['src/domain/booking/i.ts', environment],
  ['src/process/d.ts', now],
  ['src/domain/booking/j.ts', now],
  ['src/platform/time/c.ts', now],
  ['src/process/e.ts', 'console.log(new Date());\n'],
  ['src/process/f.ts', 'console.log(Date());\n'],
  ['src/process/g.ts', importing('ajv')],
  ['src/process/h.ts', "export const load = () => import('ajv');\n"],
  ['src/process/i.ts', importing('left-pad')],
  ['src/domain/booking/k.ts', importing('ajv')],
  ['schema/migrations/a.ts', importing('ajv')],
  ['src/process/j.ts', bodyOnOwnLine],
  ['src/process/k.ts', shortBlock],
  ['src/process/l.ts', 'export const MAX_LENGTH = 1;\n'],
  ['mikro-orm.config.ts', importing('ajv')],
  ['test/a.ts', importing('left-pad')],
];

const allowed: Case[] = [
  [
    'src/http/rest/ok.ts',
    [
      '../../graphql/errors.js',
      '../../graphql/operations.js',
      '../../platform/scalars.js',
      '../../platform/time/zone.js',
      '../../platform/errors.js',
      '../request-scope.js',
      './route.js',
      './routes/index.js',
      'express',
    ]
      .map(importing)
      .join(''),
  ],
  [
    'src/http/rest/openapi/ok.ts',
    ['../../../graphql/operations.js', '../../../platform/scalars.js', '../route.js', './schema.js']
      .map(importing)
      .join(''),
  ],
  ['src/http/rest/routes/ok.routes.ts', ['../route.js', './bookings.routes.js'].map(importing).join('')],
  [
    'src/http/public-pages/ok.ts',
    [
      '../rest/request.js',
      '../../domain/context.js',
      '../../platform/digest.js',
      '../../platform/errors.js',
      '../html.js',
      'express',
    ]
      .map(importing)
      .join(''),
  ],
  [
    'src/http/graphql/ok.ts',
    ['../../graphql/schema.js', '../../domain/context.js', '../../outbox/live-feed.js', '../request-scope.js', 'ws']
      .map(importing)
      .join(''),
  ],
  [
    'src/graphql/ok.ts',
    ['../domain/context.js', '../domain/account/account.entity.js', '../outbox/live-feed.js', 'graphql', './schema.js']
      .map(importing)
      .join(''),
  ],
  ['src/domain/ok.ts', ['../outbox/actor.js', '../platform/scalars.js', './context.js'].map(importing).join('')],
  ['src/domain/entities.ts', importing('./booking/booking.entity.js')],
  [
    'src/domain/booking/ok.ts',
    [
      '../../outbox/actor.js',
      '../../platform/time/zone.js',
      '../../platform/errors.js',
      '../context.js',
      '../event/event.entity.js',
      '../messaging/delivery/message.entity.js',
      './booking.entity.js',
      'graphql',
      'type-graphql',
    ]
      .map(importing)
      .join(''),
  ],
  ['src/jobs/ok.ts', ['../domain/context.js', '../outbox/relay.js', './agenda.js'].map(importing).join('')],
  ['src/jobs/agenda.ts', ['agenda', './job-store.js', '../platform/database/database.js'].map(importing).join('')],
  [
    'src/observability/ok.ts',
    ['../graphql/operation-report.js', '../jobs/job-queue.js', '../outbox/backlog.js', 'express']
      .map(importing)
      .join(''),
  ],
  ['src/platform/database/migration-state.ts', importing('../../../schema/migrations/names.js')],
  ['src/platform/database/migrator.ts', importing('../../../schema/migrations/index.js')],
  ['src/platform/embedded-postgres/ok.ts', importing('./cluster.js')],
  ['src/process/config.ts', environment],
  ['src/platform/time/clock.ts', `${now}console.log(new Date());\n`],
  ['src/process/ok.ts', 'console.log(new Date(0), performance.now());\n'],
  ['schema/migrations/ok.ts', importing('@mikro-orm/migrations')],
  ['test/ok.ts', now + environment + importing('../src/http/rest/route.js')],
  ['test/support/ok.ts', importing('ajv') + importing('express')],
];

let project: string;
let refused: Set<string>;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'booking-lint-'));
  for (const part of ['.biome', '.dependency-cruiser.mjs', 'biome.json', 'package.json']) {
    await cp(join(projectRoot, part), join(project, part), { recursive: true });
  }
  const cases = [...forbidden, ...allowed, ...(await upwards())];
  // The rules go by the paths of the imported files, so empty ones do. All files of the server would take 5 s longer.
  await writeFiles([...importedFiles(cases).map((file): Case => [file, '']), ...cases]);
  refused = new Set([...(await refusedByBiome()), ...(await refusedByDependencyCruiser())]);
});
afterAll(async () => rm(project, { recursive: true }));

/** Returns the files of the project that the cases import. */
function importedFiles(cases: readonly Case[]): string[] {
  const imported = cases.flatMap(([file, code]) =>
    [...code.matchAll(/'([.][^']*)[.]js'/g)].map(([, path = '']) => join(dirname(file), `${path}.ts`)),
  );
  return [...new Set(imported)];
}

async function writeFiles(cases: readonly Case[]): Promise<void> {
  for (const [file, code] of cases) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), code);
  }
}

/** Returns a file that imports the gateway for each folder of src outside http and process. */
async function upwards(): Promise<Case[]> {
  const entries = await readdir(join(projectRoot, 'src'), { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  return folders
    .map((folder) => folder.slice(join(projectRoot, 'src').length + 1))
    .filter((folder) => !/^(http|process)\b/.test(folder))
    .map((folder) => [
      join('src', folder, 'upwards.ts'),
      importing(`${'../'.repeat(folder.split('/').length)}http/rest/route.js`),
    ]);
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

interface Violation {
  from: string;
  rule: { severity: string };
  /** The files of a cycle, which is reported once. */
  cycle?: { name: string }[];
}

/** Returns the files whose imports violate a rule, by the command of `npm run lint:imports`. */
async function refusedByDependencyCruiser(): Promise<string[]> {
  const depcruise = join('dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const report = await run(depcruise, '--config', '.dependency-cruiser.mjs', '--output-type=json', 'src', 'schema');
  const { summary }: { summary: { violations: Violation[] } } = JSON.parse(report);
  const errors = summary.violations.filter(({ rule }) => rule.severity === 'error');
  return errors.flatMap(({ from, cycle = [] }) => [from, ...cycle.map(({ name }) => name)]);
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
  it.each(forbidden)('refuse %s with %j', (file) => expect(refused).toContain(file));

  it.each(allowed)('allow %s', (file) => expect(refused).not.toContain(file));

  it('have cases that import existing files', async () => {
    const cases = [...forbidden, ...allowed];
    const known = new Set([...cases.map(([file]) => file), 'test/support/rest.ts']);
    const missing = importedFiles(cases).filter((file) => !known.has(file) && !existsSync(join(projectRoot, file)));
    expect(missing).toEqual([]);
  });

  it('reject an import of the gateway in every other folder', async () => {
    const files = (await upwards()).map(([file]) => file);
    expect(files.filter((file) => !refused.has(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(10);
  });
});
