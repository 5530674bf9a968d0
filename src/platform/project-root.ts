import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of `package.json` and `schema`, for compiled code in `dist` as well as for sources. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
