import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { migrationNames } from './names.js';

/**
 * All migrations, in the order in which they are applied. The sources are listed and the compiled files loaded, so that a
 * compiled file whose source was renamed or deleted does not run.
 */
export const migrations: MigrationObject[] = await Promise.all(migrationNames.map(load));

/**
 * The names of the migrations that processes of an older version can run beside, because they only add what older
 * statements do not need. Such a migration has `static readonly backwardCompatible = true`.
 */
export const compatibleMigrations: readonly string[] = migrations
  .filter(({ class: migration }) => 'backwardCompatible' in migration && migration.backwardCompatible === true)
  .map(({ name }) => name);

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
