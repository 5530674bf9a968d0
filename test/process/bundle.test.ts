import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { ServerProcess } from './server-process.js';

const script = 'src/process/bundle.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-bundle-'));
  await mkdir(join(folder, 'dist/schema'), { recursive: true });
  for (const file of [script, 'src/process/stamp.mjs']) await cp(join(projectRoot, file), join(folder, file));
  await write('package.json', '{"type": "module"}');
  await write('package-lock.json', '{}');
  await write('dist/src/process/run.js', "import { name } from './name.js';\nconsole.log(name);\n");
  await write('dist/src/process/account-command.js', "import escape from 'escape-html';\nconsole.log(escape('<'));\n");
  for (const name of ['listen-command', 'trigger-command', 'test-host']) await write(`dist/src/process/${name}.js`, '');
  await write('dist/src/process/all-roles.js', "await import('./name.js');\n");
  await nameIs('one');
});
afterEach(async () => rm(folder, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

const nameIs = (name: string) =>
  write('dist/src/process/name.js', `export const name = '${name}';\n//# sourceMappingURL=name.js.map\n`);

async function run(
  file: string,
  ...values: string[]
): Promise<{ status: number | null; out: string[]; errors: string[] }> {
  const started = new ServerProcess(process.execPath, [join(folder, file), ...values], {});
  return { status: await started.exited, out: started.lines, errors: started.errors };
}

describe('the bundle', () => {
  it('is made of the compiled code and its packages, again only if these have changed', async () => {
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    expect(await run(script)).toEqual({ status: 0, out: [], errors: [] });
    expect(await run('dist/bundle/run.js')).toMatchObject({ status: 0, out: ['one'] });
    const { mtimeMs } = await stat(join(folder, 'dist/bundle/run.js'));
    await run(script);
    expect(await stat(join(folder, 'dist/bundle/run.js'))).toMatchObject({ mtimeMs });
    await nameIs('two');
    await run(script);
    expect(await run('dist/bundle/run.js')).toMatchObject({ status: 0, out: ['two'] });
    await rm(join(folder, 'node_modules'));
    expect(await run('dist/bundle/account-command.js')).toMatchObject({ status: 0, out: ['&lt;'] });
  });

  it('is only removed with --later, if it is outdated', async () => {
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    await run(script);
    await run(script, '--later');
    expect(await readdir(join(folder, 'dist/bundle'))).toContain('run.js');
    await nameIs('two');
    await run(script, '--later');
    expect(await readdir(join(folder, 'dist/bundle'))).not.toContain('run.js');
    await run(script);
    expect(await run('dist/bundle/run.js')).toMatchObject({ status: 0, out: ['two'] });
  });

  it('maps the code of the server to its sources', async () => {
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    const map = {
      version: 3,
      sources: ['../../../src/process/account-command.ts'],
      names: [],
      mappings: 'AAAA;AACA;AACA',
    };
    const text = await readFile(join(folder, 'dist/src/process/account-command.js'), 'utf8');
    const failing = `${text.replace('console', "throw new Error('here');console")}//# sourceMappingURL=account-command.js.map\n`;
    await write('dist/src/process/account-command.js', failing);
    await write('dist/src/process/account-command.js.map', JSON.stringify(map));
    await run(script);
    await write('start.js', "process.setSourceMapsEnabled(true);\nawait import('./dist/bundle/account-command.js');\n");
    const { errors } = await run('start.js');
    expect(errors.join('\n')).toContain(`${join(folder, 'src/process/account-command.ts')}:2:`);
  });

  it('keeps the names of decorated classes, and refuses a class that it would have to rename', async () => {
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    const decorated = (name: string): string =>
      `let ${name} = class ${name} {\n};\n${name} = [${name}][0];\nexport const named = () => ${name}.name;\n`;
    await write('dist/src/process/one.js', decorated('Shared'));
    await write('dist/src/process/run.js', "import { named } from './one.js';\nconsole.log(named());\n");
    expect(await run(script)).toEqual({ status: 0, out: [], errors: [] });
    expect(await run('dist/bundle/run.js')).toMatchObject({ status: 0, out: ['Shared'] });
    await write('dist/src/process/two.js', "const Shared = () => 'function';\nexport const other = () => Shared();\n");
    await write(
      'dist/src/process/run.js',
      "import { other } from './two.js';\nimport { named } from './one.js';\nconsole.log(other(), named());\n",
    );
    const { status, errors } = await run(script);
    expect([status, errors.join('\n')]).toEqual([1, expect.stringContaining('the bundle renames classes: Shared')]);
  });

  it('keeps the files of the bundle that it replaces, and removes older ones', async () => {
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    const chunks = join(folder, 'dist/bundle/chunks');
    const hourAgo = new Date(Date.now() - 3_600_000);
    /** Bundles, and returns the names of the files that are in it and not in `others`. */
    const bundle = async (name: string, ...others: string[][]): Promise<string[]> => {
      await nameIs(name);
      await run(script);
      const files = (await readdir(chunks)).filter((file) => !others.flat().includes(file));
      for (const file of files) await utimes(join(chunks, file), hourAgo, hourAgo);
      return files;
    };
    const one = await bundle('one');
    const two = await bundle('two', one);
    expect(two).not.toEqual([]);
    expect(await readdir(chunks)).toEqual(expect.arrayContaining([...one, ...two]));
    const three = await bundle('three', one, two);
    const left = await readdir(chunks);
    expect(left).toEqual(expect.arrayContaining([...two, ...three]));
    expect(left.filter((file) => file.startsWith('name-') && file.endsWith('.js'))).toHaveLength(2);
    expect(await run('dist/bundle/all-roles.js')).toMatchObject({ status: 0 });
    expect(await run('dist/bundle/run.js')).toMatchObject({ status: 0, out: ['three'] });
  });

  it('is left as it is without esbuild', async () => {
    await write('dist/bundle/run.js', "console.log('before');\n");
    expect(await run(script)).toEqual({ status: 0, out: [], errors: [] });
    expect(await run('dist/bundle/run.js')).toMatchObject({ out: ['before'] });
  });
});
