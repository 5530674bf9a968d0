import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { projectRoot } from '../../src/platform/project-root.js';

/**
 * Every file in `schema/migrations` with a number, in the order of the numbers, in which they are applied. The sources
 * are listed and the compiled files loaded, so that a compiled file whose source was renamed or deleted does not run.
 */
export const migrations: MigrationObject[] = await Promise.all(
  readdirSync(join(projectRoot, 'schema', 'migrations'))
    .filter((file) => /^\d{4}-.+\.ts$/.test(file))
    .sort()
    .map((file) => load(file.replace(/\.ts$/, ''))),
);

/** @throws Error if the file does not export one migration and nothing else */
async function load(name: string): Promise<MigrationObject> {
  const exported: Record<string, unknown> = await import(`./${name}.js`);
  const [migration, ...others] = Object.values(exported);
  if (!isMigration(migration) || others.length > 0) {
    throw new Error(`schema/migrations/${name} must export a migration`);
  }
  return { name, class: migration };
}

function isMigration(value: unknown): value is MigrationObject['class'] {
  return typeof value === 'function' && value.prototype instanceof Migration;
}
