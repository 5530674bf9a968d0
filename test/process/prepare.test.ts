import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { ServerProcess } from './server-process.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-prepare-'));
  for (const file of [
    'src/process/prepare.mjs',
    'src/process/node-version.mjs',
    'src/process/stamp.mjs',
    'src/process/build-id.mjs',
  ]) {
    await cp(join(projectRoot, file), join(folder, file));
  }
  await needNode('>=22.17');
});
afterEach(async () => rm(folder, { recursive: true }));

const needNode = (node: string) => writeFile(join(folder, 'package.json'), JSON.stringify({ engines: { node } }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(folder, file, '..'), { recursive: true });
  await writeFile(join(folder, file), text);
}

async function addCompiler(): Promise<void> {
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  await write('src/tsconfig.json', '{"compilerOptions": {"noEmit": true, "types": []}}');
}

async function prepare(): Promise<{ status: number | null; out: string[]; errors: string[] }> {
  const run = new ServerProcess(process.execPath, [join(folder, 'src/process/prepare.mjs')], {});
  return { status: await run.exited, out: run.lines, errors: run.errors };
}

describe('prepare.mjs', () => {
  it('keeps compiled code if there is no compiler', async () => {
    await write('dist/src/process/main.js', '');
    expect(await prepare()).toEqual({ status: 0, out: [], errors: [] });
  });

  it('compiles without a check of types if there is a compiler', async () => {
    await addCompiler();
    await write('src/main.ts', 'export const one: number = 1;\n');
    expect(await prepare()).toEqual({ status: 0, out: [], errors: [] });
    await write('src/main.ts', "export const one: number = 'one';\n");
    expect(await prepare()).toEqual({ status: 0, out: [], errors: [] });
    await write('src/main.ts', 'export const one: = 1;\n');
    const out = [expect.stringContaining('error TS1110')];
    expect(await prepare()).toEqual({ status: 1, out, errors: ['The sources cannot be compiled'] });
  });

  it('compiles again only if a source, a setting or the compiled code has changed, or if it failed', async () => {
    const compiler = 'node_modules/typescript/bin/tsc';
    await write(compiler, "console.log('compiled');\n");
    const runs = async () => (await prepare()).out.length;
    const counts = [await runs(), await runs()];
    for (const file of ['src/a.ts', 'schema/b.ts', 'package-lock.json', 'dist/src/a.js', 'dist/schema/b.js']) {
      await write(file, 'export {};\n');
      counts.push(await runs(), await runs());
    }
    await write('src/a.ts', '');
    await write(compiler, "console.log('compiled');\nprocess.exitCode = 1;\n");
    counts.push(await runs(), await runs());
    expect(counts).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1]);
  });

  it('reports what is missing if there is neither', async () => {
    const errors = [
      'There is no compiled code in dist, and npm ci --omit=dev leaves out what makes it: run `npm ci && npm run build` first, then `npm prune --omit=dev`',
    ];
    expect(await prepare()).toEqual({ status: 1, out: [], errors });
  });

  it.each(['>=99.0', `>=${process.versions.node.split('.')[0]}.999`])(
    'refuses a Node that is not %s',
    async (range) => {
      await needNode(range);
      const errors = [`Node ${range.slice(2)} or later is needed; this is ${process.version}`];
      expect(await prepare()).toEqual({ status: 1, out: [], errors });
    },
  );
});
