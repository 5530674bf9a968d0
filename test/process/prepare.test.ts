import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { ServerProcess } from './server-process.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-prepare-'));
  await cp(join(projectRoot, 'src/process/prepare.mjs'), join(folder, 'src/process/prepare.mjs'));
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

  it('compiles if there is a compiler', async () => {
    await addCompiler();
    await write('src/main.ts', 'export const one: number = 1;\n');
    expect(await prepare()).toEqual({ status: 0, out: [], errors: [] });
    await write('src/main.ts', "export const one: number = 'one';\n");
    const out = [expect.stringContaining('error TS2322')];
    expect(await prepare()).toEqual({ status: 1, out, errors: ['The sources cannot be compiled'] });
  });

  it('reports what is missing if there is neither', async () => {
    const errors = ['There is no compiled code in dist, and no compiler: run `npm ci` and `npm run build`'];
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
