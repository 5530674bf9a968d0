import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** A file that breaks a rule, or keeps it, by what stands in it. */
type Case = [file: string, code: string];

const importing = (module: string) => `export * from '${module}';\n`;
const now = 'console.log(Date.now());\n';
const environment = 'console.log(process.env.HOME);\n';

const forbidden: Case[] = [
  ['src/gateway/a.ts', importing('../domain/booking/booking.entity.js')],
  ['src/gateway/b.ts', importing('../domain/booking/booking.actions.js')],
  [
    'src/gateway/c.ts',
    "import type { RequestContext } from '../domain/context.js';\nexport type A = RequestContext;\n",
  ],
  ['src/gateway/d.ts', "export const load = () => import('../domain/context.js');\n"],
  ['src/gateway/e.ts', importing('../graphql/schema.js')],
  ['src/gateway/f.ts', importing('../changes/change-log.js')],
  ['src/gateway/g.ts', importing('../jobs/worker.js')],
  ['src/gateway/h.ts', importing('../config.js')],
  ['src/gateway/openapi/a.ts', importing('../../domain/booking/booking.entity.js')],
  ['src/gateway/openapi/b.ts', importing('../../graphql/schema.js')],
  ['src/gateway/routes/a.routes.ts', importing('../../platform/scalars.js')],
  ['src/gateway/routes/b.routes.ts', importing('../coerce.js')],
  ['src/gateway/routes/c.routes.ts', importing('express')],
  ['src/keyless/a.ts', importing('../gateway/gateway.js')],
  ['src/keyless/b.ts', importing('../graphql/schema.js')],
  ['src/keyless/c.ts', importing('../config.js')],
  ['src/graphql/a.ts', importing('../gateway/route.js')],
  ['src/graphql/b.ts', importing('../jobs/worker.js')],
  ['src/domain/a.ts', importing('../gateway/route.js')],
  ['src/domain/b.ts', importing('../graphql/schema.js')],
  ['src/domain/booking/a.ts', importing('../../gateway/route.js')],
  ['src/domain/booking/b.ts', importing('../../graphql/schema.js')],
  ['src/domain/booking/c.ts', importing('../../jobs/worker.js')],
  ['src/domain/booking/d.ts', importing('../../config.js')],
  ['src/domain/booking/e.ts', importing('express')],
  ['src/domain/booking/f.ts', importing('graphql-ws')],
  ['src/changes/a.ts', importing('../domain/context.js')],
  ['src/changes/b.ts', importing('../gateway/route.js')],
  ['src/changes/c.ts', importing('../graphql/schema.js')],
  ['src/changes/d.ts', importing('../jobs/worker.js')],
  ['src/monitoring/a.ts', importing('../domain/context.js')],
  ['src/monitoring/b.ts', importing('../jobs/worker.js')],
  ['src/jobs/a.ts', importing('../gateway/route.js')],
  ['src/jobs/b.ts', importing('agenda')],
  ['src/jobs/c.ts', importing('@agendajs/postgres-backend')],
  ['src/platform/a.ts', importing('../domain/context.js')],
  ['src/platform/b.ts', importing('../changes/change-log.js')],
  ['src/platform/c.ts', importing('../config.js')],
  ['src/platform/time/a.ts', importing('../../domain/context.js')],
  ['src/platform/time/b.ts', importing('../../../schema/migrations/index.js')],
  ['src/platform/database/embedded/a.ts', importing('../../../config.js')],
  ['src/demo/a.ts', importing('agenda')],
  ['src/a.ts', importing('agenda')],
  ['src/b.ts', environment],
  ['src/domain/booking/g.ts', environment],
  ['src/c.ts', now],
  ['src/domain/booking/h.ts', now],
  ['src/platform/time/c.ts', now],
  ['src/d.ts', 'console.log(new Date());\n'],
  ['src/e.ts', 'console.log(Date());\n'],
  ['src/f.ts', importing('ajv')],
  ['src/g.ts', "export const load = () => import('ajv');\n"],
  ['src/h.ts', importing('left-pad')],
  ['src/domain/booking/i.ts', importing('ajv')],
  ['schema/migrations/a.ts', importing('ajv')],
  ['mikro-orm.config.ts', importing('ajv')],
  ['test/a.ts', importing('left-pad')],
];

const allowed: Case[] = [
  [
    'src/gateway/ok.ts',
    [
      '../graphql/errors.js',
      '../graphql/operations.js',
      '../platform/scalars.js',
      '../platform/time/zone.js',
      '../errors.js',
      './route.js',
      './routes/index.js',
      'express',
    ]
      .map(importing)
      .join(''),
  ],
  [
    'src/gateway/openapi/ok.ts',
    ['../../graphql/operations.js', '../../platform/scalars.js', '../route.js', './schema.js'].map(importing).join(''),
  ],
  ['src/gateway/routes/ok.routes.ts', ['../route.js', './bookings.routes.js'].map(importing).join('')],
  [
    'src/keyless/ok.ts',
    ['../gateway/request.js', '../domain/context.js', '../platform/digest.js', '../errors.js', './html.js', 'express']
      .map(importing)
      .join(''),
  ],
  [
    'src/graphql/ok.ts',
    ['../domain/context.js', '../domain/account/account.entity.js', '../changes/live-feed.js', 'ws', './schema.js']
      .map(importing)
      .join(''),
  ],
  [
    'src/domain/ok.ts',
    ['../changes/actor.js', '../platform/scalars.js', './booking/booking.entity.js'].map(importing).join(''),
  ],
  [
    'src/domain/booking/ok.ts',
    [
      '../../changes/actor.js',
      '../../platform/time/zone.js',
      '../../errors.js',
      '../context.js',
      '../event/event.entity.js',
      './booking.entity.js',
      'graphql',
      'type-graphql',
    ]
      .map(importing)
      .join(''),
  ],
  ['src/jobs/ok.ts', ['../domain/context.js', '../changes/relay.js', './agenda.js'].map(importing).join('')],
  [
    'src/jobs/agenda.ts',
    ['agenda', '@agendajs/mongo-backend', '../platform/database/database.js'].map(importing).join(''),
  ],
  ['src/platform/database/database.ts', importing('../../../schema/migrations/index.js')],
  ['src/config.ts', environment],
  ['src/platform/time/clock.ts', `${now}console.log(new Date());\n`],
  ['src/ok.ts', 'console.log(new Date(0), performance.now());\n'],
  ['schema/migrations/ok.ts', importing('@mikro-orm/migrations')],
  ['test/ok.ts', now + environment + importing('../src/gateway/route.js')],
  ['test/support/ok.ts', importing('ajv') + importing('express')],
];

let project: string;
let refused: Set<string>;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'booking-lint-'));
  for (const part of ['biome.json', '.biome', 'package.json'])
    await cp(join(projectRoot, part), join(project, part), { recursive: true });
  for (const [file, code] of [...forbidden, ...allowed, ...(await upwards())]) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), code);
  }
  refused = await refusedFiles();
});
afterAll(async () => rm(project, { recursive: true }));

/** In every folder below the servers, an import of the gateway. */
async function upwards(): Promise<Case[]> {
  const entries = await readdir(join(projectRoot, 'src'), { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  return folders
    .map((folder) => folder.slice(join(projectRoot, 'src').length + 1))
    .filter((folder) => !/^(gateway|demo)\b/.test(folder))
    .map((folder) => [
      join('src', folder, 'upwards.ts'),
      importing(`${'../'.repeat(folder.split('/').length)}gateway/route.js`),
    ]);
}

/** The files that have an error of the rules which this is about. */
async function refusedFiles(): Promise<Set<string>> {
  const biome = join(projectRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const report = await new Promise<string>((resolve) => {
    const options = { cwd: project, maxBuffer: 2 ** 26 };
    execFile(
      process.execPath,
      [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
      options,
      (_error, output) => resolve(output),
    );
  });
  const { diagnostics }: { diagnostics: { category: string; severity: string; location: { path: string } }[] } =
    JSON.parse(report);
  const rules = [
    'lint/correctness/noUndeclaredDependencies',
    'lint/style/noRestrictedImports',
    'lint/style/noProcessEnv',
    'plugin',
  ];
  const errors = diagnostics.filter(({ category, severity }) => severity === 'error' && rules.includes(category));
  return new Set(errors.map(({ location }) => location.path));
}

describe('the linter', () => {
  it.each(forbidden)('refuses %s with %j', (file) => expect(refused).toContain(file));

  it.each(allowed)('takes %s', (file) => expect(refused).not.toContain(file));

  it('refuses an import of the gateway in every folder below it', async () => {
    const files = (await upwards()).map(([file]) => file);
    expect(files.filter((file) => !refused.has(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(10);
  });
});
