import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unsupportedNode } from './node-version.mjs';
import { digestOf, filesBelow, Stamp } from './stamp.mjs';

/**
 * Runs before the server and the account command. It checks the version of Node, and compiles the sources and bundles
 * the pages if the compiler is installed, as it is in a clone. Elsewhere, as in the image, the compiled code runs as it
 * is. Sources are not compiled again while neither they nor the compiled code has changed: the compiler would take a second
 * to find that out. It does not check types, for which it takes four times as long: `npm run build` and the tests do.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const textsBuild = join(root, 'src', 'texts', 'build.mjs');
const pagesBuild = join(root, 'src', 'pages', 'build.mjs');
const buildId = join(root, 'src', 'process', 'build-id.mjs');

const problem = unsupportedNode() ?? (await compileFailure());
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}

async function compileFailure() {
  if (existsSync(compiler)) {
    const stamp = new Stamp(join(root, 'dist', 'compiled'));
    const isCompiled = stamp.is(digestOfCode());
    if (!isCompiled && existsSync(textsBuild) && !(await run(textsBuild))) return 'The texts cannot be compiled';
    // None needs another, and each leaves a core idle. The server also starts without the name of its commit.
    const [areSourcesBuilt, arePagesBuilt] = await Promise.all([
      isCompiled || compile(stamp),
      !existsSync(pagesBuild) || run(pagesBuild),
      run(buildId),
    ]);
    return areSourcesBuilt && arePagesBuilt ? undefined : 'The sources cannot be compiled';
  }
  if (existsSync(join(root, 'dist', 'src', 'process', 'main.js'))) return undefined;
  return 'There is no compiled code in dist, and npm ci --omit=dev leaves out what makes it: run `npm ci && npm run build` first, then `npm prune --omit=dev`';
}

async function compile(stamp) {
  if (!(await run(compiler, '-p', join(root, 'src'), '--noCheck'))) return false;
  stamp.write(digestOfCode());
  return true;
}

/** A digest of the sources, of what else decides how they are compiled, and of the compiled code. */
function digestOfCode() {
  const settings = ['tsconfig.json', 'package.json', 'package-lock.json', 'mikro-orm.config.ts'];
  return digestOf([
    ...['src', 'schema', 'dist/src', 'dist/schema'].flatMap((folder) => filesBelow(join(root, folder))),
    ...settings.map((file) => join(root, file)).filter((file) => existsSync(file)),
  ]);
}

async function run(...args) {
  const [status] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  return status === 0;
}
