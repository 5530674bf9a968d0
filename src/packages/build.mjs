import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the packages that are published into `dist/packages/<name>`, each ready for `npm publish`: all, or those that are
 * named as arguments. `package.mjs` of each folder exports
 *
 * - `manifest`: what its package.json has beside the version and the licence, which are those of the server, and the address
 *   of the repository, which is that of the workflow that publishes it;
 * - `build({ root, source, output })`, which writes its files into the empty folder `output`.
 *
 * `README.md` of the folder is that of the package.
 */
const packages = dirname(fileURLToPath(import.meta.url));
const root = join(packages, '..', '..');
const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** npm compares the repository with that of the workflow, which it names as the origin of the package. */
function addresses() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (!server || !name) return {};
  const home = `${server}/${name}`;
  return { homepage: home, repository: { type: 'git', url: `git+${home}.git` }, bugs: { url: `${home}/issues` } };
}

const all = readdirSync(packages).filter((name) => existsSync(join(packages, name, 'package.mjs')));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`No package ${unknown.join(', ')}. There are ${all.join(', ')}.`);

for (const name of named.length > 0 ? named : all) {
  const source = join(packages, name);
  const output = join(root, 'dist', 'packages', name);
  const { manifest, build } = await import(join(source, 'package.mjs'));
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await build({ root, source, output });
  const common = { version, license, engines, ...addresses() };
  const { name: published, description, ...rest } = manifest;
  const written = { name: published, description, ...common, type: 'module', ...rest };
  writeFileSync(join(output, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(output, 'LICENSE'));
  cpSync(join(source, 'README.md'), join(output, 'README.md'));
  console.log(`${published} ${version}: ${output}`);
}
