import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { until } from '../support/until.js';
import { killAll, ServerProcess } from './server-process.js';

const options = { module: 'nodenext', types: [], rootDir: '..', outDir: '../dist' };

let folder: string;
let main: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-dev-'));
  main = join(folder, 'src/process/main.ts');
  for (const script of ['prepare.mjs', 'node-version.mjs', 'stamp.mjs', 'dev.mjs']) {
    await cp(join(projectRoot, 'src/process', script), join(folder, 'src/process', script));
  }
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'src/tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  const { scripts, engines } = JSON.parse(await readPackage());
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts, engines }));
});
afterEach(async () => {
  killAll();
  await rm(folder, { recursive: true });
});

const readPackage = () => readFile(join(projectRoot, 'package.json'), 'utf8');

/** Returns the source of a server that prints its version and its process id, and runs until it is stopped. */
const program = (version: string) => `const version: string = '${version}';
console.log(\`\${version} \${process.pid}\`);
setInterval(() => {}, 1_000);
declare const process: { pid: number };
`;

describe('npm run dev', () => {
  it('restarts the server when a source file changes, and stops it at its own end', async () => {
    await writeFile(main, program('one'));
    const dev = new ServerProcess('npm', ['run', '-s', 'dev'], {}, folder);
    const pidOf = (version: string) => Number(dev.lines.find((line) => line.startsWith(version))?.split(' ')[1]);
    const isWatching = () => dev.lines.some((line) => line.includes('Watching for file changes'));
    await until(() => isWatching() && pidOf('one') > 0);
    await writeFile(main, program('two'));
    await until(() => pidOf('two') > 0);
    expect(isRunning(pidOf('one'))).toBe(false);
    await dev.interrupt();
    await until(() => !isRunning(pidOf('two')));
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
