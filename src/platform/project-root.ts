import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of `package.json`: where `schema` lies, whether this runs from the sources or from what was built. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
