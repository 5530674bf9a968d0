import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** The name of every file in `schema/migrations` with a number, in the order of the numbers, in which they are applied. */
export const migrationNames: readonly string[] = readdirSync(join(projectRoot, 'schema', 'migrations'))
  .filter((file) => /^\d{4}-.+\.ts$/.test(file))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
