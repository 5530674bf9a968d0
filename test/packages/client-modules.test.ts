import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/project-root.js';

const run = promisify(execFile);
const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');

/** A folder in which the client is installed, with the programs of its guide as TypeScript. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-modules-'));
  await mkdir(join(folder, 'node_modules/@booking-server'), { recursive: true });
  await symlink(join(projectRoot, 'dist/packages/client'), join(folder, 'node_modules/@booking-server/client'));
  const guide = await readFile(join(projectRoot, 'src/http/guides/23-client.md'), 'utf8');
  const saved = guide.matchAll(/[Ss]ave [^`]*`([\w.]+)\.mjs`(?:(?!^```)[\s\S])*?^```js\n([\s\S]*?)^```$/gm);
  for (const [, name, text = ''] of saved) await writeFile(join(folder, `${name}.mts`), text);
  const program = `
    export async function use(signal: AbortSignal | undefined, title: string | undefined) {
      const client = createClient({ url: 'http://127.0.0.1:1', apiKey: undefined });
      await client.resources.create({ title: 'Room', description: title }, { signal });
      const one = await client.bookings.list({ state: 'cancelled', signal });
      const many = await client.bookings.list({ state: ['cancelled', 'declined'] });
      return [...one.items, ...many.items].map((booking) => booking.person?.name);
    }`;
  await writeFile(join(folder, 'module.mts'), `import { createClient } from '@booking-server/client';${program}`);
  await writeFile(join(folder, 'common.cts'), `import { createClient } from '@booking-server/client';${program}`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedSideEffectImports'];
const common = [
  '--noEmit',
  '--target',
  'es2023',
  '--lib',
  'es2023,dom,dom.iterable,dom.asynciterable,esnext.disposable',
];
const node = ['--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types')];

it.each([['node16'], ['node18'], ['node20'], ['nodenext'], ['esnext', '--moduleResolution', 'bundler']])(
  'the guide and programs of both kinds compile with --module %s',
  async (module, ...more) => {
    const files = ['client', 'setup', 'watch', 'book', 'errors', 'module'].map((name) => `${name}.mts`);
    const kinds = module === 'esnext' ? files : [...files, 'common.cts'];
    const args = [compiler, ...common, ...strict, ...node, '--module', module, ...more, ...kinds];
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
  120_000,
);

it('is required in CommonJS', async () => {
  const program = `const { createClient, verifyWebhook } = require('@booking-server/client');
    console.log(typeof createClient({ url: 'http://127.0.0.1:1' }).bookings.list, typeof verifyWebhook);`;
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '-e', program], { cwd: folder });
  expect(stdout.trim()).toBe('function function');
});
