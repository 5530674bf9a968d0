import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of `package.json` and `schema`, for compiled code in `dist` as well as for sources. */
export const projectRoot = findRoot(import.meta.dirname);

/** The version of this program. */
export const version: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version;

/** The commit of this program, such as `v1.2.0` or `v1.2.0-3-g1f2e3d4c5b6a`; undefined if it is not known. */
export const build: string | undefined = readBuildId();

function readBuildId(): string | undefined {
  const file = join(projectRoot, 'dist', 'build-id');
  return existsSync(file) ? readFileSync(file, 'utf8') || undefined : undefined;
}

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
