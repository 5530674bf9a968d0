import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs before the server and the account command. It checks the version of Node, and compiles the sources and bundles
 * the pages if the compiler is installed, as it is in a clone. Elsewhere, as in the image, the compiled code runs as it
 * is.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const pagesBuild = join(root, 'src', 'pages', 'build.mjs');

const problem = unsupportedNode() ?? compileFailure();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}

function unsupportedNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const least = engines.node.replace('>=', '');
  const [major, minor] = least.split('.').map(Number);
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return undefined;
  return `Node ${least} or later is needed; this is ${process.version}`;
}

function compileFailure() {
  if (existsSync(compiler)) {
    const commands = [[compiler, '-p', join(root, 'src')], ...(existsSync(pagesBuild) ? [[pagesBuild]] : [])];
    const hasFailed = commands.some((args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0);
    return hasFailed ? 'The sources cannot be compiled' : undefined;
  }
  if (existsSync(join(root, 'dist', 'src', 'process', 'main.js'))) return undefined;
  return 'There is no compiled code in dist, and no compiler: run `npm ci` and `npm run build`';
}
