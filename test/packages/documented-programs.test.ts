import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/project-root.js';
import { type DocumentedProgram, listPrograms, toCommonJs } from '../support/documented-programs.js';

const run = promisify(execFile);

/** Documents whose programs are not compiled here. */
const leftOut: Readonly<Record<string, string>> = {
  '.github/CONTRIBUTING.md': 'the first lines of a test file, which every test file is compiled with',
  'src/platform/embedded-postgres/README.md': 'uses a file of the server, which is in no package',
};

/** A use of the client that no guide shows: options whose value may be undefined, and a parameter that takes one or many. */
const options = `import { createClient } from '@booking-server/client';

const client = createClient({ url: 'http://127.0.0.1:1', apiKey: undefined });
const signal: AbortSignal | undefined = AbortSignal.timeout(1);
const description: string | undefined = undefined;
await client.resources.create({ title: 'Room', description }, { signal });
const one = await client.bookings.list({ state: 'cancelled', signal });
const many = await client.bookings.list({ state: ['cancelled', 'declined'] });
console.log([...one.items, ...many.items].map((booking) => booking.person?.name));
`;

const programs: readonly DocumentedProgram[] = [
  ...listPrograms().filter(({ document }) => !(document in leftOut)),
  { document: 'options', name: 'options', text: options },
];

/** The other packages of the programs are ES modules only. */
const dual = /^import .* from '(?!node:|\.\/|@booking-server\/client'|booking-server\/test')/m;
const inCommonJs = programs.filter(({ text }) => !dual.test(text));

/** TypeScript, unless the types of the program are in comments. */
const languageOf = ({ text }: DocumentedProgram): string => (/^ *\/\*\* @(type|param) /m.test(text) ? 'js' : 'ts');
const fileOf = (program: DocumentedProgram, kind: 'm' | 'c'): string =>
  join(program.document.replaceAll(/\W/g, '-'), `${program.name}.${kind}${languageOf(program)}`);

/** A folder with both packages, and with the programs as ES modules and in CommonJS. Above it are the other packages. */
let folder: string;
beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'booking-programs-'));
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  folder = join(root, 'programs');
  await mkdir(join(folder, 'node_modules/@booking-server'), { recursive: true });
  await symlink(join(projectRoot, 'dist/packages/client'), join(folder, 'node_modules/@booking-server/client'));
  const server = join(folder, 'node_modules/booking-server');
  await mkdir(server);
  const { manifest, writeTypes } = await import(join(projectRoot, 'src/packages/server/package.mjs'));
  writeTypes(server);
  await writeFile(join(server, 'package.json'), JSON.stringify({ ...manifest, type: 'module' }));
  for (const program of programs) {
    await mkdir(join(folder, dirname(fileOf(program, 'm'))), { recursive: true });
    await writeFile(join(folder, fileOf(program, 'm')), program.text);
  }
  for (const program of inCommonJs) await writeFile(join(folder, fileOf(program, 'c')), toCommonJs(program.text));
});
afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

const modules = programs.map((program) => fileOf(program, 'm'));
const common = inCommonJs.map((program) => fileOf(program, 'c'));
const both = [...modules, ...common];

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedSideEffectImports', '--esModuleInterop'];
const target = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable,esnext.disposable'];
const checked = ['--noEmit', '--allowJs', '--checkJs', ...target, ...strict, '--types', 'node'];

it('documents whose programs are left out have some', () => {
  expect(listPrograms().map(({ document }) => document)).toEqual(expect.arrayContaining(Object.keys(leftOut)));
});

// Of the types of packages, those of the client are checked, too: its folder has no node_modules in its real path.
it.each([
  ['ES modules and CommonJS', 'node16', '', 'typescript', both],
  ['ES modules and CommonJS', 'node18', '', 'typescript', both],
  ['ES modules and CommonJS', 'node20', '', 'typescript', both],
  ['ES modules and CommonJS', 'nodenext', '', 'typescript', both],
  ['ES modules', 'esnext', 'bundler', 'typescript', modules],
  // The compilers of today no longer know it.
  ['CommonJS', 'commonjs', 'node10', 'typescript-5', common],
])(
  'the programs of all documents compile as %s with --module %s',
  async (_kinds, module, resolution, compiler, files) => {
    const settings = ['--module', module, ...(resolution ? ['--moduleResolution', resolution] : [])];
    const args = [join(projectRoot, 'node_modules', compiler, 'bin/tsc'), ...checked, ...settings, ...files];
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => error);
    const errors = stdout.split(/\n(?=\S)/).filter((error) => !/^\S*node_modules\//.test(error));
    expect(errors.join('\n').trim()).toBe('');
  },
  120_000,
);

it('the client is required in CommonJS', async () => {
  const program = `const { createClient, verifyWebhook } = require('@booking-server/client');
    console.log(typeof createClient({ url: 'http://127.0.0.1:1' }).bookings.list, typeof verifyWebhook);`;
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '-e', program], { cwd: folder });
  expect(stdout.trim()).toBe('function function');
});
