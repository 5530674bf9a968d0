import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, Stamp } from '../../src/process/stamp.mjs';

/**
 * The packages of this folder's `package.json`, 200 MB that only some checks need and `npm ci` of the project does not install.
 * Run by `npm run tools`, as `.ci/run` does, it installs them, unless those of the same lock file are there.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const packages = join(folder, 'node_modules');
const stamp = new Stamp(join(packages, 'installed'));
const digest = digestOf([join(folder, 'package-lock.json')]);
const { resolve } = createRequire(import.meta.url);

export const hasTools = () => stamp.is(digest);

export const importTool = (name) => import(name);

/** Returns the path of a file of a package, such as its program. */
export const pathOfTool = (file) => (existsSync(join(packages, file)) ? join(packages, file) : resolve(file));

if (process.argv[1] === fileURLToPath(import.meta.url) && !hasTools()) {
  const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' };
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
  if (status === 0) stamp.write(digest);
  else process.exitCode = 1;
}
